import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

extension Daemon {
    /// The plugin that offers a type, and its class.
    func offer(
        ofType type: String
    ) throws(DBusError) -> (PluginRegistry, Plugin, Manifest.PluginClass) {
        guard let registry else { throw .pluginUnavailable("there are no plugins yet") }
        let (plugin, pluginClass) = try registry.pluginClass(ofType: type)
        return (registry, plugin, pluginClass)
    }

    /// Makes a view controller of a plugin's class; its item has the manifest's title and icon (`H-2`).
    func makeViewController(_ type: String, arguments: [String: Variant]) throws(DBusError) -> ViewControllerID {
        let (registry, plugin, pluginClass) = try offer(ofType: type)
        let id = hierarchy.createViewController()
        let record = ControllerRecord(type: type, plugin: TabNames.plugin(plugin.id), arguments: arguments)
        adopt(id, record)
        do throws(DBusError) {
            try setTabBarItem(
                TabBarItemChange(title: pluginClass.title, image: pluginClass.icon), of: id.rawValue)
            record.owner = try registry.makeOwner(
                pluginClass, of: plugin, controller: id.rawValue, arguments: arguments)
        } catch {
            try? destroy(id)
            throw error
        }
        return id
    }

    /// Makes a view controller out of a client's object, or finds the one that it is already.
    func register(
        _ client: ClientObject, _ title: String, _ identifier: String, busName: String?
    ) throws(DBusError) -> ObjectPath {
        if let id = controller(of: client) { return id.path }
        if let (id, record) = waitingRemote(identifier, busName, client) {
            record.remotePath = client.path
            record.views.beginNewLife()
            catchUp(watch(client, of: id, record), with: id, record)
            return id.path
        }
        try checkIdentifier(identifier)
        let id = hierarchy.createViewController()
        let record = ControllerRecord(type: "remote")
        watch(client, of: id, record)
        record.restorationIdentifier = identifier
        record.remoteBusName = busName
        record.remotePath = client.path
        adopt(id, record)
        if !title.isEmpty { try perform { (model) throws(ModelError) in try model.setTitle(title, of: id) } }
        return id.path
    }

    /// The view controller that a client's object is; nil when it is none.
    func controller(of client: ClientObject) -> ViewControllerID? {
        records.first { ($0.value.owner as? RemoteViewController)?.client == client }?.key
    }

    /// Makes a client the owner of a controller, whose state follows the client's health from here on.
    @discardableResult
    func watch(
        _ client: ClientObject, of id: ViewControllerID, _ record: ControllerRecord
    ) -> RemoteViewController {
        let owner = RemoteViewController(client) { [unowned self] in connection }
        record.owner = owner
        record.state = .ready
        record.failureReason = ""
        tree.touch(id.path)
        owner.onHealth = { [unowned self] fault in
            record.state = fault == nil ? .ready : .unresponsive
            record.failureReason = fault ?? ""
            tree.touch(id.path)
        }
        return owner
    }

    /// Tells a new owner what its predecessor had been told: where the controller is, and whether its view is shown.
    func catchUp(_ owner: any ContentOwner, with id: ViewControllerID, _ record: ControllerRecord) {
        if let parent = hierarchy.parent(of: id) {
            owner.willMove(toParent: parent.rawValue)
            owner.didMove(toParent: parent.rawValue)
        }
        guard record.views.isLoaded else { return }
        owner.viewDidLoad()
        guard record.isInWindow else { return }
        owner.viewWillAppear(animated: false)
        owner.viewIsAppearing(animated: false)
        record.laidOut = nil
        layOut(id, record)
        if hierarchy.appearanceState(of: id) == .appeared { owner.viewDidAppear(animated: false) }
    }

    /// A controller whose owner has gone and that this client may take over: the owner of the same well-known name,
    /// or, when it had none, whoever knows its identifier.
    private func waitingRemote(
        _ identifier: String, _ busName: String?, _ client: ClientObject
    ) -> (ViewControllerID, ControllerRecord)? {
        records.first { _, record in
            guard record.type == "remote", record.owner == nil else { return false }
            if let name = record.remoteBusName {
                return name == busName
                    && (identifier.isEmpty
                        ? record.remotePath == client.path : record.restorationIdentifier == identifier)
            }
            return !identifier.isEmpty && record.restorationIdentifier == identifier
        }.map { ($0.key, $0.value) }
    }
}
