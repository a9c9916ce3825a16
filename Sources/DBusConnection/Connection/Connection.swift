internal import CDBus
internal import DBusInterface
package import EventLoop

/// One libdbus connection, to a bus or to a peer, driven by the event loop.
///
/// Nothing here blocks but opening a connection. Calls that come in go to `onCall`, signals to `onSignal`; replies that
/// are given in a turn leave at its end, behind everything that `beforeReplies` sends.
@EventLoop
package final class Connection {
    /// How many messages one turn takes, so that timers and signals are not starved by a flood.
    static let messagesPerTurn = 64

    nonisolated(unsafe) let raw: OpaquePointer
    let texts = RecentTexts()
    let reader: MessageReader
    nonisolated(unsafe) let sharedWriter = MessageWriter()
    let marshalled = MarshalledMessage()
    let signals = RecentSignals()
    let isBus: Bool
    private(set) var sources: ConnectionSources?
    private var hasFilter = false
    /// Unowned, as is the sources' way back: a weak reference would make every retain of a connection slow.
    private var turnEnd: TurnEndHook?
    var replies: [OpaquePointer] = []
    /// What there was no memory for: it is tried again, messages in their order.
    var unsent: [OpaquePointer] = []
    var postponed: [@EventLoop () -> Bool] = []
    var retryTimer: LoopTimer?
    /// Replies that wait for something, and those that have waited.
    var held: [ObjectIdentifier: HeldReplies] = [:]
    var released: [HeldReplies] = []
    let pendingCalls = PendingCalls()
    private(set) package var isOpen = true
    /// Calls that were not answered while they were handled.
    nonisolated let waiting = WaitingCalls()
    /// Calls that wait while ``holdsCalls``.
    private var heldCalls: [OpaquePointer] = []

    package private(set) var messagesReceived: UInt64 = 0
    package internal(set) var messagesSent: UInt64 = 0

    /// How many bytes of content are read of one message at most; over that it is refused with `LimitsExceeded`.
    package var contentLimit = Int.max
    /// How many milliseconds a call waits for its reply unless it says otherwise.
    package var callTimeout: Int32 = 25_000

    package var onCall: (@EventLoop (IncomingCall, MessageReader, PendingReply) -> Void)?
    /// Called for every message of whatever kind, before it is handled; also for what libdbus answers by itself.
    package var onMessage: (@EventLoop () -> Void)?
    package var onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)?
    /// The other side is gone. Nothing can be sent any more.
    package var onDisconnect: (@EventLoop () -> Void)?
    /// Called before a message is sent. Messages that this closure sends precede it.
    var beforeSending: (@EventLoop () -> Void)?
    /// Called at a turn's end, before the replies of the turn leave.
    package var beforeReplies: (@EventLoop () -> Void)?

    /// May let the replies of a turn wait: true, and the completion is called when they may leave. It is asked again
    /// then, as what they waited for may have caused more to wait for.
    package var holdReplies: (@EventLoop (HeldReplies, _ release: @escaping @EventLoop () -> Void) -> Bool)?

    /// Takes over one reference of a connection.
    init(_ raw: OpaquePointer, isBus: Bool) {
        self.raw = raw
        self.isBus = isBus
        reader = MessageReader(texts)
        // libdbus would end the process when the bus goes, with the state not saved.
        dbus_connection_set_exit_on_disconnect(raw, 0)
        dbus_connection_set_route_peer_messages(raw, 1)
        dbus_connection_set_max_received_unix_fds(raw, 64)
    }

    /// - Throws: `NoMemory`; the connection is closed then.
    func start() throws(DBusError) {
        hasFilter = dbus_connection_add_filter(raw, Self.filter, Unmanaged.passUnretained(self).toOpaque(), nil) != 0
        guard hasFilter, let sources = ConnectionSources(self) else {
            close()
            throw .noMemory("not enough memory for a connection")
        }
        self.sources = sources
        turnEnd = EventLoop.atTurnEnd { [unowned self] in endTurn() }
        // What arrived while the connection was made has no event of its own.
        sources.continueLater()
    }

    private static let filter: DBusHandleMessageFunction = { _, message, context in
        guard let message, let context else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
        return received((Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue(), message))
    }

    private static let received = LoopFunction<(Connection, OpaquePointer), DBusHandlerResult> { connection, message in
        connection.receive(message)
    }

    isolated deinit {
        if isOpen { close() }
        dbus_connection_unref(raw)
    }

    /// Closes the connection; replies that are owed are not sent any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        for reply in replies + (held.values + released).flatMap(\.messages) { dbus_message_unref(reply) }
        for call in heldCalls { dbus_message_unref(call) }
        replies = []
        held = [:]
        released = []
        heldCalls = []
        dropUnsent()
        if let turnEnd { EventLoop.remove(turnEnd) }
        turnEnd = nil
        sources?.detach()
        sources = nil
        if hasFilter { dbus_connection_remove_filter(raw, Self.filter, Unmanaged.passUnretained(self).toOpaque()) }
        hasFilter = false
        dbus_connection_close(raw)
        pendingCalls.failAll()
    }

    // MARK: State

    /// Whether the other side is there, as far as it is known: calls fail before `onDisconnect` tells why.
    package var isConnected: Bool { isOpen && dbus_connection_get_is_connected(raw) != 0 }

    package var uniqueName: String {
        isBus ? dbus_bus_get_unique_name(raw).map { String(cString: $0) } ?? "" : ""
    }

    /// Writes out what is queued, blocking at most so long: only for the last words of a process. A bus that doesn't read
    /// must not keep it from its end.
    package func flush(for time: Duration) {
        holdReplies = nil
        endTurn()
        sendHeld()
        retry()
        let end = ContinuousClock.now + time
        while isOpen, dbus_connection_has_messages_to_send(raw) != 0, ContinuousClock.now < end {
            guard dbus_connection_read_write(raw, 10) != 0 else { return }
        }
    }

    /// The user of the other side; for peers, where no bus tells it.
    package var peerUserID: UInt32? {
        var user: UInt = 0
        return dbus_connection_get_unix_user(raw, &user) != 0 ? UInt32(truncatingIfNeeded: user) : nil
    }

    /// The process of the other side; for peers.
    package var peerProcessID: Int32? {
        var process: UInt = 0
        return dbus_connection_get_unix_process_id(raw, &process) != 0 ? Int32(truncatingIfNeeded: process) : nil
    }

    /// Bytes that are queued because the other side does not read them.
    package var outgoingSize: Int { dbus_connection_get_outgoing_size(raw) }

    /// For peers that are not trusted: one message may have so many bytes (more ends the connection), and reading stops
    /// while so many bytes of messages wait.
    package func limitReceiving(message: Int, waiting: Int) {
        dbus_connection_set_max_message_size(raw, message)
        dbus_connection_set_max_received_size(raw, waiting)
    }

    /// While it is true nothing is read or handled; the other side has to wait.
    package var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            sources?.setReading(!isPaused && !waitsForReader)
            if !isPaused { sources?.continueLater() }
        }
    }

    /// So many bytes may wait until the other side reads them; then nothing more is read from it, until most are gone.
    private static let outgoingMark = 16 << 20

    /// Whether the other side has to read before it is listened to.
    private var waitsForReader = false

    private func isCongested() -> Bool {
        let isCongested = outgoingSize > (waitsForReader ? Self.outgoingMark / 4 : Self.outgoingMark)
        if isCongested != waitsForReader {
            waitsForReader = isCongested
            sources?.setReading(!isPaused && !waitsForReader)
        }
        return isCongested
    }

    /// So many calls are held; then nothing is read any more, until they are not.
    private static let heldCallLimit = 1024

    /// While it is true, calls wait in their order, and so does the news that clients have left. All else goes on.
    package var holdsCalls = false {
        didSet {
            guard oldValue, !holdsCalls else { return }
            isPaused = false
            sources?.continueLater()
        }
    }

    package func addMatch(_ rule: String) {
        insist { [unowned self] in
            (try? notify(BusDriver.addMatch, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, rule)) != nil
        }
    }

    // MARK: Receiving

    /// Dispatches up to one turn's worth of messages.
    func dispatch() {
        for _ in 0..<Self.messagesPerTurn {
            guard isOpen, !isPaused, !isCongested() else { return }
            if !holdsCalls, !heldCalls.isEmpty {
                let message = heldCalls.removeFirst()
                onMessage?()
                if isOpen { handleHeld(message) }
                dbus_message_unref(message)
                continue
            }
            if let onMessage, dbus_connection_get_dispatch_status(raw) == DBUS_DISPATCH_DATA_REMAINS {
                onMessage()
                guard isOpen else { return }
            }
            switch dbus_connection_dispatch(raw) {
            case DBUS_DISPATCH_COMPLETE: return
            case DBUS_DISPATCH_NEED_MEMORY: return retryLater()
            default: break
            }
        }
        // A flood: the loop's other sources come first.
        if isOpen { sources?.continueLater() }
    }

    private func hold(_ message: OpaquePointer) {
        heldCalls.append(dbus_message_ref(message))
        if heldCalls.count >= Self.heldCallLimit { isPaused = true }
    }

    private func handleHeld(_ message: OpaquePointer) {
        if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL {
            deliver(signal: message)
        } else {
            answer(message)
        }
    }

    private func deliver(signal message: OpaquePointer) {
        reader.begin(message, budget: contentLimit)
        onSignal?(IncomingSignal(message), reader)
    }

    private func receive(_ message: OpaquePointer) -> DBusHandlerResult {
        messagesReceived += 1
        switch dbus_message_get_type(message) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            if holdsCalls { hold(message) } else { answer(message) }
            return DBUS_HANDLER_RESULT_HANDLED
        case DBUS_MESSAGE_TYPE_SIGNAL:
            if dbus_message_is_signal(message, DBUS_INTERFACE_LOCAL, "Disconnected") != 0 {
                disconnected()
                return DBUS_HANDLER_RESULT_HANDLED
            }
            noteOwner(message)
            // A client that leaves is gone after its calls, which wait, and not before.
            if holdsCalls, dbus_message_is_signal(message, BusDriver.name, "NameOwnerChanged") != 0,
                dbus_message_has_sender(message, BusDriver.name) != 0
            {
                hold(message)
            } else {
                deliver(signal: message)
            }
            return DBUS_HANDLER_RESULT_HANDLED
        case DBUS_MESSAGE_TYPE_METHOD_RETURN, DBUS_MESSAGE_TYPE_ERROR:
            pendingCalls.receive(message)
            return DBUS_HANDLER_RESULT_HANDLED
        default: return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
        }
    }

    private func answer(_ message: OpaquePointer) {
        let call = IncomingCall(message, texts)
        let reply = PendingReply(self, to: call)
        if let refusal = waiting.refusal(of: call.sender) { return reply.fail(refusal) }
        reader.begin(message, budget: contentLimit)
        guard let onCall else { return reply.fail(.unknownMethod("nothing answers calls here")) }
        onCall(call, reader, reply)
        reply.mayWait()
    }

    /// So many calls may wait for an answer, of one caller and of all; more are refused with `LimitsExceeded`.
    package func limitCalls(each: Int, total: Int) { waiting.limits = (each, total) }

    /// How many calls wait for an answer.
    package var waitingCalls: Int { waiting.count }

    private func disconnected() {
        guard isOpen else { return }
        let onDisconnect = onDisconnect
        close()
        onDisconnect?()
    }
}

extension DBusError {
    /// Calls a function of libdbus, which says why when it fails with nil.
    static func reported<Result>(_ body: (inout CDBusError) -> Result?) throws(DBusError) -> Result {
        var failure = CDBusError()
        dbus_error_init(&failure)
        guard let result = body(&failure) else { throw DBusError(taking: &failure) }
        return result
    }

    /// Takes what libdbus reported, and frees it.
    init(taking failure: inout CDBusError) {
        let name = failure.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
        let message = failure.message.map { String(cString: $0) } ?? "no reason was given"
        dbus_error_free(&failure)
        self.init(name: name, message: message)
    }
}
