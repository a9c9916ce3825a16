internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// What a user does besides tapping the bar.
extension Service {
    /// Everything there is, when the controller is one of it.
    func objects(with controller: ObjectPath) async throws(DBusError) -> ManagedObjects {
        // Says what is wrong with the path, which the objects would not.
        _ = try await get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: controller)
        return try await managedObjects()
    }

    func tapBack(in navigation: ObjectPath) async throws(DBusError) {
        try await connection.call(
            NavigationControllerInterface.tapBack, of: NavigationControllerInterface.name, at: navigation,
            on: destination, Options())
    }

    func tapBarButtonItem(_ item: UInt32, of viewController: ObjectPath) async throws(DBusError) {
        try await connection.call(
            NavigationItemInterface.tapBarButtonItem, of: NavigationItemInterface.name, at: viewController,
            on: destination, item, Options())
    }

    /// Taps a point of a window; returns what took the tap.
    func tap(x: Double, y: Double, in window: ObjectPath) async throws(DBusError) -> String {
        try await connection.call(
            WindowInterface.tapAt, of: WindowInterface.name, at: window, on: destination, x, y, Options())
    }

    /// A user dismisses a popover, or what it is adapted to; returns what became of it.
    func performEscape(_ viewController: ObjectPath) async throws(DBusError) -> String {
        try await connection.call(
            PopoverPresentationControllerInterface.performEscape, of: PopoverPresentationControllerInterface.name,
            at: viewController, on: destination, Options())
    }

    /// Chooses an action of an alert.
    func tapAction(_ action: UInt32, of alert: ObjectPath) async throws(DBusError) {
        try await connection.call(
            AlertControllerInterface.tapAction, of: AlertControllerInterface.name, at: alert, on: destination, action,
            Options())
    }

    /// Has the plugin of a failed view controller start again.
    func respawn(_ viewController: ObjectPath) async throws(DBusError) {
        try await connection.call(
            ViewControllerInterface.respawn, of: ViewControllerInterface.name, at: viewController, on: destination,
            Options())
    }

    // MARK: More

    /// Returns whether the tap was accepted.
    func tapRow(_ row: UInt32, of list: ObjectPath) async throws(DBusError) -> Bool {
        try await connection.call(
            MoreListInterface.tapRow, of: MoreListInterface.name, at: list, on: destination, row, Options())
    }

    func beginEditing(_ list: ObjectPath) async throws(DBusError) {
        try await connection.call(
            MoreListInterface.beginEditing, of: MoreListInterface.name, at: list, on: destination, Options())
    }

    func moveItem(
        _ viewController: ObjectPath, to slot: UInt32, in list: ObjectPath
    ) async throws(DBusError) {
        try await connection.call(
            MoreListInterface.moveItem, of: MoreListInterface.name, at: list, on: destination, viewController,
            slot, Options())
    }

    /// Returns whether the bar is another than before.
    func endEditing(_ list: ObjectPath) async throws(DBusError) -> Bool {
        try await connection.call(
            MoreListInterface.endEditing, of: MoreListInterface.name, at: list, on: destination, Options())
    }

    // MARK: Focus

    /// Returns whether the button did something.
    func press(_ button: String, in controller: ObjectPath) async throws(DBusError) -> Bool {
        try await connection.call(
            FocusInterface.press, of: FocusInterface.name, at: controller, on: destination, button, Options())
    }
}
