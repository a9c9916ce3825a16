import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The calls of plugins, in-process or from their own processes.
@EventLoop
final class PluginCalls: OwnerServices {
    let alerts: AlertPresenter
    let bus: Bus
    let crashMarkers: CrashMarkers
    let delegateChanges: DelegateChanges
    let delegates: DelegateRegistry
    let delivery: EventDelivery
    let exporter: ObjectExporter
    let factory: ControllerFactory
    let gestures: GestureQueues
    let instances: Instances
    let plugins: PluginCatalog
    let popovers: PopoverConfigurator
    let presentations: Presentations
    let properties: ControllerProperties
    let quotas: Quotas
    let records: ControllerRecords
    let settings: Settings
    let states: RestorableStateRecorder
    let store: Store
    let transitions: TransitionClock
    let views: ViewStore

    init(
        alerts: AlertPresenter, bus: Bus, crashMarkers: CrashMarkers, delegateChanges: DelegateChanges,
        delegates: DelegateRegistry, delivery: EventDelivery, exporter: ObjectExporter, factory: ControllerFactory,
        gestures: GestureQueues,
        instances: Instances, plugins: PluginCatalog, popovers: PopoverConfigurator, presentations: Presentations,
        properties: ControllerProperties, quotas: Quotas, records: ControllerRecords, settings: Settings,
        states: RestorableStateRecorder, store: Store, transitions: TransitionClock, views: ViewStore
    ) {
        self.alerts = alerts
        self.bus = bus
        self.crashMarkers = crashMarkers
        self.delegateChanges = delegateChanges
        self.delegates = delegates
        self.delivery = delivery
        self.exporter = exporter
        self.factory = factory
        self.gestures = gestures
        self.instances = instances
        self.plugins = plugins
        self.popovers = popovers
        self.presentations = presentations
        self.properties = properties
        self.quotas = quotas
        self.records = records
        self.settings = settings
        self.states = states
        self.store = store
        self.transitions = transitions
        self.views = views
    }

    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier identifier: String, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard type.hasPrefix(".") else {
            if let id = try factory.claim(identifier, ofType: type) { return id.rawValue }
            return try factory.makeViewController(type, arguments: arguments, identifier: identifier, for: plugin)
                .rawValue
        }
        let name = String(type.dropFirst())
        if let id = try factory.claim(identifier, ofType: plugin + type, by: plugin) {
            try makeClaimedInstance(ofClass: name, of: plugin, for: id, named: identifier)
            return id.rawValue
        }
        return try factory.makeViewController(
            ofClass: name, of: plugin, arguments: arguments, identifier: identifier
        ).rawValue
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

    func exists(_ controller: UInt64) -> Bool { delivery.hierarchy.nodes.contains(ViewControllerID(controller)) }

    func setHealth(_ health: OwnerHealth, reason: String, of controller: UInt64) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return }
        record.setHealth(health, reason)
        bus.tree.markChanged(id.path)
    }

    func replaceOwner(of controller: UInt64, with owner: any ContentOwner) {
        guard let record = records[ViewControllerID(controller)] else { return }
        record.owner = owner
        record.isUpdatingContent = false
        record.views.prepareForNewOwner()
        instances.watchCreation(of: ViewControllerID(controller), by: owner)
    }

    func catchUp(_ owner: any ContentOwner, of controller: UInt64) {
        let id = ViewControllerID(controller)
        if let record = records[id] { instances.catchUp(owner, with: id, record) }
    }

    func holdUpdateCycle() -> @EventLoop () -> Void { delivery.holdUpdateCycle() }

    func discard(_ controller: UInt64) { instances.discard(ViewControllerID(controller)) }

    func discardCreation(of controller: UInt64) { instances.discardCreation(of: ViewControllerID(controller)) }

    func creating(
        within creator: UInt64?, _ body: () throws(DBusError) -> UInt64
    ) throws(DBusError) -> UInt64 {
        try instances.creating(within: creator.map { ViewControllerID($0) }, body)
    }

    func restorableStateChanged(of controller: UInt64, to state: [String: Variant]?) {
        states.restorableStateChanged(of: ViewControllerID(controller), to: state)
    }

    func noteDecoding(of controller: UInt64, error: DBusError?) {
        states.noteDecoding(of: ViewControllerID(controller), error: error)
    }

    func whileRestoring(_ controller: UInt64, _ body: () -> Void) {
        crashMarkers.whileRestoring(controller, body)
    }

    func noteLoading(_ plugin: String, isOver: Bool) {
        if isOver { store.endLoading(plugin) } else { store.beginLoading(plugin) }
    }

    func createNavigationController(
        _ className: String, root: UInt64, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard let plugin = plugins.registry?.plugin(plugin) else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        // A replacement for a popover appears at once (P63), so its owner must exist before the events are delivered.
        return try delivery.holdingEvents { () throws(DBusError) in
            try makeNavigationController(plugin.ownClass(className), of: plugin, root: root)
        }
    }

    private func makeNavigationController(
        _ pluginClass: Manifest.PluginClass, of plugin: Plugin, root: UInt64
    ) throws(DBusError) -> UInt64 {
        try quotas.requireRoom(for: 1, of: plugin.id)
        let id = try translatingErrors {
            try delivery.hierarchy.createNavigationController(root: ViewControllerID(root), byPopoverDelegate: true)
        }
        let record = ControllerRecord(type: "NavigationController", pluginID: plugin.id, holder: plugin.id)
        // Only its plugin can create it again.
        record.isListed = false
        factory.adopt(id, record)
        instances.noteCreation(of: id)
        do throws(DBusError) {
            record.owner = try instances.makeInstance(of: id, record, pluginClass, of: plugin)
        } catch {
            try? delivery.destroy(id)
            throw error
        }
        return id.rawValue
    }

    func configurationValue(_ key: String, of plugin: String) -> Variant? { settings.pluginSettings[plugin]?[key] }

    func colorScheme(of controller: UInt64) -> ColorScheme {
        views.traits(of: ViewControllerID(controller)).colorScheme
    }
}
