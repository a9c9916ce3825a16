import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The instances of view controllers in plugins, and the owners that are clients. A failed `create` removes the view
/// controllers that it created.
@EventLoop
final class Instances: DaemonPart, RemoteViewControllerObserver {
    let core: Core
    let classes: ClientClasses
    let plugins: PluginCatalog
    let properties: ControllerProperties
    let states: RestorableStateRecorder
    private let views: ViewStore

    var crashMarkers: CrashMarkers { views.crashMarkers }

    /// The maximum number of calls that wait for one instance.
    static let maximumCallsForInstance = 64

    private var creations = NestedCreations()
    private var remoteOwners = RemoteOwners()
    /// The owners whose objects the factories of clients are creating.
    private var awaitedOwners: [ViewControllerID: RemoteViewController] = [:]
    private let lateCreations = LateCreations()
    /// The clients that have left, until none of their view controllers has them as its owner.
    private var leavingClients: Set<String> = []
    private let stateRequests = StateRequests()

    init(
        core: Core, plugins: PluginCatalog, properties: ControllerProperties, states: RestorableStateRecorder,
        views: ViewStore
    ) {
        self.core = core
        classes = ClientClasses(core: core, plugins: plugins)
        self.plugins = plugins
        self.properties = properties
        self.states = states
        self.views = views
    }

    /// Creates the instance of a view controller in a plugin or in a client, now or asynchronously.
    ///
    /// - Throws: `PluginUnavailable`, `PluginFailed`. The view controllers created within the `create` are removed
    ///   first, and the state is what it was.
    @discardableResult
    func makeInstance(
        of id: ViewControllerID, _ record: ControllerRecord, _ offer: ClassOffer, origin: InstanceOrigin = .new
    ) throws(DBusError) -> any ContentOwner {
        let (state, reason) = (record.state, record.failureReason)
        if origin == .new {
            record.become(.creating)
        } else {
            record.become(.restoring, "its instance is being created")
        }
        let outer = creations.enter(id)
        let owner: any ContentOwner
        do throws(DBusError) {
            defer { _ = creations.enter(outer) }
            let className = offer.pluginClass.name
            switch offer.provider {
            case .plugin(let plugin):
                owner = try plugin.makeOwner(
                    className, controller: id, arguments: record.arguments, origin: origin)
            case .client(let factory): owner = try makeOwner(className, by: factory, of: id, record, origin)
            }
        } catch {
            discardCreations(within: id)
            record.become(state, reason)
            throw error
        }
        record.replaceOwner(with: owner)
        if origin != .new, offer.isInProcess { record.become(.onProbation) }
        owner.whenReady { [unowned self] error in
            guard record.owner === owner, record.state == .creating || record.state == .restoring else { return }
            record.become(error == nil ? .ready : .failed, error?.message ?? "")
            if origin != .new { bus.tree.markChanged(id.path) }
        }
        watchCreation(of: id, by: owner)
        return owner
    }

    /// Records a new view controller, which depends on the `create` that is running, if any.
    func noteCreation(of id: ViewControllerID) { creations.note(id) }

    /// A view controller was destroyed.
    func remove(_ id: ViewControllerID, _ owner: (any ContentOwner)?) {
        creations.remove(id)
        awaitedOwners[id] = nil
        guard let remote = owner as? RemoteViewController, remoteOwners[remote.client] == id else { return }
        remoteOwners[remote.client] = nil
    }

    /// Waits for the result of an owner's `create`.
    func watchCreation(of id: ViewControllerID, by owner: any ContentOwner) {
        owner.whenReady { [unowned self] error in
            if error == nil { creations.succeed(id) } else { discardCreations(within: id) }
        }
    }

    private func discardCreations(within id: ViewControllerID) {
        for created in creations.fail(id) { discard(created) }
    }

    /// Destroys a view controller whose `create` has failed, with everything that was created within it.
    func discardCreation(of id: ViewControllerID) {
        discardCreations(within: id)
        discard(id)
    }

    /// Creates a view controller for code in the `create` of another one; nil for all other code.
    func creating<Result>(
        within creator: ViewControllerID?, _ body: () throws(DBusError) -> Result
    ) throws(DBusError) -> Result {
        let outer = creations.enter(creator)
        defer { _ = creations.enter(outer) }
        return try body()
    }

    /// Returns the class of a type. Searches for a plugin that was just installed or repaired.
    func offer(ofType type: String) throws(DBusError) -> ClassOffer {
        // It then has the classes with its id, also if a client offers them.
        if plugins.registry?.hasNews(ofType: type) == true { findPlugins(in: plugins.searchPath) }
        return try classes.offer(ofType: type)
    }

