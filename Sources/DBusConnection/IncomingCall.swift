internal import CDBus

/// What is copied out of a method call, so that the message itself can be released at once.
package struct IncomingCall {
    package let path: String
    /// nil when the caller left it out.
    package let interface: String?
    package let member: String
    /// The unique name that the bus wrote; `""` on a peer-to-peer connection.
    package let sender: String
    package let serial: UInt32
    package let expectsReply: Bool
    /// The message; valid while it is being handled.
    let message: OpaquePointer

    init(_ message: OpaquePointer, _ texts: RecentTexts) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map(texts.text) }
        self.message = message
        path = text(dbus_message_get_path(message)) ?? "/"
        interface = text(dbus_message_get_interface(message))
        member = text(dbus_message_get_member(message)) ?? ""
        sender = text(dbus_message_get_sender(message)) ?? ""
        serial = dbus_message_get_serial(message)
        expectsReply = dbus_message_get_no_reply(message) == 0
    }

    /// Whether the body has this signature. Only while the call is being handled.
    package func hasSignature(_ signature: String) -> Bool { dbus_message_has_signature(message, signature) != 0 }

    /// The signature of the body. Only while the call is being handled.
    package var signature: String { String(cString: dbus_message_get_signature(message)) }
}

/// What is copied out of a signal.
package struct IncomingSignal {
    package let path: String
    package let interface: String
    package let member: String
    /// The unique name that the bus wrote (`org.freedesktop.DBus` for its own).
    package let sender: String
    package let signature: String

    init(_ message: OpaquePointer) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
        path = text(dbus_message_get_path(message))
        interface = text(dbus_message_get_interface(message))
        member = text(dbus_message_get_member(message))
        sender = text(dbus_message_get_sender(message))
        signature = text(dbus_message_get_signature(message))
    }
}
