import DBusConnection
import EventLoop
import TabInterface
import TabModel

/// The removal of the data of clients that have left the bus.
///
/// One client may own thousands of objects. So its removal takes slices of several turns, and the calls of other clients
/// are handled in between. Removals take turns as well, so that a small one does not wait for a large one.
@EventLoop
final class VanishedClients: DaemonPart {
    /// The processor time of one slice. With the end of the turn, which announces and saves what the slice has changed,
    /// a turn stays below 20 ms.
    private static let slice = Duration.milliseconds(4)
    /// The view controllers that are destroyed together. A container that loses more of them loses most at once before,
    /// so that it changes and announces its list a few times at most.
    private static let group = 128

    let core: Core
    private let delegateChanges: DelegateChanges
    private let instances: Instances
    private let layouts: LayoutQueue
    private let privateConnections: PrivateConnections
    private let recorder: StateRecorder

    private var delegates: DelegateRegistry { delegateChanges.delegates }
    private var images: ImageLibrary { recorder.images }
    private var recentlyDestroyed: RecentlyDestroyed { recorder.recentlyDestroyed }
    private var transitions: TransitionClock { delegateChanges.transitions }
    private var windows: WindowAttachments { recorder.windows }

    /// What a client has left behind. Each list is in the order of creation, so the signals have a fixed order.
    private struct Remains {
        let client: String
        var windows: ArraySlice<ViewControllerID>
        /// What it is the delegate of.
        var delegated: ArraySlice<DelegateSubject>
        var viewControllers: ArraySlice<ViewControllerID>
        /// Those that leave their containers before they are destroyed.
        var detaching: [ViewControllerID] = []

        var isOver: Bool { windows.isEmpty && delegated.isEmpty && viewControllers.isEmpty }
    }

    private var clients: [Remains] = []
    private var isPosted = false

    init(
        core: Core, delegateChanges: DelegateChanges, instances: Instances, layouts: LayoutQueue,
        privateConnections: PrivateConnections, recorder: StateRecorder
    ) {
        self.core = core
        self.delegateChanges = delegateChanges
        self.instances = instances
        self.layouts = layouts
        self.privateConnections = privateConnections
        self.recorder = recorder
    }

    /// Removes everything that belongs to a client that has left the bus, including its view controllers that can't be
    /// registered again, now or in the next turns.
    func peerVanished(_ name: String) {
        privateConnections.closeAll(of: name)
        quotas.unsubscribe(name)
        bus.tree.callerVanished(name)
        layouts.clientLeft(name)
        // Changes that it drives are cancelled while their windows are visible.
        transitions.driverLeft(name)
        recorder.noteRemoved(recentlyDestroyed.remove(of: name))
        let owned = Set(instances.clientLeft(name)).union(records.destroyed(withClient: name)).sorted()
        var remains = Remains(
            client: name, windows: windows.windows(of: name)[...],
            delegated: delegates.subjects(of: .client(name))[...], viewControllers: owned[...])
        guard !remains.isOver else { return finish(of: name) }
        if owned.count > Self.group {
            remains.detaching = owned.filter { id in
                delivery.hierarchy.nodes.parent(of: id) != nil
                    && (instances.isOrphan(id) || records[id]?.destroyedWithClient == name)
            }
        }
        clients.append(remains)
        guard !isPosted else { return }
        // The first slice belongs to this turn, but all clients that leave in one turn have one slice together.
        if owned.count > Self.group { postSlice() } else { removeSlice() }
    }

    private func removeSlice() {
        let end = ContinuousClock.now + Self.slice
        repeat {
            var remains = clients.removeFirst()
            removeGroup(of: &remains)
            if remains.isOver {
                finish(of: remains.client)
            } else {
                clients.append(remains)
            }
        } while !clients.isEmpty && ContinuousClock.now < end
        if !clients.isEmpty { postSlice() }
    }

    private func postSlice() {
        isPosted = true
        EventLoop.post { [weak self] in
            self?.isPosted = false
            self?.removeSlice()
        }
    }

    private func finish(of client: String) {
        instances.ownershipsEnded(of: client)
        images.holderLeft(client)
        quotas.clientLeft(client)
    }

    private func removeGroup(of remains: inout Remains) {
        if let window = remains.windows.popFirst() {
            windows.detach(remains.client, from: window)
        } else if let subject = remains.delegated.popFirst() {
            guard delegates[subject]?.client?.name == remains.client else { return }
            delegateChanges.setDelegate(nil, of: subject, isGone: true)
        } else if !remains.detaching.isEmpty {
            delivery.detach(remains.detaching, destroyedBy: Self.group)
            remains.detaching = []
        } else {
            let group = remains.viewControllers.prefix(Self.group)
            remains.viewControllers.removeFirst(group.count)
            delivery.destroy(
                group.filter { id in
                    let isOrphan = instances.endOwnership(of: id)
                    return isOrphan || records[id]?.destroyedWithClient == remains.client
                        || delivery.hierarchy.isDetached(id)
                })
        }
    }

    /// Removes everything that belongs to the clients on the bus, as it is lost.
    func busVanished() {
        var clients = quotas.subscribers.union(windows.clients)
        clients.formUnion(delegates.clients)
        clients.formUnion(records.destroyingClients)
        clients.formUnion(instances.remoteClients)
        clients.formUnion(privateConnections.clients)
        clients.formUnion(images.clients)
        clients.formUnion(layouts.clients)
        clients.formUnion(transitions.clients)
        for client in clients where bus.connection(to: client) == nil { peerVanished(client) }
    }
}
