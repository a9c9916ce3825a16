internal import CDBus
package import DBusInterface
internal import EventLoop

/// The last steps of a service on its bus.
extension Connection {
    /// The number of turns in which calls are refused at the end. A client that floods can't delay the end further.
    private static let refusingTurns = 128

    /// Releases a name, and calls back when every call that was sent to the name before is handled.
    ///
    /// The bus handles the messages of this connection in order. So a call that this connection sends to itself after
    /// the release arrives behind all calls to the name. Then those that still wait for their turn are handled.
    ///
    /// - Parameters:
    ///   - timeout: How long the bus may take, in milliseconds.
    ///   - completion: Called once, also when the bus does not answer or has ended.
    package func release(
        _ name: String, within timeout: Int32, completion: @escaping @EventLoop () -> Void
    ) {
        call(BusDriver.releaseName, at: BusDriver.path, on: BusDriver.name, name, timeout: timeout) { _ in }
        call(PeerInterface.ping, at: .none, on: uniqueName, timeout: timeout) { [queues] (_: Result<Void, DBusError>) in
            queues.whenEmpty(within: UInt64(max(0, timeout)), completion)
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
        dbus_connection_read_write(raw, 0)
        for _ in 0..<Self.refusingTurns {
            dispatch()
            let isRemaining = dbus_connection_get_dispatch_status(raw) == DBUS_DISPATCH_DATA_REMAINS
            guard isOpen, isRemaining || queuedMessages > 0 else { return }
        }
    }
}
