/// `UIModalPresentationStyle`, by its names on the bus.
enum ModalPresentationStyle: String, CaseIterable {
    case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext, popover
}
