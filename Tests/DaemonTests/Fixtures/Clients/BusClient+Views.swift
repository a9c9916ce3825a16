import TestSupport

/// Calls for tests of views and windows.
extension BusClient {
    typealias Objects = [ObjectPath: [String: [String: Variant]]]

    func getView(of controller: ObjectPath) async throws(DBusError) -> ViewSnapshot {
        let (revision, views) = try await viewController(controller).getView()
        return ViewSnapshot(revision: revision, views: views)
    }

    func updateView(
        of controller: ObjectPath, _ changed: [ViewEntry], removing removed: [UInt32] = []
    ) async throws(DBusError) {
        try await viewController(controller).updateView(changed, removed)
    }

    /// Updates without waiting: `completion` gets the reply.
    func beginUpdateView(
        of controller: ObjectPath, _ changed: [ViewEntry], removing removed: [UInt32] = [],
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        connection.call(
            ViewControllerInterface.updateView, at: controller,
            on: TabNames.busName, changed, removed, [:], timeout: TestTimeout.call, completion: completion)
    }

    func sendAction(
        _ action: String, _ value: Variant, to view: UInt32, of controller: ObjectPath, _ options: Options = [:]
    ) async throws(DBusError) {
        try await viewController(controller).sendAction(view, action, value, options)
    }

    /// Sends an action to the view with an identifier.
    func sendAction(
        _ action: String, _ value: Variant, to identifier: String, of controller: ObjectPath
    ) async throws(DBusError) {
        try await sendAction(action, value, to: 0, of: controller, ["Identifier": .string(identifier)])
    }

    func press(_ identifier: String, of controller: ObjectPath) async throws(DBusError) {
        try await sendAction("primaryActionTriggered", .bool(true), to: identifier, of: controller)
    }

    func type(_ text: String, into identifier: String, of controller: ObjectPath) async throws(DBusError) {
        try await sendAction("editingDidEnd", .string(text), to: identifier, of: controller)
    }

    /// The text of the view with an identifier.
    func text(of identifier: String, in controller: ObjectPath) async throws(DBusError) -> String {
        try await getView(of: controller).views.named(identifier)?.text ?? ""
    }

    @discardableResult
    func attach(
        to root: ObjectPath, _ options: Options = [:]
    ) async throws(DBusError) -> (objects: Objects, views: [ObjectPath: ViewSnapshot]) {
        let (objects, views) = try await window(root).attach(options)
        return (objects, views)
    }

    func managedObjects() async throws(DBusError) -> Objects {
        try await objectManager(TabNames.root).getManagedObjects()
    }

    /// Registers an object of this client as a view controller.
    func register(_ object: ObjectPath, _ options: Options) async throws(DBusError) -> ObjectPath {
        try await manager.registerViewController(object, options)
    }

    /// Registers a new object, which receives the actions of users.
    func register(
        _ options: Options = [:], onAction: @escaping @EventLoop ([Variant]) -> Void
    ) async throws(DBusError) -> ObjectPath {
        let object = newObject()
        handlers[object] = { call, arguments, reply in
            guard call.member == "Action" else { return reply.fail(.unknownMethod(call.member)) }
            onAction(arguments)
            reply.succeed()
        }
        return try await register(object, options)
    }

    /// Waits until the daemon has noticed that the owner of a remote controller is gone.
    func waitUntilOwnerIsGone(_ controller: ObjectPath) async throws {
        try await waitForSignal("the owner's end") { signal in
            signal.path == controller && signal.changes["State"] == .string("failed")
        }
    }

    /// Waits until a view controller has left the bus. A controller that only loses its popover stays.
    func left(_ controller: ObjectPath) async throws {
        try await waitForSignal("\(controller) leaving the bus") {
            $0.isEnd && $0.arguments[0] == .objectPath(controller)
        }
        #expect(await failure { _ = try await self.viewController(controller).title } == "UnknownObject")
    }

    /// The life cycle and containment signals of a controller since the last `clearSignals`.
    func lifeCycle(of controller: ObjectPath) -> [String] {
        let members = [
            "WillMoveToParent", "DidMoveToParent", "ViewDidLoad", "ViewWillAppear", "ViewIsAppearing", "ViewDidAppear",
            "ViewWillDisappear", "ViewDidDisappear",
        ]
        return signals.filter { $0.path == controller && members.contains($0.member) }.map(\.member)
    }
}

