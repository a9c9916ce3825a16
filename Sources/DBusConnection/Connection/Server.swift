internal import CDBus
package import DBusInterface
package import EventLoop

/// A listener for peer-to-peer connections. Only the same user may connect, and the directory of the socket guards it
/// too.
@EventLoop
package final class Server {
    nonisolated(unsafe) private let raw: OpaquePointer
    private var sources: ConnectionSources?
    /// The address that peers connect to.
    package private(set) var address = ""
    /// Keeps the path in the address valid.
    var place: SocketPlace?
    private let onConnection: @EventLoop (Connection) -> Void
    /// Called when no connection can be accepted, once until one is accepted again.
    package var onShortage: (@EventLoop () -> Void)?
    /// The number of attempts that have failed since the last accepted connection.
    private(set) var failures = 0
    private var acceptedCount = 0
    private var pause: LoopTimer?
    /// In milliseconds.
    private static let pauseTime: UInt64 = 100

    /// - Parameter address: In libdbus' form, such as `unix:path=/run/user/1000/tabd/host`.
    package init(
        listeningAt address: String, onConnection: @escaping @EventLoop (Connection) -> Void
    ) throws(DBusError) {
        guard !address.utf8.contains(0) else { throw .invalidArgs("the address holds a NUL") }
        raw = try DBusError.reported { dbus_server_listen(address, &$0) }
        self.onConnection = onConnection
        let server = raw
        let external = "EXTERNAL"
        let isLimited = external.withCString { mechanism in
            var mechanisms: [UnsafePointer<CChar>?] = [mechanism, nil]
            return dbus_server_set_auth_mechanisms(server, &mechanisms) != 0
        }
        sources = ConnectionSources(server: raw)
        guard isLimited, sources != nil, let text = dbus_server_get_address(raw) else {
            throw .noMemory("not enough memory to listen at \(address)")
        }
        defer { dbus_free(text) }
        self.address = String(cString: text)
        dbus_server_set_new_connection_function(
            raw,
            { _, connection, context in
                guard let connection, let context else { return }
                nonisolated(unsafe) let unsafeConnection = connection
                let server = Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
                EventLoop.assumeIsolated {
                    server.acceptedCount += 1
                    dbus_connection_ref(unsafeConnection)
                    let connection = Connection(unsafeConnection, isBus: false)
                    // Without enough memory, the release of the connection closes it.
                    guard (try? connection.start()) != nil else { return }
                    server.onConnection(connection)
                }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        sources?.didHandle = { [weak self] in self?.didHandle() }
    }

    /// Stops listening for a while after a connection could not be accepted, for example for lack of file descriptors. It
    /// stays in the socket's queue, so the loop would try it again without an end.
    private func didHandle() {
        defer { acceptedCount = 0 }
        guard acceptedCount == 0 else { return failures = 0 }
        failures += 1
        isListening = false
        pause = LoopTimer(after: Self.pauseTime) { [unowned self] in isListening = true }
        if failures == 1 { onShortage?() }
    }

    /// While false, peers that connect wait in the socket's queue.
    var isListening = true {
        didSet { sources?.setReading(isListening) }
    }

    isolated deinit {
        close()
        dbus_server_unref(raw)
    }

    /// Stops listening. libdbus removes the socket. At the end of a process, only this call removes it in time.
    package func close() {
        pause = nil
        sources?.detach()
        sources = nil
        dbus_server_disconnect(raw)
    }
}
