internal import CDBus
internal import DBusInterface
internal import EventLoop
internal import Glibc

/// The messages that have arrived on some connections, until they are handled.
///
/// Each client has a queue, and the queues take turns, one message each. So a client that sends much, or calls that take
/// long, delays another client by one call and not by all that it has sent. The messages of one client on one connection
/// are handled in their order.
@EventLoop
final class ClientQueues {
    /// The messages of one client on one connection.
    fileprivate struct Lane {
        /// A connection removes its messages when it is closed, also when it is deinitialized.
        unowned(unsafe) let connection: Connection
        let id: ObjectIdentifier
        var messages: ArraySlice<Waiting> = []

        init(_ connection: Connection) {
            self.connection = connection
            id = ObjectIdentifier(connection)
        }
    }

    fileprivate struct Waiting {
        let message: OpaquePointer
        /// The size of its values in bytes.
        let size: Int
    }

    private struct Single {
        let message: OpaquePointer
        let client: String
        /// See ``Lane/connection``.
        unowned(unsafe) let connection: Connection

        init(_ message: OpaquePointer, _ client: String, _ connection: Connection) {
            self.message = message
            self.client = client
            self.connection = connection
        }
    }

    fileprivate struct Queue {
        var lanes: [Lane] = []
        var count = 0
        var bytes = 0
    }

    /// The time of the messages of one turn. Its end, with the announcements and the commit of what they have changed, is
    /// added to that.
    nonisolated static let slice = Duration.milliseconds(5)

    /// Limits of the calls that wait for their turn, for each client and in total. More calls of a client are refused, so
    /// that those of other clients, behind them on the same bus, are still read. A client can pipeline as many calls as
    /// it may own view controllers; a bus does not deliver more than 50,000 without a reply.
    nonisolated static let limits = (each: 32_768, total: 65_536)
    /// The same for the size of these calls, in bytes, beyond which one more message may wait.
    nonisolated static let byteLimits = (each: 16 << 20, total: 40 << 20)
    /// A client with few and short waiting calls is not refused because of others, unless there are very many clients.
    private static let smallShare = (count: 64, bytes: 64 << 10)

    /// The only message that waits; the others are in `queues`. It needs no lookup.
    private var single: Single?
    private var queues: [String: Queue] = [:]
    /// The clients with waiting messages, in the order of their turns.
    private var rotation: ArraySlice<String> = []
    private var count = 0
    private var bytes = 0
    private var isPosted = false
    private var turnLength = TurnLength()
    /// Called when no message waits.
    private var onEmpty: (@EventLoop () -> Void)?

    /// Whether no message waits.
    var isEmpty: Bool { single == nil && count == 0 }

    /// Whether messages of a client wait.
    func hasMessages(of client: String) -> Bool { single?.client == client || queues[client] != nil }

    // MARK: Arrival

    /// Takes a message over, which is kept until it is handled.
    func add(_ message: OpaquePointer, of client: String, on connection: Connection) {
        connection.queuedMessages += 1
        guard single != nil || count > 0 else { return single = Single(message, client, connection) }
        if let single {
            self.single = nil
            append(single.message, of: single.client, on: single.connection)
        }
        append(message, of: client, on: connection)
    }

    private func append(_ message: OpaquePointer, of client: String, on connection: Connection) {
        let size = Self.size(of: message)
        if queues[client] == nil { rotation.append(client) }
        queues[client, default: Queue()].append(Waiting(message: message, size: size), on: connection)
        count += 1
        bytes += size
    }

    /// libdbus does not tell the size of a message that was received, so it is marshalled again: about 1 µs for a short
    /// one. Only messages that wait behind others are measured.
    private static func size(of message: OpaquePointer) -> Int {
        var data: UnsafeMutablePointer<CChar>?
        var size: Int32 = 0
        guard dbus_message_marshal(message, &data, &size) != 0 else { return 0 }
        dbus_free(data)
        return Int(size)
    }

    /// Returns the reason for refusing a call of a client; nil if it may wait.
    func refusal(of client: String, _ message: OpaquePointer) -> DBusError? {
        guard count >= Self.smallShare.count || bytes >= Self.byteLimits.each else { return nil }
        let own = queues[client] ?? Queue()
        guard own.count >= Self.limits.each || own.bytes >= Self.byteLimits.each || isFull(for: own, message) else {
            return nil
        }
        return .limitsExceeded(
            "call queue full: \(own.count) calls of this client with \(own.bytes) bytes wait to be handled, of all "
                + "clients \(count) with \(bytes) bytes; at most \(Self.limits.each) calls and "
                + "\(Self.byteLimits.each) bytes of one client may wait, and \(Self.limits.total) and "
                + "\(Self.byteLimits.total) of all; wait for replies before further calls")
    }

    private func isFull(for own: Queue, _ message: OpaquePointer) -> Bool {
        if count >= Self.limits.total, own.count >= Self.smallShare.count || count >= 2 * Self.limits.total {
            return true
        }
        guard bytes >= Self.byteLimits.total else { return false }
        return own.bytes + Self.size(of: message) > Self.smallShare.bytes || bytes >= 2 * Self.byteLimits.total
    }

    // MARK: Turns

    /// Calls back when no message waits.
    func whenEmpty(_ body: @escaping @EventLoop () -> Void) {
        if isEmpty { body() } else { onEmpty = body }
    }

    /// Handles the messages of one turn. The rest follows in later turns.
    ///
    /// - Parameter connection: The connection that has received messages, if its other side is known to read.
    func handle(after connection: Connection? = nil) {
        handleTurn(after: connection)
        guard let body = onEmpty, isEmpty else { return }
        onEmpty = nil
        body()
    }

