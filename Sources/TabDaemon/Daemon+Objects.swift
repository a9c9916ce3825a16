import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Which objects have which interfaces.
extension Daemon {
    func exportRoot() {
        tree.add(TabNames.root, [Export(ManagerFacade.interface) { ManagerFacade(daemon: self, caller: $0) }])
        for plugin in registry?.plugins ?? [] { export(plugin) }
    }

    private func export(_ plugin: Plugin) {
        tree.add(
            TabNames.plugin(plugin.id), [Export(PluginFacade.interface) { _ in PluginFacade(plugin: plugin) }])
    }

    /// Looks for plugins again: new ones appear, those that are gone and not running disappear.
    func findPlugins(in searchPath: [String]) {
        guard let registry else { return }
        pluginPath = searchPath
        let before = Set(registry.plugins.map(\.id))
        registry.reload(searchPath: searchPath)
        let after = Set(registry.plugins.map(\.id))
        for id in before.subtracting(after).sorted() { tree.remove(TabNames.plugin(id)) }
        for plugin in registry.plugins where !before.contains(plugin.id) { export(plugin) }
        reviveWaiting()
        tree.touch(TabNames.root)
    }

    /// The plugin that offers a controller's type, when it is there.
    func plugin(of id: ViewControllerID) -> Plugin? { records[id].flatMap { registry?.plugin($0.pluginID) } }

    /// Exports a new controller, and a tab bar controller's bar behind it.
    func export(_ id: ViewControllerID) {
        var interfaces: [any ExportedInterface] = [
            Export(ViewControllerFacade.interface) { ViewControllerFacade(daemon: self, id: id, caller: $0) },
            Export(TabBarItemFacade.interface) { _ in TabBarItemFacade(daemon: self, id: id) },
            Export(NavigationItemFacade.interface) { NavigationItemFacade(daemon: self, id: id, caller: $0) },
        ]
        let stack = Export(NavigationControllerFacade.interface) {
            NavigationControllerFacade(daemon: self, id: id, caller: $0)
        }
        switch hierarchy.kind(of: id) {
        case .tabBarController:
            interfaces += [
                Export(TabBarControllerFacade.interface) { TabBarControllerFacade(daemon: self, id: id, caller: $0) },
                Export(WindowFacade.interface) { WindowFacade(daemon: self, id: id, caller: $0) },
            ]
        case .navigationController:
            interfaces += [stack, Export(WindowFacade.interface) { WindowFacade(daemon: self, id: id, caller: $0) }]
        case .moreNavigationController: interfaces.append(stack)
        case .moreList:
            guard let tabs = hierarchy.tabBarController(of: id) else { break }
            interfaces.append(
                Export(MoreListFacade.interface) {
                    MoreListFacade(daemon: self, tabBarController: tabs, caller: $0)
                })
        default: break
        }
        if hierarchy.alert(id) != nil {
            interfaces.append(Export(AlertFacade.interface) { _ in AlertFacade(daemon: self, id: id) })
        }
        if hierarchy.profile(of: id) == .tv {
            interfaces.append(Export(FocusFacade.interface) { FocusFacade(daemon: self, id: id, caller: $0) })
        }
        if hierarchy.hasPopover(id) {
            interfaces.append(
                Export(PopoverFacade.interface) { PopoverFacade(daemon: self, id: id, caller: $0) })
        }
        tree.add(id.path, interfaces)
        revisions.viewControllers += 1
        if hierarchy.kind(of: id) == .tabBarController {
            revisions.tabBarControllers += 1
            tree.add(
                id.barPath, [Export(TabBarFacade.interface) { TabBarFacade(daemon: self, id: id, caller: $0) }])
        }
        tree.touch(TabNames.root)
    }

    func withdraw(_ id: ViewControllerID) {
        if tree.contains(id.barPath) {
            revisions.tabBarControllers += 1
            tree.remove(id.barPath)
        }
        revisions.viewControllers += 1
        tree.remove(id.path)
        tree.touch(TabNames.root)
    }
}
