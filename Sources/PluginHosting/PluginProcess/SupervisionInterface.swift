internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The daemon's methods on the private connection of a plugin process that the public contract does not have: they
/// supervise the process. Its other calls are those of any client of the contract, and the daemon calls the contract's
/// interfaces for owners and delegates in turn.
enum SupervisionInterface: ContractInterface {
    static let name = "org.tabd.PluginHost1.Supervision"
    static let summary = "The reports of a plugin process to the daemon."
    static let path: ObjectPath = "/org/tabd/PluginHost1/supervision"
    /// The object in the process that the daemon pings.
    static let processPath: ObjectPath = "/org/tabd/PluginHost1/process"
    /// The object in the process that creates instances.
    static let factoryPath: ObjectPath = "/org/tabd/PluginHost1/factory"

    static let hello: Method<(String) -> [String: Variant]> = method(
        "Hello", "token", returns: "plugin",
        summary: """
            The first call of a process, with its one-time token. `Id`, `Library`, `DataDirectory`, `LogLevel` and the \
            `Classes` of the manifest.
            """)
    static let ready: Method<() -> Void> = method("Ready", summary: "The library is open. Instances can be created.")
    static let failed: Method<(String) -> Void> = method("Failed", "reason", summary: "The library can't be used.")
    static let waking: Method<() -> Void> = method(
        "Waking",
        summary: "Code of the plugin is about to run without a call of the daemon. No reply is expected.")
    static let questionBegins: Method<(ViewControllerID, UInt32) -> Void> = method(
        "QuestionBegins", "controller", "serial",
        summary: """
            The plugin is about to handle a question of a delegate, the call with this serial number. The question \
            defers its commands. No reply is expected.
            """)
    static let questionIsOpen: Method<(ViewControllerID, UInt32) -> Void> = method(
        "QuestionIsOpen", "controller", "serial",
        summary: "The plugin has returned from a question and answers later. No reply is expected.")
    static let restorableStateChanged: Method<(ViewControllerID, [[String: Variant]]) -> Void> = method(
        "RestorableStateChanged", "controller", "state",
        summary: "The state for a new instance: one, or none. No reply is expected.")
    static let instanceMade: Method<(ViewControllerID, String) -> Void> = method(
        "InstanceMade", "controller", "failure",
        summary: """
            The process has created the instance of a view controller that its own call has created, or could not, with \
            the reason. No reply is expected.
            """)
}

extension SupervisionInterface {
    /// Pings a plugin process.
    ///
    /// The call names the process. libdbus itself answers an unnamed one on a peer connection, and the process would
    /// not learn that the daemon has stopped watching it.
    @EventLoop
    static func ping(
        _ host: Connection, timeout: Int32, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        host.call(PeerInterface.ping, at: processPath, on: name, timeout: timeout, completion: completion)
    }
}
