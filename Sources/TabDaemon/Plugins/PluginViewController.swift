import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// A view controller, as its plugin sees and changes it.
@EventLoop
struct PluginViewController: ViewControllerServices {
    /// The parts of the daemon that it uses.
    struct Parts {
        let alerts: AlertPresenter
        let delegateChanges: DelegateChanges
        let delegates: DelegateRegistry
        let delivery: EventDelivery
        let exporter: ObjectExporter
        let gestures: GestureQueues
        let popovers: PopoverConfigurator
        let presentations: Presentations
        let properties: ControllerProperties
        let records: ControllerRecords
        let settings: Settings
        let transitions: TransitionClock
        let views: ViewStore
    }

    let id: ViewControllerID
    let isCreating: Bool
    let parts: Parts

    var delivery: EventDelivery { parts.delivery }
    private var nodes: Nodes { delivery.hierarchy.nodes }

    // MARK: Containers

    func restorationIdentifier() -> String { nodes.restorationIdentifier(of: id) }

    var parent: ViewControllerID? { nodes.parent(of: id) }
    private var navigationController: ViewControllerID? { nodes.navigationController(of: id) }
    private var tabBarController: ViewControllerID? { nodes.tabBarController(of: id) }
    var presentingViewController: ViewControllerID? { nodes.presentingViewController(of: id) }

    func containers() -> [ViewControllerID?] {
        [parent, navigationController, tabBarController, presentingViewController]
    }

    func navigationStack() throws(DBusError) -> [ViewControllerID] {
        nodes.navigationStack(try nearestNavigationController()) ?? []
    }

    func setNavigationStack(_ stack: [ViewControllerID], animated: Bool) throws(DBusError) {
        let navigation = try nearestNavigationController()
        try delivery.command { try $0.setNavigationStack(stack, of: navigation, animated: animated) }
    }

    func push(_ pushed: ViewControllerID, animated: Bool) throws(DBusError) {
        let navigation = try nearestNavigationController()
        try delivery.command { try $0.push(pushed, onto: navigation, animated: animated) }
    }

    func pop(animated: Bool) throws(DBusError) {
        let navigation = try nearestNavigationController()
        try delivery.command { _ = try $0.pop(from: navigation, animated: animated) }
    }

    func pop(to target: ViewControllerID?, animated: Bool) throws(DBusError) {
        let navigation = try nearestNavigationController()
        try delivery.command { model in
            if let target {
                _ = try model.pop(to: target, of: navigation, animated: animated)
            } else {
                _ = try model.popToRoot(of: navigation, animated: animated)
            }
        }
    }

    /// Whether a toolbar is hidden, including a deferred change from the same callback.
    func isToolbarHidden() throws(DBusError) -> Bool {
        delivery.expectedHierarchy.nodes.isToolbarHidden(try nearestNavigationController())
    }

    func nearestNavigationController() throws(DBusError) -> ViewControllerID {
        if nodes.navigationStack(id) != nil { return id }
        guard let navigation = navigationController else {
            throw .unknownObject("\(id.path) is not in a navigation controller")
        }
        return navigation
    }

    // MARK: Tabs

    func select() throws(DBusError) {
        let tabs = try nearestTabBarController()
        let list = nodes.viewControllers(of: tabs)
        var tab = id
        while !list.contains(tab), let parent = nodes.parent(of: tab) { tab = parent }
        let selected = tab
        try select(in: tabs) { try $0.select(selected, in: tabs, askingForAnimation: $1) }
    }

    func setSelectedIndex(_ index: Int64) throws(DBusError) {
        let tabs = try nearestTabBarController()
        let index = index == TabNames.notFound ? nil : Int(index)
        try select(in: tabs) { try $0.selectIndex(index, in: tabs, askingForAnimation: $1) }
    }

    func setSelectedViewController(_ selected: ViewControllerID?) throws(DBusError) {
        let tabs = try nearestTabBarController()
        try select(in: tabs) { try $0.select(selected, in: tabs, askingForAnimation: $1) }
    }

    /// Selects a tab now or deferred.
    private func select(
        in tabs: ViewControllerID, _ selection: @escaping (inout Hierarchy, Bool) throws -> Question?
    ) throws(DBusError) {
        try delivery.command {
            _ = try selection(&$0, false)
        } run: { [gestures = parts.gestures] () throws(DBusError) in
            try gestures.select(in: tabs, completion: { _ in }, selection)
        }
    }

    func setViewControllers(_ list: [ViewControllerID], animated: Bool) throws(DBusError) {
        let tabs = try nearestTabBarController()
        let (records, plugin) = (parts.records, parts.records[id]?.pluginID)
        let change: (inout Hierarchy) throws -> Void = {
            try $0.setViewControllers(list, of: tabs, animated: animated)
        }
        try delivery.command(change) { [delivery] () throws(DBusError) in
            let removed = Set(delivery.hierarchy.nodes.viewControllers(of: tabs)).subtracting(list)
            try delivery.perform(change)
            for id in removed { records[id]?.removedBy = plugin }
        }
    }

