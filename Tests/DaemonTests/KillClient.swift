import DBusConnection
import DBusInterface
import TabInterface
import TabModel
import TestSupport

/// A client that changes its own controllers, one change after the other, and knows what it was told.
@EventLoop
final class KillClient {
    /// More of them than kills in a row that leave open what was done, and nothing tells.
    private static let maximumShadows = 64
    /// `Run`, a text field of the plugin, and the switch of a remote controller.
    private static let view: UInt32 = 2
    private static let countLabel: UInt32 = 3

    let client: BusClient
    /// What the daemon may have: more than one when nothing that can be read tells whether it has done what it was
    /// killed in.
    private var shadows = [KillShadow()]
    var shadow: KillShadow { shadows.first ?? KillShadow() }
    /// The change that has no reply yet.
    private(set) var open: KillChange?
    private var numbers: Numbers
    private var serial = 0
    private let name: String
    private let mayDestroy: Bool
    /// What its remote controllers have counted in its own memory.
    private var counts: [ObjectPath: Int] = [:]
    /// The objects of its remote controllers, and the reverse.
    private var objects: [ObjectPath: ObjectPath] = [:]
    private(set) var faults: [String] = []
    private(set) var history: [String] = []
    /// The numbers of what it has made.
    private(set) var created: [UInt64] = []

    init(_ bus: PrivateBus, name: String, seed: UInt64, mayDestroy: Bool) throws {
        client = try BusClient(on: bus)
        self.name = name
        self.mayDestroy = mayDestroy
        numbers = Numbers(state: seed)
    }

