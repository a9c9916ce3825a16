internal import CDBus
internal import DBusInterface
internal import EventLoop

/// Sending. When libdbus has no memory for a message, sending is retried until it succeeds.
extension Connection {
    /// In milliseconds.
    private static let retryInterval: UInt64 = 10

    /// Creates a message and fills its body. Call this on the loop's thread only.
    ///
    /// - Parameter body: May be called more than once.
    nonisolated func message(
        _ make: () -> OpaquePointer?, body: (MessageWriter) throws(DBusError) -> Void
    ) throws(DBusError) -> OpaquePointer {
        try MemoryShortage.retrying { () throws(DBusError) in
            guard let message = make() else { throw .noMemory("not enough memory for a message") }
            do throws(DBusError) {
                let writer = sharedWriter.isBusy ? MessageWriter(like: sharedWriter) : sharedWriter
                try writer.fill(message, body)
            } catch {
                dbus_message_unref(message)
                throw error
            }
            return message
        }
    }

    /// Writes queued messages, blocking at most for this time. Only for the end of a process. A bus that does not read
    /// can't delay it further.
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

    /// Sends and releases a message, also on the connections that take part in ``sendOnce(to:_:)``.
    func send(_ message: OpaquePointer) {
        beforeSending?()
        guard !mirrors.isEmpty else { return queue(message) }
        let mirrors = mirrors
        for _ in mirrors { dbus_message_ref(message) }
        queue(message)
        for mirror in mirrors { mirror.send(message) }
    }

    /// Sends what `body` sends on one connection on several. The message is created once, and its memory is shared, as
    /// dbus-daemon does for its receivers. Otherwise each private connection of a client would add to the time of a turn.
    static func sendOnce(
        to connections: [Connection], _ body: (Connection) throws(DBusError) -> Void
    ) throws(DBusError) {
        guard connections.count > 1 else { return try connections.first.map(body) ?? () }
        let connections = connections.filter(\.isOpen)
        guard let first = connections.first else { return }
        // A message may be sent while another one is: a new object precedes its first signal.
        let outer = first.mirrors
        first.mirrors = Array(connections.dropFirst())
        defer { first.mirrors = outer }
        try body(first)
    }

    private func queue(_ message: OpaquePointer) {
        guard isOpen, refusal == nil else { return dbus_message_unref(message) }
        guard unsent.isEmpty, dbus_connection_send(raw, message, nil) != 0 else {
            unsent.append(message)
            return retryLater()
        }
        messagesSent += 1
        if isBus { descriptorReplies.note(message) }
        dbus_message_unref(message)
        traffic?.outputChanged()
    }

    /// Sends a call, which the caller still has to release. `completion` gets the reply unless this throws.
    ///
    /// - Returns: The serial number of the call.
    /// - Throws: `NoMemory`, `Disconnected`.
    func sendCall(
        _ message: OpaquePointer, to name: String?, timeout: Int32, completion: @escaping PendingCalls.Completion
    ) throws(DBusError) -> UInt32 {
        // A call without a name goes to the bus itself.
        let callee = isBus ? name ?? BusDriver.name : nil
        if let callee { watchOwner(of: callee) }
        beforeSending?()
        retry()
        guard unsent.isEmpty else { throw .noMemory("not enough memory to send a message") }
        guard isConnected else { throw .disconnected("the connection is closed") }
        var serial: UInt32 = 0
        for _ in 0..<MemoryShortage.attempts where dbus_connection_send(raw, message, &serial) != 0 {
            messagesSent += 1
            pendingCalls.add(serial, to: callee, timeout: timeout, completion: completion)
            return serial
        }
        throw .noMemory("not enough memory to send a message")
    }

