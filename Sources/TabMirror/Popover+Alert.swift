package import DBusInterface
internal import TabInterface

/// Alerts, and action sheets that are not popovers: front ends draw them as popovers without an arrow.
extension Popover {
    private typealias Contract = AlertControllerInterface

    /// nil for a controller that is not an alert, or is not on the screen.
    package init?(alert: ObjectPath, in tree: ManagedObjects) {
        let name = ViewControllerInterface.name
        guard tree.value(Contract.style, of: Contract.name, at: alert) != nil,
            let frame = tree.value(ViewControllerInterface.frame, of: name, at: alert),
            tree.value(ViewControllerInterface.appearanceState, of: name, at: alert) != "disappeared"
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
        guard tree.value(Contract.style, of: Contract.name, at: alert) == "alert",
            let actions = tree.value(Contract.actions, of: Contract.name, at: alert),
            let cancel = actions.firstIndex(where: { $0.style == "cancel" && $0.enabled })
        else { return nil }
        return UInt32(clamping: cancel)
    }
}
