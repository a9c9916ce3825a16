import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The plugins, and their objects on the bus.
@EventLoop
final class PluginCatalog: DaemonPart {
    let core: Core
    private let images: ImageLibrary

    /// nil until the daemon has opened it.
    private(set) var registry: PluginRegistry?
    private(set) var searchPath: [String] = []
    /// Watches the plugin folders while view controllers wait for missing plugins.
    var watch: DirectoryWatch?

    init(core: Core, images: ImageLibrary) {
        self.core = core
        self.images = images
    }

    /// Finds the plugins, and exports their objects.
    func open(_ registry: PluginRegistry, in searchPath: [String]) {
        self.registry = registry
        self.searchPath = searchPath
        registry.onChange = { [bus, images] plugin in
            bus.tree.markChanged(TabNames.plugin(plugin.id))
            images.pluginChanged(plugin)
        }
        for plugin in registry.plugins { export(plugin) }
    }

    /// Searches for plugins again. New plugins are exported; missing ones that are not running are removed.
    func find(in searchPath: [String]) {
        guard let registry else { return }
        self.searchPath = searchPath
        let before = Set(registry.plugins.map(\.id))
        registry.reload(searchPath: searchPath)
        let after = Set(registry.plugins.map(\.id))
        for id in before.subtracting(after).sorted() { bus.tree.remove(TabNames.plugin(id)) }
        for plugin in registry.plugins where !before.contains(plugin.id) { export(plugin) }
        bus.tree.markChanged(TabNames.root)
    }

    private func export(_ plugin: Plugin) {
        bus.tree.add(
            TabNames.plugin(plugin.id),
            [Export(PluginFacade.interface) { [settings] _ in PluginFacade(plugin: plugin, settings: settings) }])
    }

    /// The plugin of a view controller's class; nil when it is not installed.
    func plugin(of id: ViewControllerID) -> Plugin? { records[id].flatMap { registry?.plugin($0.pluginID) } }

    /// Returns the background with a name from the plugins' manifests; nil for the standard background.
    ///
    /// - Throws: `InvalidArgument` for an unknown name.
    func popoverBackground(_ name: String) throws(DBusError) -> PopoverBackground? {
        guard !name.isEmpty else { return nil }
        for plugin in registry?.plugins ?? [] {
            for background in plugin.manifest?.popoverBackgrounds ?? [] where "\(plugin.id).\(background.name)" == name
            {
                let insets = background.contentInsets
                guard insets.count == 4 else { continue }
                let metrics = PopoverMetrics(
                    arrowHeight: background.arrowHeight, arrowBase: background.arrowBase,
                    contentInsets: Insets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]))
                return PopoverBackground(
                    name: name, metrics: metrics,
                    wantsDefaultContentAppearance: background.wantsDefaultContentAppearance,
                    fillColor: background.fillColor, borderColor: background.borderColor)
            }
        }
        let known = (registry?.plugins ?? []).flatMap { plugin in
            (plugin.manifest?.popoverBackgrounds ?? []).map { "\(plugin.id).\($0.name)" }
        }
        throw .invalidArgument(
            "'\(name.prefix(80))' is not a popover background; expected "
                + (known.isEmpty ? "" : "\(known.sorted().prefix(20).joined(separator: ", ")) or ")
                + "'' for the standard background")
    }
}