    // MARK: Clients

    /// Has a client's factory create the owner of a view controller.
    private func makeOwner(
        _ className: String, by factory: ClientObject, of id: ViewControllerID, _ record: ControllerRecord,
        _ origin: InstanceOrigin
    ) throws(DBusError) -> RemoteViewController {
        let owner = RemoteViewController(
            factory, .all, timeout: settings.deadlines.action, stateRequests: stateRequests
        ) { [unowned self] in bus.connection(to: factory.name) }
        awaitedOwners[id] = owner
        owner.create(
            className, for: id, record.arguments, isRestored: origin == .restored, late: lateCreations
        ) { [unowned self] object in
            guard awaitedOwners[id] === owner else { return .unknownObject("\(id.path) was destroyed") }
            guard remoteOwners[object] == nil else {
                return .pluginFailed(
                    "Create of \(className) returned \(object.path), which already has a view controller")
            }
            awaitedOwners[id] = nil
            observe(owner, of: id, record)
            return nil
        } missed: { [weak self] object in
            self?.discard(object, of: id)
        }
        if let failure = owner.failure {
            awaitedOwners[id] = nil
            throw failure
        }
        owner.whenReady { [unowned self] error in
            guard let error else { return }
            awaitedOwners[id] = nil
            guard origin != .new else { return discardCreation(of: id) }
            guard record.owner === owner else { return }
            loseOwner(of: id, record, "waiting for its class; its data is kept: \(error.message)")
            bus.tree.markChanged(id.path)
        }
        return owner
    }

    /// Tells an object that was created too late that its view controller was destroyed meanwhile.
    private func discard(_ object: ClientObject, of id: ViewControllerID) {
        guard records[id] == nil, remoteOwners[object] == nil else { return }
        try? bus.connection(to: object.name)?.notify(
            RemoteViewControllerInterface.destroyed, at: object.path, on: object.name)
    }

    /// Offers the classes of a client, and creates the instances that wait for them.
    func register(
        _ types: [String], of factory: ClientObject, busName: String?, tabBarControllers: [String]
    ) throws(DBusError) {
        try classes.register(types, of: factory, busName: busName, tabBarControllers: tabBarControllers)
        for id in records.waiting.removeAll(ofTypes: types, of: [busName, factory.name]) { respawnInstance(of: id) }
    }

    /// Makes a client the owner of a view controller, whose state follows the client's health from then on.
    @discardableResult
    func watch(
        _ client: ClientObject, _ methods: OwnerMethods, of id: ViewControllerID, _ record: ControllerRecord
    ) -> RemoteViewController {
        let owner = RemoteViewController(
            client, methods, timeout: settings.deadlines.action, stateRequests: stateRequests
        ) { [unowned self] in bus.connection(to: client.name) }
        record.replaceOwner(with: owner)
        observe(owner, of: id, record)
        return owner
    }

    /// A view controller has no owner, and waits for the plugin or client that offers its class.
    func loseOwner(
        of id: ViewControllerID, _ record: ControllerRecord, _ reason: String, _ state: InstanceState = .waiting
    ) {
        record.setOwner(nil, state, reason)
        if !record.pluginID.isEmpty { records.waiting.insert(id, record) }
    }

    /// A view controller of a client waits until its client registers it again.
    func awaitRegistration(of id: ViewControllerID) {
        records[id]?.setOwner(nil, .waiting, "its owner must register it again")
    }

    /// Observes the health and the state of an owner whose object is known.
    private func observe(_ owner: RemoteViewController, of id: ViewControllerID, _ record: ControllerRecord) {
        remoteOwners[owner.client] = id
        record.become(.ready)
        bus.tree.markChanged(id.path)
        owner.observer = self
    }

    func health(of owner: RemoteViewController, changedTo failure: String?) {
        guard let id = remoteOwners[owner.client], let record = records[id], record.owner === owner else { return }
        record.become(failure == nil ? .ready : .unresponsive, failure ?? "")
        bus.tree.markChanged(id.path)
    }

    func restorableState(of owner: RemoteViewController, changedTo state: [String: Variant]?) {
        guard let id = remoteOwners[owner.client] else { return }
        states.restorableStateChanged(of: id, to: state)
    }

    /// The view controller whose owner is an object of a client.
    func controller(of client: ClientObject) -> ViewControllerID? { remoteOwners[client] }

