internal import DBusConnection
internal import DBusInterface

/// Where a plugin's code runs: in this process, or in one of its own.
@EventLoop
protocol PluginRuntime: AnyObject {
    var isolation: Manifest.Isolation { get }
    /// 0 while the code isn't loaded.
    var processID: UInt32 { get }
    /// Whether another runtime can't take its place: code is loaded, or controllers wait for it.
    var isInUse: Bool { get }
    /// What the code uses, in the words of `Plugin.GetResourceUsage`; empty while there is no process of its own.
    var resourceUsage: [String: Variant] { get }

    /// - Throws: `PluginUnavailable`, `PluginFailed`.
    func makeOwner(
        _ className: String, controller: UInt64, arguments: [String: Variant], origin: InstanceOrigin
    ) throws(DBusError) -> any ContentOwner

    // What follows completes once: with nil, or with what went wrong.

    func load(completion: @escaping @EventLoop (DBusError?) -> Void)
    func reload(completion: @escaping @EventLoop (DBusError?) -> Void)
    func unload(completion: @escaping @EventLoop (DBusError?) -> Void)
    func reset(completion: @escaping @EventLoop (DBusError?) -> Void)
    /// Makes the instance of a controller again that has none.
    func respawn(_ controller: UInt64, completion: @escaping @EventLoop (DBusError?) -> Void)
    /// Expects a plugin process that the user starts, such as under a debugger, and that presents a token.
    ///
    /// - Returns: The address to connect to.
    func expectHost(token: String) throws(DBusError) -> String

    /// Asks every instance for its state, for so long at most; the daemon is told what is new.
    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void)
    /// Some child process of the daemon has stopped or gone on.
    func childrenChanged()
    /// The daemon ends.
    func shutDown()
}
