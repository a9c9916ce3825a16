import TestSupport

/// A tab bar controller of profile tv in a window, with three tabs of the client.
@EventLoop final class FocusStage: Stage {
    /// The selected tab.
    private(set) var first = ObjectPath.none
    /// The actions that its owner received.
    private(set) var actions: [String] = []

    /// - Parameter delay: The time in milliseconds until a focused item is selected.
    init(delay: Int = 60_000) async throws {
        try PrivateBus.current.configure("[deadlines]\nfocus = \(delay)\n")
        try await super.init(isSubscribed: true)
        try await createTabs(["Profile": .string("tv")], isShown: true)
        first = try await client.register { [weak self] arguments in
            let view = arguments.first?.get(as: UInt32.self) ?? 0
            self?.actions.append("\(arguments[1].get(as: String.self) ?? "") \(view)")
        }
        try await client.setTabs([first, try await client.register(), try await client.register()], of: tabs)
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
