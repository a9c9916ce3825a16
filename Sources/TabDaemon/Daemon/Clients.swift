import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// What belongs to clients, and goes with them.
extension Daemon {
    /// Removes everything that belongs to a client that has left the bus, including its view controllers that no client
    /// could register again.
    func peerVanished(_ name: String) {
        subscribers.remove(name)
        tree.callerVanished(name)
        // In the order in which they were made, so that what comes of it has one.
        for root in attachments.filter({ $0.value.clients[name] != nil }).keys.sorted() { detach(name, from: root) }
        for id in delegates.filter({ $0.value.client?.name == name }).keys.sorted() {
            setDelegate(nil, of: id, isGone: true)
        }
        for id in popoverDelegates.filter({ $0.value.client?.name == name }).keys.sorted() {
            setPopoverDelegate(nil, of: id, isGone: true)
        }
        var dying = Set(records.filter { $0.value.diesWith == name }.keys)
        for id in remoteOwners.removeAll(of: name) {
            guard let record = records[id], let remote = record.owner as? RemoteViewController else { continue }
            record.owner = nil
            if record.remoteBusName == nil, hierarchy.restorationIdentifier(of: id).isEmpty { dying.insert(id) }
            record.state = .failed
            record.failureReason = "the client that owned the view controller has left the bus"
            tree.markChanged(id.path)
            remote.left()
        }
        forgetDestroyed(of: name)
        for id in dying.sorted() where hierarchy.contains(id) { try? destroy(id) }
    }

    /// Forgets the destroyed controllers of a client that Reopen could restore, but no client could register again.
    private func forgetDestroyed(of client: String) {
        let orphans = destroyed.filter { $0.client?.name == client && !$0.kept.canBeRegisteredAgain }
        removed.formUnion(orphans.filter { $0.diesWith == nil }.map(\.id))
        destroyed.removeAll { last in last.diesWith == client || orphans.contains { $0 === last } }
        for last in destroyed where last.client?.name == client { last.client = nil }
    }
}

/// Which view controller a client's object is: found at once, however many there are.
struct RemoteOwners {
    private var ids: [String: [ObjectPath: ViewControllerID]] = [:]

    /// The unique names of all that own view controllers.
    var clients: Dictionary<String, [ObjectPath: ViewControllerID]>.Keys { ids.keys }

    subscript(client: ClientObject) -> ViewControllerID? {
        get { ids[client.name]?[client.path] }
        set {
            ids[client.name, default: [:]][client.path] = newValue
            if ids[client.name]?.isEmpty == true { ids[client.name] = nil }
        }
    }

    /// Forgets a client.
    ///
    /// - Returns: What it owned, in the order in which it was made.
    mutating func removeAll(of client: String) -> [ViewControllerID] {
        ids.removeValue(forKey: client)?.values.sorted() ?? []
    }
}
