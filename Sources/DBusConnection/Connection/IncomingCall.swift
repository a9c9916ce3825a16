internal import CDBus
internal import DBusInterface
package import EventLoop

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

/// The calls that are taken and not answered yet, because somebody else has to answer first: how many of whom.
///
/// On the loop's thread only.
final class WaitingCalls: @unchecked Sendable {
    /// Of one caller, and of all together.
    var limits = (each: Int.max, total: Int.max)
    private var callers: [String: Int] = [:]
    private(set) var count = 0

    func add(_ caller: String) {
        callers[caller, default: 0] += 1
        count += 1
    }

    func remove(_ caller: String) {
        guard let own = callers[caller] else { return }
        callers[caller] = own > 1 ? own - 1 : nil
        count -= 1
    }

    /// Why no more calls of a caller are taken; nil when they are.
    ///
    /// The last eighth of what there may be is for those who have next to nothing there.
    func refusal(of caller: String) -> DBusError? {
        guard count > 0 else { return nil }
        let own = callers[caller] ?? 0
        let isCrowded = count >= limits.total - limits.total / 8
        guard own >= limits.each || count >= limits.total || isCrowded && own >= max(1, limits.total / 2048) else {
            return nil
        }
        return .limitsExceeded(
            "\(own) of your calls wait for an answer, and \(count) of all clients: a client may have \(limits.each), all "
                + "together \(limits.total); call again when some are answered")
    }
}

/// Replies of one turn that wait for what others do because of it.
@EventLoop
package final class HeldReplies {
    /// How often what they waited for may have caused more to wait for.
    static let maximumRounds = 8

    let messages: [OpaquePointer]
    var rounds = 0
    /// For whoever holds them: whether they have waited for all that they tell.
    package var isSettled = false

    init(_ messages: [OpaquePointer]) { self.messages = messages }
}
