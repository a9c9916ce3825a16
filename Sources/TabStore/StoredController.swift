/// What brings one view controller back after the daemon's end.
package struct StoredController: Hashable, Sendable {
    /// No daemon ever comes to the end of these: a number beyond is damage, and none of a later one.
    package static let numbers: ClosedRange<UInt64> = 1...UInt64(1) << 52

    package var number: UInt64
    /// Its class.
    package var type: String
    /// Empty: it comes back in its default configuration, or not at all.
    package var restorationIdentifier: String
    /// The tabs or the navigation stack, in order.
    package var viewControllers: [UInt64]
    /// 0: none.
    package var selectedViewController: UInt64
    /// What it was made with, in the caller's encoding.
    package var arguments: [UInt8]
    /// Everything else, in the caller's encoding.
    package var properties: [UInt8]
    /// Its place in the order in which controllers were destroyed, for Reopen; 0: it is alive.
    package var destroyed: UInt64

    package init(
        number: UInt64, type: String, restorationIdentifier: String = "", viewControllers: [UInt64] = [],
        selectedViewController: UInt64 = 0, arguments: [UInt8] = [], properties: [UInt8] = [], destroyed: UInt64 = 0
    ) {
        self.number = number
        self.type = type
        self.restorationIdentifier = restorationIdentifier
        self.viewControllers = viewControllers
        self.selectedViewController = selectedViewController
        self.arguments = arguments
        self.properties = properties
        self.destroyed = destroyed
    }
}

/// A row of the table, checked: whatever bits of it are flipped, it is a controller or none.
extension StoredController {
    /// What `init(row:)` wants, in its order.
    static let columns = """
        number, type, restoration_identifier, view_controllers, selected_view_controller, arguments, properties,
        destroyed
        """

    init?(row: Statement) {
        guard let number = row.integer(0), let type = row.text(1), let identifier = row.text(2),
            let list = row.text(3), let selected = row.number(4), let arguments = row.blob(5),
            let properties = row.blob(6), let destroyed = row.number(7)
        else { return nil }
        self.init(
            number: number, type: type, identifier: identifier, list: list, selected: selected, arguments: arguments,
            properties: properties, destroyed: destroyed)
    }
}
