package import DBusInterface
internal import TabInterface

/// Alerts, and action sheets that are not popovers. Front ends draw them as popovers without an arrow.
extension Popover {
    /// Returns nil for a view controller that is not an alert or not on the screen.
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

    /// Returns the position of an alert's action for Escape; nil without one, and for an action sheet.
    package static func cancelAction(ofAlert alert: ObjectPath, in tree: ManagedObjects) -> UInt32? {
        guard tree.alert(alert).style == "alert", let actions = tree.alert(alert).actions,
            let cancel = actions.firstIndex(where: { $0.style == "cancel" && $0.enabled })
        else { return nil }
        return UInt32(clamping: cancel)
    }
}
