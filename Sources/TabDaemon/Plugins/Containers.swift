import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The services for owners: containers of their view controllers.
extension Daemon {
    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier identifier: String, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard type.hasPrefix(".") else {
            if let id = try claim(identifier, ofType: type) { return id.rawValue }
            return try makeViewController(type, arguments: arguments, identifier: identifier, for: plugin).rawValue
        }
        let name = String(type.dropFirst())
        if let id = try claim(identifier, ofType: plugin + type, by: plugin) {
            try makeClaimedInstance(ofClass: name, of: plugin, for: id, named: identifier)
            return id.rawValue
        }
        return try makeViewController(
            ofClass: name, of: plugin, arguments: arguments, identifier: identifier
        ).rawValue
    }

    /// Creates the instance of a restored view controller of an unlisted class, which its plugin has just claimed.
    private func makeClaimedInstance(
        ofClass name: String, of plugin: String, for id: ViewControllerID, named identifier: String
    ) throws(DBusError) {
        guard let plugin = registry?.plugin(plugin), let record = records[id] else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        guard record.isWaitingForPlugin || record.owner?.failure != nil else {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' belongs to \(id.path), which already has an instance"
            )
        }
        guard !suspectedControllers.contains(id) else { throw .pluginFailed(record.failureReason) }
        let pluginClass = plugin.ownClass(name)
        try requireKind(of: id, pluginClass, type: record.type)
        try withCrashMarker(for: id, of: plugin) { () throws(DBusError) in
            let owner = try makeInstance(of: id, record, pluginClass, of: plugin, origin: .restored)
            record.views.prepareForNewOwner()
            record.owner = owner
            record.isOnProbation = plugin.isolation == .inProcess
            record.setHealth(.ready, "")
            tree.markChanged(id.path)
            record.restorableState = restorableState(of: id, record)
            if let state = record.restorableState { owner.decodeRestorableState(state) }
            catchUp(owner, with: id, record)
        }
    }

    func restorationIdentifier(of controller: UInt64) throws(DBusError) -> String {
        hierarchy.nodes.restorationIdentifier(of: ViewControllerID(controller))
    }

    func destroyViewController(_ controller: UInt64) throws(DBusError) {
        let id = ViewControllerID(controller)
        try command {
            try $0.destroy(id)
        } run: { [unowned self] () throws(DBusError) in
            try destroy(id)
        }
    }

    func containers(of controller: UInt64) -> Containers {
        let id = ViewControllerID(controller)
        return Containers(
            parent: hierarchy.nodes.parent(of: id)?.rawValue ?? 0,
            navigationController: hierarchy.nodes.navigationController(of: id)?.rawValue ?? 0,
            tabBarController: hierarchy.nodes.tabBarController(of: id)?.rawValue ?? 0,
            presentingViewController: hierarchy.nodes.presentingViewController(of: id)?.rawValue ?? 0)
    }

    func isNavigationController(_ controller: UInt64) -> Bool {
        hierarchy.nodes.navigationStack(ViewControllerID(controller)) != nil
    }

    func isNavigationController(_ controller: UInt64, reachableBy isOwn: (UInt64) -> Bool) -> Bool {
        let id = ViewControllerID(controller)
        guard isNavigationController(controller) else { return false }
        if hasOwn(id, isOwn) { return true }
        guard let tabs = hierarchy.nodes.tabBarController(of: id),
            hierarchy.nodes.moreNavigationController(of: tabs) == id
        else { return false }
        return isTabBarController(tabs, reachableBy: isOwn)
    }

    func navigationStack(of controller: UInt64) throws(DBusError) -> [UInt64] {
        (hierarchy.nodes.navigationStack(try navigationController(around: controller)) ?? []).map(\.rawValue)
    }

    func setNavigationStack(_ stack: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { model in
            try model.setNavigationStack(stack.map { ViewControllerID($0) }, of: navigation, animated: animated)
        }
    }

    func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { try $0.push(ViewControllerID(pushed), onto: navigation, animated: animated) }
    }

    func pop(from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { _ = try $0.pop(from: navigation, animated: animated) }
    }

    func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { model in
            _ =
                target == 0
                ? try model.popToRoot(of: navigation, animated: animated)
                : try model.pop(to: ViewControllerID(target), of: navigation, animated: animated)
        }
    }

    func dismiss(from controller: UInt64, animated: Bool) throws(DBusError) {
        try command { _ = try $0.dismiss(from: ViewControllerID(controller), animated: animated) }
    }

    func select(_ controller: UInt64) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        let list = hierarchy.nodes.viewControllers(of: tabs)
        var tab = ViewControllerID(controller)
        while !list.contains(tab), let parent = hierarchy.nodes.parent(of: tab) { tab = parent }
        let selected = tab
        try select(in: tabs) { try $0.select(selected, in: tabs, askingForAnimation: $1) }
    }

    func setViewControllers(_ list: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        let tabs = try tabBarController(around: controller)
        let list = list.map { ViewControllerID($0) }
        let plugin = records[ViewControllerID(controller)]?.pluginID
        let change: (inout Hierarchy) throws -> Void = {
            try $0.setViewControllers(list, of: tabs, animated: animated)
        }
        try command(change) { [unowned self] () throws(DBusError) in
            let removed = Set(hierarchy.nodes.viewControllers(of: tabs)).subtracting(list)
            try perform(change)
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

    /// Selects a tab for a plugin, now or deferred.
    private func select(
        in tabs: ViewControllerID,
        _ selection: @escaping (inout Hierarchy, Bool) throws -> Question?
    ) throws(DBusError) {
        try command {
            _ = try selection(&$0, false)
        } run: { [unowned self] () throws(DBusError) in
            try select(in: tabs, completion: { _ in }, selection)
        }
    }

    func tabBarController(of controller: UInt64) throws(DBusError) -> [String: Variant] {
        let tabs = try tabBarController(around: controller)
        return [
            "ViewControllers": hierarchy.nodes.viewControllers(of: tabs).map(\.rawValue).variant,
            "SelectedIndex": .int64(hierarchy.nodes.selectedIndex(of: tabs).map(Int64.init) ?? TabNames.notFound),
            "SelectedViewController": .uint64(hierarchy.nodes.selectedViewController(of: tabs)?.rawValue ?? 0),
            "CustomizableViewControllers": hierarchy.nodes.customizableViewControllers(of: tabs).map(\.rawValue)
                .variant,
            "MoreNavigationController": .uint64(hierarchy.nodes.moreNavigationController(of: tabs)?.rawValue ?? 0),
            "Customizing": .bool(hierarchy.nodes.isCustomizing(tabs)),
            "TabBarHidden": .bool(hierarchy.nodes.isTabBarHidden(of: tabs)),
        ]
    }

    func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(DBusError) {
        let id = ViewControllerID(controller)
        let tabs = try tabBarController(around: controller)
        let isOneNow = delegates[tabs]?.receiver == .viewController(id)
        guard isDelegate != isOneNow else { return }
        let delegate = TabBarDelegate(id, timeout: Int32(deadlines.delegate))
        setDelegate(isDelegate ? delegate : nil, of: tabs, isGone: false)
    }

    /// Returns a tab bar controller itself, or the one that contains a view controller.
    func tabBarController(around controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        if hierarchy.nodes.kind(of: id) == .tabBarController { return id }
        guard let tabs = hierarchy.nodes.tabBarController(of: id) else {
            throw .unknownObject("\(id.path) is not in a tab bar controller")
        }
        return tabs
    }

    func navigationController(around controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        if isNavigationController(controller) { return id }
        guard let navigation = hierarchy.nodes.navigationController(of: id) else {
            throw .unknownObject("\(id.path) is not in a navigation controller")
        }
        return navigation
    }
}

/// The tabs of other owners that a plugin can move.
extension Daemon {
    func isTab(_ controller: UInt64, movableBy plugin: String, owning isOwn: (UInt64) -> Bool) -> Bool {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return false }
        if record.removedBy == plugin, hierarchy.nodes.owner(of: id) == nil { return true }
        // A tab that More displays has More as its parent.
        if let tabs = hierarchy.nodes.tabBarController(of: id), hierarchy.nodes.viewControllers(of: tabs).contains(id),
            isTabBarController(tabs, reachableBy: isOwn)
        {
            return true
        }
        return records.contains { $1.pluginID == plugin && $1.arguments.values.contains { $0.contains(id.path) } }
    }

    /// Whether a plugin owns a tab bar controller or one of its tabs.
    func isTabBarController(_ tabs: ViewControllerID, reachableBy isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(tabs.rawValue) || hierarchy.nodes.viewControllers(of: tabs).contains { hasOwn($0, isOwn) }
    }

    /// Whether a plugin owns a view controller or a member of its navigation stack.
    func hasOwn(_ id: ViewControllerID, _ isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(id.rawValue) || hierarchy.nodes.navigationStack(id)?.contains { isOwn($0.rawValue) } == true
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
