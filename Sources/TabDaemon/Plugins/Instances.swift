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
    private let bus: Bus
    private let crashMarkers: CrashMarkers
    private let delivery: EventDelivery
    private let plugins: PluginCatalog
    private let properties: ControllerProperties
    private let records: ControllerRecords
    private let settings: Settings
    private let states: RestorableStateRecorder
    private let store: Store
    private let views: ViewStore

    /// The maximum number of calls that wait for one instance.
    private static let maximumCallsForInstance = 64

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
        _ client: ClientObject, of id: ViewControllerID, _ record: ControllerRecord
    ) -> RemoteViewController {
        let owner = RemoteViewController(client, timeout: settings.deadlines.action) { [unowned self] in bus.connection
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

    /// Searches for plugins again, and creates the instances that were waiting for them.
    func findPlugins(in searchPath: [String]) {
        plugins.find(in: searchPath)
        respawnWaitingInstances()
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

    /// Creates the instance of a restored view controller. On failure the view controller stays, with a
    /// `FailureReason`.
    ///
    /// An instance with defaults can set its properties in `create`, as a new one can (`I-2`).
    func makeOwner(of id: ViewControllerID, _ record: ControllerRecord) -> Bool {
        guard !crashMarkers.suspectedControllers.contains(id) else {
            let reason = """
                tabd crashed while it restored or showed this \(record.type), so it was skipped; its data is kept, and \
                Respawn tries again
                """
            log.error("\(id.path): \(reason)")
            record.setHealth(.failed, reason)
            return false
        }
        do throws(DBusError) {
            guard let registry = plugins.registry else { throw .pluginUnavailable("plugins are not available") }
            let (plugin, pluginClass) = try registry.pluginClass(ofType: record.type)
            try requireKind(of: id, pluginClass, type: record.type)
            if record.isDefault { setItem(of: id, pluginClass) }
            crashMarkers.setCrashMarker(for: id)
            record.setHealth(.restarting, "the plugin is starting")
            let owner = try makeInstance(
                of: id, record, pluginClass, of: plugin,
                origin: record.isDefault ? .restoredAtDefaults : .restored)
            record.owner = owner
            record.isOnProbation = plugin.isolation == .inProcess
            if record.isOnProbation { record.setHealth(.ready, "") }
            record.isBeingRestored = true
            owner.whenReady { _ in record.isBeingRestored = false }
            return true
        } catch {
            let health =
                plugins.registry?.plugin(record.pluginID)?.state == .quarantined ? OwnerHealth.quarantined : .failed
            log.warning("\(id.path) waits for its plugin: \(error.message)")
            record.setHealth(health, "waiting for its plugin; its data is kept: \(error.message)")
            return false
        }
    }

    /// Throws `PluginUnavailable` if the class of a restored view controller has changed between plain and tab bar
    /// controller. Its commands for its own tabs would then apply to the tabs of its container.
    func requireKind(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass, type: String) throws(DBusError) {
        let isTabBarController = delivery.hierarchy.nodes.kind(of: id) == .tabBarController
        guard isTabBarController != (pluginClass.superclass == "TabBarController") else { return }
        throw .pluginUnavailable(
            "'\(type)' is now a \(pluginClass.superclass), but the view controller was restored as a "
                + (isTabBarController ? "TabBarController" : "ViewController"))
    }

    /// Passes the restorable state to the owner.
    func decodeState(of id: ViewControllerID) {
        guard let record = records[id], let owner = record.owner, let state = states.restorableState(of: id, record)
        else {
            return
        }
        record.restorableState = state
        crashMarkers.setCrashMarker(for: id)
        owner.decodeRestorableState(state)
    }

    /// Delays a call until the instance of a restored view controller is created.
    ///
    /// - Returns: false when there is nothing to wait for, or too many calls already wait.
    func waitForInstance(of id: ViewControllerID, _ body: @escaping @EventLoop () -> Void) -> Bool {
        guard let record = records[id], record.isBeingRestored, let owner = record.owner,
            record.callsForInstance < Self.maximumCallsForInstance
        else { return false }
        record.callsForInstance += 1
        owner.whenReady { _ in
            record.callsForInstance -= 1
            body()
        }
        return true
    }

    /// Sets the initial item (`H-2`), except for properties that were written in the meantime.
    private func setItem(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass) {
        let item = delivery.hierarchy.nodes.tabBarItem(of: id)
        let change = TabBarItemChange(
            title: item.title == nil ? pluginClass.title : nil, image: item.image == nil ? pluginClass.icon : nil)
        try? properties.setTabBarItem(change, of: id, isCreating: false)
    }

    /// Tries again to create the missing instances, as their plugins may be available now.
    func respawnWaitingInstances() {
        let ids = records.all.filter {
            $0.value.isWaitingForPlugin && !crashMarkers.suspectedControllers.contains($0.key)
        }.map(\.key)
            .sorted()
        for id in ids where plugins.plugin(of: id) != nil { respawnInstance(of: id) }
        watchForPlugins()
    }

    /// Watches the plugin folders while a view controller waits for its plugin.
    func watchForPlugins() {
        let isWaiting = records.all.contains {
            $0.value.isWaitingForPlugin && !crashMarkers.suspectedControllers.contains($0.key)
        }
        guard isWaiting else { return plugins.watch = nil }
        guard plugins.watch == nil else { return }
        plugins.watch = plugins.registry?.watchFolders { [unowned self] in findPlugins(in: plugins.searchPath) }
    }

    /// Creates the instance of a view controller that lost it, as its client asks.
    ///
    /// - Parameter completion: Gets nil when the instance exists, or the error.
    func respawn(_ id: ViewControllerID, completion: @escaping @EventLoop (DBusError?) -> Void) throws(DBusError) {
        let record = records[id]
        guard let record, !record.pluginID.isEmpty else {
            throw .notSupported("\(id.path) has type '\(record?.type ?? "")', which is not a plugin's class")
        }
        if record.isWaitingForPlugin {
            crashMarkers.clearCrashMarker(of: id)
            respawnInstance(of: id)
        }
        guard let plugin = plugins.plugin(of: id), record.owner != nil else {
            throw .pluginUnavailable("\(id.path): \(record.failureReason)")
        }
        guard record.state != .ready else { return completion(nil) }
        plugin.respawn(id, completion: completion)
    }

    /// Tries to create a missing instance. A suspected view controller is skipped until its crash marker is cleared.
    func respawnInstance(of id: ViewControllerID) {
        guard let record = records[id], record.isWaitingForPlugin else { return }
        if !crashMarkers.suspectedControllers.contains(id) { crashMarkers.setCrashMarker(for: id) }
        if makeOwner(of: id, record), let owner = record.owner {
            decodeState(of: id)
            catchUp(owner, with: id, record)
        }
        store.endRestoring()
        bus.tree.markChanged(id.path)
    }

}
