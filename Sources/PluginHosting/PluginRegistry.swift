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

    private let environment: [String: String]
    private let dataDirectory: String?
    private unowned let host: (any ContentHost)?
    private let logger = Logger(label: "tabd.plugins")

    /// - Parameters:
    ///   - extra: Folders that come before the user's and the system's.
    ///   - environment: Of the process; the `XDG_DATA_` variables and `HOME` count.
    ///   - dataDirectory: The folder in which each plugin may have one of its own; nil for none.
    ///   - host: Not retained; it outlives the registry. nil when plugins are only checked.
    package init(
        searchPath extra: [String], environment: [String: String], dataDirectory: String?, host: (any ContentHost)?
    ) {
        self.environment = environment
        self.dataDirectory = dataDirectory
        self.host = host
        reload(searchPath: extra)
    }

    /// Reads the manifests (again). A plugin whose library is open stays as it is: its code can't be exchanged.
    package func reload(searchPath extra: [String]) {
        let directory = PluginDirectory(extra: extra, environment: environment)
        // What could not be looked at just now stays as it is.
        guard let findings = directory.scan(report: { logger.warning("\($0)") }) else { return }
        var found: [Plugin] = plugins.filter { $0.processId != 0 }
        for finding in findings {
            guard !found.contains(where: { $0.id == finding.id }) else { continue }
            let plugin = plugin(finding.id) ?? makePlugin(finding.id)
            plugin.take(finding)
            if plugin.state != .available { logger.warning("plugin '\(plugin.id)': \(plugin.reason)") }
            found.append(plugin)
        }
        plugins = found.sorted { $0.id < $1.id }
    }

    private func makePlugin(_ id: String) -> Plugin {
        let plugin = Plugin(id, dataDirectory: dataDirectory.map { "\($0)/\(id)" }, host: host)
        plugin.onChange = { [unowned self] plugin in onChange?(plugin) }
        return plugin
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
