internal import CDBus
package import DBusInterface
package import EventLoop

/// Calls that block the loop's thread until their reply arrives. Only plugin processes use them: a plugin's function
/// needs the result when it returns, and the process has nothing else to do. The daemon never blocks.
///
/// Messages that arrive meanwhile stay queued, and are handled in order afterwards.
@EventLoop
package struct BlockingCalls {
    /// No timeout: the callee replies, or closes the connection.
    private static let noTimeout = Int32.max

    private let connection: Connection

    package init(on connection: Connection) { self.connection = connection }

    /// Calls a method and waits for its result.
    package func call<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> (repeat each Out) {
        try call(
            method.name, of: method.interface, at: path, returning: method.replySignature,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (reader) throws(DBusError) in (repeat try (each Out).read(from: reader)) })
    }

    /// Calls a method and waits until it has replied. The results don't matter.
    package func run<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) {
        try call(
            method.name, of: method.interface, at: path, returning: nil,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (_) throws(DBusError) in })
    }

    /// - Parameter signature: The signature of the reply; nil for any.
    private func call<Out>(
        _ member: String, of interface: String, at path: ObjectPath, returning signature: String?,
        body: (MessageWriter) throws(DBusError) -> Void,
        reading read: (MessageReader) throws(DBusError) -> Out
    ) throws(DBusError) -> Out {
        let message = try connection.callMessage(member, of: interface, at: path, on: nil, body)
        defer { dbus_message_unref(message) }
        var failure = CDBusError()
        dbus_error_init(&failure)
        guard
            let reply = dbus_connection_send_with_reply_and_block(
                connection.raw, message, Self.noTimeout, &failure)
        else {
            let error = DBusError(taking: &failure)
            guard dbus_connection_get_is_connected(connection.raw) != 0 else {
                throw .disconnected("the connection was closed before the reply")
            }
            throw error
        }
        defer { dbus_message_unref(reply) }
        return try Connection.decode(
            reply, signature: signature, of: member, within: connection.contentLimit, read
        ).get()
    }
}