    /// Asks the bus for the owner of a well-known name and for changes of that owner. The bus replies before it
    /// delivers the next call to the name, so the owner is known when the reply to that call arrives.
    private func watchOwner(of name: String) {
        guard !name.hasPrefix(":"), name != BusDriver.name, !pendingCalls.watches(name) else { return }
        pendingCalls.ownerChanged(of: name, to: "")
        addMatch("type='signal',sender='\(BusDriver.name)',member='NameOwnerChanged',arg0='\(name)'")
        owner(of: name) { [weak self] result in
            switch result {
            case .success(let owner): self?.pendingCalls.ownerChanged(of: name, to: owner ?? "")
            case .failure(let error): self?.pendingCalls.stopWatching(name, error)
            }
        }
    }

    /// Reads the new owner of a called name from a signal of the bus.
    func noteOwner(_ signal: OpaquePointer) {
        guard pendingCalls.watchesOwners,
            dbus_message_is_signal(signal, BusDriver.name, "NameOwnerChanged") != 0,
            dbus_message_has_sender(signal, BusDriver.name) != 0, dbus_message_has_signature(signal, "sss") != 0
        else { return }
        reader.begin(signal, budget: contentLimit)
        guard let name = try? reader.readString(), pendingCalls.watches(name), (try? reader.readString()) != nil,
            let owner = try? reader.readString()
        else { return }
        pendingCalls.ownerChanged(of: name, to: owner)
    }

    /// Runs an attempt that may fail for lack of memory, and retries it until it succeeds.
    ///
    /// - Parameter attempt: Returns whether it has succeeded.
    func retryUntilDone(_ attempt: @escaping @EventLoop () -> Bool) {
        guard isOpen, !attempt() else { return }
        postponed.append(attempt)
        retryLater()
    }

    func retryLater() {
        guard isOpen, retryTimer?.isPending != true else { return }
        retryTimer = LoopTimer(after: Self.retryInterval) { [unowned self] in
            retry()
            sources?.continueLater()
        }
    }

    func retry() {
        guard !unsent.isEmpty || !postponed.isEmpty else { return }
        while isOpen, let message = unsent.first, dbus_connection_send(raw, message, nil) != 0 {
            unsent.removeFirst()
            messagesSent += 1
            if isBus { descriptorReplies.note(message) }
            dbus_message_unref(message)
        }
        let attempts = postponed
        postponed = []
        for attempt in attempts where isOpen && !attempt() { postponed.append(attempt) }
        if !unsent.isEmpty || !postponed.isEmpty { retryLater() }
    }

    func dropUnsent() {
        for message in unsent { dbus_message_unref(message) }
        unsent = []
        postponed = []
        retryTimer = nil
    }
}

/// Replies. They leave at the end of a turn, after the turn's signals, or later.
extension Connection {
    /// Keeps a reply for the end of the turn.
    func queueReply(_ message: OpaquePointer) {
        guard isOpen else { return dbus_message_unref(message) }
        replies.append(message)
    }

    func endTurn() {
        guard isOpen, endsEveryTurn || !replies.isEmpty || !released.isEmpty else { return }
        beforeReplies?()
        if !released.isEmpty { sendReleased() }
        guard !replies.isEmpty else { return }
        let leaving = replies
        replies.removeAll(keepingCapacity: true)
        if holdReplies != nil, hold(HeldReplies(leaving)) { return }
        for reply in leaving { send(reply) }
    }

    /// Sends the held replies now, because the process is about to end.
    func sendHeld() {
        let waiting = Array(held.values) + released
        held = [:]
        released = []
        for reply in waiting.flatMap(\.messages) { send(reply) }
    }

    private func sendReleased() {
        let due = released
        released = []
        for batch in due where !hold(batch) {
            for reply in batch.messages { send(reply) }
        }
    }

    private func hold(_ batch: HeldReplies) -> Bool {
        guard let holdReplies, batch.rounds < HeldReplies.maximumRounds else { return false }
        let key = ObjectIdentifier(batch)
        held[key] = batch
        let isHeld = holdReplies(batch) { [weak self] in
            guard let self, let batch = held.removeValue(forKey: key) else { return }
            released.append(batch)
        }
        if isHeld { batch.rounds += 1 } else { held[key] = nil }
        return isHeld
    }
}
