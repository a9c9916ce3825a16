internal import CDBus
internal import DBusInterface
internal import EventLoop

/// The calls of one connection that wait for their replies.
///
/// libdbus matches a reply by its serial number alone, and any client of a session bus can guess that number. Here a reply
/// counts only when the connection that was called sent it. Any other message with the same serial number is dropped, and
/// the call still waits for the genuine reply.
@EventLoop
final class PendingCalls {
    typealias Completion = @EventLoop (Result<OpaquePointer, DBusError>) -> Void

    private struct Call {
        /// The called name; nil on a connection to a peer.
        let callee: String?
        /// The unique names whose replies count: the callee, or the owners of a well-known name since the call.
        var senders: [String]
        let timer: LoopTimer?
        let completion: Completion
    }

    private var calls: [UInt32: Call] = [:]
    /// The owners of the called well-known names; `""` while no owner is known.
    private var owners: [String: String] = [:]

    /// Records a call that was sent.
    ///
    /// - Parameters:
    ///   - callee: nil on a connection to a peer, the only one that can reply.
    ///   - timeout: In milliseconds. After it the completion gets `NoReply`. `Int32.max` means no timeout.
    ///   - completion: Called exactly once, with a message that is valid during the call.
    func add(_ serial: UInt32, to callee: String?, timeout: Int32, completion: @escaping Completion) {
        let timer =
            timeout == .max
            ? nil
            : LoopTimer(after: UInt64(max(0, timeout))) { [unowned self] in
                let name = callee ?? "the peer"
                finish(serial, .failure(.noReply("\(name) did not reply within \(timeout) ms")))
            }
        // A well-known name never appears as a sender.
        let sender = callee.map { owners[$0] ?? ($0.hasPrefix(":") || $0 == BusDriver.name ? $0 : "") }
        calls[serial] = Call(
            callee: callee, senders: sender.map { $0.isEmpty ? [] : [$0] } ?? [], timer: timer, completion: completion)
    }

    /// Completes the call that a reply belongs to, if the reply's sender was called.
    func receive(_ reply: OpaquePointer) {
        let serial = dbus_message_get_reply_serial(reply)
        guard let call = calls[serial] else { return }
        if call.callee != nil {
            // The bus itself writes the sender. An error from the bus means that the callee can't reply.
            let sender = dbus_message_get_sender(reply).map { String(cString: $0) } ?? ""
            let isError = dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_ERROR
            guard call.senders.contains(sender) || isError && sender == BusDriver.name else { return }
        }
        finish(serial, .success(reply))
    }

    private func finish(_ serial: UInt32, _ result: Result<OpaquePointer, DBusError>) {
        guard let call = calls.removeValue(forKey: serial) else { return }
        call.timer?.cancel()
        call.completion(result)
    }

    /// Fails all calls in their order, because the connection was closed.
    func failAll() {
        for serial in calls.keys.sorted() {
            finish(serial, .failure(.disconnected("the connection was closed before the reply")))
        }
    }

    // MARK: Well-known names

    /// Whether changes of a well-known name's owner are watched.
    func watches(_ name: String) -> Bool { owners[name] != nil }

    /// Whether the owner of any name is watched.
    var watchesOwners: Bool { !owners.isEmpty }

    /// Removes a name whose owner the bus did not report, and fails the calls to it.
    func stopWatching(_ name: String, _ error: DBusError) {
        owners[name] = nil
        for serial in calls.filter({ $0.value.callee == name }).keys.sorted() { finish(serial, .failure(error)) }
    }

    /// Records the owner of a well-known name. The open calls to that name may have been delivered to this owner.
    ///
    /// - Parameter owner: A unique name; `""` when the name has no owner.
    func ownerChanged(of name: String, to owner: String) {
        owners[name] = owner
        guard !owner.isEmpty else { return }
        for (serial, call) in calls where call.callee == name && !call.senders.contains(owner) {
            calls[serial]?.senders.append(owner)
        }
    }
}
