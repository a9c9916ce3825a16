internal import CDBus
internal import DBusInterface

/// The recent replies with file descriptors on a bus. The bus refuses to deliver one to a client whose connection can't
/// pass descriptors, and tells only the sender. The client then gets an error instead of no reply.
struct DescriptorReplies {
    private struct Reply {
        let serial: UInt32
        let destination: String
        /// The serial number of the call.
        let call: UInt32
    }

    /// The bus refuses a reply at once, so only few can still be refused.
    private static let maximumCount = 64

    private var replies: [Reply] = []

    /// - Parameter advice: What the client can do instead; empty for nothing.
    static func refusal(_ advice: String) -> String {
        "the connection of this client cannot pass file descriptors" + (advice.isEmpty ? "" : "; " + advice)
    }

    /// Records a message that was sent, if it is a reply with descriptors.
    mutating func note(_ message: OpaquePointer) {
        guard dbus_message_contains_unix_fds(message) != 0,
            dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_RETURN,
            let destination = dbus_message_get_destination(message)
        else { return }
        if replies.count >= Self.maximumCount { replies.removeFirst() }
        replies.append(
            Reply(
                serial: dbus_message_get_serial(message), destination: String(cString: destination),
                call: dbus_message_get_reply_serial(message)))
    }

    /// Removes the reply that an error of the bus is about, and returns whose call it has answered.
    fileprivate mutating func take(refusedBy error: OpaquePointer) -> (destination: String, call: UInt32)? {
        guard !replies.isEmpty, dbus_message_get_type(error) == DBUS_MESSAGE_TYPE_ERROR,
            dbus_message_has_sender(error, BusDriver.name) != 0
        else { return nil }
        let serial = dbus_message_get_reply_serial(error)
        guard let index = replies.firstIndex(where: { $0.serial == serial }) else { return nil }
        let reply = replies.remove(at: index)
        return (reply.destination, reply.call)
    }
}

extension Connection {
    /// What a client can do whose connection can't pass file descriptors, for an error message.
    package var descriptorAdvice: String {
        get { sharedWriter.descriptorAdvice }
        set { sharedWriter.descriptorAdvice = newValue }
    }

    /// Fails a call whose reply the bus could not deliver because of its descriptors. Returns false for other messages.
    func failDescriptors(refusedBy error: OpaquePointer) -> Bool {
        guard let (destination, call) = descriptorReplies.take(refusedBy: error) else { return false }
        let message = try? message {
            guard let message = dbus_message_new(DBUS_MESSAGE_TYPE_ERROR) else { return nil }
            dbus_message_set_no_reply(message, 1)
            let isAddressed =
                dbus_message_set_error_name(message, DBusError.Name.notSupported) != 0
                && dbus_message_set_destination(message, destination) != 0
                && dbus_message_set_reply_serial(message, call) != 0
            guard !isAddressed else { return message }
            dbus_message_unref(message)
            return nil
        } body: { (writer) throws(DBusError) in
            try writer.write(DescriptorReplies.refusal(descriptorAdvice))
        }
        if let message { send(message) }
        return true
    }
}
