import TestSupport

/// A tab bar controller of profile tv in a window, with three tabs of the client.
@EventLoop final class FocusStage {
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    /// The selected tab.
    let first: ObjectPath
    /// The actions that its owner received.
    private(set) var actions: [String] = []

    /// - Parameter delay: The time in milliseconds until a focused item is selected.
    init(delay: Int = 60_000) async throws {
        let bus = try PrivateBus.current
        try bus.configure("[deadlines]\nfocus = \(delay)\n")
        daemon = try await DaemonProcess.start()
        client = try BusClient()
        try await client.manager.subscribe()
        tabs = try await client.manager.createTabBarController(["Profile": .string("tv")])
        let object = client.newObject()
        first = try await client.register(object, [:])
        let others = [try await client.register(), try await client.register()]
        try await client.setTabs([first] + others, of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        client.handlers[object] = { [weak self] call, arguments, reply in
            guard call.member == "Action" else { return reply.fail(.unknownMethod(call.member)) }
            let view = arguments.first?.get(as: UInt32.self) ?? 0
            self?.actions.append("\(arguments[1].get(as: String.self) ?? "") \(view)")
            reply.succeed { (_) throws(DBusError) in }
        }
        client.clearSignals()
    }

    func update(_ changed: [ViewEntry], removing removed: [UInt32] = []) async throws(DBusError) {
        try await client.updateView(of: first, changed, removing: removed)
    }

    func press(_ button: String) async throws(DBusError) -> Bool {
        try await client.focus(tabs).press(button)
    }

    /// The focus: `item 0`, or `view 3` of the first tab.
    func focus() async throws(DBusError) -> String {
        typealias Focus = FocusInterface
        // All values are read at the same moment.
        let values = try await client.properties(tabs).getAll(Focus.name)
        let item: UInt32 = values[Focus.focusedItem.name]?.get() ?? 0
        let view: ViewReference = values[Focus.focusedView.name]?.get() ?? .none
        let environment: String = values[Focus.focusEnvironment.name]?.get() ?? ""
        switch environment {
        case "bar" where view == .none: return "item \(item)"
        case "content" where item == Focus.noItem && view.viewController == first: return "view \(view.view)"
        default: return "\(environment) \(item) \(view)"
        }
    }

    func isBarHidden() async throws(DBusError) -> Bool {
        try await client.tabBar(of: tabs).hidden
    }
}
