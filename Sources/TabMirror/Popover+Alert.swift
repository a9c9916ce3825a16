package import DBusInterface
internal import TabInterface

/// Alerts, and action sheets that are not popovers: front ends draw them as popovers without an arrow.
extension Popover {
    /// nil for a controller that is not an alert, or is not on the screen.
    package init?(alert: ObjectPath, in tree: ManagedObjects) {
        guard tree.alert(alert).style != nil, let frame = tree.viewController(alert).frame,
            tree.viewController(alert).appearanceState != "disappeared"
        else { return nil }
        viewController = alert
        arrowDirection = nil
        arrowOffset = 0
        self.frame = frame
        contentFrame = frame
        chrome = PopoverChrome(of: alert, in: tree)
        (sourceItem, sourceRect) = (nil, nil)
    }

    /// The position of the action that Escape stands for in an alert; nil for none, and for an action sheet.
    package static func cancelAction(ofAlert alert: ObjectPath, in tree: ManagedObjects) -> UInt32? {
        guard tree.alert(alert).style == "alert", let actions = tree.alert(alert).actions,
            let cancel = actions.firstIndex(where: { $0.style == "cancel" && $0.enabled })
        else { return nil }
        return UInt32(clamping: cancel)
    }
}
