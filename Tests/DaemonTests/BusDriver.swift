import DBusConnection
import DBusInterface
import TabInterface
import TabModel
import TestSupport

/// A daemon and a client, which all scenarios of a run share.
@EventLoop
final class BusStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let client: BusClient

    init(_ bus: PrivateBus) async throws {
        self.bus = bus
        daemon = try await DaemonProcess.start(on: bus)
        client = try BusClient(on: bus)
        try await client.subscribe()
    }
}

/// Runs scenarios on the bus, with the real daemon.
@EventLoop
final class BusScenarioDriver: ScenarioDriver {
    private typealias Controller = TabBarControllerInterface

    private let client: BusClient
    private let tabs: ObjectPath
    private let delegate: ObjectPath
    private var paths: [String: ObjectPath] = [:]
    private var log: [String] = []
    private var should: Question?
    private var did: [Action] = []
    private var selectionInQuestion = ""
    private var accepted = ""
    private var popped = ""
    /// What the delegate does on its own when it was told of a selection.
    private var reaction: Task<Void, any Error>?

    init(_ scenario: Scenario, _ stage: BusStage?) async throws {
        guard let stage else { throw Refusal.other }
        client = stage.client
        delegate = client.newObject()
        tabs = try await client.createTabBarController([
            "Profile": .string(scenario.profile.rawValue), "LifecycleOrder": .string(scenario.order.rawValue),
        ])
        paths["tabs"] = tabs
        paths["more"] = try await client.get(Controller.moreNavigationController, of: Controller.name, at: tabs)
        client.forgetSignals()
    }

    private func path(_ name: String) async throws(DBusError) -> ObjectPath {
        if let path = paths[name] { return path }
        let path = try await client.register()
        paths[name] = path
        return path
    }

    private func list(_ letters: String) async throws(DBusError) -> [ObjectPath] {
        var list: [ObjectPath] = []
        for letter in letters { list.append(try await path(Scenario.name(of: letter))) }
        return list
    }

    func perform(_ action: Action) async throws {
        do {
            try await run(action)
        } catch let error as DBusError {
            throw refusal(error)
        }
        try await client.barrier()
        hear()
    }

    private func refusal(_ error: DBusError) -> Refusal {
        switch error.tabError {
        case .invalidArgument: .invalidArgument
        case .outOfRange: .outOfRange
        case .internalInconsistency: .internalInconsistency
        case .hierarchyInconsistency: .hierarchyInconsistency
        default: .other
        }
    }

    private func run(_ action: Action) async throws {
        switch action {
        case .list(let letters, let animated):
            try await client.setTabs(try await list(letters), of: tabs, animated: animated)
        case .write(let letters): try await set(Controller.viewControllers, try await list(letters))
        case .customizable(let letters):
            try await set(Controller.customizableViewControllers, try await list(letters))
        case .navigation(let name, let stack):
            let controllers = try await list(stack)
            guard let root = controllers.first else { return }
            let navigation = try await client.call(
                ManagerInterface.createNavigationController, of: ManagerInterface.name, at: TabNames.root, root, [:])
            paths[name] = navigation
            for next in controllers.dropFirst() {
                try await client.call(
                    NavigationControllerInterface.push, of: NavigationControllerInterface.name, at: navigation, next,
                    false, [:])
            }
        case .stack(let name, let action):
            let navigation = try await path(name)
            popped = names(
                try await client.perform(action, on: navigation) { (letters) throws(DBusError) in
                    try await list(letters)
                })
        case .show(let isVisible):
            try await client.set(WindowInterface.alwaysVisible, of: WindowInterface.name, at: tabs, to: isVisible)
        case .tap(let position): try await tap(position)
        case .select(let name):
            try await set(Controller.selectedViewController, name == "nil" ? .none : try await path(name))
        case .index(let index):
            try await set(Controller.selectedIndex, index.map(Int64.init) ?? TabNames.notFound)
        case .title(let name, let text):
            try await client.set(
                ViewControllerInterface.title, of: ViewControllerInterface.name, at: try await path(name), to: text)
        case .item(let name, let field, let text):
            try await client.set(
                field.property, of: TabBarItemInterface.name, at: try await path(name), to: text)
        case .enable(let name, let isEnabled):
            try await client.set(
                TabBarItemInterface.enabled, of: TabBarItemInterface.name, at: try await path(name), to: isEnabled)
        case .hideBar(let isHidden):
            try await client.call(Controller.setTabBarHidden, of: Controller.name, at: tabs, isHidden, false, [:])
        case .hidesBar(let name, let hides):
            try await client.set(
                ViewControllerInterface.hidesBottomBarWhenPushed, of: ViewControllerInterface.name,
                at: try await path(name), to: hides)
        case .delegate(let should, let did): try await setDelegate(should, did)
        case .forget:
            try await client.barrier()
            hear()
            log = []
        }
    }

    private func set<Content: DBusType>(_ property: Property<Content>, _ value: Content) async throws(DBusError) {
        try await client.set(property, of: Controller.name, at: tabs, to: value)
    }

    // MARK: The delegate

    private func setDelegate(_ should: Question?, _ did: [Action]) async throws {
        self.should = should
        self.did = did
        client.handlers[delegate] = { [weak self] call, _, reply in self?.answer(call.member, reply) }
        var methods: [Variant] = [.string("DidSelectViewController")]
        if should != nil { methods.append(.string("ShouldSelectViewController")) }
        try await client.setDelegate(
            delegate, of: tabs, ["Methods": .array(of: "s", methods), "Timeout": .uint32(10_000)])
    }

