internal import CDBus
package import EventLoop

/// What the peers of several connections make this process hold, in total and for each holder: messages that they do not
/// read, with their descriptors, and messages that they have sent in part.
///
/// A connection that must give way is closed in a later turn, because its user may be sending on several connections.
@EventLoop
package final class PeerMemory {
    package struct Limits: Sendable {
        /// The memory of messages that the peers have not read, in bytes (``QueuedMemory``).
        package var unread = PeerLimit.none
        /// The descriptors in these messages.
        package var unreadDescriptors = PeerLimit.none
        /// The bytes of messages that have arrived in part. libdbus allocates up to twice as much for them.
        package var incomplete = PeerLimit.none
        /// The time in which an incomplete message must grow by ``minimumGrowth`` or become complete, in milliseconds.
        package var timeout: UInt64 = 10_000
        /// In bytes. A slow machine reads a long message in many turns.
        package var minimumGrowth = 64 << 10

        package init() {}
    }

    let limits: Limits
    private var traffics: [ObjectIdentifier: PeerTraffic] = [:]
    private var unread: PeerLedger<ObjectIdentifier>
    private var unreadDescriptors: PeerLedger<ObjectIdentifier>
    private var incomplete: PeerLedger<ObjectIdentifier>

    package init(_ limits: Limits) {
        self.limits = limits
        unread = PeerLedger(limits.unread, closingFirst: .largest)
        unreadDescriptors = PeerLedger(limits.unreadDescriptors, closingFirst: .largest)
        incomplete = PeerLedger(limits.incomplete, closingFirst: .oldest)
    }

    /// Whether the peers together have left half of what they may leave unread.
    var isCrowded: Bool { unread.total > limits.unread.total / 2 }

    /// The memory of messages that the peers have not read, and the bytes of those that have arrived in part.
    package var held: (unread: Int, incomplete: Int) { (unread.total, incomplete.total) }

    func add(_ traffic: PeerTraffic) { traffics[ObjectIdentifier(traffic)] = traffic }

    func remove(_ traffic: PeerTraffic) {
        traffics[ObjectIdentifier(traffic)] = nil
        clear(traffic)
    }

    /// Records that what a peer made this process hold will be freed.
    private func clear(_ traffic: PeerTraffic) {
        let (key, holder) = (ObjectIdentifier(traffic), traffic.holder)
        unread.set(0, of: key, for: holder)
        unreadDescriptors.set(0, of: key, for: holder)
        incomplete.set(0, of: key, for: holder)
    }

    func set(unread bytes: Int, descriptors: Int, of traffic: PeerTraffic) {
        let (key, holder) = (ObjectIdentifier(traffic), traffic.holder)
        unread.set(bytes, of: key, for: holder)
        unreadDescriptors.set(descriptors, of: key, for: holder)
        while let excess = unread.excess(of: holder),
            refuse(excess, { "\($1) left more than \($0 >> 20) MiB unread" })
        {}
        while let excess = unreadDescriptors.excess(of: holder),
            refuse(excess, { "\($1) left more than \($0) file descriptors unread" })
        {}
    }

    func set(incomplete bytes: Int, of traffic: PeerTraffic) {
        incomplete.set(bytes, of: ObjectIdentifier(traffic), for: traffic.holder)
        while let excess = incomplete.excess(of: traffic.holder),
            refuse(excess, { "\($1) sent more than \($0 >> 20) MiB of incomplete messages" })
        {}
    }

    /// Closes the connection that must give way. Its amounts are gone afterwards, so a loop over the excess ends.
    ///
    /// - Parameter reason: Gets the limit and the subject of the sentence.
    /// - Returns: Whether there was such a connection.
    private func refuse(_ excess: PeerLedger<ObjectIdentifier>.Excess, _ reason: (Int, String) -> String) -> Bool {
        guard let traffic = traffics[excess.key] else { return false }
        clear(traffic)
        traffic.refuse(reason(excess.limit, excess.isTotal ? "all peers together" : "it"))
        return true
    }
}
