import DBusConnection
import EventLoop
import TabInterface
import TabModel

/// The exported objects of view controllers, and their interfaces.
@EventLoop
final class ObjectExporter {
    private let alerts: AlertPresenter
    private let bus: Bus
    private let delegateChanges: DelegateChanges
    private let delivery: EventDelivery
    private let gestures: GestureQueues
    private let instances: Instances
    private let plugins: PluginCatalog
    private let popoverTaps: PopoverTaps
    private let popovers: PopoverConfigurator
    private let presentations: Presentations
    private let properties: ControllerProperties
    private let records: ControllerRecords
    private let references: ObjectReferences
    private let replies: TurnReplies
    private let tabGestures: TabGestures
    private let touches: Touches
    private let transitions: TransitionClock
    private let viewActions: ViewActions
    private let views: ViewStore
    private let windows: WindowAttachments

    init(
        alerts: AlertPresenter, bus: Bus, delegateChanges: DelegateChanges, delivery: EventDelivery,
        gestures: GestureQueues, instances: Instances, plugins: PluginCatalog, popoverTaps: PopoverTaps,
        popovers: PopoverConfigurator, presentations: Presentations, properties: ControllerProperties,
        records: ControllerRecords, references: ObjectReferences, replies: TurnReplies,
        tabGestures: TabGestures, touches: Touches, transitions: TransitionClock, viewActions: ViewActions,
        views: ViewStore, windows: WindowAttachments
    ) {
        self.alerts = alerts
        self.bus = bus
        self.delegateChanges = delegateChanges
        self.delivery = delivery
        self.gestures = gestures
        self.instances = instances
        self.plugins = plugins
        self.popoverTaps = popoverTaps
        self.popovers = popovers
        self.presentations = presentations
        self.properties = properties
        self.records = records
        self.references = references
        self.replies = replies
        self.tabGestures = tabGestures
        self.touches = touches
        self.transitions = transitions
        self.viewActions = viewActions
        self.views = views
        self.windows = windows
    }

    /// The interfaces of a view controller.
    func interfaces(of id: ViewControllerID) -> [any ExportedInterface] {
        let hierarchy = delivery.hierarchy
        guard hierarchy.nodes.contains(id) else { return [] }
        var interfaces: [any ExportedInterface] = [viewController(id), tabBarItem(id), navigationItem(id)]
        switch hierarchy.nodes.kind(of: id) {
        case .tabBarController: interfaces += [tabBarController(id), window(id), focus(id)]
        case .navigationController: interfaces += [navigationController(id), window(id)]
        case .moreNavigationController: interfaces.append(navigationController(id))
        case .moreList: interfaces.append(moreList(id))
        default: break
        }
        if hierarchy.nodes.alert(id) != nil { interfaces.append(alert(id)) }
        if hierarchy.nodes.hasPopover(id) { interfaces.append(popover(id)) }
        return interfaces
    }

    /// Exports a new view controller, followed by the bar of a tab bar controller.
    func export(_ id: ViewControllerID) {
        bus.tree.add(id.path, interfaces(of: id))
        records.revisions.viewControllers += 1
        if delivery.hierarchy.nodes.kind(of: id) == .tabBarController {
            records.revisions.tabBarControllers += 1
            bus.tree.add(id.barPath, [tabBar(id)])
        }
        bus.tree.markChanged(TabNames.root)
    }

    /// Adds the interface of a popover to a view controller.
    func exportPopover(of id: ViewControllerID) { bus.tree.add(popover(id), to: id.path) }

    func withdraw(_ id: ViewControllerID) {
        if bus.tree.contains(id.barPath) {
            records.revisions.tabBarControllers += 1
            bus.tree.remove(id.barPath)
        }
        records.revisions.viewControllers += 1
        bus.tree.remove(id.path)
        bus.tree.markChanged(TabNames.root)
    }

    // MARK: Interfaces

    /// - Parameter facade: Creates the implementation for a caller.
    private func export<Facade: ControllerFacade>(_ facade: @escaping @EventLoop (String) -> Facade) -> Export<Facade> {
        Export(Facade.interface, object: facade)
    }

    private func viewController(_ id: ViewControllerID) -> Export<ViewControllerFacade> {
        export { [self] in
            ViewControllerFacade(
                alerts: alerts, bus: bus, delivery: delivery, gestures: gestures, instances: instances,
                plugins: plugins, presentations: presentations, properties: properties, records: records,
                references: references,
                viewActions: viewActions, views: views, id: id, caller: $0)
        }
    }

    private func tabBarItem(_ id: ViewControllerID) -> Export<TabBarItemFacade> {
        export { [self] in TabBarItemFacade(delivery: delivery, properties: properties, id: id, caller: $0) }
    }

    private func navigationItem(_ id: ViewControllerID) -> Export<NavigationItemFacade> {
        export { [self] in
            NavigationItemFacade(delivery: delivery, properties: properties, touches: touches, id: id, caller: $0)
        }
    }

    private func tabBarController(_ id: ViewControllerID) -> Export<TabBarControllerFacade> {
        export { [self] in
            TabBarControllerFacade(
                delegateChanges: delegateChanges, delivery: delivery, gestures: gestures, records: records,
                references: references, tabGestures: tabGestures, transitions: transitions, id: id, caller: $0)
        }
    }

    private func tabBar(_ id: ViewControllerID) -> Export<TabBarFacade> {
        export { [self] in TabBarFacade(delivery: delivery, tabGestures: tabGestures, id: id, caller: $0) }
    }

    private func window(_ id: ViewControllerID) -> Export<WindowFacade> {
        export { [self] in
            WindowFacade(
                bus: bus, delivery: delivery, replies: replies, touches: touches, transitions: transitions,
                views: views, windows: windows, id: id, caller: $0)
        }
    }

    private func navigationController(_ id: ViewControllerID) -> Export<NavigationControllerFacade> {
        export { [self] in
            NavigationControllerFacade(delivery: delivery, references: references, touches: touches, id: id, caller: $0)
        }
    }

    private func moreList(_ id: ViewControllerID) -> Export<MoreListFacade> {
        export { [self] in
            MoreListFacade(
                delivery: delivery, references: references, tabGestures: tabGestures, touches: touches, id: id,
                caller: $0)
        }
    }

    private func alert(_ id: ViewControllerID) -> Export<AlertFacade> {
        export { [self] in AlertFacade(delivery: delivery, id: id, caller: $0) }
    }

    private func focus(_ id: ViewControllerID) -> Export<FocusFacade> {
        export { [self] in FocusFacade(delivery: delivery, touches: touches, id: id, caller: $0) }
    }

    private func popover(_ id: ViewControllerID) -> Export<PopoverFacade> {
        export { [self] in popoverFacade(id, caller: $0) }
    }

    /// The implementation of a popover's interface.
    func popoverFacade(_ id: ViewControllerID, caller: String = "") -> PopoverFacade {
        PopoverFacade(
            delegateChanges: delegateChanges, delivery: delivery, popoverTaps: popoverTaps, popovers: popovers,
            references: references, id: id, caller: caller)
    }
}
