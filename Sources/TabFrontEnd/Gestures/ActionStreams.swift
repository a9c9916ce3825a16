package import DBusInterface
package import EventLoop
internal import TabClient
internal import TabInterface

/// Values that a user changes faster than owners answer: the text of a field, or the position of a slider.
///
/// Each value is sent after the reply for the one before. Only the newest of those that arrived meanwhile follows. Texts
/// have revisions, so that the front end knows which of them the owner's text includes.
@EventLoop
package final class ActionStreams {
    /// The values for one action of a view.
    package struct Stream: Hashable, Sendable {
        package let path: ObjectPath
        package let view: UInt32
        package let action: String

        package init(path: ObjectPath, view: UInt32, action: String) {
            self.path = path
            self.view = view
            self.action = action
        }
    }

    /// The newest value of each stream that has not been sent.
    private var newest: [Stream: Variant] = [:]
    private var busy: Set<Stream> = []
    /// The revision of the text that was sent last.
    private var revision: UInt64 = 0
    private let onSend: @EventLoop (Stream, Variant, _ revision: UInt64?) -> Void

    /// - Parameter onSend: Called when a value is sent. A text has a revision.
    package init(onSend: @escaping @EventLoop (Stream, Variant, _ revision: UInt64?) -> Void = { _, _, _ in }) {
        self.onSend = onSend
    }

    /// Adds a value. Returns whether the caller must call `send`; otherwise an earlier call sends it.
    package func add(_ value: Variant, to stream: Stream) -> Bool {
        newest[stream] = value
        return busy.insert(stream).inserted
    }

    /// Drops a value that has not been sent.
    package func drop(_ stream: Stream) { newest[stream] = nil }

    package func isSending(_ stream: Stream) -> Bool { busy.contains(stream) }

    /// Sends the values of a stream, at last the newest one.
    ///
    /// - Throws: The last error.
    package func send(_ stream: Stream, to service: Service) async throws(DBusError) {
        defer { busy.remove(stream) }
        var failure: DBusError?
        while let value = newest.removeValue(forKey: stream) {
            var sent: UInt64?
            if case .string = value {
                revision += 1
                sent = revision
            }
            onSend(stream, value, sent)
            do throws(DBusError) {
                try await service.sendAction(
                    stream.action, value, to: stream.view, of: stream.path, revision: sent)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
