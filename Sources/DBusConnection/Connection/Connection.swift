internal import CDBus
internal import DBusInterface
package import EventLoop

/// One libdbus connection to a bus or a peer, driven by the event loop.
///
/// Only opening a connection blocks. Incoming calls go to `onCall`, signals to `onSignal`. Replies of a turn leave at
/// its end, after everything that `beforeReplies` sends.
@EventLoop
package final class Connection {
    /// The maximum number of messages that are received in one turn, so that a flood does not starve timers and signals.
    private static let messagesPerTurn = 512

    nonisolated(unsafe) let raw: OpaquePointer
    let texts = RecentTexts()
    let reader: MessageReader
    nonisolated(unsafe) let sharedWriter = MessageWriter()
    let marshalled = MarshalledMessage()
    let signals = RecentSignals()
    let isBus: Bool
    var descriptorReplies = DescriptorReplies()
    /// The name that stands for a peer as a caller. A peer's messages carry no name that could be trusted.
    package var peerName = ""
    private(set) var sources: ConnectionSources?
    /// The program that carries this connection; nil for a socket.
    package internal(set) var program: ForwardingProgram?
    /// Unowned, like the back reference of the sources: a weak reference would slow down every retain of a connection.
    private var turnEnd: TurnEndHook?
    var replies: [OpaquePointer] = []
    /// Messages and actions that failed for lack of memory. They are retried, messages in their order.
    var unsent: [OpaquePointer] = []
    var postponed: [@EventLoop () -> Bool] = []
    var retryTimer: LoopTimer?
    /// Replies that wait for a condition, and replies whose wait is over.
    var held: [ObjectIdentifier: HeldReplies] = [:]
    var released: [HeldReplies] = []
    let pendingCalls = PendingCalls()
    private(set) package var isOpen = true
    /// Calls without a reply when their handler returned, perhaps on several connections together.
    nonisolated(unsafe) var waiting = WaitingCalls()
    /// The messages that have arrived and are not handled yet, perhaps of several connections together.
    var queues = ClientQueues()
    /// The number of messages of this connection in `queues`.
    package internal(set) var queuedMessages = 0
    /// Whether the other side is gone, and messages that it has sent before are still to be handled.
    private var isDisconnecting = false

    package private(set) var messagesReceived: UInt64 = 0
    package internal(set) var messagesSent: UInt64 = 0

    /// The maximum content of one message in bytes. A larger message is refused with `LimitsExceeded`.
    package var contentLimit = Int.max
    /// The default timeout of a call, in milliseconds.
    package var callTimeout: Int32 = 25_000

    package var onCall: (@EventLoop (IncomingCall, MessageReader, PendingReply) -> Void)?
    /// Called for every message that arrives, before it is handled.
    package var onMessage: (@EventLoop () -> Void)?
    package var onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)?
    /// Called when the other side is gone. Nothing can be sent after that.
    package var onDisconnect: (@EventLoop () -> Void)?
    /// Called before a message is sent. Messages that this closure sends precede it.
    var beforeSending: (@EventLoop () -> Void)?
    /// Called at the end of a turn, before its replies leave.
    package var beforeReplies: (@EventLoop () -> Void)?
    /// Whether ``beforeReplies`` is called at the end of every turn, or only before replies of this connection. For the
    /// further connections of clients the latter is enough. Otherwise every turn would do its last work hundreds of times.
    package var endsEveryTurn = true

    /// May delay the replies of a turn: it returns true, and calls `release` when they may leave. The connection then
    /// calls it again, because the wait may have caused more work.
    package var holdReplies: (@EventLoop (HeldReplies, _ release: @escaping @EventLoop () -> Void) -> Bool)?

    /// Takes ownership of one reference to the connection.
    init(_ raw: OpaquePointer, isBus: Bool) {
        self.raw = raw
        self.isBus = isBus
        reader = MessageReader(texts)
        sharedWriter.connection = raw
        // By default libdbus ends the process when the bus disconnects, before the state is saved.
        dbus_connection_set_exit_on_disconnect(raw, 0)
        dbus_connection_set_route_peer_messages(raw, 1)
        dbus_connection_set_max_received_unix_fds(raw, 64)
        // A message of the bus may have as many descriptors as the kernel passes at once (SCM_MAX_FD). With libdbus' default
        // of 16, a message with more would end the connection.
        dbus_connection_set_max_message_unix_fds(raw, 253)
    }

    /// - Throws: `NoMemory`. The connection is closed then.
    func start() throws(DBusError) {
        guard let sources = ConnectionSources(self) else {
            close()
            throw .noMemory("not enough memory for a connection")
        }
        self.sources = sources
        // Weak, as turns may end between its last release, on another thread, and its deinitialization by the loop.
        turnEnd = EventLoop.atTurnEnd { [weak self] in self?.endTurn() }
        // Messages that arrived during the setup cause no event of their own.
        sources.continueLater()
    }

    isolated deinit {
        if isOpen { close() }
        dbus_connection_unref(raw)
    }

    /// Closes the connection. Pending replies are not sent.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        for reply in replies + (held.values + released).flatMap(\.messages) { dbus_message_unref(reply) }
        queues.remove(self)
        replies = []
        held = [:]
        released = []
        dropUnsent()
        if let turnEnd { EventLoop.remove(turnEnd) }
        turnEnd = nil
        sources?.detach()
        sources = nil
        dbus_connection_close(raw)
        traffic?.end()
        traffic = nil
        pendingCalls.failAll()
    }

    // MARK: State

    /// Whether the other side is connected, as far as libdbus knows. Calls fail before `onDisconnect` is called.
    package var isConnected: Bool { isOpen && dbus_connection_get_is_connected(raw) != 0 }

    package var uniqueName: String {
        isBus ? dbus_bus_get_unique_name(raw).map { String(cString: $0) } ?? "" : ""
    }

    /// Whether messages can carry file descriptors.
    package var passesDescriptors: Bool { dbus_connection_can_send_type(raw, Int32(UInt8(ascii: "h"))) != 0 }

    /// The user of a peer. For a client of a bus, ask the bus.
    package var peerUserID: UInt32? {
        var user: UInt = 0
        return dbus_connection_get_unix_user(raw, &user) != 0 ? UInt32(truncatingIfNeeded: user) : nil
    }

    /// The process of a peer.
    package var peerProcessID: Int32? {
        var process: UInt = 0
        return dbus_connection_get_unix_process_id(raw, &process) != 0 ? Int32(truncatingIfNeeded: process) : nil
    }

    /// The number of bytes that are queued because the other side does not read.
    package var outgoingSize: Int { dbus_connection_get_outgoing_size(raw) }

    /// The connections that get the messages of this one during ``sendOnce(to:_:)``.
    var mirrors: [Connection] = []
    /// What the peer makes this process hold; nil for a connection without limits (``limitTraffic(of:in:)``).
    var traffic: PeerTraffic?
    /// Why the connection is about to be closed; nil if it is not. Nothing is sent then.
    package internal(set) var refusal: String?

    /// Limits an untrusted peer: a longer message ends the connection, and reading stops while more than `waiting`
    /// bytes wait. A descriptor ends the connection as well: no method takes one, and descriptors of a message that never
    /// becomes complete would stay open.
    package func limitReceiving(message: Int, waiting: Int) {
        dbus_connection_set_max_message_size(raw, message)
        dbus_connection_set_max_received_size(raw, waiting)
        dbus_connection_set_max_message_unix_fds(raw, 0)
    }

    /// While true, nothing is received, and the other side has to wait.
    package var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            updateReading()
            if !isPaused { sources?.continueLater() }
        }
    }

    private func updateReading() { sources?.setReading(isReading) }

    /// The maximum number of bytes in the output queue. Beyond it nothing more is read until most of them are written.
    private static let outgoingMark = 16 << 20
    /// The same for descriptors in messages.
    private static let descriptorMark = 32

    /// Whether reading has stopped until the other side reads.
    private var waitsForReader = false
    /// The size of a long message that is in the output queue.
    private var longMessage = 0

    /// Notes a long message that is about to be sent. Calls are still read while it is in the output queue: it says
    /// nothing about whether the other side reads. One is sent at a time.
    func noteLongMessage(_ size: Int) { longMessage = size }

    /// Whether what arrives is read. If not, it waits in the socket or in libdbus.
    var isReading: Bool { !isPaused && !waitsForReader && !waitsForTurn }

    private func isCongested() -> Bool {
        let size = outgoingSize
        if longMessage > 0, size < Self.outgoingMark / 4 { longMessage = 0 }
        guard size > 0 || waitsForReader else { return false }
        // A message with a descriptor is small, but keeps memory of the system.
        let descriptors = dbus_connection_get_outgoing_unix_fds(raw)
        let isCongested =
            traffic?.isCongested(isWaiting: waitsForReader)
            ?? (size - longMessage > (waitsForReader ? Self.outgoingMark / 4 : Self.outgoingMark))
            || descriptors > (waitsForReader ? Self.descriptorMark / 4 : Self.descriptorMark)
        if isCongested != waitsForReader {
            waitsForReader = isCongested
            updateReading()
        }
        return isCongested
    }

    /// The maximum number of messages of a peer that wait to be handled. Beyond it nothing more is read, which makes no
    /// other client wait. On a bus, where it would, `ClientQueues` refuses calls.
    private static let peerMark = 1024

    /// Whether reading has stopped until most messages of the peer are handled.
    private var waitsForTurn = false {
        didSet {
            guard waitsForTurn != oldValue else { return }
            updateReading()
            if !waitsForTurn { sources?.continueLater() }
        }
    }

    /// While true, calls wait in their order, and so do signals about clients that have left. Everything else
    /// continues.
    package var holdsCalls = false {
        didSet { if oldValue, !holdsCalls { queues.continueLater() } }
    }

    package func addMatch(_ rule: String) { callMatch(BusDriver.addMatch, rule) }

    package func removeMatch(_ rule: String) { callMatch(BusDriver.removeMatch, rule) }

    private func callMatch(_ method: Method<(String) -> Void>, _ rule: String) {
        retryUntilDone { [unowned self] in
            (try? notify(method, at: BusDriver.path, on: BusDriver.name, rule)) != nil
        }
    }

    // MARK: Receiving

    /// Receives the messages that have arrived, and handles those of one turn.
    func dispatch() {
        let mayAnswer = receiveMessages()
        sources?.hasNews = false
        queues.handle(after: mayAnswer ? self : nil)
        if sources?.hasNews == true { sources?.continueLater() }
    }

    /// Receives all messages that have arrived, up to the maximum of a turn. They are taken out of libdbus one by one:
    /// its filters and object paths, which this connection does not use, would cost more than the queues.
    ///
    /// - Returns: Whether the other side reads what is sent, which was found out on the way.
    private func receiveMessages() -> Bool {
        var left = Self.messagesPerTurn
        var arrived = 0
        var sent: UInt64?
        var end: ContinuousClock.Instant?
        repeat {
            arrived = 0
            while true {
                if !isBus {
                    waitsForTurn = queuedMessages >= (waitsForTurn ? Self.peerMark / 4 : Self.peerMark)
                }
                guard isOpen, !isPaused, !waitsForTurn else { return false }
                if sent != messagesSent {
                    guard !isCongested() else { return false }
                    sent = messagesSent
                }
                guard left > 0 else {
                    // The other sources of the loop come first.
                    sources?.continueLater()
                    return true
                }
                guard let message = dbus_connection_pop_message(raw) else { break }
                arrived += 1
                left -= 1
                onMessage?()
                guard isOpen else {
                    dbus_message_unref(message)
                    return false
                }
                guard !receive(message) else { continue }
                // It was handled at once. The first one sets the end.
                let now = ContinuousClock.now
                if let end, now >= end { left = 0 }
                end = end ?? now + ClientQueues.slice
            }
            // libdbus reads 2 KiB at a time. Messages of other clients may be behind those of a client that sends many.
        } while arrived > 1 && sources?.readMore() == true
        if arrived == 0, dbus_connection_get_dispatch_status(raw) == DBUS_DISPATCH_NEED_MEMORY { retryLater() }
        return true
    }

    /// Takes a message over: lets it wait, or handles it at once.
    ///
    /// - Returns: Whether it waits.
    private func receive(_ message: OpaquePointer) -> Bool {
        messagesReceived += 1
        switch dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            let client = client(of: message)
            guard let refusal = queues.refusal(of: client, message) else {
                queues.add(message, of: client, on: self)
                return true
            }
            pendingReply(to: message).fail(refusal)
        case DBUS_MESSAGE_TYPE_SIGNAL where dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected") != 0:
            isDisconnecting = true
            // Calls that are held can't be answered any longer.
            if holdsCalls { disconnected() } else { finishDisconnecting() }
        case DBUS_MESSAGE_TYPE_SIGNAL, DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR:
            if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL { noteOwner(message) }
            if let client = earlierClient(than: message) {
                queues.add(message, of: client, on: self)
                return true
            }
            handleQueued(message, of: "")
        default: break
        }
        dbus_message_unref(message)
        return false
    }

    /// Returns the client whose earlier messages wait, and before which a message that is not a call can't be handled.
    private func earlierClient(than message: OpaquePointer) -> String? {
        guard holdsCalls || !queues.isEmpty else { return nil }
        if let leaving = leavingClient(in: message), holdsCalls || queues.hasMessages(of: leaving) { return leaving }
        let sender = client(of: message)
        return queues.hasMessages(of: sender) ? sender : nil
    }

    /// Returns the client in whose turn a message is handled: its sender.
    func client(of message: OpaquePointer) -> String {
        isBus ? dbus_message_get_sender(message).map { texts.text($0) } ?? "" : peerName
    }

    /// Returns the unique name of the former owner of a name; nil for a message that is not the bus' NameOwnerChanged.
    private func leavingClient(in message: OpaquePointer) -> String? {
        guard isOwnerChange(message), dbus_message_has_signature(message, "sss") != 0 else { return nil }
        reader.begin(message, budget: contentLimit)
        guard (try? reader.readString()) != nil else { return nil }
        return try? reader.readString()
    }

    private func isOwnerChange(_ message: OpaquePointer) -> Bool {
        dbus_message_is_signal(message, BusDriver.name, "NameOwnerChanged") != 0
            && dbus_message_has_sender(message, BusDriver.name) != 0
    }

    /// Whether a message in a queue may be handled now.
    ///
    /// - Parameter reads: Whether the other side is known to read what is sent.
    func mayHandle(_ message: OpaquePointer, reads: Bool = false) -> Bool {
        guard isOpen, reads || !isCongested() else { return false }
        guard holdsCalls else { return true }
        return dbus_message_get_type(message) != DBUS_MESSAGE_TYPE_METHOD_CALL && !isOwnerChange(message)
    }

    /// Handles a message whose turn it is.
    ///
    /// - Parameter client: The sender of a call.
    func handleQueued(_ message: OpaquePointer, of client: String) {
        guard isOpen else { return }
        switch dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: handleCall(message, of: client)
        case DBUS_MESSAGE_TYPE_SIGNAL:
            reader.begin(message, budget: contentLimit)
            onSignal?(IncomingSignal(message), reader)
        default: if !failDescriptors(refusedBy: message) { pendingCalls.receive(message) }
        }
    }

    /// A message of this connection was handled.
    func messageHandled() {
        if waitsForTurn { waitsForTurn = queuedMessages >= Self.peerMark / 4 }
        finishDisconnecting()
    }

    /// Ends the connection when the other side is gone and all that it has sent is handled.
    private func finishDisconnecting() {
        if isDisconnecting, queuedMessages == 0 { disconnected() }
    }

    private func pendingReply(to message: OpaquePointer) -> PendingReply {
        PendingReply(self, to: IncomingCall(message, texts, peer: isBus ? nil : peerName))
    }

    private func handleCall(_ message: OpaquePointer, of client: String) {
        let call = IncomingCall(message, texts, peer: client)
        let reply = PendingReply(self, to: call)
        if let refusal = waiting.refusal(of: call.sender) { return reply.fail(refusal) }
        reader.begin(message, budget: contentLimit)
        guard let onCall else { return reply.fail(.unknownMethod("this connection exports no objects")) }
        onCall(call, reader, reply)
        reply.mayWait()
    }

    func disconnected() {
        guard isOpen else { return }
        let onDisconnect = onDisconnect
        close()
        onDisconnect?()
    }
}
