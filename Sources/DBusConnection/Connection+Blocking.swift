internal import CDBus
package import DBusInterface

/// Calls that keep the loop's thread until their reply is there, for the hosts of plugins alone: a plugin's function has
/// its answer when it returns, and its host has nothing else to do. The daemon never blocks.
///
/// Messages that come meanwhile stay queued, and are handled in their order when the loop goes on.
extension Connection {
    /// No timeout: who is called answers, or closes the connection.
    private static let noTimeout = Int32.max

    /// Calls a method and waits for its result.
    package func callBlocking<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, of interface: String, at path: ObjectPath,
        _ argument: repeat each In
    ) throws(DBusError) -> Out {
        try callBlocking(
            method.name, of: interface, at: path, returning: method.replySignature,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (reader) throws(DBusError) in try Out.read(from: reader) })
    }

    /// Calls a method without results and waits until it is done.
    package func callBlocking<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, of interface: String, at path: ObjectPath,
        _ argument: repeat each In
    ) throws(DBusError) {
        try callBlocking(
            method.name, of: interface, at: path, returning: method.replySignature,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (_) throws(DBusError) in })
    }

    private func callBlocking<Out>(
        _ member: String, of interface: String, at path: ObjectPath, returning signature: String,
        body: (MessageWriter) throws(DBusError) -> Void,
        reading read: (MessageReader) throws(DBusError) -> Out
    ) throws(DBusError) -> Out {
        let message = try callMessage(member, of: interface, at: path, on: nil, body)
        defer { dbus_message_unref(message) }
        var failure = CDBusError()
        dbus_error_init(&failure)
        guard let reply = dbus_connection_send_with_reply_and_block(raw, message, Self.noTimeout, &failure) else {
            let error = DBusError(taking: &failure)
            guard dbus_connection_get_is_connected(raw) != 0 else {
                throw .disconnected("the connection was closed before the reply")
            }
            throw error
        }
        defer { dbus_message_unref(reply) }
        return try Self.decode(reply, signature: signature, of: member, within: contentLimit, read).get()
    }
}
