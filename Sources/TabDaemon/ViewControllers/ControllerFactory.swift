import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The creation, registration and identity of view controllers.
@EventLoop
struct ControllerFactory: DaemonPart {
    let core: Core
    let instances: Instances
    let properties: ControllerProperties

    var plugins: PluginCatalog { instances.plugins }
    private var states: RestorableStateRecorder { instances.states }

    /// Creates a view controller of a plugin's class. Its item gets the manifest's title and icon (`H-2`).
    ///
    /// - Parameters:
    ///   - title: A title that overrides the one that the class sets in its `create`; nil for the title of the class.
    ///   - image: A valid icon that overrides the one that the class sets in its `create`.
    ///   - isLazy: Whether its instance is created when it is first displayed.
    ///   - holder: The client whose limit counts the view controller; nil for no client.
    func makeViewController(
        _ type: String, title: String? = nil, image: String? = nil, arguments: [String: Variant],
        identifier: String = "", isLazy: Bool = false, for holder: String?
    ) throws(DBusError) -> ViewControllerID {
        try makeViewController(
            type, instances.offer(ofType: type), title: title, image: image, arguments: arguments,
            identifier: identifier, isLazy: isLazy, for: holder)
    }

    private func plugin(_ id: String) throws(DBusError) -> Plugin {
        guard let plugin = plugins.registry?.plugin(id) else {
            throw .pluginUnavailable("the plugin '\(id)' is not installed")
        }
        return plugin
    }

    /// Creates or claims a view controller as a plugin asks. `.CLASS` is one of the plugin's own classes, which its
    /// manifest need not list.
    func makeViewController(
        _ type: String, arguments: [String: Variant], identifier: String, byPlugin plugin: String
    ) throws(DBusError) -> ViewControllerID {
        let name = PluginCaller.ownClass(type, of: plugin)
        let fullType = name.map { "\(plugin).\($0)" } ?? type
        let id: ViewControllerID
        if let claimed = try claim(identifier, ofType: fullType, by: name == nil ? nil : plugin, for: plugin) {
            id = claimed
            // The instance of a listed class may exist already.
            let isComplete = !type.hasPrefix(".") && records[id]?.owner?.failure == nil && records[id]?.owner != nil
            if let name, !isComplete { try makeClaimedInstance(ofClass: name, of: plugin, for: id, named: identifier) }
        } else if let name {
            let owner = try self.plugin(plugin)
            let offer = ClassOffer(provider: .plugin(owner), pluginClass: owner.ownClass(name))
            id = try makeViewController(
                fullType, offer, arguments: arguments, identifier: identifier, for: plugin)
        } else {
            id = try makeViewController(type, arguments: arguments, identifier: identifier, for: plugin)
        }
        records[id]?.creator = plugin
        return id
    }

