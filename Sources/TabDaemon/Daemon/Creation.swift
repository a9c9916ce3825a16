import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The creation and registration of view controllers.
extension Daemon {
    /// Returns the plugin that offers a type, and its class. Searches for a plugin that was just installed or repaired.
    func offer(
        ofType type: String
    ) throws(DBusError) -> (PluginRegistry, Plugin, Manifest.PluginClass) {
        guard let registry else { throw .pluginUnavailable("plugins are not available yet") }
        if registry.hasNews(ofType: type) { findPlugins(in: pluginPath) }
        let (plugin, pluginClass) = try registry.pluginClass(ofType: type)
        return (registry, plugin, pluginClass)
    }

    /// Creates a view controller of a plugin's class. Its item gets the manifest's title and icon (`H-2`).
    ///
    /// - Parameters:
    ///   - title: A title that overrides the one that the class sets in its `create`; nil for the title of the class.
    ///   - holder: The client whose limit counts the view controller; nil for no client.
    func makeViewController(
        _ type: String, title: String? = nil, arguments: [String: Variant], identifier: String = "",
        for holder: String?
    ) throws(DBusError) -> ViewControllerID {
        let (_, plugin, pluginClass) = try offer(ofType: type)
        return try makeViewController(
            pluginClass, of: plugin, title: title, arguments: arguments, identifier: identifier, for: holder)
    }

    /// Creates a view controller of one of the calling plugin's own classes, which its manifest need not list.
    func makeViewController(
        ofClass name: String, of plugin: String, arguments: [String: Variant], identifier: String = ""
    ) throws(DBusError) -> ViewControllerID {
        guard let plugin = registry?.plugin(plugin) else {
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
        try checkIdentifier(identifier)
        let profile = try Self.profile(of: pluginClass, arguments)
        try requireRoom(
            for: profile == nil ? 1 : Self.controllersOfTabBarController,
            content: arguments.isEmpty ? 0 : arguments.variant.extent.content, of: holder)
        let id =
            profile.map {
                hierarchy.createTabBarController(profile: $0, lifecycleOrder: .modern, maximumVisibleItems: 7)
            } ?? hierarchy.createViewController()
        let type = "\(plugin.id).\(pluginClass.name)"
        let record = ControllerRecord(type: type, arguments: arguments, holder: holder)
        record.isListed = plugin.types.contains(type)
        record.hasGivenTitle = title != nil
        adopt(id, record, as: identifier)
        creations.note(id)
        do throws(DBusError) {
            if !pluginClass.title.isEmpty || !pluginClass.icon.isEmpty {
                try setTabBarItem(
                    TabBarItemChange(title: pluginClass.title, image: pluginClass.icon), of: id.rawValue,
                    isCreating: false)
            }
            if let title {
                try perform { try $0.setTitle(title.isEmpty ? nil : title, of: id) }
            }
            record.owner = try makeInstance(of: id, record, pluginClass, of: plugin)
        } catch {
            try? destroy(id)
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
        _ client: ClientObject, _ title: String, _ identifier: String, busName: String?
    ) throws(DBusError) -> ObjectPath {
        if let id = remoteOwners[client] { return id.path }
        if let id = try waitingRemote(identifier, busName, client), let record = records[id] {
            record.remotePath = client.path
            if busName != nil { record.remoteBusName = busName }
            record.isUnclaimed = false
            record.views.prepareForNewOwner()
            let owner = watch(client, of: id, record)
            record.restorableState = restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            catchUp(owner, with: id, record)
            return id.path
        }
        try checkIdentifier(identifier)
        try requireRoom(for: 1, of: client.name)
        let id = hierarchy.createViewController()
        let record = ControllerRecord(type: "remote", holder: client.name)
        watch(client, of: id, record)
        record.remoteBusName = busName
        record.remotePath = client.path
        adopt(id, record, as: identifier, title: title)
        return id.path
    }

    /// Makes a client the owner of a view controller, whose state follows the client's health from then on.
    @discardableResult
    func watch(
        _ client: ClientObject, of id: ViewControllerID, _ record: ControllerRecord
    ) -> RemoteViewController {
        let owner = RemoteViewController(client, timeout: deadlines.action) { [unowned self] in connection }
        record.owner = owner
        remoteOwners[client] = id
        record.state = .ready
        record.failureReason = ""
        tree.markChanged(id.path)
        owner.onHealthChange = { [unowned self] failure in
            record.state = failure == nil ? .ready : .unresponsive
            record.failureReason = failure ?? ""
            tree.markChanged(id.path)
        }
        owner.onStateChange = { [unowned self] state in restorableStateChanged(of: id.rawValue, to: state) }
        return owner
    }

    /// Repeats to a new owner the callbacks that describe the current state: its parent, and the appearance of its
    /// view.
    func catchUp(_ owner: any ContentOwner, with id: ViewControllerID, _ record: ControllerRecord) {
        if let parent = hierarchy.nodes.parent(of: id) {
            owner.willMove(toParent: parent.rawValue)
            owner.didMove(toParent: parent.rawValue)
        }
        guard record.views.isLoaded else { return }
        owner.viewDidLoad()
        guard record.isInWindow else { return }
        owner.viewWillAppear(animated: false)
        owner.viewIsAppearing(animated: false)
        record.laidOut = nil
        record.traits = Traits()
        layOut(id, record, notifying: owner)
        if hierarchy.nodes.appearanceState(of: id) == .appeared { owner.viewDidAppear(animated: false) }
    }

    /// Returns a view controller without owner that a client may register again.
    ///
    /// The client must own the same well-known name. Without such a name, or if the view controller is unclaimed since
    /// the start of the daemon, its identifier is enough.
    private func waitingRemote(
        _ identifier: String, _ busName: String?, _ client: ClientObject
    ) throws(DBusError) -> ViewControllerID? {
        if let id = hierarchy.controller(identifiedBy: identifier), let record = records[id] {
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
        return records.first { _, record in
            record.remoteBusName == busName && record.remotePath == client.path && record.owner == nil
        }?.key
    }
}

/// The lifetimes and identifiers of view controllers.
extension Daemon {
    /// Records a view controller that the model has just created, and announces it.
    ///
    /// - Parameters:
    ///   - identifier: A unique identifier, checked before the view controller was created.
    ///   - title: A checked title, which the announcement includes; `""` leaves the title unchanged.
    func adopt(_ id: ViewControllerID, _ record: ControllerRecord, as identifier: String = "", title: String = "") {
        records[id] = record
        try? hierarchy.setRestorationIdentifier(identifier, of: id)
        if !title.isEmpty { try? hierarchy.setTitle(title, of: id) }
        deliverEvents()
    }

    func destroy(_ id: ViewControllerID) throws(DBusError) {
        try perform { try $0.destroy(id) }
    }

    // MARK: Identity

    /// Throws `InvalidArgument` for an identifier of another view controller. Several may have `""`.
    func checkIdentifier(_ identifier: String, for id: ViewControllerID? = nil) throws(DBusError) {
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let other = hierarchy.controller(identifiedBy: identifier), other != id else { return }
        throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' already belongs to \(other.path)")
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
        guard let id = hierarchy.controller(identifiedBy: identifier), let record = records[id] else { return nil }
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

    func identify(_ id: ViewControllerID, as identifier: String) throws(DBusError) {
        try checkIdentifier(identifier, for: id)
        try perform { try $0.setRestorationIdentifier(identifier, of: id) }
    }
}
