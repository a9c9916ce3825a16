package import DBusInterface
package import EventLoop
internal import TabClient
internal import TabInterface

/// Values that a user changes faster than owners answer: the text of a field, or the position of a slider.
///
/// Each value is sent after the reply for the one before. Only the newest of those that arrived meanwhile follows.
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
    private let onSend: @EventLoop (Stream, Variant) -> Void

    /// - Parameter onSend: Called when a value is sent.
    package init(onSend: @escaping @EventLoop (Stream, Variant) -> Void = { _, _ in }) { self.onSend = onSend }

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
            onSend(stream, value)
            do throws(DBusError) {
                try await service.sendAction(stream.action, value, to: stream.view, of: stream.path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
