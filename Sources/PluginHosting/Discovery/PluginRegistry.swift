package import DBusInterface
package import EventLoop
internal import Logging
internal import Processes
internal import TabInterface

/// All plugins that were found. Manifests are read at once, a library at the first request for one of its classes.
@EventLoop
package final class PluginRegistry {
    /// Sorted by id.
    package private(set) var plugins: [Plugin] = []
    /// Called when a plugin's state has changed.
    package var onChange: ((Plugin) -> Void)?

    private let environment: [String: String]
    private let dataDirectory: String?
    private unowned let host: any OwnerServices
    private let launcher: PluginProcessLauncher
    private var extra: [String]
    /// The plugins during whose loading the daemon has crashed repeatedly.
    private let suspectedPlugins: Set<String>
    private let logger = Logger(label: "tabd.plugins")

    /// - Parameters:
    ///   - extra: Folders before the user's and the system's.
    ///   - environment: The environment of the process. The `XDG_DATA_` variables and `HOME` count, and
    ///     `XDG_RUNTIME_DIR` for plugin processes.
    ///   - dataDirectory: The parent of the plugins' data folders; nil for none.
    ///   - hostDirectory: The folder of the socket without `XDG_RUNTIME_DIR`. Its parent exists.
    ///   - suspectedPlugins: Plugins that must not run in this process, whatever the configuration says.
    ///   - host: Not retained. It outlives the registry.
    package init(
        searchPath extra: [String], environment: [String: String], dataDirectory: String?,
        hostDirectory: String = "", configuration: HostingConfiguration = HostingConfiguration(),
        suspectedPlugins: Set<String> = [], host: any OwnerServices
    ) {
        self.extra = extra
        self.environment = environment
        self.dataDirectory = dataDirectory
        self.suspectedPlugins = suspectedPlugins
        self.host = host
        launcher = PluginProcessLauncher(environment: environment, fallback: hostDirectory)
        launcher.configuration = configuration
        reload(searchPath: extra)
    }

    /// Applies the configuration. Running code stays where it is; `reload` moves the rest.
    package func configure(_ configuration: HostingConfiguration) { launcher.configuration = configuration }

    /// Reads the manifests again. A plugin in use stays as it is, because its code can't be replaced this way.
    package func reload(searchPath extra: [String]) {
        self.extra = extra
        // When the folders can't be read at the moment, everything stays as it is.
        guard let findings = findings() else { return }
        var found: [Plugin] = []
        for finding in findings {
            guard !found.contains(where: { $0.id == finding.id }) else { continue }
            let plugin = plugin(finding.id) ?? Plugin(finding.id, in: self)
            plugin.update(from: finding)
            if !plugin.isInUse, ![.available, .disabled].contains(plugin.state) {
                logger.warning("plugin '\(plugin.id)': \(plugin.reason)")
            }
            found.append(plugin)
        }
        found += plugins.filter { plugin in plugin.isInUse && !found.contains { $0 === plugin } }
        plugins = found.sorted { $0.id < $1.id }
    }

    /// Watches the search path and the plugins' folders in it.
    package func watchFolders(onChange: @escaping @EventLoop () -> Void) -> DirectoryWatch {
        let directory = directory
        return DirectoryWatch({ directory.watched }, rest: 300, onChange: onChange)
    }

    private var directory: PluginDirectory {
        PluginDirectory(extra: extra, environment: environment, shipped: ProgramFolder.current.pluginFolders)
    }

    private func findings() -> [PluginDirectory.Finding]? { directory.scan(report: { logger.warning("\($0)") }) }

    /// Calls back when the plugin processes that got notifications since the last call have reacted, or their time is
    /// over.
    ///
    /// - Parameter turn: The daemon's turn. A second call in the same turn waits together with the first.
    /// - Returns: Whether there is anything to wait for.
    package func waitUntilIdle(
        within milliseconds: UInt64, in turn: UInt64, completion: @escaping @EventLoop () -> Void
    ) -> Bool {
        launcher.reactions.wait(for: milliseconds, in: turn, completion: completion)
    }

    /// Asks every instance of every plugin for its restorable state once more, and reports new states to the daemon.
    ///
    /// - Parameter milliseconds: The timeout for plugin processes. In-process plugins reply at once.
    package func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        let runtimes = plugins.compactMap(\.runtime)
        var left = runtimes.count
        guard left > 0 else { return completion() }
        for runtime in runtimes {
            runtime.collectStates(within: milliseconds) {
                left -= 1
                if left == 0 { completion() }
            }
        }
    }

    /// A child process of the daemon has stopped or continued.
    package func childrenChanged() {
        for plugin in plugins { plugin.runtime?.childrenChanged() }
    }

    /// Ends all plugin processes, as the daemon's last action on plugins.
    package func shutDown() {
        for plugin in plugins { plugin.runtime?.shutDown() }
        launcher.close()
        LoopChild.endAll(of: launcher, within: .milliseconds(300))
    }

    // MARK: Requests of plugins

    /// Returns the current content of a plugin's folder.
    func find(_ id: String) -> PluginDirectory.Finding? { findings()?.first { $0.id == id } }

    func warn(_ text: String) { logger.warning("\(text)") }

    func isDisabled(_ plugin: Plugin) -> Bool { launcher.configuration.disabled.contains(plugin.id) }

    func isSuspected(_ plugin: Plugin) -> Bool { suspectedPlugins.contains(plugin.id) }

    /// Clears the crash marker of a suspected plugin. This takes effect at the daemon's next start.
    func resetCrashes(_ plugin: Plugin) {
        if isSuspected(plugin) { host.noteLoading(plugin.id, isOver: true) }
    }

    func isolation(of plugin: Plugin) -> Manifest.Isolation {
        if isSuspected(plugin) { return .process }
        let configuration = launcher.configuration
        return configuration.isolation[plugin.id] ?? configuration.isolationOfAll ?? plugin.manifest?.isolation
            ?? .process
    }

    func makeRuntime(_ isolation: Manifest.Isolation, for plugin: Plugin) -> any PluginRuntime {
        let directory = dataDirectory.map { "\($0)/\(plugin.id)" }
        return isolation == .process
            ? IsolatedRuntime(plugin, host: host, launcher: launcher, dataDirectory: directory)
            : InProcessRuntime(plugin, host: host, dataDirectory: directory)
    }

    // MARK: Plugins and their classes

    package func plugin(_ id: String) -> Plugin? { plugins.first { $0.id == id } }

    /// Returns the class of a type such as `clock.WorldClock`.
    ///
    /// - Throws: `PluginUnavailable` for an unusable plugin, `NoSuchType` for a missing plugin or class.
    package func pluginClass(
        ofType type: String
    ) throws(DBusError) -> (plugin: Plugin, class: Manifest.PluginClass) {
        if let dot = type.firstIndex(of: "."), let plugin = plugin(String(type[..<dot])) {
            let name = type[type.index(after: dot)...]
            if let found = plugin.classes.first(where: { $0.name == name }) { return (plugin, found) }
            try plugin.requireUsable()
        }
        let known = plugins.filter(\.isUsable).flatMap(\.types).joined(separator: ", ")
        let offer = known.isEmpty ? "no types are available" : "available types: \(known)"
        throw .noSuchType("no plugin offers '\(type.prefix(200))'; \(offer)")
    }

    /// Whether the plugin of a type is unusable or lacks the class, and its folder has changed.
    ///
    /// This reads one manifest, so that a client that asks for unknown types costs little.
    package func hasNews(ofType type: String) -> Bool {
        let id = String(type.prefix { $0 != "." })
        if let known = try? pluginClass(ofType: type), known.plugin.isUsable { return false }
        guard TextRules.isPluginIdentifier(id), let finding = directory.find(id) else { return false }
        guard let plugin = plugin(id) else { return true }
        guard let manifest = finding.manifest else { return finding.validationError != plugin.reason }
        return manifest != plugin.manifest || finding.path != plugin.path
    }
}