extension ReceivedSignal {
    /// The properties that a PropertiesChanged signal announces. Empty for any other signal.
    var changes: [String: Variant] {
        guard member == "PropertiesChanged", arguments.count == 3 else { return [:] }
        return [String: Variant](variant: arguments[1]) ?? [:]
    }

    /// Whether a view controller leaves the bus.
    var isEnd: Bool {
        guard member == "InterfacesRemoved", arguments.count == 2 else { return false }
        let interfaces: [String] = arguments[1].get() ?? []
        return interfaces.contains(ViewControllerInterface.name)
    }
}

extension [ViewEntry] {
    func named(_ identifier: String) -> ViewEntry? { first { $0.properties["Identifier"] == .string(identifier) } }
}

extension ViewEntry {
    var identifier: String { properties["Identifier"]?.get() ?? "" }
    var text: String { properties["Text"]?.get() ?? "" }

    /// A view in the root view, or in `parent`.
    static func view(
        _ id: UInt32, _ className: String = "View", in parent: UInt32 = 1,
        at frame: DBusRect = DBusRect(x: 0, y: 0, width: 10, height: 10), mask: UInt32 = 0,
        with properties: [String: Variant] = [:]
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: className, frame: frame, autoresizing: mask, properties: properties)
    }
}

extension DBusRect {
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.init(x: x, y: y, width: width, height: height)
    }
}

/// The views of a controller as a front end knows them from `ViewChanged` alone.
struct ViewMirror {
    private(set) var revision: UInt64 = 0
    private var entries: [UInt32: ViewEntry] = [:]
    private var children: [UInt32: [UInt32]] = [:]

    init(_ snapshot: ViewSnapshot = ViewSnapshot(revision: 0, views: [])) {
        revision = snapshot.revision
        for entry in snapshot.views { put(entry) }
    }

    /// Parents before children, siblings back to front.
    var snapshot: ViewSnapshot { ViewSnapshot(revision: revision, views: ordered(from: 1)) }

    private func ordered(from id: UInt32) -> [ViewEntry] {
        guard let entry = entries[id] else { return [] }
        return [entry] + (children[id] ?? []).flatMap(ordered)
    }

    struct Gap: Error { let revision: UInt64, signal: ReceivedSignal }

    /// Applies the changes of a controller. Throws for a revision that does not follow the previous one.
    mutating func apply(_ signals: [ReceivedSignal], of controller: ObjectPath) throws {
        for signal in signals {
            if signal.member == "InterfacesRemoved", signal.arguments.first == .objectPath(controller) {
                self = ViewMirror()
            }
            guard signal.path == controller, signal.member == "ViewChanged" else { continue }
            guard signal.arguments.count == 3, let revision: UInt64 = signal.arguments[0].get(),
                let changed: [ViewEntry] = signal.arguments[1].get(),
                let removed: [UInt32] = signal.arguments[2].get(), revision == self.revision + 1
            else { throw Gap(revision: self.revision, signal: signal) }
            apply(revision, changed, removed)
        }
    }

    mutating func apply(_ revision: UInt64, _ changed: [ViewEntry], _ removed: [UInt32]) {
        self.revision = revision
        for entry in changed { put(entry) }
        for id in removed { remove(id) }
    }

    private mutating func put(_ entry: ViewEntry) {
        if let old = entries[entry.id] {
            entries[entry.id] = entry
            guard old.parent != entry.parent else { return }
            children[old.parent]?.removeAll { $0 == entry.id }
        }
        entries[entry.id] = entry
        children[entry.parent, default: []].append(entry.id)
    }

    private mutating func remove(_ id: UInt32) {
        guard let entry = entries[id] else { return }
        for child in children[id] ?? [] { remove(child) }
        children[entry.parent]?.removeAll { $0 == id }
        children[id] = nil
        entries[id] = nil
    }
}

extension BusClient {
    /// All view controllers that have identifiers.
    func identifiers() async throws(DBusError) -> [String: ObjectPath] {
        var paths: [String: ObjectPath] = [:]
        for path in try await manager.viewControllers {
            let identifier = try await viewController(path).restorationIdentifier
            if !identifier.isEmpty { paths[identifier] = path }
        }
        return paths
    }
}
