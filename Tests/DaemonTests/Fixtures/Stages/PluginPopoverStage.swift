import TestSupport

/// A `Presenter` (`Tests/TestPlugin/Presentation/Presenter.swift`) in a navigation controller, in a large or small
/// window.
@EventLoop final class PluginPopoverStage {
    typealias Contract = PopoverPresentationControllerInterface

    static let pad = DBusSize(width: 768, height: 1024)
    static let phone = DBusSize(width: 400, height: 667)

    let plugin: TestPluginStage
    let navigation: ObjectPath
    /// A view outside the window with the presenter's buttons, which no popover covers.
    private let console: ObjectPath
    var client: BusClient { plugin.client }
    var presenter: ObjectPath { plugin.controller }

    /// - Parameter anchor: The time limit for an anchor in milliseconds. The default is long enough for a busy machine
    ///   when the limit itself is not under test.
    init(_ size: DBusSize = pad, anchor: Int = 60_000) async throws {
        // GetView waits for the plugin's notes.
        try PrivateBus.current.configure("[deadlines]\ndelegate = 10000\nupdate_content = 5000\nanchor = \(anchor)\n")
        plugin = try await TestPluginStage("Presenter", window: ["Profile": .string("pad"), "Size": size.variant])
        navigation = try await plugin.client.manager.createNavigationController(plugin.controller)
        try await plugin.client.setTabs([navigation], of: plugin.tabs)
        console = try await plugin.client.createViewController("testplugin.Console")
        try await plugin.client.viewController(console).loadViewIfNeeded()
        plugin.client.clearSignals()
    }

    /// Presses the presenter's buttons, one after the other.
    func tap(_ buttons: String...) async throws {
        for button in buttons { try await client.type(button, into: "Run", of: console) }
        try await client.barrier()
    }

    /// The presenter's notes since the last call.
    func notes() async throws -> String {
        let notes = try await plugin.text("Output")
        try await tap("Clear")
        return notes
    }

    /// The plugin's own readings of its popover.
    func read() async throws -> String {
        _ = try await notes()
        try await tap("Read")
        return try await notes()
    }

    func presented() async throws -> ObjectPath {
        try await client.barrier()
        return try await client.viewController(presenter).presentedViewController
    }

    /// Presses the presenter's buttons, and returns what it presents then.
    func presented(by buttons: String...) async throws -> ObjectPath {
        for button in buttons { try await tap(button) }
        return try await presented()
    }

    func popover<Content: DBusType>(
        _ property: Property<Content>, of controller: ObjectPath
    ) async throws(DBusError) -> Content {
        try await client.get(property, at: controller)
    }

    func view(_ identifier: String) async throws -> ViewReference {
        ViewReference(viewController: presenter, view: try await plugin.view(identifier)?.id ?? 0)
    }

    func touch(_ x: Double, _ y: Double) async throws(DBusError) -> String {
        try await client.window(plugin.tabs).tapAt(x, y)
    }

    func resize(_ size: DBusSize) async throws {
        try await client.window(plugin.tabs).set(\.size, to: size)
        try await client.barrier()
    }

    /// Waits until a change of a popover's property is announced.
    func waitForChange(_ member: String, of controller: ObjectPath) async throws {
        try await client.waitForSignal("\(member) of \(controller)") { signal in
            signal.path == controller && signal.interface == Contract.name && signal.member == member
        }
    }
}
