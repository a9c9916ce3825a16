import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The creation, registration and identity of view controllers.
@EventLoop
struct ControllerFactory {
    let delivery: EventDelivery
    let instances: Instances
    let plugins: PluginCatalog
    let properties: ControllerProperties
    let quotas: Quotas
    let records: ControllerRecords
    let states: RestorableStateRecorder

    /// Creates a view controller of a plugin's class. Its item gets the manifest's title and icon (`H-2`).
    ///
    /// - Parameters:
    ///   - title: A title that overrides the one that the class sets in its `create`; nil for the title of the class.
    ///   - holder: The client whose limit counts the view controller; nil for no client.
    func makeViewController(
        _ type: String, title: String? = nil, arguments: [String: Variant], identifier: String = "",
        for holder: String?
    ) throws(DBusError) -> ViewControllerID {
        let (_, plugin, pluginClass) = try instances.offer(ofType: type)
        return try makeViewController(
            pluginClass, of: plugin, title: title, arguments: arguments, identifier: identifier, for: holder)
    }

    /// Creates a view controller of one of the calling plugin's own classes, which its manifest need not list.
    func makeViewController(
        ofClass name: String, of plugin: String, arguments: [String: Variant], identifier: String = ""
    ) throws(DBusError) -> ViewControllerID {
        guard let plugin = plugins.registry?.plugin(plugin) else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        return try makeViewController(
            plugin.ownClass(name), of: plugin, title: nil, arguments: arguments, identifier: identifier,
            for: plugin.id)
    }

    private func makeViewController(
        _ pluginClass: Manifest.PluginClass, of plugin: Plugin, title: String?, arguments: [String: Variant],
        identifier: String, for holder: String?
    ) throws(DBusError) -> ViewControllerID {
        try properties.checkIdentifier(identifier)
        let profile = try Self.profile(of: pluginClass, arguments)
        try quotas.requireRoom(
            for: profile == nil ? 1 : Quotas.controllersOfTabBarController,
            content: arguments.isEmpty ? 0 : arguments.variant.extent.content, of: holder)
        let id =
            profile.map {
                delivery.hierarchy.createTabBarController(profile: $0, lifecycleOrder: .modern, maximumVisibleItems: 7)
            } ?? delivery.hierarchy.createViewController()
        let type = "\(plugin.id).\(pluginClass.name)"
        let record = ControllerRecord(type: type, arguments: arguments, holder: holder)
        record.isListed = plugin.types.contains(type)
        record.hasGivenTitle = title != nil
        adopt(id, record, as: identifier)
        instances.noteCreation(of: id)
        do throws(DBusError) {
            if !pluginClass.title.isEmpty || !pluginClass.icon.isEmpty {
                try properties.setTabBarItem(
                    TabBarItemChange(title: pluginClass.title, image: pluginClass.icon), of: id,
                    isCreating: false)
            }
            if let title {
                try delivery.perform { try $0.setTitle(title.isEmpty ? nil : title, of: id) }
            }
            record.owner = try instances.makeInstance(of: id, record, pluginClass, of: plugin)
        } catch {
            try? delivery.destroy(id)
            throw error
        }
        return id
    }

    /// Returns the profile for a class of tab bar controllers, from its argument `Profile`; nil for other classes.
    private static func profile(
        of pluginClass: Manifest.PluginClass, _ arguments: [String: Variant]
    ) throws(DBusError) -> Profile? {
        guard pluginClass.superclass == "TabBarController" else { return nil }
        guard let given = arguments["Profile"] else { return .phone }
        guard case .string(let text) = given else {
            throw .invalidArgs("the argument Profile has type '\(given.signature)', expected 's'")
        }
        return try TextRules.value(text, named: "profile")
    }

    /// Registers a client's object as a view controller. Returns the existing path if it is registered already.
    func register(
        _ client: ClientObject, _ methods: OwnerMethods, _ title: String, _ identifier: String, busName: String?
    ) throws(DBusError) -> ObjectPath {
        if let id = instances.controller(of: client) { return id.path }
        if let id = try waitingRemote(identifier, busName, client), let record = records[id] {
            record.remotePath = client.path
            if busName != nil { record.remoteBusName = busName }
            record.isUnclaimed = false
            record.views.prepareForNewOwner()
            let owner = instances.watch(client, methods, of: id, record)
            record.restorableState = states.restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            instances.catchUp(owner, with: id, record)
            owner.restorationEnded()
            return id.path
        }
        try properties.checkIdentifier(identifier)
        try quotas.requireRoom(for: 1, of: client.name)
        let id = delivery.hierarchy.createViewController()
        let record = ControllerRecord(type: "remote", holder: client.name)
        instances.watch(client, methods, of: id, record)
        record.remoteBusName = busName
        record.remotePath = client.path
        adopt(id, record, as: identifier, title: title)
        return id.path
    }

    /// Returns a view controller without owner that a client may register again.
    ///
    /// The client must own the same well-known name. Without such a name, or if the view controller is unclaimed since
    /// the start of the daemon, its identifier is enough.
    private func waitingRemote(
        _ identifier: String, _ busName: String?, _ client: ClientObject
    ) throws(DBusError) -> ViewControllerID? {
        if let id = delivery.hierarchy.controller(identifiedBy: identifier), let record = records[id] {
            guard record.isUnclaimed else {
                let isWaiting = record.type == "remote" && record.owner == nil
                return isWaiting && record.remoteBusName ?? busName == busName ? id : nil
            }
            // Only the owner of that name gets its data.
            if let name = record.remoteBusName, name != busName {
                throw .invalidArgument(
                    "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which was registered with "
                        + "BusName '\(name)'; use the same BusName to register it again")
            }
            return try claim(identifier, ofType: "remote")
        }
        guard identifier.isEmpty, let busName else { return nil }
        return records.all.first { _, record in
            record.remoteBusName == busName && record.remotePath == client.path && record.owner == nil
        }?.key
    }

    /// Records a view controller that the model has just created, and announces it.
    ///
    /// - Parameters:
    ///   - identifier: A unique identifier, checked before the view controller was created.
    ///   - title: A checked title, which the announcement includes; `""` leaves the title unchanged.
    func adopt(_ id: ViewControllerID, _ record: ControllerRecord, as identifier: String = "", title: String = "") {
        records[id] = record
        try? delivery.hierarchy.setRestorationIdentifier(identifier, of: id)
        if !title.isEmpty { try? delivery.hierarchy.setTitle(title, of: id) }
        delivery.deliverEvents()
    }

    /// Claims the restored view controller with an identifier; returns nil if no view controller has the identifier.
    ///
    /// - Parameter creator: The plugin that creates an instance of its own class. It can also claim a view controller
    ///   that its previous process had created.
    /// - Throws: `InvalidArgument` when it is claimed already, or has another type.
    func claim(
        _ identifier: String, ofType type: String, by creator: String? = nil
    ) throws(DBusError) -> ViewControllerID? {
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let id = delivery.hierarchy.controller(identifiedBy: identifier), let record = records[id] else {
            return nil
        }
        guard record.isUnclaimed || !record.isListed && record.pluginID == creator && record.owner?.failure != nil
        else {
            throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' already belongs to \(id.path)")
        }
        guard record.type == type else {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which has type "
                    + "'\(record.type)', not '\(type.prefix(200))'")
        }
        record.isUnclaimed = false
        return id
    }
}
