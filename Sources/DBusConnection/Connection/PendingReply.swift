internal import CDBus
package import DBusInterface
internal import EventLoop

/// A pending reply to a caller. It holds the needed parts of the call, not the message.
///
/// Used on the loop's thread only. Exactly one reply is sent. If there is none at its release, an error is sent.
package final class PendingReply: DBusPendingReply, @unchecked Sendable {
    let connection: Connection
    /// The caller's unique name, or the name of the peer.
    let destination: String
    private let serial: UInt32
    /// The call, while it is being handled.
    private var call: OpaquePointer?
    /// Whether the caller waits for a reply: false when it wants none, or already has one.
    private(set) var isOwed: Bool
    /// Whether the call needs no further reply.
    private var isOver = false
    /// Counts the call while it waits.
    private var waiting: WaitingCalls?
    package var isImmediate = false

    init(_ connection: Connection, to call: IncomingCall) {
        self.connection = connection
        destination = call.sender
        serial = call.serial
        self.call = call.message
        isOwed = call.expectsReply
    }

    deinit {
        finish()
        if isOwed { fail(DBusError(name: DBusError.Name.failed, message: "the call was dropped")) }
    }

    /// The call's handler has returned. Without a reply by now, it counts as a waiting call.
    func mayWait() {
        call = nil
        guard !isOver, waiting == nil else { return }
        waiting = connection.waiting
        waiting?.add(destination)
    }

    private func finish() {
        isOver = true
        waiting?.remove(destination)
        waiting = nil
    }

    package func succeed(_ body: (any DBusWriter) throws(DBusError) -> Void) {
        finish()
        guard isOwed else { return }
        do throws(DBusError) {
            let message = try connection.message(newReturn, body: body)
            leave(message, through: connection)
        } catch {
            fail(error)
        }
    }

    package func fail(_ error: DBusError) {
        finish()
        guard isOwed else { return }
        let isName = !error.name.utf8.contains(0) && dbus_validate_error_name(error.name, nil) != 0
        let name = isName ? error.name : DBusError.Name.failed
        let text = error.printableMessage
        do throws(DBusError) {
            leave(try Self.message(of: name, text, addressed, through: connection), through: connection)
        } catch {
            // The reply is still sent later.
            isOwed = false
            Self.retryUntilDone(
                (
                    connection,
                    { [destination, serial, connection] in
                        let message = try? Self.message(
                            of: name, text, { Self.addressed($0, to: destination, serial) }, through: connection)
                        message.map(connection.send)
                        return message != nil
                    }
                ))
        }
    }

    private static let retryUntilDone = LoopFunction<(Connection, @EventLoop () -> Bool), Void> { connection, attempt in
        connection.retryUntilDone(attempt)
    }

    private static func message(
        of name: String, _ text: String, _ address: (OpaquePointer?) -> OpaquePointer?, through connection: Connection
    ) throws(DBusError) -> OpaquePointer {
        try connection.message {
            guard let message = address(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR)) else { return nil }
            guard dbus_message_set_error_name(message, name) == 0 else { return message }
            dbus_message_unref(message)
            return nil
        } body: { (writer) throws(DBusError) in
            try writer.write(text)
        }
    }

    /// Succeeds with a finished message, which is addressed and sent. It must not change afterwards.
    func succeed(with message: OpaquePointer) {
        finish()
        guard isOwed, let message = addressed(dbus_message_ref(message)) else { return }
        leave(message, through: connection)
    }

    /// Succeeds with the body of a finished message, which stays unchanged.
    func succeed(copying message: OpaquePointer) {
        finish()
        guard isOwed else { return }
        guard let copy = addressed(dbus_message_copy(message)) else {
            return fail(.noMemory("not enough memory for a message"))
        }
        leave(copy, through: connection)
    }

    /// The caller has left the bus, so no reply is sent.
    func drop() {
        finish()
        isOwed = false
    }

    private func leave(_ message: OpaquePointer, through connection: Connection) {
        isOwed = false
        Self.leave((message, connection, isImmediate))
    }

    private static let leave = LoopFunction<(OpaquePointer, Connection, Bool), Void> { message, connection, isNow in
        if isNow { connection.send(message) } else { connection.queueReply(message) }
    }

    private func newReturn() -> OpaquePointer? {
        // libdbus copies the address and serial number from the call.
        if let call { return dbus_message_new_method_return(call) }
        return addressed(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
    }

    private func addressed(_ message: OpaquePointer?) -> OpaquePointer? {
        Self.addressed(message, to: destination, serial)
    }

    /// Returns nil without enough memory. The message is released then.
    private static func addressed(
        _ message: OpaquePointer?, to destination: String, _ serial: UInt32
    ) -> OpaquePointer? {
        guard let message else { return nil }
        dbus_message_set_no_reply(message, 1)
        let isAddressed =
            destination.isEmpty || destination.withCString { dbus_message_set_destination(message, $0) } != 0
        guard isAddressed, dbus_message_set_reply_serial(message, serial) != 0 else {
            dbus_message_unref(message)
            return nil
        }
        return message
    }
}
