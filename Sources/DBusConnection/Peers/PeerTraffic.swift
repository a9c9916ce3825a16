internal import CDBus
internal import EventLoop
internal import Glibc

/// The part of a message that has arrived.
struct IncompleteMessage {
    /// The bytes that have arrived since the last complete message.
    var bytes = 0 {
        didSet { if bytes == 0 { former = 0 } }
    }
    /// The bytes at the beginning of the present time span.
    private var former = 0

    /// Ends a time span. Returns whether less than a minimum has arrived in it.
    mutating func hasStalled(growingBy minimum: Int) -> Bool {
        defer { former = bytes }
        return bytes - former < minimum
    }
}

/// Estimates the memory of the messages that wait to be written. libdbus tells their bytes, but not their number, and a
/// message costs more than its bytes: 200,000 replies of 47 bytes took 383 bytes each.
struct QueuedMemory {
    /// What libdbus allocates for a message besides its bytes.
    private static let overhead = 384
    /// No message is shorter. Limits the error while the other side reads, when only a part of each message is seen.
    private static let shortest = 24

    /// The bytes of the queue at the last call.
    private(set) var bytes = 0
    /// The messages that have made the queue longer since it was empty, and their bytes.
    private var messages = (count: 0, bytes: 0)

    /// The estimated memory of the queue.
    var memory: Int {
        guard messages.count > 0 else { return bytes }
        return bytes + bytes / max(Self.shortest, messages.bytes / messages.count) * Self.overhead
    }

    /// Records the bytes of the queue, after a message was queued or some of them were written.
    mutating func change(to bytes: Int) {
        if bytes == 0 {
            messages = (0, 0)
        } else if bytes > self.bytes {
            messages.count += 1
            messages.bytes += bytes - self.bytes
        }
        self.bytes = bytes
    }
}

/// What one peer makes this process hold.
@EventLoop
final class PeerTraffic {
    let holder: String
    private unowned let connection: Connection
    private let memory: PeerMemory
    private var counter: ReadCounter?
    private var queue = QueuedMemory()
    private var incomplete = IncompleteMessage()
    private var timer: LoopTimer?
    private var isRefused = false

    init(_ connection: Connection, of holder: String, in memory: PeerMemory) {
        self.connection = connection
        self.holder = holder
        self.memory = memory
        var socket: Int32 = -1
        if dbus_connection_get_unix_fd(connection.raw, &socket) != 0 { counter = ReadCounter(socket) }
        memory.add(self)
    }

    /// Ends the accounting, because the connection is closed.
    func end() {
        timer = nil
        isRefused = true
        memory.remove(self)
    }

    /// Closes the connection in a later turn.
    func refuse(_ reason: String) {
        guard !isRefused else { return }
        isRefused = true
        timer = nil
        connection.refuse(reason)
    }

    // MARK: Output

    /// Called after a message was queued, or some of the queue was written.
    func outputChanged() {
        guard !isRefused else { return }
        let bytes = connection.outgoingSize
        guard bytes > 0 || queue.bytes > 0 else { return }
        queue.change(to: bytes)
        let descriptors = bytes > 0 ? Int(dbus_connection_get_outgoing_unix_fds(connection.raw)) : 0
        memory.set(unread: queue.memory, descriptors: descriptors, of: self)
    }

    /// The memory of unread messages beyond which nothing more is read: the peer waits, and is not closed for the replies
    /// to its own calls. 16 connections of a client take half of its account; when all peers leave much unread, less.
    private static let mark = 2 << 20
    private static let crowdedMark = 256 << 10

    /// - Parameter isWaiting: Whether nothing is read already. Then reading continues at a quarter.
    /// - Returns: nil without a limit of unread messages.
    func isCongested(isWaiting: Bool) -> Bool? {
        guard memory.limits.unread.total < .max else { return nil }
        let mark = memory.isCrowded ? Self.crowdedMark : Self.mark
        return queue.memory > (isWaiting ? mark / 4 : mark)
    }

    // MARK: Input

    /// Whether more may be read. While messages wait, their bytes would be unknown, and so would be whether the bytes
    /// that are read complete a message.
    var mayRead: Bool { !hasMessages }

    private var hasMessages: Bool { dbus_connection_get_dispatch_status(connection.raw) == DBUS_DISPATCH_DATA_REMAINS }

    /// Called after libdbus has read from the socket or written to it.
    func didTransfer() {
        outputChanged()
        guard !isRefused, let count = counter?.count(), count > 0 else { return }
        // The beginning of the next message may have arrived with the end of this one. That is less than libdbus reads at
        // once, 4 KiB, and counts when more of it arrives.
        setIncomplete(hasMessages ? 0 : incomplete.bytes + count)
    }

    private func setIncomplete(_ bytes: Int) {
        guard bytes > 0 || incomplete.bytes > 0 else { return }
        incomplete.bytes = bytes
        memory.set(incomplete: bytes, of: self)
        if bytes == 0 || isRefused {
            timer = nil
        } else if timer == nil {
            _ = incomplete.hasStalled(growingBy: 0)
            wait()
        }
    }

    private func wait() {
        timer = LoopTimer(after: memory.limits.timeout, accuracy: memory.limits.timeout / 8) { [unowned self] in check()
        }
    }

    /// Closes the connection unless the message has grown, or this process has not read what has arrived.
    private func check() {
        timer = nil
        let limits = memory.limits
        guard incomplete.hasStalled(growingBy: limits.minimumGrowth), connection.isReading, counter?.hasMore != true
        else { return wait() }
        refuse("it sent only a part of a message within \(Double(limits.timeout) / 1000) s")
    }
}

extension Connection {
    /// Accounts for what the peer makes this process hold. Beyond the limits the connection is closed, with ``refusal`` as
    /// the reason.
    ///
    /// - Parameter holder: The client or plugin that has the connection, perhaps among others.
    package func limitTraffic(of holder: String, in memory: PeerMemory) {
        traffic?.end()
        guard isOpen else { return }
        traffic = PeerTraffic(self, of: holder, in: memory)
    }

    /// Whether the connection is closed when its peer does not read.
    var hasLimitedTraffic: Bool { traffic != nil }

    /// Sends nothing more, and closes the connection in a later turn, as its user may be sending on several connections.
    func refuse(_ reason: String) {
        guard isOpen, refusal == nil else { return }
        refusal = reason
        EventLoop.post { [weak self] in self?.disconnected() }
    }
}
