internal import DBusConnection
internal import DBusInterface
internal import Logging
internal import TabInterface

/// The daemon, as a plugin in a host of its own asks it: every function is a call that waits for the daemon's answer.
@EventLoop
final class RemoteContentHost: ContentHost {
    typealias Services = HostServicesInterface

    private let connection: Connection
    /// Returns the view controller whose `create` runs; 0 outside of one.
    var creator: @EventLoop () -> UInt64 = { 0 }
    /// Makes the plugin's instance for a controller that the daemon has made for it.
    var makeInstance: (@EventLoop (String, UInt64, [String: Variant]) throws(DBusError) -> Void)?

    init(_ connection: Connection) { self.connection = connection }

    // MARK: Calls

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        try connection.callBlocking(method, of: Services.name, at: Services.path, repeat each argument)
    }

    func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) throws(DBusError) {
        try connection.callBlocking(method, of: Services.name, at: Services.path, repeat each argument)
    }

    /// Tells what has no answer; it leaves at once.
    func tell<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) throws(DBusError) {
        try connection.notify(method, of: Services.name, at: Services.path, on: nil, repeat each argument)
    }

    // MARK: Content

    func updateViews(changed: [ViewEntry], removed: [UInt32], of controller: UInt64) throws(DBusError) {
        try call(Services.updateViews, controller, changed, removed)
    }

    // The daemon knows which instances are being made.

    func setTitle(_ title: String, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        try call(Services.setTitle, controller, title)
    }

    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        try call(Services.setTabBarItem, controller, change.wire)
    }

    func setNavigationItem(
        _ change: NavigationItemChange, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        try call(Services.setNavigationItem, controller, change.wire)
    }

    func setProperty(
        _ name: String, to value: Variant, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        try call(Services.setProperty, controller, name, value)
    }

    func restorationIdentifier(of controller: UInt64) throws(DBusError) -> String {
        try call(Services.restorationIdentifier, controller)
    }

    // MARK: What is made and destroyed

    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier: String, for plugin: String
    ) throws(DBusError) -> UInt64 {
        let controller = try call(
            Services.createViewController, type, restorationIdentifier, arguments, creator())
        let prefix = type.hasPrefix(".") ? "." : plugin + "."
        if type.hasPrefix(prefix) {
            try make(String(type.dropFirst(prefix.count)), for: controller, arguments: arguments)
        }
        return controller
    }

    func createNavigationController(
        _ className: String, root: UInt64, for plugin: String
    ) throws(DBusError) -> UInt64 {
        let controller = try call(Services.createNavigationController, className, root, creator())
        try make(className, for: controller, arguments: [:])
        return controller
    }

    /// The instance must be there when the plugin's own call returns. Without one the daemon's side goes as well.
    private func make(_ className: String, for controller: UInt64, arguments: [String: Variant]) throws(DBusError) {
        do throws(DBusError) {
            try makeInstance?(className, controller, arguments)
        } catch {
            try? destroyViewController(controller)
            throw error
        }
        try tell(Services.instanceMade, controller)
    }

    func destroyViewController(_ controller: UInt64) throws(DBusError) {
        try call(Services.destroyViewController, controller)
    }

    // MARK: Surroundings

    func configurationValue(_ key: String, of plugin: String) -> Variant? {
        (try? call(Services.configurationValue, key))?.first
    }

    func colorScheme(of controller: UInt64) -> ColorScheme {
        (try? call(Services.colorScheme, controller)).flatMap(ColorScheme.init(rawValue:)) ?? .noPreference
    }
}
