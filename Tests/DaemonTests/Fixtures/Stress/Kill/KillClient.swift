import TestSupport

/// A client that makes one change after the other to its own controllers, and knows the replies.
@EventLoop final class KillClient {
    /// The view of the button `Run`, of a text field of the plugin, and of the switch of a remote controller.
    static let view: UInt32 = 2
    static let countLabel: UInt32 = 3

    private(set) var client: BusClient
    /// The possible states of the daemon. There are several when no reading shows whether it performed the change
    /// during which it was killed.
    var shadows = [KillShadow()]
    var shadow: KillShadow { shadows.first ?? KillShadow() }
    /// The change without a reply so far.
    var open: KillChange?
    private var numbers: Numbers
    private var serial = 0
    private let name: String
    private let rights: KillChange.Rights
    /// The counts of its remote controllers, from its own memory.
    var counts: [ObjectPath: Int] = [:]
    /// The objects of its remote controllers, and the reverse.
    var objects: [ObjectPath: ObjectPath] = [:]
    var failures: [String] = []
    var history: [String] = []
    /// The numbers of the controllers that it has created.
    var created: [UInt64] = []

    init(name: String, seed: UInt64, _ rights: KillChange.Rights) throws {
        client = try BusClient()
        self.name = name
        self.rights = rights
        numbers = Numbers(state: seed)
    }

    /// Connects to a bus that has restarted.
    func reconnect() throws {
        client.connection.close()
        client = try BusClient()
    }

    /// Makes changes until the daemon is gone.
    ///
    /// - Parameter replied: Called with each reply. Returns whether to continue.
    func run(_ replied: @EventLoop () -> Bool) async {
        while failures.isEmpty {
            serial += 1
            let change = KillChange.any(shadow, &numbers, identifier: "\(name)\(serial)", rights)
            open = change
            do throws(DBusError) {
                let number = try await perform(change)
                accept(change, number)
            } catch {
                guard !error.isLoss else { return }
                refuse(change, error)
            }
            open = nil
            client.clearSignals()
            if history.count > 500 { history.removeFirst(400) }
            guard replied() else { return }
        }
    }

    private func accept(_ change: KillChange, _ number: UInt64) {
        history.append("\(change) \(number)")
        if change.isCreation { created.append(number) }
        var shadows = shadows
        if case .reopen = change { shadows.removeAll { $0.lastDestroyed?.rawValue != number } }
        let done = shadows.compactMap { shadow in
            var shadow = shadow
            return (try? shadow.apply(change, number: number)) == nil ? nil : shadow
        }
        guard !done.isEmpty else { return failures.append("\(change) (\(number)) was done, and should not be") }
        self.shadows = done
    }

    private func refuse(_ change: KillChange, _ error: DBusError) {
        history.append("\(change) refused")
        // A remote controller without an identifier has permanently lost its owner.
        if case .count(let id) = change, shadow.types[id] == KillChange.remote { return }
        let refusing = shadows.filter { shadow in
            var copy = shadow
            return (try? copy.apply(change, number: 1 << 40)) == nil
        }
        if refusing.isEmpty { failures.append("\(change) was refused: \(error)") } else { shadows = refusing }
    }

    // MARK: Changes on the bus