    private func handleTurn(after reading: Connection?) {
        if let single {
            let connection = single.connection
            guard connection.mayHandle(single.message, reads: connection === reading) else { return }
            self.single = nil
            return handle(single.message, of: single.client, on: connection)
        }
        guard count > 0 else { return }
        let (begin, time) = (ContinuousClock.now, Self.processorTime)
        var handled = 0
        while handled < turnLength.messages, ContinuousClock.now < begin + Self.slice {
            // The others wait for their connections.
            guard let (message, client, connection) = next() else { return measureTurn(since: time, of: handled) }
            handle(message, of: client, on: connection)
            handled += 1
        }
        measureTurn(since: time, of: handled)
        if count > 0 { continueLater() }
    }

    /// Chooses the length of the next turn by the duration of this one.
    private func measureTurn(since begin: Duration, of handled: Int) {
        guard handled > 0 else { return }
        var hook: TurnEndHook?
        // It comes after the hooks that announce and commit.
        hook = EventLoop.atTurnEnd { [weak self] in
            if let hook { EventLoop.remove(hook) }
            hook = nil
            self?.turnLength.adapt(to: Self.processorTime - begin, of: handled)
        }
    }

    /// The processor time of this thread. Other processes do not add to it.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func handle(_ message: OpaquePointer, of client: String, on connection: Connection) {
        connection.queuedMessages -= 1
        connection.handleQueued(message, of: client)
        dbus_message_unref(message)
        connection.messageHandled()
    }

    /// Takes the next message that may be handled now.
    private func next() -> (OpaquePointer, client: String, Connection)? {
        for _ in 0..<rotation.count {
            let client = rotation.removeFirst()
            guard var queue = queues.removeValue(forKey: client) else { continue }
            let found = queue.next()
            if queue.count > 0 {
                queues[client] = queue
                rotation.append(client)
            }
            guard let (waiting, connection) = found else { continue }
            count -= 1
            bytes -= waiting.size
            return (waiting.message, client, connection)
        }
        return nil
    }

    /// Continues in a later turn, after the other sources of the loop.
    func continueLater() {
        guard !isEmpty, !isPosted else { return }
        isPosted = true
        EventLoop.post { [weak self] in
            self?.isPosted = false
            self?.handle()
        }
    }

    // MARK: Changes of connections

    /// Drops the messages of a connection that is closed.
    func remove(_ connection: Connection) { _ = take(of: connection) }

    /// Moves the messages of a connection, whose caller may have another name now, to other queues.
    func move(_ connection: Connection, to other: ClientQueues) {
        for message in take(of: connection, keeps: true) {
            other.add(message, of: connection.client(of: message), on: connection)
        }
        other.continueLater()
    }

    private func take(of connection: Connection, keeps: Bool = false) -> [OpaquePointer] {
        guard connection.queuedMessages > 0 else { return [] }
        var taken: [Waiting] = []
        if let single, single.connection === connection {
            self.single = nil
            taken.append(Waiting(message: single.message, size: 0))
        }
        for client in queues.keys {
            guard let lane = queues[client]?.removeLane(of: connection) else { continue }
            taken += lane
            count -= lane.count
            bytes -= lane.reduce(0) { $0 + $1.size }
            if queues[client]?.count == 0 { queues[client] = nil }
        }
        rotation.removeAll { queues[$0] == nil }
        connection.queuedMessages = 0
        if !keeps { for waiting in taken { dbus_message_unref(waiting.message) } }
        return taken.map(\.message)
    }
}

extension ClientQueues.Queue {
    fileprivate mutating func append(_ waiting: ClientQueues.Waiting, on connection: Connection) {
        let id = ObjectIdentifier(connection)
        let index = lanes.firstIndex { $0.id == id } ?? lanes.count
        if index == lanes.count { lanes.append(ClientQueues.Lane(connection)) }
        lanes[index].messages.append(waiting)
        count += 1
        bytes += waiting.size
    }

    /// Takes the first message that may be handled now. The connections of a client take turns too.
    @EventLoop
    fileprivate mutating func next() -> (ClientQueues.Waiting, Connection)? {
        for index in lanes.indices {
            guard let place = lanes[index].firstPlace else { continue }
            var lane = lanes.remove(at: index)
            let isFirst = place == lane.messages.startIndex
            let waiting = isFirst ? lane.messages.removeFirst() : lane.messages.remove(at: place)
            if !lane.messages.isEmpty { lanes.append(lane) }
            count -= 1
            bytes -= waiting.size
            return (waiting, lane.connection)
        }
        return nil
    }

    fileprivate mutating func removeLane(of connection: Connection) -> ArraySlice<ClientQueues.Waiting>? {
        let id = ObjectIdentifier(connection)
        guard let index = lanes.firstIndex(where: { $0.id == id }) else { return nil }
        let messages = lanes.remove(at: index).messages
        count -= messages.count
        bytes -= messages.reduce(0) { $0 + $1.size }
        return messages
    }
}

extension ClientQueues.Lane {
    /// The place of the first message that may be handled now. While calls are held, replies pass them.
    @EventLoop
    fileprivate var firstPlace: Int? {
        guard let first = messages.first else { return nil }
        if connection.mayHandle(first.message) { return messages.startIndex }
        guard connection.holdsCalls else { return nil }
        return messages.indices.first { connection.mayHandle(messages[$0].message) }
    }
}

extension Connection {
    /// Lets the messages of this connection wait in queues that it shares with others.
    func share(_ shared: ClientQueues) {
        guard queues !== shared else { return }
        let own = queues
        queues = shared
        own.move(self, to: shared)
    }
}
