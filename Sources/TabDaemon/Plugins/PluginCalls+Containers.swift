import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// Containers, as plugins see and change them.
extension PluginCalls {
    func restorationIdentifier(of controller: UInt64) throws(DBusError) -> String {
        delivery.hierarchy.nodes.restorationIdentifier(of: ViewControllerID(controller))
    }

    func destroyViewController(_ controller: UInt64) throws(DBusError) {
        let id = ViewControllerID(controller)
        try delivery.command {
            try $0.destroy(id)
        } run: { [unowned self] () throws(DBusError) in
            try delivery.destroy(id)
        }
    }

    func containers(of controller: UInt64) -> Containers {
        let id = ViewControllerID(controller)
        return Containers(
            parent: delivery.hierarchy.nodes.parent(of: id)?.rawValue ?? 0,
            navigationController: delivery.hierarchy.nodes.navigationController(of: id)?.rawValue ?? 0,
            tabBarController: delivery.hierarchy.nodes.tabBarController(of: id)?.rawValue ?? 0,
            presentingViewController: delivery.hierarchy.nodes.presentingViewController(of: id)?.rawValue ?? 0)
    }

    func isNavigationController(_ controller: UInt64) -> Bool {
        delivery.hierarchy.nodes.navigationStack(ViewControllerID(controller)) != nil
    }

    func isNavigationController(_ controller: UInt64, reachableBy isOwn: (UInt64) -> Bool) -> Bool {
        let id = ViewControllerID(controller)
        guard isNavigationController(controller) else { return false }
        if hasOwn(id, isOwn) { return true }
        guard let tabs = delivery.hierarchy.nodes.tabBarController(of: id),
            delivery.hierarchy.nodes.moreNavigationController(of: tabs) == id
        else { return false }
        return isTabBarController(tabs, reachableBy: isOwn)
    }

    func navigationStack(of controller: UInt64) throws(DBusError) -> [UInt64] {
        (delivery.hierarchy.nodes.navigationStack(try navigationController(around: controller)) ?? []).map(\.rawValue)
    }

    func setNavigationStack(_ stack: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try delivery.command { model in
            try model.setNavigationStack(stack.map { ViewControllerID($0) }, of: navigation, animated: animated)
        }
    }

