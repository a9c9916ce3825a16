internal import CDBus
internal import DBusInterface
package import EventLoop

/// The parts of a method call that are needed later, so that the message can be released at once.
package struct IncomingCall {
    package let path: String
    /// nil when the caller omitted it.
    package let interface: String?
    package let member: String
    /// The unique name that the bus has set, or the connection's `peerName`.
    package let sender: String
    package let serial: UInt32
    package let expectsReply: Bool
    /// Valid while the message is being handled.
    let message: OpaquePointer

    /// - Parameter peer: The name of the caller on a peer-to-peer connection.
    init(_ message: OpaquePointer, _ texts: RecentTexts, peer: String?) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map(texts.text) }
        self.message = message
        path = text(dbus_message_get_path(message)) ?? "/"
        interface = text(dbus_message_get_interface(message))
        member = text(dbus_message_get_member(message)) ?? ""
        sender = peer ?? text(dbus_message_get_sender(message)) ?? ""
        serial = dbus_message_get_serial(message)
        expectsReply = dbus_message_get_no_reply(message) == 0
    }

    /// Whether the body has this signature. Valid only while the call is being handled.
    package func hasSignature(_ signature: String) -> Bool { dbus_message_has_signature(message, signature) != 0 }

    /// The signature of the body. Valid only while the call is being handled.
    package var signature: String { String(cString: dbus_message_get_signature(message)) }
}

/// The parts of a signal that are needed later.
package struct IncomingSignal {
    package let path: String
    package let interface: String
    package let member: String
    /// The unique name that the bus has set (`org.freedesktop.DBus` for its own signals).
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

/// Counts the calls of each client that wait for a reply because another process has to reply first.
///
/// On the loop's thread only.
final class WaitingCalls: @unchecked Sendable {
    /// The limits for each caller and in total.
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

    /// Returns the reason for refusing more calls of a caller; nil while it may call.
    ///
    /// The last eighth of the total is reserved for callers that have few calls open.
    func refusal(of caller: String) -> DBusError? {
        guard count > 0 else { return nil }
        let own = callers[caller] ?? 0
        let isCrowded = count >= limits.total - limits.total / 8
        guard own >= limits.each || count >= limits.total || isCrowded && own >= max(1, limits.total / 2048) else {
            return nil
        }
        return .limitsExceeded(
            "call limit reached: this client waits for \(own) of \(limits.each) replies, all clients for \(count) of "
                + "\(limits.total); call again after some replies")
    }
}

/// The replies of one turn, while they wait for reactions to that turn.
@EventLoop
package final class HeldReplies {
    /// How many times the wait may start again because the reactions caused more work.
    static let maximumRounds = 8

    let messages: [OpaquePointer]
    var rounds = 0
    /// Whether the replies have waited for the commits that they confirm. `holdReplies` sets it.
    package var isSettled = false

    init(_ messages: [OpaquePointer]) { self.messages = messages }
}
