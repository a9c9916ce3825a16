package import DBusConnection
package import DBusInterface
internal import Logging
internal import TabInterface

/// All plugins that were found. Manifests are read at once, libraries when one of their classes is wanted first.
@EventLoop
package final class PluginRegistry {
    /// Sorted by id.
    package private(set) var plugins: [Plugin] = []
    /// Called when a plugin's state has changed.
    package var onChange: ((Plugin) -> Void)?

    private let directory: PluginDirectory
    private let stateHome: String?
    private unowned let host: any ContentHost
    private let logger = Logger(label: "tabd.plugins")

    /// - Parameters:
    ///   - extra: Folders that come before the user's and the system's.
    ///   - environment: Of the process; the `XDG_` variables and `HOME` count.
    ///   - host: Not retained; it outlives the registry.
    package init(searchPath extra: [String], environment: [String: String], host: any ContentHost) {
        directory = PluginDirectory(extra: extra, environment: environment)
        let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        stateHome = given ?? environment["HOME"].map { $0 + "/.local/state" }
        self.host = host
        reload()
    }

    /// Reads the manifests again. A plugin whose library is open stays as it is: its code can't be exchanged.
    package func reload() {
        let running = plugins.filter { $0.processId != 0 }
        let findings = directory.scan { logger.warning("\($0)") }
        var found = findings.filter { finding in !running.contains { $0.id == finding.id } }.map { finding in
            let data = stateHome.map { "\($0)/tabd/plugins/\(finding.id)" }
            return Plugin(finding, dataDirectory: data, host: host)
        }
        for plugin in found {
            if plugin.state != .available { logger.warning("plugin '\(plugin.id)': \(plugin.reason)") }
            plugin.onChange = { [weak self] plugin in self?.onChange?(plugin) }
        }
        found.append(contentsOf: running)
        plugins = found.sorted { $0.id < $1.id }
    }

    package func plugin(_ id: String) -> Plugin? { plugins.first { $0.id == id } }

    /// The class that a type names, such as `clock.WorldClock`.
    ///
    /// - Throws: `NoSuchType`.
    package func pluginClass(
        ofType type: String
    ) throws(DBusError) -> (plugin: Plugin, class: Manifest.PluginClass) {
        if let dot = type.firstIndex(of: "."), let plugin = plugin(String(type[..<dot])) {
            let name = type[type.index(after: dot)...]
            if let found = plugin.classes.first(where: { $0.name == name }) { return (plugin, found) }
        }
        let known = plugins.flatMap(\.types).joined(separator: ", ")
        let offer = known.isEmpty ? "there is none" : "there are: \(known)"
        throw .noSuchType("no plugin offers '\(type.prefix(200))'; \(offer)")
    }

    /// Makes the owner of a new controller; opens the plugin's library when it is not open yet.
    ///
    /// - Throws: `PluginUnavailable` for an incompatible plugin, `PluginFailed`.
    package func makeOwner(
        _ pluginClass: Manifest.PluginClass, of plugin: Plugin, controller: UInt64, arguments: [String: Variant]
    ) throws(DBusError) -> any ContentOwner {
        try InProcessOwner(
            plugin.library(), className: pluginClass.name, controller: controller, arguments: arguments)
    }
}
