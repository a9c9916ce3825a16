import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The calls of plugins, in-process or from their own processes.
@EventLoop
final class PluginCalls: OwnerServices {
    private let bus: Bus
    private let crashMarkers: CrashMarkers
    private let delivery: EventDelivery
    private let factory: ControllerFactory
    private let instances: Instances
    private let plugins: PluginCatalog
    private let quotas: Quotas
    private let records: ControllerRecords
    private let settings: Settings
    private let states: RestorableStateRecorder
    private let store: Store
    private let parts: PluginViewController.Parts

    init(
        bus: Bus, crashMarkers: CrashMarkers, delivery: EventDelivery, factory: ControllerFactory, instances: Instances,
        plugins: PluginCatalog, quotas: Quotas, records: ControllerRecords, settings: Settings,
        states: RestorableStateRecorder, store: Store, parts: PluginViewController.Parts
    ) {
        self.bus = bus
        self.crashMarkers = crashMarkers
        self.delivery = delivery
        self.factory = factory
        self.instances = instances
        self.plugins = plugins
        self.quotas = quotas
        self.records = records
        self.settings = settings
        self.states = states
        self.store = store
        self.parts = parts
    }

    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier identifier: String, for plugin: String
    ) throws(DBusError) -> ViewControllerID {
        guard type.hasPrefix(".") else {
            if let id = try factory.claim(identifier, ofType: type) { return id }
            return try factory.makeViewController(type, arguments: arguments, identifier: identifier, for: plugin)
        }
        let name = String(type.dropFirst())
        if let id = try factory.claim(identifier, ofType: plugin + type, by: plugin) {
            try makeClaimedInstance(ofClass: name, of: plugin, for: id, named: identifier)
            return id
        }
        return try factory.makeViewController(ofClass: name, of: plugin, arguments: arguments, identifier: identifier)
    }

    /// Creates the instance of a restored view controller of an unlisted class, which its plugin has just claimed.
    private func makeClaimedInstance(
        ofClass name: String, of plugin: String, for id: ViewControllerID, named identifier: String
    ) throws(DBusError) {
        guard let plugin = plugins.registry?.plugin(plugin), let record = records[id] else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        guard record.isWaitingForPlugin || record.owner?.failure != nil else {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which already has an instance"
            )
        }
        guard !crashMarkers.suspectedControllers.contains(id) else { throw .pluginFailed(record.failureReason) }
        let pluginClass = plugin.ownClass(name)
        try instances.requireKind(of: id, pluginClass, type: record.type)
        try crashMarkers.withCrashMarker(for: id, of: plugin) { () throws(DBusError) in
            let owner = try instances.makeInstance(of: id, record, pluginClass, of: plugin, origin: .restored)
            record.views.prepareForNewOwner()
            record.owner = owner
            record.isOnProbation = plugin.isolation == .inProcess
            record.setHealth(.ready, "")
            bus.tree.markChanged(id.path)
            record.restorableState = states.restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            instances.catchUp(owner, with: id, record)
        }
    }

    func services(of id: ViewControllerID, isCreating: Bool) -> any ViewControllerServices {
        PluginViewController(id: id, isCreating: isCreating, parts: parts)
    }

    func exists(_ id: ViewControllerID) -> Bool { delivery.hierarchy.nodes.contains(id) }

    func isNavigationController(_ id: ViewControllerID) -> Bool { delivery.hierarchy.nodes.navigationStack(id) != nil }

    func isNavigationController(_ id: ViewControllerID, reachableBy isOwn: (ViewControllerID) -> Bool) -> Bool {
        delivery.hierarchy.nodes.isNavigationController(id, reachableBy: isOwn)
    }

    func setHealth(_ health: OwnerHealth, reason: String, of id: ViewControllerID) {
        guard let record = records[id] else { return }
        record.setHealth(health, reason)
        bus.tree.markChanged(id.path)
    }

    func replaceOwner(of id: ViewControllerID, with owner: any ContentOwner) {
        guard let record = records[id] else { return }
        record.owner = owner
        record.isUpdatingContent = false
        record.views.prepareForNewOwner()
        instances.watchCreation(of: id, by: owner)
    }

    func catchUp(_ owner: any ContentOwner, of id: ViewControllerID) {
        if let record = records[id] { instances.catchUp(owner, with: id, record) }
    }

    func holdUpdateCycle() -> @EventLoop () -> Void { delivery.holdUpdateCycle() }

    func discard(_ id: ViewControllerID) { instances.discard(id) }

    func discardCreation(of id: ViewControllerID) { instances.discardCreation(of: id) }

    func creating(
        within creator: ViewControllerID?, _ body: () throws(DBusError) -> ViewControllerID
    ) throws(DBusError) -> ViewControllerID {
        try instances.creating(within: creator, body)
    }

    func restorableStateChanged(of id: ViewControllerID, to state: [String: Variant]?) {
        states.restorableStateChanged(of: id, to: state)
    }

    func noteDecoding(of id: ViewControllerID, error: DBusError?) { states.noteDecoding(of: id, error: error) }

    func whileRestoring(_ id: ViewControllerID, _ body: () -> Void) { crashMarkers.whileRestoring(id, body) }

    func noteLoading(_ plugin: String, isOver: Bool) {
        if isOver { store.endLoading(plugin) } else { store.beginLoading(plugin) }
    }

    func createNavigationController(
        _ className: String, root: ViewControllerID, for plugin: String
    ) throws(DBusError) -> ViewControllerID {
        guard let plugin = plugins.registry?.plugin(plugin) else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        // A replacement for a popover appears at once (P63), so its owner must exist before the events are delivered.
        return try delivery.holdingEvents { () throws(DBusError) in
            try quotas.requireRoom(for: 1, of: plugin.id)
            let id = try translatingErrors {
                try delivery.hierarchy.createNavigationController(root: root, byPopoverDelegate: true)
            }
            let record = ControllerRecord(type: "NavigationController", pluginID: plugin.id, holder: plugin.id)
            // Only its plugin can create it again.
            record.isListed = false
            factory.adopt(id, record)
            instances.noteCreation(of: id)
            do throws(DBusError) {
                record.owner = try instances.makeInstance(of: id, record, plugin.ownClass(className), of: plugin)
            } catch {
                try? delivery.destroy(id)
                throw error
            }
            return id
        }
    }

    func configurationValue(_ key: String, of plugin: String) -> Variant? { settings.pluginSettings[plugin]?[key] }

    func destroyViewController(_ id: ViewControllerID) throws(DBusError) {
        try delivery.command({ try $0.destroy(id) }) { [delivery] () throws(DBusError) in try delivery.destroy(id) }
    }
}