    /// The unique names of all clients that own view controllers or offer classes.
    var remoteClients: Set<String> {
        Set(remoteOwners.clients).union(classes.clients).union(awaitedOwners.values.map(\.client.name))
    }

    /// A client has left the bus, and with it its classes.
    ///
    /// - Returns: Its view controllers. The caller ends their ownership one by one, then calls `ownershipsEnded`.
    func clientLeft(_ name: String) -> [ViewControllerID] {
        classes.clientLeft(name)
        stateRequests.clientLeft(name)
        for (id, owner) in awaitedOwners.filter({ $0.value.client.name == name }).sorted(by: { $0.key < $1.key }) {
            awaitedOwners[id] = nil
            owner.clientLeft()
        }
        let owned = remoteOwners.removeAll(of: name)
        if !owned.isEmpty { leavingClients.insert(name) }
        return owned
    }

    /// No view controller has this client as its owner any longer.
    func ownershipsEnded(of client: String) { leavingClients.remove(client) }

    /// Ends the ownership of a client that is leaving, before another client registers the view controller.
    func endOwnershipOfLeavingClient(of id: ViewControllerID) {
        guard !leavingClients.isEmpty else { return }
        _ = endOwnership(of: id)
    }

    /// Takes a view controller from an owner that has left the bus.
    ///
    /// - Returns: Whether no client can register it again.
    func endOwnership(of id: ViewControllerID) -> Bool {
        guard let record = records[id], let remote = record.owner as? RemoteViewController,
            leavingClients.contains(remote.client.name)
        else { return false }
        // A navigation controller works without an owner.
        if record.type == "NavigationController" {
            record.setOwner(nil, .ready)
        } else {
            loseOwner(of: id, record, "the client that owned the view controller has left the bus")
        }
        remote.clientLeft()
        guard !isOrphan(id) else { return true }
        bus.tree.markChanged(id.path)
        // Another client may offer its class by now.
        if record.isWaitingForPlugin, (try? classes.offer(for: record)) != nil { respawnInstance(of: id) }
        return false
    }

    /// Whether no client can register a view controller again when its owner has left.
    func isOrphan(_ id: ViewControllerID) -> Bool {
        guard let record = records[id] else { return false }
        return record.pluginID.isEmpty && record.remoteBusName == nil && record.type != "NavigationController"
            && delivery.hierarchy.nodes.restorationIdentifier(of: id).isEmpty
    }

    /// Repeats to a new owner the callbacks that describe the current state: its parent, and the appearance of its
    /// view.
    func catchUp(_ owner: any ContentOwner, with id: ViewControllerID, _ record: ControllerRecord) {
        if let parent = delivery.hierarchy.nodes.parent(of: id) {
            owner.willMove(toParent: parent)
            owner.didMove(toParent: parent)
        }
        guard record.views.isLoaded else { return }
        owner.viewDidLoad()
        guard record.isInWindow else { return }
        owner.viewWillAppear(animated: false)
        owner.viewIsAppearing(animated: false)
        record.laidOut = nil
        record.traits = Traits()
        views.layOut(id, record, notifying: owner)
        if delivery.hierarchy.nodes.appearanceState(of: id) == .appeared { owner.viewDidAppear(animated: false) }
    }

    /// Destroys a view controller that no client has requested.
    func discard(_ id: ViewControllerID) {
        guard delivery.hierarchy.nodes.contains(id) else { return }
        do throws(DBusError) {
            try delivery.destroy(id)
        } catch {
            log.warning("cannot destroy \(id.path): \(error.message)")
        }
    }

    /// Waits for the instances of new view controllers. If one fails, destroys all of them and the container.
    func requireInstances(
        of ids: [ViewControllerID], in container: ViewControllerID? = nil,
        completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        waitForInstances(of: ids) { [unowned self] error in
            if error != nil {
                for id in ([container].compactMap(\.self) + ids) where delivery.hierarchy.nodes.contains(id) {
                    try? delivery.destroy(id)
                }
            }
            completion(error)
        }
    }

    /// Waits for the instances of view controllers. The completion gets the first error, or nil when all are ready.
    func waitForInstances(of ids: [ViewControllerID], completion: @escaping @EventLoop (DBusError?) -> Void) {
        var left = ids.count
        var isOver = false
        guard left > 0 else { return completion(nil) }
        for id in ids {
            guard let owner = records[id]?.owner else {
                left -= 1
                continue
            }
            owner.whenReady { error in
                left -= 1
                guard !isOver, error != nil || left == 0 else { return }
                isOver = true
                completion(error)
            }
        }
        if left == 0, !isOver { completion(nil) }
    }
}
