import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The removal of the data of disconnected clients.
extension Daemon {
    /// Removes everything that belongs to a client that has left the bus, including its view controllers that can't be
    /// registered again.
    func peerVanished(_ name: String) {
        subscribers.remove(name)
        tree.callerVanished(name)
        // In the order of creation, so the resulting signals have a fixed order.
        for root in attachments.filter({ $0.value.clients[name] != nil }).keys.sorted() { detach(name, from: root) }
        for id in delegates.filter({ $0.value.client?.name == name }).keys.sorted() {
            setDelegate(nil, of: id, isGone: true)
        }
        for id in popoverDelegates.filter({ $0.value.client?.name == name }).keys.sorted() {
            setPopoverDelegate(nil, of: id, isGone: true)
        }
        var dying = Set(records.filter { $0.value.destroyedWithClient == name }.keys)
        for id in remoteOwners.removeAll(of: name) {
            guard let record = records[id], let remote = record.owner as? RemoteViewController else { continue }
            record.owner = nil
            if record.remoteBusName == nil, hierarchy.nodes.restorationIdentifier(of: id).isEmpty { dying.insert(id) }
            record.state = .failed
            record.failureReason = "the client that owned the view controller has left the bus"
            tree.markChanged(id.path)
            remote.clientLeft()
        }
        removeDestroyed(of: name)
        for id in dying.sorted() where hierarchy.nodes.contains(id) { try? destroy(id) }
    }

    /// Removes a leaving client's destroyed view controllers from the Reopen list if no client could register them
    /// again.
    private func removeDestroyed(of client: String) {
        let orphans = destroyed.filter { $0.client?.name == client && !$0.kept.canBeRegisteredAgain }
        removed.formUnion(orphans.filter { $0.destroyedWithClient == nil }.map(\.id))
        destroyed.removeAll { last in last.destroyedWithClient == client || orphans.contains { $0 === last } }
        for last in destroyed where last.client?.name == client { last.client = nil }
    }
}

/// The view controllers of remote owners, by client and object path, with lookup in constant time.
struct RemoteOwners {
    private var ids: [String: [ObjectPath: ViewControllerID]] = [:]

    /// The unique names of all clients that own view controllers.
    var clients: Dictionary<String, [ObjectPath: ViewControllerID]>.Keys { ids.keys }

    subscript(client: ClientObject) -> ViewControllerID? {
        get { ids[client.name]?[client.path] }
        set {
            ids[client.name, default: [:]][client.path] = newValue
            if ids[client.name]?.isEmpty == true { ids[client.name] = nil }
        }
    }

    /// Removes a client.
    ///
    /// - Returns: Its view controllers, in the order of creation.
    mutating func removeAll(of client: String) -> [ViewControllerID] {
        ids.removeValue(forKey: client)?.values.sorted() ?? []
    }
}
