/// `UIModalPresentationStyle`, by its names on the bus (`P2`).
package enum ModalPresentationStyle: String, Sendable, CaseIterable {
    case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext, popover

    /// Whether the presenter's view leaves the window (`P67`).
    package var covers: Bool { self == .fullScreen || self == .currentContext }

    /// What an answer about adapting means: nil when it is none that counts (`P62`).
    var adaptation: ModalPresentationStyle? {
        switch self {
        case .none, .fullScreen, .overFullScreen, .pageSheet, .formSheet: self
        case .automatic, .currentContext, .overCurrentContext, .popover: nil
        }
    }
}