    /// Makes changes until the daemon is gone.
    ///
    /// - Parameter replied: Called with each reply.
    func run(_ replied: @EventLoop () -> Void) async {
        while faults.isEmpty {
            serial += 1
            let change = KillChange.any(shadow, &numbers, identifier: "\(name)\(serial)", mayDestroy: mayDestroy)
            open = change
            do throws(DBusError) {
                let number = try await perform(change)
                accept(change, number)
            } catch {
                guard !error.isLoss else { return }
                refuse(change, error)
            }
            open = nil
            client.forgetSignals()
            replied()
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
        guard !done.isEmpty else { return faults.append("\(change) (\(number)) was done, and should not be") }
        self.shadows = done
    }

    private func refuse(_ change: KillChange, _ error: DBusError) {
        history.append("\(change) refused")
        // A remote controller without an identifier has lost its owner for good.
        if case .count(let id) = change, shadow.types[id] == KillChange.remote { return }
        let refusing = shadows.filter { shadow in
            var copy = shadow
            return (try? copy.apply(change, number: 1 << 40)) == nil
        }
        if refusing.isEmpty { faults.append("\(change) was refused: \(error)") } else { shadows = refusing }
    }

    // MARK: Changes on the bus

    /// Returns the number of the controller that it has made, else 0.
    private func perform(_ change: KillChange) async throws(DBusError) -> UInt64 {
        typealias Tabs = TabBarControllerInterface
        typealias Stack = NavigationControllerInterface
        typealias Own = ViewControllerInterface
        switch change {
        case .create(let type, let identifier, let root): return try await create(type, identifier, root)
        case .title(let id, let text): try await client.set(Own.title, of: Own.name, at: id.path, to: text)
        case .heading(let id, let text):
            try await client.set(NavigationItemInterface.title, of: NavigationItemInterface.name, at: id.path, to: text)
        case .badge(let id, let text):
            try await client.set(TabBarItemInterface.badgeValue, of: TabBarItemInterface.name, at: id.path, to: text)
        case .identify(let id, let identifier):
            try await client.set(Own.restorationIdentifier, of: Own.name, at: id.path, to: identifier)
        case .list(let tabs, let list): try await client.setTabs(list.map(\.path), of: tabs.path)
        case .select(let tabs, let index):
            try await client.select(index.map(Int64.init) ?? TabNames.notFound, in: tabs.path)
        case .tap(let tabs, let position): _ = try await client.tap(UInt32(position), in: tabs.path)
        case .more(let tabs):
            let more = shadow.model.tabBarController(tabs)?.moreNavigationController
            try await client.set(Tabs.selectedViewController, of: Tabs.name, at: tabs.path, to: more?.path ?? .none)
        case .hideBar(let tabs, let isHidden):
            try await client.call(Tabs.setTabBarHidden, of: Tabs.name, at: tabs.path, isHidden, false, [:])
        case .width(let tabs, let width):
            try await client.setWindow(WindowInterface.size, of: tabs.path, to: DBusSize(width: width, height: 1024))
        case .push(let stack, let id): try await client.push(id.path, onto: stack.path)
        case .pop(let stack): _ = try await client.call(Stack.pop, of: Stack.name, at: stack.path, false, [:])
        case .stack(let stack, let list):
            try await client.call(
                Stack.setViewControllers, of: Stack.name, at: stack.path, list.map(\.path), false, [:])
        case .beginEditing(let tabs):
            try await client.call(MoreListInterface.beginEditing, of: MoreListInterface.name, at: list(of: tabs), [:])
        case .move(let tabs, let id, let slot):
            try await client.call(
                MoreListInterface.moveItem, of: MoreListInterface.name, at: list(of: tabs), id.path, UInt32(slot), [:])
        case .endEditing(let tabs):
            _ = try await client.call(MoreListInterface.endEditing, of: MoreListInterface.name, at: list(of: tabs), [:])
        case .count(let id): try await count(id)
        case .destroy(let id): try await client.destroy(id.path)
        case .reopen: return TabNames.number(of: try await client.reopen()) ?? 0
        }
        return 0
    }

    private func list(of tabs: ViewControllerID) -> ObjectPath {
        shadow.model.tabBarController(tabs)?.moreList.path ?? .none
    }

    private func create(
        _ type: String, _ identifier: String, _ root: ViewControllerID?
    ) async throws(DBusError) -> UInt64 {
        typealias Contract = ManagerInterface
        let options: Options = ["RestorationIdentifier": .string(identifier)]
        let path: ObjectPath
        switch type {
        case KillChange.tabs:
            path = try await client.createTabBarController(
                ["RestorationIdentifier": .string(identifier), "Profile": .string("pad")])
        case KillChange.navigation:
            path = try await client.call(
                Contract.createNavigationController, of: Contract.name, at: TabNames.root, root?.path ?? .none, options)
        case KillChange.remote: path = try await register(identifier)
        default:
            path = try await client.call(
                Contract.createViewController, of: Contract.name, at: TabNames.root, type, options)
        }
        return TabNames.number(of: path) ?? 0
    }

    private func register(_ identifier: String) async throws(DBusError) -> ObjectPath {
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
        try await client.loadView(of: id.path)
        try await client.updateView(of: id.path, [.view(Self.view, "Switch")])
        try await client.sendAction("valueChanged", .bool(true), to: Self.view, of: id.path)
    }

    /// A plugin in a process of its own shows its view when that is there.
    private func loadView(of id: ViewControllerID) async throws(DBusError) {
        try await client.loadView(of: id.path)
        while try await !client.getView(of: id.path).views.contains(where: { $0.id == Self.countLabel + 2 }) {}
    }

    // MARK: After a restart

    /// What is wrong with what the next daemon has of what this client was told. From here on that is what it knows.
    func differences(from objects: BusClient.Objects) async throws -> [String] {
        try await registerAgain(objects)
        var differences: [String] = []
        var candidates = shadows
        if let open {
            let number = numberOfOpenChange(objects)
            if number != nil || !open.isCreation {
                candidates += shadows.compactMap { shadow in
                    var done = shadow
                    return (try? done.apply(open, number: number ?? 0)) == nil ? nil : done
                }
                if let number { created.append(number) }
            }
        }
        let own = candidates.reduce(into: Set()) { $0.formUnion($1.paths) }
        var fitting: [KillShadow] = []
        var memories: Set<KillShadow.Memory> = []
        for candidate in candidates.reversed() {
            let restored = try candidate.restored()
            let left = own.subtracting(restored.paths).intersection(objects.keys)
            var found = restored.differences(from: objects) + left.sorted().map { "\($0) should not be there" }
            if found.isEmpty, !memories.insert(restored.memory).inserted { continue }
            if found.isEmpty { found = try await countDifferences(restored) }
            if found.isEmpty { fitting.append(restored) } else { differences = found }
        }
        guard !fitting.isEmpty else { return differences }
        if fitting.count > Self.maximumShadows { faults.append("too much is open after so many kills") }
        (shadows, open) = (fitting, nil)
        history.append("restart, \(fitting.count) possible")
        return []
    }

    private func numberOfOpenChange(_ objects: BusClient.Objects) -> UInt64? {
        guard case .create(_, let identifier, _)? = open else { return nil }
        return objects.first { _, object in
            object[ViewControllerInterface.name]?["RestorationIdentifier"] == .string(identifier)
        }.flatMap { path, _ in TabNames.number(of: path) }
    }

    /// Remote controllers have to be claimed; without an identifier they can't be.
    private func registerAgain(_ objects: BusClient.Objects) async throws {
        let names = objects.compactMap { path, object -> (ObjectPath, String)? in
            guard self.objects[path] != nil || isOpen(object),
                let identifier: String = object[ViewControllerInterface.name]?["RestorationIdentifier"]?.get(),
                !identifier.isEmpty
            else { return nil }
            return (path, identifier)
        }
        self.objects = [:]
        for (path, identifier) in names {
            let found = try await register(identifier)
            if found != path { faults.append("\(identifier) is \(path), and was registered as \(found)") }
        }
        try await client.barrier()
    }

    /// Whether it is what the open change has made.
    private func isOpen(_ object: [String: [String: Variant]]) -> Bool {
        guard case .create(KillChange.remote, let identifier, _)? = open else { return false }
        return object[ViewControllerInterface.name]?["RestorationIdentifier"] == .string(identifier)
    }

    private func countDifferences(_ expected: KillShadow) async throws -> [String] {
        var differences: [String] = []
        for id in expected.remotes {
            guard let object = objects[id.path] else { continue }
            let count = counts[object] ?? 0
            let told = expected.counts[id] ?? 0
            if count != told { differences.append("\(id.rawValue) was given \(count), not \(told)") }
        }
        for id in expected.counters {
            try await loadView(of: id)
            // Who has the answer has what the plugin's process did before.
            try await client.sendAction("editingDidEnd", .string(""), to: Self.view, of: id.path)
            let label = try await client.getView(of: id.path).views.first { $0.id == Self.countLabel }
            let told = Variant.string("\(expected.counts[id] ?? 0)")
            if label?.properties["Text"] != told {
                differences.append("\(id.rawValue) shows \(String(describing: label)), not \(told)")
            }
        }
        return differences
    }
}

extension KillChange {
    fileprivate var isCreation: Bool { if case .create = self { true } else { false } }
}

extension DBusError {
    /// The daemon died before it answered.
    fileprivate var isLoss: Bool {
        ["NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected"].contains { name == Self.standardPrefix + $0 }
    }
}