    func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try delivery.command { try $0.push(ViewControllerID(pushed), onto: navigation, animated: animated) }
    }

    func pop(from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try delivery.command { _ = try $0.pop(from: navigation, animated: animated) }
    }

    func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try delivery.command { model in
            _ =
                target == 0
                ? try model.popToRoot(of: navigation, animated: animated)
                : try model.pop(to: ViewControllerID(target), of: navigation, animated: animated)
        }
    }

    func dismiss(from controller: UInt64, animated: Bool) throws(DBusError) {
        try delivery.command { _ = try $0.dismiss(from: ViewControllerID(controller), animated: animated) }
    }

    func select(_ controller: UInt64) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        let list = delivery.hierarchy.nodes.viewControllers(of: tabs)
        var tab = ViewControllerID(controller)
        while !list.contains(tab), let parent = delivery.hierarchy.nodes.parent(of: tab) { tab = parent }
        let selected = tab
        try select(in: tabs) { try $0.select(selected, in: tabs, askingForAnimation: $1) }
    }

    /// Selects a tab for a plugin, now or deferred.
    private func select(
        in tabs: ViewControllerID,
        _ selection: @escaping (inout Hierarchy, Bool) throws -> Question?
    ) throws(DBusError) {
        try delivery.command {
            _ = try selection(&$0, false)
        } run: { [unowned self] () throws(DBusError) in
            try gestures.select(in: tabs, completion: { _ in }, selection)
        }
    }

    func setViewControllers(_ list: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        let list = list.map { ViewControllerID($0) }
        let plugin = records[ViewControllerID(controller)]?.pluginID
        let change: (inout Hierarchy) throws -> Void = {
            try $0.setViewControllers(list, of: tabs, animated: animated)
        }
        try delivery.command(change) { [unowned self] () throws(DBusError) in
            let removed = Set(delivery.hierarchy.nodes.viewControllers(of: tabs)).subtracting(list)
            try delivery.perform(change)
            for id in removed { records[id]?.removedBy = plugin }
        }
    }

    func setSelectedIndex(_ index: Int64, of controller: UInt64) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        try select(in: tabs) {
            try $0.selectIndex(
                index == TabNames.notFound ? nil : Int(index), in: tabs, askingForAnimation: $1)
        }
    }

    func setSelectedViewController(_ selected: UInt64, of controller: UInt64) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        let target = selected == 0 ? nil : ViewControllerID(selected)
        try select(in: tabs) { try $0.select(target, in: tabs, askingForAnimation: $1) }
    }

    func tabBarController(of controller: UInt64) throws(DBusError) -> [String: Variant] {
        let tabs = try tabBarController(around: controller)
        return [
            "ViewControllers": delivery.hierarchy.nodes.viewControllers(of: tabs).map(\.rawValue).variant,
            "SelectedIndex": .int64(
                delivery.hierarchy.nodes.selectedIndex(of: tabs).map(Int64.init) ?? TabNames.notFound),
            "SelectedViewController": .uint64(delivery.hierarchy.nodes.selectedViewController(of: tabs)?.rawValue ?? 0),
            "CustomizableViewControllers": delivery.hierarchy.nodes.customizableViewControllers(of: tabs).map(
                \.rawValue
            )
            .variant,
            "MoreNavigationController": .uint64(
                delivery.hierarchy.nodes.moreNavigationController(of: tabs)?.rawValue ?? 0),
            "Customizing": .bool(delivery.hierarchy.nodes.isCustomizing(tabs)),
            "TabBarHidden": .bool(delivery.hierarchy.nodes.isTabBarHidden(of: tabs)),
        ]
    }

    /// Returns a tab bar controller itself, or the one that contains a view controller.
    func tabBarController(around controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        if delivery.hierarchy.nodes.kind(of: id) == .tabBarController { return id }
        guard let tabs = delivery.hierarchy.nodes.tabBarController(of: id) else {
            throw .unknownObject("\(id.path) is not in a tab bar controller")
        }
        return tabs
    }

    func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(DBusError) {
        let id = ViewControllerID(controller)
        let tabs = try tabBarController(around: controller)
        let isOneNow = delegates.ofTabBars[tabs]?.receiver == .viewController(id)
        guard isDelegate != isOneNow else { return }
        let delegate = TabBarDelegate(id, timeout: Int32(settings.deadlines.delegate))
        delegateChanges.setDelegate(isDelegate ? delegate : nil, of: tabs, isGone: false)
    }

    func navigationController(around controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        if isNavigationController(controller) { return id }
        guard let navigation = delivery.hierarchy.nodes.navigationController(of: id) else {
            throw .unknownObject("\(id.path) is not in a navigation controller")
        }
        return navigation
    }

    func isTab(_ controller: UInt64, movableBy plugin: String, owning isOwn: (UInt64) -> Bool) -> Bool {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return false }
        if record.removedBy == plugin, delivery.hierarchy.nodes.owner(of: id) == nil { return true }
        // A tab that More displays has More as its parent.
        if let tabs = delivery.hierarchy.nodes.tabBarController(of: id),
            delivery.hierarchy.nodes.viewControllers(of: tabs).contains(id),
            isTabBarController(tabs, reachableBy: isOwn)
        {
            return true
        }
        return records.all.contains { $1.pluginID == plugin && $1.arguments.values.contains { $0.contains(id.path) } }
    }

    /// Whether a plugin owns a tab bar controller or one of its tabs.
    func isTabBarController(_ tabs: ViewControllerID, reachableBy isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(tabs.rawValue) || delivery.hierarchy.nodes.viewControllers(of: tabs).contains { hasOwn($0, isOwn) }
    }

    /// Whether a plugin owns a view controller or a member of its navigation stack.
    func hasOwn(_ id: ViewControllerID, _ isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(id.rawValue) || delivery.hierarchy.nodes.navigationStack(id)?.contains { isOwn($0.rawValue) } == true
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