    /// Creates the instance of a restored view controller of an unlisted class, which its plugin has just claimed.
    private func makeClaimedInstance(
        ofClass name: String, of plugin: String, for id: ViewControllerID, named identifier: String
    ) throws(DBusError) {
        let plugin = try self.plugin(plugin)
        records.needInstance(of: id)
        guard let record = records[id], record.isWaitingForPlugin || record.owner?.failure != nil else {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which already has an instance"
            )
        }
        let crashMarkers = instances.crashMarkers
        guard !crashMarkers.suspectedControllers.contains(id) else { throw .pluginFailed(record.failureReason) }
        let pluginClass = plugin.ownClass(name)
        try instances.requireKind(of: id, pluginClass, type: record.type)
        try crashMarkers.withCrashMarker(for: id, of: plugin) { () throws(DBusError) in
            let offer = ClassOffer(provider: .plugin(plugin), pluginClass: pluginClass)
            let owner = try instances.makeInstance(of: id, record, offer, origin: .restored)
            record.views.prepareForNewOwner()
            instances.bus.tree.markChanged(id.path)
            record.restorableState = states.restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            instances.catchUp(owner, with: id, record)
        }
    }

    /// Creates a navigation controller.
    ///
    /// - Parameters:
    ///   - type: A class of the caller, whose instance becomes the owner; nil for no owner.
    ///   - identifier: A unique identifier, checked before.
    func makeNavigationController(
        _ type: String?, root: ViewControllerID, by caller: String, identifier: String, title: String,
        byPopoverDelegate: Bool
    ) throws(DBusError) -> ViewControllerID {
        let plugin = PluginCaller.plugin(caller)
        let offer = try type.map { (type) throws(DBusError) in try ownOffer(ofType: type, by: caller) }
        let holder = plugin ?? caller
        // A replacement for a popover appears at once (P63), so its owner must exist before the events are delivered.
        return try delivery.holdingEvents { () throws(DBusError) in
            try quotas.requireRoom(
                for: 1, content: Quotas.content(title: title, identifier: identifier), of: holder)
            let record = ControllerRecord(
                type: "NavigationController", pluginID: plugin, holder: holder, state: offer == nil ? .ready : .creating
            )
            // Only its plugin can create it again.
            record.isListed = plugin == nil
            record.creator = plugin
            let id = try create(record, as: identifier, title: title) {
                try $0.createNavigationController(root: root, byPopoverDelegate: byPopoverDelegate)
            }
            instances.noteCreation(of: id)
            guard let offer else { return id }
            do throws(DBusError) {
                try instances.makeInstance(of: id, record, offer)
            } catch {
                try? delivery.destroy(id)
                throw error
            }
            return id
        }
    }

    /// Returns one of the caller's own classes.
    private func ownOffer(ofType type: String, by caller: String) throws(DBusError) -> ClassOffer {
        if let plugin = PluginCaller.plugin(caller), let name = PluginCaller.ownClass(type, of: plugin) {
            let plugin = try self.plugin(plugin)
            return ClassOffer(provider: .plugin(plugin), pluginClass: plugin.ownClass(name))
        }
        if let offer = instances.classes.offer(ofType: type, by: caller) { return offer }
        throw .invalidArgument("Type: '\(type.prefix(200))' is not a class of the caller")
    }

    private func makeViewController(
        _ type: String, _ offer: ClassOffer, title: String? = nil, image: String? = nil,
        arguments: [String: Variant], identifier: String, isLazy: Bool = false, for holder: String?
    ) throws(DBusError) -> ViewControllerID {
        let pluginClass = offer.pluginClass
        try properties.checkIdentifier(identifier)
        let profile = try Self.profile(of: pluginClass, arguments)
        guard !isLazy || profile == nil else {
            throw .hierarchyInconsistency(
                "'\(type.prefix(200))' is a tab bar controller, which is not a tab and cannot be lazy")
        }
        try quotas.requireRoom(
            for: profile == nil ? 1 : Quotas.controllersOfTabBarController,
            content: (arguments.isEmpty ? 0 : arguments.variant.extent.content)
                + Quotas.content(title: title ?? "", identifier: identifier), of: holder)
        if !arguments.isEmpty { try properties.images.requireRoom(forArguments: arguments, of: holder) }
        let record = ControllerRecord(type: type, arguments: arguments, holder: holder)
        record.classOwner = ClassOwner(of: offer)
        record.isListed = offer.isListed
        record.hasGivenTitle = title != nil
        record.hasGivenImage = image != nil
        if isLazy { record.makeLazy() }
        let id = try create(record, as: identifier) { model in
            guard let profile else { return model.createViewController() }
            return model.createTabBarController(profile: profile, lifecycleOrder: .modern, maximumVisibleItems: 7)
        }
        instances.noteCreation(of: id)
        do throws(DBusError) {
            if !pluginClass.title.isEmpty || !pluginClass.icon.isEmpty {
                let icon = properties.images.icon(of: pluginClass, in: offer.plugin)
                try properties.setTabBarItem(TabBarItemChange(title: pluginClass.title, image: icon), of: id)
            }
            if let title {
                try delivery.perform { try $0.setTitle(title.isEmpty ? nil : title, of: id) }
            }
            if let image {
                try delivery.perform { try $0.setTabBarItem(of: id) { $0.image = image.isEmpty ? nil : image } }
            }
            if !isLazy { try instances.makeInstance(of: id, record, offer) }
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
    ///
    /// - Parameter isDestroyedWithClient: Whether a new view controller is destroyed when the client leaves the bus, even
    ///   if it could be registered again.
    func register(
        _ client: ClientObject, _ methods: OwnerMethods, _ title: String, _ identifier: String, busName: String?,
        isDestroyedWithClient: Bool
    ) throws(DBusError) -> ObjectPath {
        if let id = instances.controller(of: client) { return id.path }
        if let id = try waitingRemote(identifier, busName, client), let record = records[id] {
            records.setRemote(client.path, busName: busName ?? record.remoteBusName, of: id)
            record.isUnclaimed = false
            quotas.claim(record, for: client.name)
            record.views.prepareForNewOwner()
            let owner = instances.watch(client, methods, of: id, record)
            record.restorableState = states.restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            instances.catchUp(owner, with: id, record)
            owner.restorationEnded()
            return id.path
        }
        try properties.checkIdentifier(identifier)
        try quotas.requireRoom(
            for: 1,
            content: Quotas.content(title: title, identifier: identifier) + ControllerRecord.content(of: client.path),
            of: client.name)
        let record = ControllerRecord(type: "remote", holder: client.name)
        let id = try create(record, as: identifier, title: title) {
            $0.createViewController()
        } recording: {
            instances.watch(client, methods, of: $0, record)
        }
        records.setRemote(client.path, busName: busName, of: id)
        if isDestroyedWithClient { records.setDestroyed(id, withClient: client.name) }
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
                instances.endOwnershipOfLeavingClient(of: id)
                let isWaiting = record.type == "remote" && record.owner == nil
                return isWaiting && record.remoteBusName ?? busName == busName ? id : nil
            }
            // Only the owner of that name gets its data.
            if let name = record.remoteBusName, name != busName {
                throw .invalidArgument(
                    "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which was registered with "
                        + "BusName '\(name)'; use the same BusName to register it again")
            }
            return try claim(identifier, ofType: "remote", for: client.name)
        }
        guard identifier.isEmpty, let busName else { return nil }
        return records.registered(at: client.path, busName: busName).first { id in
            instances.endOwnershipOfLeavingClient(of: id)
            return records[id]?.owner == nil
        }
    }

    /// Creates a view controller in the model, and announces it.
    ///
    /// - Parameters:
    ///   - identifier: A unique identifier, checked before.
    ///   - title: A checked title, which the announcement includes; `""` leaves the title unchanged.
    ///   - note: Does what must be done before the announcement.
    func create(
        _ record: ControllerRecord, as identifier: String = "", title: String = "",
        _ command: (inout Hierarchy) throws -> ViewControllerID, recording note: (ViewControllerID) -> Void = { _ in }
    ) throws(DBusError) -> ViewControllerID {
        try delivery.perform { model in
            let id = try command(&model)
            try? model.setRestorationIdentifier(identifier, of: id)
            if !title.isEmpty { try? model.setTitle(title, of: id) }
            return id
        } recording: { id in
            note(id)
            records[id] = record
        }
    }

    /// Claims the restored view controller with an identifier; returns nil if no view controller has the identifier.
    ///
    /// - Parameters:
    ///   - creator: The plugin that creates an instance of its own class. It can also claim a view controller that its
    ///     previous process had created.
    ///   - holder: The client or plugin that claims it, and whose quota counts it from now on.
    /// - Throws: `InvalidArgument` when it is claimed already, or has another type.
    func claim(
        _ identifier: String, ofType type: String, by creator: String? = nil, for holder: String
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
        // More and its list count with their tab bar controller.
        let nodes = delivery.hierarchy.nodes
        let list = nodes.moreList(of: id)
        for part in [id, list, list.flatMap { nodes.parent(of: $0) }] {
            if let record = part.flatMap({ records[$0] }) { quotas.claim(record, for: holder) }
        }
        return id
    }
}
