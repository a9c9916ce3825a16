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
final class Instances {
    let bus: Bus
    let crashMarkers: CrashMarkers
    let delivery: EventDelivery
    let plugins: PluginCatalog
    let properties: ControllerProperties
    let records: ControllerRecords
    private let settings: Settings
    let states: RestorableStateRecorder
    let store: Store
    private let views: ViewStore

    /// The maximum number of calls that wait for one instance.
    static let maximumCallsForInstance = 64

    private var creations = NestedCreations()
    private var remoteOwners = RemoteOwners()

    init(
        bus: Bus, crashMarkers: CrashMarkers, delivery: EventDelivery, plugins: PluginCatalog,
        properties: ControllerProperties, records: ControllerRecords, settings: Settings,
        states: RestorableStateRecorder, store: Store, views: ViewStore
    ) {
        self.bus = bus
        self.crashMarkers = crashMarkers
        self.delivery = delivery
        self.plugins = plugins
        self.properties = properties
        self.records = records
        self.settings = settings
        self.states = states
        self.store = store
        self.views = views
    }

    /// Creates the instance of a view controller in a plugin, now or asynchronously.
    ///
    /// - Throws: `PluginUnavailable`, `PluginFailed`. The view controllers created within the `create` are removed
    ///   first.
    func makeInstance(
        of id: ViewControllerID, _ record: ControllerRecord, _ pluginClass: Manifest.PluginClass, of plugin: Plugin,
        origin: InstanceOrigin = .new
    ) throws(DBusError) -> any ContentOwner {
        let outer = creations.enter(id)
        let owner: any ContentOwner
        do throws(DBusError) {
            defer { _ = creations.enter(outer) }
            owner = try plugin.makeOwner(
                pluginClass.name, controller: id, arguments: record.arguments, origin: origin)
        } catch {
            discardCreations(within: id)
            throw error
        }
        watchCreation(of: id, by: owner)
        return owner
    }

    /// Records a new view controller, which depends on the `create` that is running, if any.
    func noteCreation(of id: ViewControllerID) { creations.note(id) }

    /// A view controller was destroyed.
    func remove(_ id: ViewControllerID, _ owner: (any ContentOwner)?) {
        creations.remove(id)
        if let remote = owner as? RemoteViewController { remoteOwners[remote.client] = nil }
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

    /// Returns the plugin that offers a type, and its class. Searches for a plugin that was just installed or repaired.
    func offer(
        ofType type: String
    ) throws(DBusError) -> (PluginRegistry, Plugin, Manifest.PluginClass) {
        guard let registry = plugins.registry else { throw .pluginUnavailable("plugins are not available yet") }
        if registry.hasNews(ofType: type) { findPlugins(in: plugins.searchPath) }
        let (plugin, pluginClass) = try registry.pluginClass(ofType: type)
        return (registry, plugin, pluginClass)
    }

    /// Makes a client the owner of a view controller, whose state follows the client's health from then on.
    @discardableResult
    func watch(
        _ client: ClientObject, _ methods: OwnerMethods, of id: ViewControllerID, _ record: ControllerRecord
    ) -> RemoteViewController {
        let owner = RemoteViewController(client, methods, timeout: settings.deadlines.action) { [unowned self] in
            bus.connection(to: client.name)
        }
        record.owner = owner
        remoteOwners[client] = id
        record.state = .ready
        record.failureReason = ""
        bus.tree.markChanged(id.path)
        owner.onHealthChange = { [unowned self] failure in
            record.state = failure == nil ? .ready : .unresponsive
            record.failureReason = failure ?? ""
            bus.tree.markChanged(id.path)
        }
        owner.onStateChange = { [unowned self] state in states.restorableStateChanged(of: id, to: state) }
        return owner
    }

    /// The view controller whose owner is an object of a client.
    func controller(of client: ClientObject) -> ViewControllerID? { remoteOwners[client] }

    /// The unique names of all clients that own view controllers.
    var remoteClients: some Sequence<String> { remoteOwners.clients }

    /// A client has left the bus: its view controllers have no owner.
    ///
    /// - Returns: The view controllers that no client can register again.
    func clientLeft(_ name: String) -> [ViewControllerID] {
        var orphans: [ViewControllerID] = []
        for id in remoteOwners.removeAll(of: name) {
            guard let record = records[id], let remote = record.owner as? RemoteViewController else { continue }
            record.owner = nil
            if record.remoteBusName == nil, delivery.hierarchy.nodes.restorationIdentifier(of: id).isEmpty {
                orphans.append(id)
            }
            record.setHealth(.failed, "the client that owned the view controller has left the bus")
            bus.tree.markChanged(id.path)
            remote.clientLeft()
        }
        return orphans
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
