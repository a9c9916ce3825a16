package import DBusInterface

/// An installed plugin, loaded or not.
package enum PluginInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.Plugin"
    package static let summary = "A plugin, which provides types of view controllers."

    package static let id: Property<String> = property(
        "Id", changes: .constant, summary: "The identifier, which is the name of the plugin's folder.")
    package static let pluginName: Property<String> = property("Name", summary: "The display name from the manifest.")
    package static let version: Property<String> = property(
        "Version", summary: "The version of the plugin from the manifest.")
    package static let abiVersion: Property<UInt32> = property(
        "AbiVersion", summary: "The version of the plugin ABI that the plugin was built for.")
    package static let isolation: Property<String> = property(
        "Isolation", summary: "Where the code runs: process (a separate plugin process) or in-process.")
    package static let state: Property<String> = property(
        "State",
        summary: """
            The state of the plugin: available, running, restarting, failed, quarantined, incompatible or disabled.
            """)
    package static let reason: Property<String> = property(
        "Reason", summary: "Details about State as a sentence; empty for none.")
    package static let processId: Property<UInt32> = property(
        "ProcessId", summary: "The process that runs the code; 0 while the plugin is not loaded.")
    package static let restarts: Property<UInt32> = property(
        "Restarts", summary: "The number of times that the plugin process was restarted after a failure.")
    package static let types: Property<[String]> = property(
        "Types", summary: "The types of view controllers that the plugin has, as PLUGIN.CLASS.")
    package static let path: Property<String> = property("Path", summary: "The folder that contains the plugin.")

    package static let load: Method<(Options) -> Void> = method(
        "Load", "options",
        summary: """
            Starts the plugin; no error if it is already running. PluginUnavailable if it is quarantined, \
            incompatible or disabled, PluginFailed if it does not start.
            """)
    package static let reload: Method<(Options) -> Void> = method(
        "Reload", "options",
        summary: """
            Replaces the plugin's process with a new one that runs the current contents of its folder. The view \
            controllers keep their paths and their state, and move over once the new process has created all of them. \
            Calls to them wait in the meantime, and no answered action is lost. PluginFailed with the reason if the \
            new process fails; the old one then continues. A plugin that is not running is reset. NotSupported for a \
            plugin that runs in-process.
            """)
    package static let unload: Method<(Options) -> Void> = method(
        "Unload", "options",
        summary: """
            Stops the plugin's process. Its view controllers keep their last views and have State failed until the \
            plugin is loaded again. NotSupported for a plugin that runs in-process, InternalInconsistency if it is not \
            running.
            """)
    package static let reset: Method<(Options) -> Void> = method(
        "Reset", "options",
        summary: """
            Ends the quarantine of the plugin and resets its failure count. If view controllers wait for the plugin, \
            it starts, and the reply is sent once it has started. PluginFailed if it does not start. NotSupported for \
            a plugin that runs in-process.
            """)
    package static let getResourceUsage: Method<() -> [String: Variant]> = method(
        "GetResourceUsage", returns: "usage",
        summary: """
            Returns the resource usage of the plugin's process: CPUUsageNSec t (nanoseconds of CPU time), \
            MemoryCurrent t (resident bytes), MessagesReceived t and MessagesSent t (by the daemon, since the process \
            started), ViewControllers u. Empty while the plugin has no process.
            """)
    package static let getConfiguration: Method<() -> [String: Variant]> = method(
        "GetConfiguration", returns: "values",
        summary: "Returns the plugin's section of tabd.toml; empty without one.")
    package static let expectHost: Method<(String, Options) -> String> = method(
        "ExpectHost", "token", "options", returns: "address",
        summary: """
            Waits up to a minute for a process 'tabd-plugin-host --debug ID' that the user starts, for example under a \
            debugger, with TABD_HOST_ADDRESS and TABD_HOST_TOKEN in its environment. The process replaces the plugin's \
            process as Reload does, and no timeout applies to it. The caller chooses the token, 32 hexadecimal digits. \
            AccessDenied unless the user has created the file $XDG_RUNTIME_DIR/tabd-debug-TOKEN: access to the bus \
            alone is not enough. NotSupported for a plugin that runs in-process.
            """)
}

/// The usage and the limit of a quota, `(tt)`.
package struct Usage: DBusStructure, Hashable {
    package var used: UInt64
    package var limit: UInt64

    package init(_ used: UInt64, _ limit: UInt64) {
        self.used = used
        self.limit = limit
    }

    package static let layout = FieldLayout("Usage", Self.init, "used", "limit", values: \.used, \.limit)
}
