import DBusConnection
import DBusInterface
import TabInterface
import TestSupport
import Testing

/// A `Presenter` (`Tests/TestPlugin/Presentation/Presenter.swift`) in a navigation controller, in a window with or without much room.
@EventLoop
final class PluginPopoverStage {
    typealias Contract = PopoverPresentationControllerInterface

    static let pad = DBusSize(width: 768, height: 1024)
    static let phone = DBusSize(width: 400, height: 667)

    let plugin: TestPluginStage
    let navigation: ObjectPath
    /// Presses the presenter's buttons from outside of the window, where no popover covers it.
    private let console: ObjectPath
    var client: BusClient { plugin.client }
    var presenter: ObjectPath { plugin.controller }

    /// - Parameter anchor: How long an anchor is waited for, in milliseconds; long enough for a busy machine where it
    ///   is not what is tested.
    init(_ bus: PrivateBus, _ size: DBusSize = pad, anchor: Int = 60_000) async throws {
        // What the plugin notes is read by GetView, which waits for it.
        try bus.configure("[deadlines]\ndelegate = 10000\nupdate_content = 5000\nanchor = \(anchor)\n")
        plugin = try await TestPluginStage(
            bus, "Presenter", window: ["Profile": .string("pad"), "Size": size.variant])
        navigation = try await plugin.client.createNavigationController(plugin.controller)
        try await plugin.client.setTabs([navigation], of: plugin.tabs)
        console = try await plugin.client.createViewController("testplugin.Console")
        try await plugin.client.loadView(of: console)
        plugin.client.forgetSignals()
    }

    /// The presenter's buttons, one after the other.
    func tap(_ buttons: String...) async throws {
        for button in buttons {
            try await client.sendAction(
                "editingDidEnd", .string(button), to: 0, of: console, ["Identifier": .string("Run")])
        }
        try await client.barrier()
    }

    /// What it has noted since the last time.
    func told() async throws -> String {
        let told = try await plugin.text("Told")
        try await tap("Clear")
        return told
    }

    /// Reads what the plugin reads of its popover.
    func read() async throws -> String {
        _ = try await told()
        try await tap("Read")
        return try await told()
    }

    func presented() async throws -> ObjectPath {
        try await client.barrier()
        return try await client.own(ViewControllerInterface.presentedViewController, of: presenter)
    }

    func popover<Content: DBusType>(
        _ property: Property<Content>, of controller: ObjectPath
    ) async throws(DBusError) -> Content {
        try await client.get(property, of: Contract.name, at: controller)
    }

    func view(_ identifier: String) async throws -> ViewReference {
        ViewReference(viewController: presenter, view: try await plugin.view(identifier)?.id ?? 0)
    }

    func touch(_ x: Double, _ y: Double) async throws(DBusError) -> String {
        try await client.call(WindowInterface.tapAt, of: WindowInterface.name, at: plugin.tabs, x, y, [:])
    }

    func resize(_ size: DBusSize) async throws {
        try await client.setWindow(WindowInterface.size, of: plugin.tabs, to: size)
        try await client.barrier()
    }

    /// Waits for a change of its popover's property that is announced.
    func hears(_ member: String, of controller: ObjectPath) async throws {
        try await client.hear("\(member) of \(controller)") { signal in
            signal.path == controller && signal.interface == Contract.name && signal.member == member
        }
    }

    /// Whether a controller leaves the bus; one that has no popover any more stays.
    static func isEnd(_ signal: HeardSignal) -> Bool {
        guard signal.member == "InterfacesRemoved", signal.arguments.count == 2 else { return false }
        let interfaces: [String] = signal.arguments[1].get() ?? []
        return interfaces.contains(ViewControllerInterface.name)
    }

    func left(_ controller: ObjectPath) async throws {
        try await client.hear("\(controller) leaving the bus") { signal in
            signal.arguments.first == .objectPath(controller) && Self.isEnd(signal)
        }
        #expect(
            await failure { _ = try await self.client.own(ViewControllerInterface.title, of: controller) }
                == "UnknownObject")
    }
}
