package import DBusInterface

/// A plugin that was found, whether or not it is loaded.
package enum PluginInterface {
    package static let name = "org.tabd.Tabs1.Plugin"

    package static let id = Property<String>(
        "Id", changes: .constant, summary: "The identifier, which is the name of the plugin's folder.")
    package static let pluginName = Property<String>("Name", summary: "The name to show to people, of the manifest.")
    package static let version = Property<String>("Version", summary: "The version of the plugin, of the manifest.")
    package static let abiVersion = Property<UInt32>(
        "AbiVersion", summary: "The version of the plugin interface that it was built for.")
    package static let isolation = Property<String>(
        "Isolation", summary: "Where the code runs: process (a host of its own) or in-process.")
    package static let state = Property<String>(
        "State", summary: "available, running, restarting, failed, quarantined or incompatible.")
    package static let reason = Property<String>(
        "Reason", summary: "A sentence that says more about State, empty when there is nothing to say.")
    package static let processId = Property<UInt32>(
        "ProcessId", summary: "The process that the code runs in, 0 while it is not loaded.")
    package static let restarts = Property<UInt32>(
        "Restarts", summary: "How often the host was started again after a failure.")
    package static let types = Property<[String]>(
        "Types", summary: "The types of view controllers that it offers, as PLUGIN.CLASS.")
    package static let path = Property<String>("Path", summary: "The folder that the plugin was found in.")

    package static let load = Method<(Options) -> Void>(
        "Load", "options",
        summary: """
            Starts the plugin; no error when it is running. PluginUnavailable when it is quarantined or incompatible, \
            PluginFailed when it does not start.
            """)
    package static let reload = Method<(Options) -> Void>(
        "Reload", "options",
        summary: """
            Replaces the plugin's process by a new one with what is in its folder now. The view controllers keep their \
            paths and their state, and change over when the new process has made all of them. Their calls wait meanwhile, \
            and no action that was answered is lost. PluginFailed with the reason when the new process fails: then the \
            old one goes on. A plugin that isn't running is reset. NotSupported for one that runs in the daemon.
            """)
    package static let unload = Method<(Options) -> Void>(
        "Unload", "options",
        summary: """
            Stops the plugin's process; its view controllers stay, with their last views and State failed, until it is \
            loaded again. NotSupported for one that runs in the daemon, InternalInconsistency when it is not running.
            """)
    package static let reset = Method<(Options) -> Void>(
        "Reset", "options",
        summary: """
            Takes the plugin out of quarantine and counts its failures from 0 again; it starts when view controllers wait \
            for it, and the reply comes when it has. PluginFailed when it does not start. NotSupported for one that runs \
            in the daemon.
            """)
    package static let getResourceUsage = Method<() -> [String: Variant]>(
        "GetResourceUsage", returns: "usage",
        summary: """
            What the plugin's process uses: CPUUsageNSec t (nanoseconds of CPU time), MemoryCurrent t (resident bytes), \
            MessagesReceived t and MessagesSent t (by the daemon, since the process started), ViewControllers u. Empty \
            while no process of its own runs.
            """)
    package static let expectHost = Method<(String, Options) -> String>(
        "ExpectHost", "token", "options", returns: "address",
        summary: """
            Has the daemon wait for a minute for a process 'tabd-plugin-host --debug ID' that the user starts, such as \
            under a debugger, with TABD_HOST_ADDRESS and TABD_HOST_TOKEN in its environment. The process becomes the \
            plugin's as with Reload, and no timeout applies to it. The token is 32 hexadecimal digits of the caller's \
            choice. Right to use the bus is not enough: AccessDenied unless the user has made the file \
            $XDG_RUNTIME_DIR/tabd-debug-TOKEN. NotSupported for a plugin that runs in the daemon.
            """)

    package static let description = InterfaceDescription(
        name, summary: "A plugin, which offers types of view controllers.",
        [
            id, pluginName, version, abiVersion, isolation, state, reason, processId, restarts, types, path, load,
            reload, unload, reset, getResourceUsage, expectHost,
        ])
}

/// How much of something is in use, `(tt)`.
package struct Usage: DBusStructure, Hashable {
    package var used: UInt64
    package var limit: UInt64

    package init(_ used: UInt64, _ limit: UInt64) {
        self.used = used
        self.limit = limit
    }

    package static let layout = Layout<Usage>({ Usage($0, $1) }, \.used, \.limit)
}
