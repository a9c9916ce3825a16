import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The exported objects of view controllers, and their interfaces.
@EventLoop
final class ObjectExporter: EntryPoint, ObjectTreeDelegate {
    let context: Context

    init(_ context: Context) { self.context = context }

    /// The interfaces of a view controller.
    func interfaces(of id: ViewControllerID) -> [any ExportedInterface] {
        let hierarchy = delivery.hierarchy
        guard hierarchy.nodes.contains(id) else { return [] }
        var interfaces: [any ExportedInterface] = [
            export(ViewControllerFacade.self, id), export(TabBarItemFacade.self, id),
            export(NavigationItemFacade.self, id),
        ]
        switch hierarchy.nodes.kind(of: id) {
        case .tabBarController:
            interfaces += [
                export(TabBarControllerFacade.self, id), export(WindowFacade.self, id), export(FocusFacade.self, id),
            ]
        case .navigationController:
            interfaces += [export(NavigationControllerFacade.self, id), export(WindowFacade.self, id)]
        case .moreNavigationController: interfaces.append(export(NavigationControllerFacade.self, id))
        case .moreList: interfaces.append(export(MoreListFacade.self, id))
        default: break
        }
        if hierarchy.nodes.alert(id) != nil { interfaces.append(export(AlertFacade.self, id)) }
        if hierarchy.nodes.hasPopover(id) { interfaces.append(export(PopoverFacade.self, id)) }
        return interfaces
    }

    /// Exports a new view controller, followed by the bar of a tab bar controller.
    func export(_ id: ViewControllerID) {
        bus.tree.add(id.path, interfaces(of: id))
        records.revisions.viewControllers += 1
        if delivery.hierarchy.nodes.kind(of: id) == .tabBarController {
            records.revisions.tabBarControllers += 1
            bus.tree.add(id.barPath, [export(TabBarFacade.self, id)])
        }
        bus.tree.markChanged(TabNames.root)
    }

    /// Adds the interface of a popover to a view controller.
    func exportPopover(of id: ViewControllerID) { bus.tree.add(export(PopoverFacade.self, id), to: id.path) }

    func withdraw(_ id: ViewControllerID) {
        if bus.tree.contains(id.barPath) {
            records.revisions.tabBarControllers += 1
            bus.tree.remove(id.barPath)
        }
        records.revisions.viewControllers += 1
        bus.tree.remove(id.path)
        bus.tree.markChanged(TabNames.root)
    }

    private func export<Facade: ControllerFacade>(_ facade: Facade.Type, _ id: ViewControllerID) -> Export<Facade> {
        Export(Facade.interface) { [context] caller in Facade(context: context, id: id, caller: caller) }
    }

    // MARK: Questions of the tree

    func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError) {
        try context.access.authorize(caller, path, interface, member)
    }

    func unaddedInterfaces(at path: ObjectPath) -> [any ExportedInterface] {
        TabNames.viewController(of: path).map { interfaces(of: $0) } ?? []
    }

    func depth(of path: ObjectPath) -> Int {
        TabNames.viewController(of: path).map { delivery.hierarchy.nodes.depth(of: $0) } ?? 0
    }

    func willRead(_ interface: String, at path: ObjectPath) { context.turn.willRead(interface, at: path) }

    func willReplyToRead() { recorder.commitChanges() }

    func delaysBarrier(of caller: String, _ reply: @escaping @EventLoop () -> Void) -> Bool {
        layouts.queue.runAfterCalls(of: caller, reply)
    }
}
