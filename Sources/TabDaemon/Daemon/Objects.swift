import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The exported objects and their interfaces.
extension Daemon {
    func exportRoot() {
        tree.add(TabNames.root, [Export(ManagerFacade.interface) { ManagerFacade(daemon: self, caller: $0) }])
        for plugin in registry?.plugins ?? [] { export(plugin) }
    }

    private func export(_ plugin: Plugin) {
        tree.add(
            TabNames.plugin(plugin.id), [Export(PluginFacade.interface) { _ in PluginFacade(plugin: plugin) }])
    }

    /// Searches for plugins again. New plugins are exported; missing ones that are not running are removed.
    func findPlugins(in searchPath: [String]) {
        guard let registry else { return }
        pluginPath = searchPath
        let before = Set(registry.plugins.map(\.id))
        registry.reload(searchPath: searchPath)
        let after = Set(registry.plugins.map(\.id))
        for id in before.subtracting(after).sorted() { tree.remove(TabNames.plugin(id)) }
        for plugin in registry.plugins where !before.contains(plugin.id) { export(plugin) }
        respawnWaitingInstances()
        tree.markChanged(TabNames.root)
    }

    /// The plugin of a view controller's class; nil when it is not installed.
    func plugin(of id: ViewControllerID) -> Plugin? { records[id].flatMap { registry?.plugin($0.pluginID) } }

    /// Exports a new view controller, followed by the bar of a tab bar controller.
    func export(_ id: ViewControllerID) {
        var interfaces: [any ExportedInterface] = [
            export(ViewControllerFacade.self, of: id), export(TabBarItemFacade.self, of: id),
            export(NavigationItemFacade.self, of: id),
        ]
        switch hierarchy.nodes.kind(of: id) {
        case .tabBarController:
            interfaces += [export(TabBarControllerFacade.self, of: id), export(WindowFacade.self, of: id)]
        case .navigationController:
            interfaces += [export(NavigationControllerFacade.self, of: id), export(WindowFacade.self, of: id)]
        case .moreNavigationController: interfaces.append(export(NavigationControllerFacade.self, of: id))
        case .moreList: interfaces.append(export(MoreListFacade.self, of: id))
        default: break
        }
        if hierarchy.nodes.alert(id) != nil { interfaces.append(export(AlertFacade.self, of: id)) }
        if hierarchy.nodes.profile(of: id) == .tv { interfaces.append(export(FocusFacade.self, of: id)) }
        if hierarchy.nodes.hasPopover(id) { interfaces.append(export(PopoverFacade.self, of: id)) }
        tree.add(id.path, interfaces)
        revisions.viewControllers += 1
        if hierarchy.nodes.kind(of: id) == .tabBarController {
            revisions.tabBarControllers += 1
            tree.add(id.barPath, [export(TabBarFacade.self, of: id)])
        }
        tree.markChanged(TabNames.root)
    }

    func export<Facade: ControllerFacade>(_: Facade.Type, of id: ViewControllerID) -> Export<Facade> {
        Export(Facade.interface) { Facade(daemon: self, id: id, caller: $0) }
    }

    func withdraw(_ id: ViewControllerID) {
        if tree.contains(id.barPath) {
            revisions.tabBarControllers += 1
            tree.remove(id.barPath)
        }
        revisions.viewControllers += 1
        tree.remove(id.path)
        tree.markChanged(TabNames.root)
    }

    /// Sends a signal. A value that the bus can't carry is logged instead.
    func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath,
        _ argument: repeat each Argument
    ) {
        do throws(DBusError) {
            try connection?.emit(signal, from: path, repeat each argument)
        } catch {
            log.error("cannot send signal \(signal.name) of \(path): \(error.message)")
        }
    }
}
