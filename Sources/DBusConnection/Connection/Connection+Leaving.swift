internal import CDBus
package import DBusInterface
internal import EventLoop

/// The last steps of a service on its bus.
extension Connection {
    /// How often messages are read at the end, at least one each time. A client that floods can't delay the end further.
    private static let maximumRefusals = 4096

    /// Releases a name, and calls back when every call that was sent to the name before is handled.
    ///
    /// The bus handles the messages of this connection in order. So a call that this connection sends to itself after
    /// the release arrives behind all calls to the name. Then those that still wait for their turn are handled.
    ///
    /// - Parameter completion: Called once, also when the connection is lost. A bus that hangs is waited for.
    package func release(_ name: String, completion: @escaping @EventLoop () -> Void) {
        call(BusDriver.releaseName, at: BusDriver.path, on: BusDriver.name, name, timeout: .max) { _ in }
        call(PeerInterface.ping, at: .none, on: uniqueName, timeout: .max) { [queues] (_: Result<Void, DBusError>) in
            queues.whenEmpty(completion)
        }
    }

    /// Refuses the calls that have arrived and are not handled yet. Only for the end of a process, before `flush`, and
    /// not inside a handler of this connection.
    package func refuseCalls(with error: DBusError) {
        guard isOpen else { return }
        onCall = { _, _, reply in reply.fail(error) }
        onMessage = nil
        onSignal = nil
        onDisconnect = nil
        holdReplies = nil
        holdsCalls = false
        // Each round reads and handles some messages.
        for _ in 0..<Self.maximumRefusals where isOpen {
            let (received, waiting) = (messagesReceived, queuedMessages)
            dbus_connection_read_write(raw, 0)
            dispatch()
            guard isOpen, messagesReceived != received || queuedMessages < waiting else { return }
        }
    }
}
