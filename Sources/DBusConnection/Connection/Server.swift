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
                    dbus_connection_ref(unsafeConnection)
                    let connection = Connection(unsafeConnection, isBus: false)
                    // Without enough memory, the release of the connection closes it.
                    guard (try? connection.start()) != nil else { return }
                    server.onConnection(connection)
                }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    isolated deinit {
        close()
        dbus_server_unref(raw)
    }

    /// Stops listening. libdbus removes the socket. At the end of a process, only this call removes it in time.
    package func close() {
        sources?.detach()
        sources = nil
        dbus_server_disconnect(raw)
    }
}
