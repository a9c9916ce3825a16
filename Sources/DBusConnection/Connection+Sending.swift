internal import CDBus
internal import DBusInterface

/// Messages that leave. When libdbus has no memory for one it is tried again, until there is some.
extension Connection {
    /// In milliseconds.
    private static let retryInterval: UInt64 = 10
    /// How often a message is made when there is no memory for it.
    private nonisolated static let attempts = 4

    /// Makes a message and fills its body; nil results throw. On the loop's thread only.
    ///
    /// - Parameter body: May be called more than once.
    nonisolated func message(
        _ make: () -> OpaquePointer?, body: (MessageWriter) throws(DBusError) -> Void
    ) throws(DBusError) -> OpaquePointer {
        for _ in 1..<Self.attempts {
            do throws(DBusError) {
                return try messageAtOnce(make, body: body)
            } catch {
                guard error.isNoMemory else { throw error }
            }
        }
        return try messageAtOnce(make, body: body)
    }

    private nonisolated func messageAtOnce(
        _ make: () -> OpaquePointer?, body: (MessageWriter) throws(DBusError) -> Void
    ) throws(DBusError) -> OpaquePointer {
        guard let message = make() else { throw .noMemory("not enough memory for a message") }
        do {
            let writer = sharedWriter.isBusy ? MessageWriter() : sharedWriter
            try writer.fill(message, body)
        } catch {
            dbus_message_unref(message)
            throw error
        }
        return message
    }

    /// Sends and releases a message.
    func send(_ message: OpaquePointer) {
        guard isOpen else { return dbus_message_unref(message) }
        guard unsent.isEmpty, dbus_connection_send(raw, message, nil) != 0 else {
            unsent.append(message)
            return retryLater()
        }
        messagesSent += 1
        dbus_message_unref(message)
    }

    /// Sends a call whose reply is wanted.
    ///
    /// - Throws: `NoMemory`, `Disconnected`.
    func sendCall(_ message: OpaquePointer, timeout: Int32) throws(DBusError) -> OpaquePointer {
        retry()
        guard unsent.isEmpty else { throw .noMemory("not enough memory to send a message") }
        var pending: OpaquePointer?
        for _ in 0..<Self.attempts where dbus_connection_send_with_reply(raw, message, &pending, timeout) != 0 {
            guard let pending else { throw .disconnected("the connection is closed") }
            messagesSent += 1
            return pending
        }
        throw .noMemory("not enough memory to send a message")
    }

    /// Does what may fail for want of memory: now, or else as soon as it can be done.
    ///
    /// - Parameter attempt: Whether it is done.
    func insist(_ attempt: @escaping @EventLoop () -> Bool) {
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
