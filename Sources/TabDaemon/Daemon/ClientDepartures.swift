import DBusConnection
import EventLoop
import TabInterface
import TabModel

/// The removal of the data of disconnected clients.
@EventLoop
struct ClientDepartures {
    let bus: Bus
    let delegateChanges: DelegateChanges
    let delegates: DelegateRegistry
    let delivery: EventDelivery
    let images: ImageLibrary
    let instances: Instances
    let privateConnections: PrivateConnections
    let quotas: Quotas
    let recentlyDestroyed: RecentlyDestroyed
    let recorder: StateRecorder
    let records: ControllerRecords
    let transitions: TransitionClock
    let windows: WindowAttachments

    /// Removes everything that belongs to a client that has left the bus, including its view controllers that can't be
    /// registered again.
    func peerVanished(_ name: String) {
        privateConnections.closeAll(of: name)
        quotas.unsubscribe(name)
        bus.tree.callerVanished(name)
        // Changes that it drives are cancelled while their windows are visible.
        transitions.driverLeft(name)
        // In the order of creation, so the resulting signals have a fixed order.
        for root in windows.windows(of: name) { windows.detach(name, from: root) }
        delegateChanges.removeDelegates(of: name)
        var dying = Set(records.all.filter { $0.value.destroyedWithClient == name }.keys)
        dying.formUnion(instances.clientLeft(name))
        recorder.noteRemoved(recentlyDestroyed.remove(of: name))
        for id in dying.sorted() where delivery.hierarchy.nodes.contains(id) { try? delivery.destroy(id) }
        images.clientLeft(name)
    }

    /// Removes everything that belongs to the clients on the bus, as it is lost.
    func busVanished() {
        var clients = quotas.subscribers.union(windows.all.values.flatMap(\.clients.keys))
        clients.formUnion(delegates.ofTabBars.values.compactMap(\.client?.name))
        clients.formUnion(delegates.ofPopovers.values.compactMap(\.client?.name))
        clients.formUnion(records.all.values.compactMap(\.destroyedWithClient))
        clients.formUnion(instances.remoteClients)
        clients.formUnion(privateConnections.clients)
        clients.formUnion(images.clients)
        clients.formUnion(transitions.clients)
        for client in clients where bus.connection(to: client) == nil { peerVanished(client) }
    }
}
