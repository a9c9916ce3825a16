import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

extension Daemon {
    /// Makes a view controller of a plugin's class; its item has the manifest's title and icon (`H-2`).
    func makeViewController(_ type: String, arguments: [String: Variant]) throws(DBusError) -> ViewControllerID {
        guard let registry, let (plugin, pluginClass) = registry.pluginClass(ofType: type) else {
            let known = (registry?.plugins ?? []).flatMap(\.types).sorted().joined(separator: ", ")
            throw .noSuchType("no plugin offers '\(type.prefix(200))'; there are: \(known)")
        }
        let id = hierarchy.createViewController()
        let record = ControllerRecord(type: type, plugin: TabNames.plugin(plugin.id))
        adopt(id, record)
        do throws(DBusError) {
            try setTabBarItem(
                TabBarItemChange(title: pluginClass.title, image: pluginClass.icon), of: id.rawValue)
            record.owner = try registry.makeOwner(type: type, controller: id.rawValue, arguments: arguments)
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
        if let (id, _) = records.first(where: { ($0.value.owner as? RemoteViewController)?.client == client }) {
            return id.path
        }
        let owner = RemoteViewController(client) { [unowned self] in connection }
        if let (id, record) = waitingRemote(identifier, busName, client) {
            record.owner = owner
            record.state = .ready
            record.failureReason = ""
            record.remotePath = client.path
            tree.touch(id.path)
            return id.path
        }
        try checkIdentifier(identifier)
        let id = hierarchy.createViewController()
        let record = ControllerRecord(type: "remote")
        record.owner = owner
        record.restorationIdentifier = identifier
        record.remoteBusName = busName
        record.remotePath = client.path
        adopt(id, record)
        if !title.isEmpty { try perform { (model) throws(ModelError) in try model.setTitle(title, of: id) } }
        return id.path
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