    private func answer(_ member: String, _ reply: PendingReply) {
        if member == "DidSelectViewController" {
            let actions = did
            reaction = Task { @EventLoop in for action in actions { try await run(action) } }
            return
        }
        guard member == "ShouldSelectViewController", let should else {
            return reply.fail(.unknownMethod("\(member) is not expected"))
        }
        Task { @EventLoop in
            do {
                selectionInQuestion = try await selection()
                for action in should.actions { try await run(action) }
                reply.succeed { (writer) throws(DBusError) in try writer.write(should.allows) }
            } catch {
                reply.fail(.notSupported("\(error)"))
            }
        }
    }

    private func tap(_ position: Int) async throws {
        accepted = "\(try await client.tap(UInt32(position), in: tabs))"
        let reaction = reaction
        self.reaction = nil
        try await reaction?.value
    }

    // MARK: What was heard

    private func hear() {
        let names = Dictionary(paths.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        log += client.signals.compactMap { line($0, names) }
        client.forgetSignals()
    }

    /// The same notation as the model's events have.
    private func line(_ signal: HeardSignal, _ names: [ObjectPath: String]) -> String? {
        let first = signal.arguments.first
        let argument = first.flatMap { $0.get(as: ObjectPath.self) }
        let named = argument.map { $0.isNone ? "nil" : names[$0] ?? "?" } ?? ""
        let own = names[signal.path].flatMap { ["tabs", "more"].contains($0) ? nil : $0 }
        switch signal.member {
        case "ItemTapped" where isBar(signal): return "tapped(\(first?.get(as: UInt32.self) ?? 999))"
        case "ItemsChanged" where isBar(signal):
            let items = first?.get(as: [ObjectPath].self) ?? []
            let isAnimated = signal.arguments.last?.get(as: Bool.self) ?? false
            return "items(\(items.map { names[$0] ?? "?" }.joined()),\(isAnimated))"
        case "ShouldSelectViewController" where signal.path == tabs: return "should(\(named))"
        case "DidSelectViewController" where signal.path == tabs: return "did(\(named))"
        case "DidRefuseViewController" where signal.path == tabs: return "refused(\(named))"
        case "WillShow": return "willShow(\(named))"
        case "DidShow": return "didShow(\(named))"
        case "WillMoveToParent": return own.map { "\($0).willMove(\(named))" }
        case "DidMoveToParent": return own.map { "\($0).didMove(\(named))" }
        case "ViewDidLoad": return own.map { "\($0).didLoad" }
        case "ViewWillAppear": return own.map { "\($0).willAppear" }
        case "ViewIsAppearing": return own.map { "\($0).isAppearing" }
        case "ViewDidAppear": return own.map { "\($0).didAppear" }
        case "ViewWillDisappear": return own.map { "\($0).willDis" }
        case "ViewDidDisappear": return own.map { "\($0).didDis" }
        default: return nil
        }
    }

    private func isBar(_ signal: HeardSignal) -> Bool { signal.path == BusClient.bar(of: tabs) }

    // MARK: Looking

    private func read<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, of: Controller.name, at: tabs)
    }

    private func readBar<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, of: TabBarInterface.name, at: BusClient.bar(of: tabs))
    }

    private func own<Content: DBusType>(
        _ property: Property<Content>, _ name: String
    ) async throws(DBusError) -> Content {
        try await client.get(property, of: ViewControllerInterface.name, at: try await path(name))
    }

    private func name(_ path: ObjectPath) -> String {
        path.isNone ? "nil" : paths.first { $0.value == path }?.key ?? "?"
    }

    private func names(_ paths: [ObjectPath]) -> String { paths.map(name).joined(separator: ",") }

    private func selection() async throws(DBusError) -> String {
        let index = try await read(Controller.selectedIndex)
        return "\(name(try await read(Controller.selectedViewController))) "
            + (index == TabNames.notFound ? "NF" : "\(index)")
    }

    func look(_ look: Look) async throws -> String {
        switch look {
        case .selection: return try await selection()
        case .log:
            defer { log = [] }
            return log.joined(separator: " ")
        case .selectionInQuestion: return selectionInQuestion
        case .accepted: return accepted
        case .item(let name, let field):
            return try await client.get(
                field.property, of: TabBarItemInterface.name, at: try await path(name))
        case .parent(let child): return name(try await own(ViewControllerInterface.parent, child))
        case .tabBarController(let child): return name(try await own(ViewControllerInterface.tabBarController, child))
        case .isLoaded(let child): return "\(try await own(ViewControllerInterface.isViewLoaded, child))"
        case .tabs: return names(try await read(Controller.viewControllers))
        case .customizable: return names(try await read(Controller.customizableViewControllers))
        case .bar: return names(try await readBar(TabBarInterface.items))
        case .highlighted: return name(try await readBar(TabBarInterface.selectedItem))
        case .isBarHidden: return "\(try await readBar(TabBarInterface.hidden))"
        case .stack(let navigation):
            return names(
                try await client.get(
                    NavigationControllerInterface.viewControllers, of: NavigationControllerInterface.name,
                    at: try await path(navigation)))
        case .popped: return popped
        case .backTitle(let child):
            return try await client.get(
                NavigationItemInterface.backButtonTitle, of: NavigationItemInterface.name, at: try await path(child))
        case .safeArea(let child):
            let insets = try await own(ViewControllerInterface.safeAreaInsets, child)
            return "\(insets.top) \(insets.bottom)"
        }
    }
}

extension ItemField {
    fileprivate var property: Property<String> {
        switch self {
        case .title: TabBarItemInterface.title
        case .image: TabBarItemInterface.image
        case .selectedImage: TabBarItemInterface.selectedImage
        case .badge: TabBarItemInterface.badgeValue
        }
    }
}
