internal import CDBus
package import DBusInterface

/// A reply that is owed to a caller. It holds what is needed of the call, never the message itself.
///
/// Used on the loop's thread only. Exactly one answer is sent; when nobody answers before its release, an error is.
package final class PendingReply: DBusPendingReply, @unchecked Sendable {
    package typealias Writer = MessageWriter

    private let connection: Connection
    /// The caller's unique name; `""` on a peer-to-peer connection.
    let destination: String
    private let serial: UInt32
    /// Whether somebody waits for it: false when the caller wants none, or has it.
    private(set) var isOwed: Bool
    /// Whether it is answered, as far as anybody wants to know.
    private var isOver = false
    private var isWaiting = false
    /// A read is answered at once, ahead of what happens later in the turn; a verb at the turn's end.
    package var isImmediate = false

    init(_ connection: Connection, to call: IncomingCall) {
        self.connection = connection
        destination = call.sender
        serial = call.serial
        isOwed = call.expectsReply
    }

    deinit {
        finish()
        if isOwed { fail(DBusError(name: DBusError.standardPrefix + "Failed", message: "the call was dropped")) }
    }

    /// The call was handled: when it has no answer yet, it is one of those that wait.
    func mayWait() {
        guard !isOver, !isWaiting else { return }
        isWaiting = true
        connection.waiting.add(destination)
    }

    private func finish() {
        isOver = true
        guard isWaiting else { return }
        isWaiting = false
        connection.waiting.remove(destination)
    }

    package func succeed(_ body: (MessageWriter) throws(DBusError) -> Void) {
        finish()
        guard isOwed else { return }
        do throws(DBusError) {
            let message = try connection.message(
                { self.addressed(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN)) }, body: body)
            leave(message, through: connection)
        } catch {
            fail(error)
        }
    }

    package func fail(_ error: DBusError) {
        finish()
        guard isOwed else { return }
        let isName = !error.name.utf8.contains(0) && dbus_validate_error_name(error.name, nil) != 0
        let name = isName ? error.name : DBusError.standardPrefix + "Failed"
        let text = error.printableMessage
        let message = try? connection.message {
            let message = addressed(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR))
            if let message { dbus_message_set_error_name(message, name) }
            return message
        } body: { (writer) throws(DBusError) in
            try writer.write(text)
        }
        if let message { leave(message, through: connection) }
    }

    /// Succeeds with a finished message, which is addressed and sent, and must not be changed any more.
    func succeed(with message: OpaquePointer) {
        finish()
        guard isOwed, let message = addressed(dbus_message_ref(message)) else { return }
        leave(message, through: connection)
    }

    /// Succeeds with the body of a finished message, which stays as it is.
    func succeed(copying message: OpaquePointer) {
        finish()
        guard isOwed else { return }
        guard let copy = addressed(dbus_message_copy(message)) else {
            return fail(.noMemory("not enough memory for a message"))
        }
        leave(copy, through: connection)
    }

    /// The caller has gone: it gets nothing.
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

    private func addressed(_ message: OpaquePointer?) -> OpaquePointer? {
        guard let message else { return nil }
        dbus_message_set_no_reply(message, 1)
        if !destination.isEmpty { _ = destination.withCString { dbus_message_set_destination(message, $0) } }
        dbus_message_set_reply_serial(message, serial)
        return message
    }
}
