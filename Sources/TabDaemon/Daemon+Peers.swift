import DBusConnection
import PluginHosting
import TabInterface
import TabModel

/// What belongs to clients, and goes with them.
extension Daemon {
    /// A client has left the bus: what belongs to it goes.
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
        for id in remoteOwners.removeAll(of: name) {
            guard let record = records[id], let remote = record.owner as? RemoteViewController else { continue }
            record.owner = nil
            record.state = .failed
            record.failureReason = "the client that owned the view controller has left the bus"
            tree.touch(id.path)
            remote.left()
        }
        destroyed.removeAll { $0.diesWith == name }
        for kept in destroyed where kept.client?.name == name { kept.client = nil }
        let dying = records.filter { $0.value.diesWith == name }.map(\.key).sorted()
        for id in dying where hierarchy.contains(id) { try? destroy(id) }
    }
}
