internal import DBusConnection
internal import DBusInterface

extension HostedPluginInterface {
    /// Asks a host whether it is alive.
    ///
    /// The call names the host: one that names nobody libdbus answers by itself on a connection of peers, and the host
    /// would not learn that the daemon watches it no more.
    @EventLoop
    static func ping(
        _ host: Connection, timeout: Int32, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        host.call(
            PeerInterface.ping, of: PeerInterface.name, at: path, on: name, timeout: timeout, completion: completion)
    }
}
