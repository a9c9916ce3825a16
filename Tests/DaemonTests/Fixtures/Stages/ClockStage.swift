import Foundation
import TestSupport
import Testing

/// A daemon with view controllers of the Clock plugin, and a client that uses them.
@EventLoop final class ClockStage {
    let daemon: DaemonProcess
    let client: BusClient

    /// Starts the daemon. Its wall clocks show UTC, unless `zone` is another time zone.
    init(zone: String = "Etc/UTC") async throws {
        daemon = try await DaemonProcess.start(environment: ["TZ": zone])
        client = try BusClient()
        try await client.manager.subscribe()
    }

    /// Creates a view controller of a class of the plugin.
    func create(_ name: String, _ arguments: [String: Variant] = [:]) async throws -> ObjectPath {
        try await client.manager.createViewController("clock.\(name)", ["Arguments": arguments.variant])
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

    func send(
        _ action: String, _ value: Variant = .bool(true), to identifier: String, of controller: ObjectPath
    ) async throws {
        try await client.sendAction(action, value, to: 0, of: controller, ["Identifier": .string(identifier)])
    }

    func press(_ identifier: String, of controller: ObjectPath) async throws {
        try await send("primaryActionTriggered", to: identifier, of: controller)
    }

    func type(_ text: String, into identifier: String, of controller: ObjectPath) async throws {
        try await send("editingDidEnd", .string(text), to: identifier, of: controller)
    }

    /// Reads a property of a view with GetView.
    func property<Content: DBusType>(
        _ key: String, of identifier: String, in controller: ObjectPath, default standard: Content
    ) async throws -> Content {
        let views = try await client.getView(of: controller).views
        let view = try #require(views.first { $0.properties["Identifier"] == .string(identifier) }, "\(identifier)")
        return view.properties[key]?.get() ?? standard
    }

    func text(of identifier: String, in controller: ObjectPath) async throws -> String {
        try await property("Text", of: identifier, in: controller, default: "")
    }

    func title(of identifier: String, in controller: ObjectPath) async throws -> String {
        try await property("Title", of: identifier, in: controller, default: "")
    }

    func isHidden(_ identifier: String, in controller: ObjectPath) async throws -> Bool {
        try await property("Hidden", of: identifier, in: controller, default: false)
    }

    func rows(of identifier: String, in controller: ObjectPath) async throws -> [TableRow] {
        try await property("Rows", of: identifier, in: controller, default: [])
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
        return entries.first { $0.properties["Identifier"] == .string(identifier) }?.properties["Text"]?.get()
    }

    // MARK: Badges

    func badge(of controller: ObjectPath) async throws -> String {
        try await client.tabBarItem(controller).badgeValue
    }

    /// Waits until the badge has a value, from the signals since the last `clearSignals`.
    func badge(of controller: ObjectPath, becomes value: String) async throws {
        try await client.waitForSignal("the badge '\(value)'") { signal in
            let item = TabBarItemInterface.name
            let values: [String: Variant]?
            switch signal.member {
            case "PropertiesChanged" where signal.path == controller && signal.arguments.first == .string(item):
                values = [String: Variant](variant: signal.arguments[1])
            // A restored view controller may have the badge from the start.
            case "InterfacesAdded" where signal.arguments.first == .objectPath(controller):
                values = [String: [String: Variant]](variant: signal.arguments[1])?[item]
            default: return false
            }
            return values?["BadgeValue"] == .string(value)
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
        #expect(try await client.reopen() == controller)
        try await client.viewController(controller).loadViewIfNeeded()
    }
}
