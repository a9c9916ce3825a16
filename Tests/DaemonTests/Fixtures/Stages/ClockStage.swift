import Foundation
import TestSupport

/// A daemon with view controllers of the Clock plugin, and a client that uses them.
@EventLoop final class ClockStage: PluginStage {
    /// Starts the daemon. Its wall clocks show UTC, unless `zone` is another time zone.
    init(zone: String = "Etc/UTC") async throws {
        try await super.init(DaemonOptions(environment: ["TZ": zone]))
    }

    /// Creates a view controller of a class of the plugin. Its view is not loaded.
    override func create(_ name: String, _ arguments: [String: Variant] = [:]) async throws(DBusError) -> ObjectPath {
        try await client.createViewController("clock.\(name)", arguments)
    }

    /// The time a number of seconds from now in UTC, such as `07:30:15`.
    func time(in seconds: Double) -> String {
        let day = Int(Date().timeIntervalSince1970 + seconds) % 86400
        return [day / 3600, day / 60 % 60, day % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Creates view controllers with alarms, and returns them when all exist before the first alarm is due.
    ///
    /// An alarm that is created after its time rings on the next day. In that case they are created again, with twice
    /// the time.
    ///
    /// - Parameters:
    ///   - seconds: The time from the start of the creation to the first alarm.
    ///   - make: Creates the controllers, with alarms that are due that many seconds from now or later.
    func inTime(
        _ seconds: Double, _ make: @EventLoop (_ seconds: Double) async throws -> [ObjectPath]
    ) async throws -> [ObjectPath] {
        var seconds = seconds
        let end = TestTimeout.deadline
        while .now < end {
            let due = (Date().timeIntervalSince1970 + seconds).rounded(.down)
            let made = try await make(seconds)
            if Date().timeIntervalSince1970 < due { return made }
            for path in made { try await client.manager.destroy(path) }
            seconds *= 2
        }
        throw TestTimeoutError(description: "the alarms were not created in time")
    }

    // MARK: Views

    func title(of identifier: String, in controller: ObjectPath) async throws -> String {
        try await property("Title", of: identifier, in: controller, default: "")
    }

    func isHidden(_ identifier: String, in controller: ObjectPath) async throws -> Bool {
        try await property("Hidden", of: identifier, in: controller, default: false)
    }

    /// The texts of a label in the ViewChanged signals since the last `clearSignals`.
    func changes(of identifier: String, in controller: ObjectPath) async throws -> [String] {
        try await client.barrier()
        return client.signals.compactMap { Self.change($0, of: identifier, in: controller) }
    }

    /// Waits for a change of a label.
    func change(of identifier: String, in controller: ObjectPath) async throws {
        try await client.waitForSignal("a change of \(identifier)") {
            Self.change($0, of: identifier, in: controller) != nil
        }
    }

    private static func change(_ signal: ReceivedSignal, of identifier: String, in controller: ObjectPath) -> String? {
        guard signal.path == controller, signal.member == "ViewChanged", signal.arguments.count == 3 else { return nil }
        let entries: [ViewEntry] = signal.arguments[1].get() ?? []
        return entries.named(identifier)?.properties["Text"]?.get()
    }

    // MARK: Badges

    func badge(of controller: ObjectPath) async throws -> String {
        try await client.tabBarItem(controller).badgeValue
    }

    /// Waits until the badge has a value, from the signals since the last `clearSignals`.
    func badge(of controller: ObjectPath, becomes value: String) async throws {
        try await client.waitForSignal("the badge '\(value)'") { signal in
            let item = TabBarItemInterface.name
            // A restored view controller may have the badge from the start.
            let isAdded = signal.member == "InterfacesAdded" && signal.arguments.first == .objectPath(controller)
            let isChanged = signal.path == controller && signal.arguments.first == .string(item)
            let added = isAdded ? [String: [String: Variant]](variant: signal.arguments[1])?[item] : nil
            return (added ?? (isChanged ? signal.changes : [:]))["BadgeValue"] == .string(value)
        }
    }

    /// Waits for at least the given number of seconds, by a countdown in the daemon.
    func pass(seconds: Int32) async throws {
        let timer = try await create("CountdownTimer", ["Duration": .int32(seconds)])
        try await client.viewController(timer).loadViewIfNeeded()
        try await press("StartPause", of: timer)
        try await badge(of: timer, becomes: "!")
        try await client.manager.destroy(timer)
    }

    // MARK: Containers

    /// A window with these tabs that counts as visible without a front end.
    func window(_ tabs: [ObjectPath]) async throws -> ObjectPath {
        let controller = try await client.manager.createTabBarController()
        try await client.setTabs(tabs, of: controller)
        try await client.window(controller).set(\.alwaysVisible, to: true)
        return controller
    }

    /// Destroys and reopens the view controller, and loads its view.
    func reopen(_ controller: ObjectPath) async throws {
        try await client.manager.destroy(controller)
        #expect(try await reopen() == controller)
        try await client.viewController(controller).loadViewIfNeeded()
    }
}