    /// Makes a change. Returns the number of the controller that it created, else 0.
    private func perform(_ change: KillChange) async throws(DBusError) -> UInt64 {
        switch change {
        case .create(let type, let identifier, let root): return try await create(type, identifier, root)
        case .title(let id, let text): try await client.viewController(id.path).set(\.title, to: text)
        case .heading(let id, let text): try await client.navigationItem(id.path).set(\.title, to: text)
        case .badge(let id, let text): try await client.tabBarItem(id.path).set(\.badgeValue, to: text)
        case .identify(let id, let identifier):
            try await client.viewController(id.path).set(\.restorationIdentifier, to: identifier)
        case .list(let tabs, let list): try await client.setTabs(list.map(\.path), of: tabs.path)
        case .select(let tabs, let index):
            try await client.select(index.map(Int64.init) ?? TabNames.notFound, in: tabs.path)
        case .tap(let tabs, let position): _ = try await client.tap(UInt32(position), in: tabs.path)
        case .more(let tabs):
            let more = shadow.model.nodes.moreNavigationController(of: tabs)
            try await client.tabBarController(tabs.path).set(\.selectedViewController, to: more?.path ?? .none)
        case .hideBar(let tabs, let isHidden):
            try await client.tabBarController(tabs.path).setTabBarHidden(isHidden, false)
        case .width(let tabs, let width):
            try await client.window(tabs.path).set(\.size, to: DBusSize(width: width, height: 1024))
        case .push(let stack, let id): try await client.push(id.path, onto: stack.path)
        case .pop(let stack): _ = try await client.navigationController(stack.path).pop(false)
        case .stack(let stack, let list):
            try await client.navigationController(stack.path).setViewControllers(list.map(\.path), false)
        case .beginEditing(let tabs): try await client.moreList(list(of: tabs)).beginEditing()
        case .move(let tabs, let id, let slot):
            try await client.moreList(list(of: tabs)).moveItem(id.path, UInt32(slot))
        case .endEditing(let tabs): _ = try await client.moreList(list(of: tabs)).endEditing()
        case .count(let id): try await count(id)
        case .destroy(let id): try await client.manager.destroy(id.path)
        case .reopen: return TabNames.number(of: try await client.manager.reopen()) ?? 0
        }
        return 0
    }

    private func list(of tabs: ViewControllerID) -> ObjectPath {
        shadow.model.nodes.moreList(of: tabs)?.path ?? .none
    }

    private func create(
        _ type: String, _ identifier: String, _ root: ViewControllerID?
    ) async throws(DBusError) -> UInt64 {
        let options: Options = ["RestorationIdentifier": .string(identifier)]
        let path: ObjectPath
        switch type {
        case KillChange.tabs:
            path = try await client.manager.createTabBarController(
                ["RestorationIdentifier": .string(identifier), "Profile": .string("pad")])
        case KillChange.navigation:
            path = try await client.manager.createNavigationController(root?.path ?? .none, options)
        case KillChange.remote: path = try await register(identifier)
        default: path = try await client.manager.createViewController(type, options)
        }
        return TabNames.number(of: path) ?? 0
    }

    func register(_ identifier: String) async throws(DBusError) -> ObjectPath {
        let object = client.newObject()
        counts[object] = 0
        client.handlers[object] = { [unowned self] call, arguments, reply in
            switch call.member {
            case "Action": counts[object, default: 0] += 1
            case "DecodeRestorableState":
                let state = arguments.first?.get(as: [String: Variant].self) ?? [:]
                counts[object] = state["Count"].flatMap { $0.get(as: Int64.self) }.map(Int.init) ?? 0
            case "EncodeRestorableState":
                let state: [String: Variant] = ["Count": .int64(Int64(counts[object] ?? 0))]
                return reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
            default: return reply.fail(.unknownMethod("\(call.member) is not there"))
            }
            reply.succeed { (_) throws(DBusError) in }
        }
        let path = try await client.register(object, ["RestorationIdentifier": .string(identifier)])
        objects[path] = object
        return path
    }

    private func count(_ id: ViewControllerID) async throws(DBusError) {
        guard shadow.types[id] == KillChange.remote else {
            try await loadView(of: id)
            return try await client.sendAction("editingDidEnd", .string("count"), to: Self.view, of: id.path)
        }
        try await client.viewController(id.path).loadViewIfNeeded()
        try await client.updateView(of: id.path, [.view(Self.view, "Switch")])
        try await client.sendAction("valueChanged", .bool(true), to: Self.view, of: id.path)
    }

    /// Loads a view. A plugin process creates it asynchronously.
    func loadView(of id: ViewControllerID) async throws(DBusError) {
        try await client.viewController(id.path).loadViewIfNeeded()
        let deadline = TestTimeout.deadline
        while try await !client.getView(of: id.path).views.contains(where: { $0.id == Self.countLabel + 2 }) {
            guard .now < deadline else { throw .failed("\(id.path) has sent no view") }
            await EventLoop.pause(5)
        }
    }
}

extension KillChange {
    var isCreation: Bool { if case .create = self { true } else { false } }
}

extension DBusError {
    /// Whether the daemon died before it replied.
    fileprivate var isLoss: Bool {
        ["NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected"].contains { name == Self.standardPrefix + $0 }
    }
}