    func viewControllers() throws(DBusError) -> [ViewControllerID] {
        nodes.viewControllers(of: try nearestTabBarController())
    }

    func tabBarProperties() throws(DBusError) -> [String: Variant] {
        let tabs = try nearestTabBarController()
        return [
            "ViewControllers": nodes.viewControllers(of: tabs).variant,
            "SelectedIndex": .int64(nodes.selectedIndex(of: tabs).map(Int64.init) ?? TabNames.notFound),
            "SelectedViewController": nodes.selectedViewController(of: tabs).variant,
            "CustomizableViewControllers": nodes.customizableViewControllers(of: tabs).variant,
            "MoreNavigationController": nodes.moreNavigationController(of: tabs).variant,
            "Customizing": .bool(nodes.isCustomizing(tabs)),
            "TabBarHidden": .bool(nodes.isTabBarHidden(of: tabs)),
        ]
    }

    /// Returns the view controller itself if it is a tab bar controller, else the one that contains it.
    func nearestTabBarController() throws(DBusError) -> ViewControllerID {
        if nodes.kind(of: id) == .tabBarController { return id }
        guard let tabs = tabBarController else { throw .unknownObject("\(id.path) is not in a tab bar controller") }
        return tabs
    }

    func setTabBarDelegate(_ isDelegate: Bool) throws(DBusError) {
        let tabs = try nearestTabBarController()
        let isOneNow = parts.delegates.ofTabBars[tabs]?.receiver == .viewController(id)
        guard isDelegate != isOneNow else { return }
        let delegate = TabBarDelegate(id, timeout: Int32(parts.settings.deadlines.delegate))
        parts.delegateChanges.setDelegate(isDelegate ? delegate : nil, of: tabs, isGone: false)
    }

    func updateInteractiveTransition(_ progress: Double) throws(DBusError) {
        let tabs = try nearestTabBarController()
        try parts.transitions.driveTransition(of: tabs, caller: .viewController(id)) {
            try $0.updateInteractiveTransition(progress, in: tabs)
        }
    }

    func endInteractiveTransition(isFinished: Bool) throws(DBusError) {
        let tabs = try nearestTabBarController()
        let end: (inout Hierarchy) throws -> Void = { model in
            if isFinished {
                try model.finishInteractiveTransition(in: tabs)
            } else {
                try model.cancelInteractiveTransition(in: tabs)
            }
        }
        try delivery.command(end) { [id, transitions = parts.transitions] () throws(DBusError) in
            try transitions.driveTransition(of: tabs, caller: .viewController(id), end)
        }
    }

    func isTab(movableBy plugin: String, owning isOwn: (ViewControllerID) -> Bool) -> Bool {
        guard let record = parts.records[id] else { return false }
        if record.removedBy == plugin, nodes.owner(of: id) == nil { return true }
        // A tab that More displays has More as its parent.
        if let tabs = tabBarController, nodes.viewControllers(of: tabs).contains(id),
            nodes.isTabBarController(tabs, reachableBy: isOwn)
        {
            return true
        }
        return parts.records.all.contains {
            $1.pluginID == plugin && $1.arguments.values.contains { $0.contains(id.path) }
        }
    }
}

/// Whether a plugin may change a container.
extension Nodes {
    /// Whether a plugin owns a navigation controller or a member of its stack, or this is More of a tab bar controller
    /// within its reach.
    func isNavigationController(_ id: ViewControllerID, reachableBy isOwn: (ViewControllerID) -> Bool) -> Bool {
        guard navigationStack(id) != nil else { return false }
        if hasOwn(id, isOwn) { return true }
        guard let tabs = tabBarController(of: id), moreNavigationController(of: tabs) == id else { return false }
        return isTabBarController(tabs, reachableBy: isOwn)
    }

    /// Whether a plugin owns a tab bar controller or one of its tabs.
    fileprivate func isTabBarController(
        _ tabs: ViewControllerID, reachableBy isOwn: (ViewControllerID) -> Bool
    ) -> Bool {
        isOwn(tabs) || viewControllers(of: tabs).contains { hasOwn($0, isOwn) }
    }

    /// Whether a plugin owns a view controller or a member of its navigation stack.
    private func hasOwn(_ id: ViewControllerID, _ isOwn: (ViewControllerID) -> Bool) -> Bool {
        isOwn(id) || navigationStack(id)?.contains(where: isOwn) == true
    }
}

extension Variant {
    /// Whether the value contains an object path.
    fileprivate func contains(_ path: ObjectPath) -> Bool {
        switch self {
        case .objectPath(let other): other == path.text
        case .array(_, let values), .structure(let values): values.contains { $0.contains(path) }
        case .dictionary(_, _, let entries): entries.contains { $0.contains(path) || $1.contains(path) }
        case .variant(let value): value.contains(path)
        default: false
        }
    }
}
