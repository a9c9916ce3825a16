import TestSupport

/// A client's knowledge of its controllers from replies. Their ids are the daemon's numbers.
struct KillShadow {
    private(set) var model = Hierarchy()
    /// The counts of plugins' and remote controllers.
    private(set) var counts: [ViewControllerID: Int] = [:]
    private(set) var types: [ViewControllerID: String] = [:]
    private var destroyed: [(remains: ReopenSnapshot, count: Int)] = []

    var remotes: [ViewControllerID] {
        types.keys.filter { types[$0] == KillChange.remote && model.nodes.contains($0) }.sorted()
    }
    var counters: [ViewControllerID] {
        types.keys.filter { KillChange.counters.contains(types[$0] ?? "") && model.nodes.contains($0) }.sorted()
    }

    /// Applies a change as the daemon does.
    ///
    /// - Parameter number: The number of a new controller.
    mutating func apply(_ change: KillChange, number: UInt64 = 0) throws(ModelError) {
        switch change {
        case .create(let type, let identifier, let root): try create(type, identifier, root, number)
        case .title(let id, let text): try model.setTitle(text, of: id)
        case .heading(let id, let text): try model.setNavigationItem(of: id) { $0.title = text }
        case .badge(let id, let text): try model.setTabBarItem(of: id) { $0.badgeValue = text.isEmpty ? nil : text }
        case .identify(let id, let identifier): try model.setRestorationIdentifier(identifier, of: id)
        case .list(let tabs, let list): try model.setViewControllers(list, of: tabs, animated: false)
        case .select(let tabs, let index): try model.selectIndex(index, in: tabs)
        case .tap(let tabs, let position): _ = try model.tapItem(position, of: tabs, asking: false)
        case .more(let tabs): try model.select(model.nodes.moreNavigationController(of: tabs), in: tabs)
        case .hideBar(let tabs, let isHidden): try model.setTabBarHidden(isHidden, of: tabs)
        case .width(let tabs, let width): try model.updateWindow(of: tabs) { $0.size.width = width }
        case .push(let stack, let id): try model.push(id, onto: stack, animated: false)
        case .pop(let stack): _ = try model.pop(from: stack, animated: false)
        case .stack(let stack, let list): try model.setNavigationStack(list, of: stack, animated: false)
        case .beginEditing(let tabs): try model.beginEditing(in: tabs)
        case .move(let tabs, let id, let slot): try model.moveItem(id, to: slot, in: tabs)
        case .endEditing(let tabs): _ = try model.endEditing(in: tabs)
        case .count(let id): counts[id, default: 0] += 1
        case .destroy(let id):
            let remains = ReopenSnapshot(of: id, in: model.nodes)
            try model.destroy(id)
            if let remains { destroyed = (destroyed + [(remains, counts[id] ?? 0)]).suffix(20) }
        case .reopen:
            guard let last = destroyed.last else { throw .internalInconsistency("nothing was destroyed") }
            try model.reopen(last.remains)
            counts[last.remains.id] = last.count
            destroyed.removeLast()
        }
        _ = model.drainEvents()
    }

    private mutating func create(
        _ type: String, _ identifier: String, _ root: ViewControllerID?, _ number: UInt64
    ) throws(ModelError) {
        model.reserve([ViewControllerID(number - 1)])
        let id: ViewControllerID
        switch type {
        case KillChange.tabs:
            id = model.createTabBarController(profile: .pad, lifecycleOrder: .modern, maximumVisibleItems: 7)
        case KillChange.navigation: id = try model.createNavigationController(root: root ?? ViewControllerID(0))
        default: id = model.createViewController()
        }
        types[id] = type
        try setDefaults(of: id)
        try model.setRestorationIdentifier(identifier, of: id)
    }

    /// Sets the defaults of the class in the plugin's manifest.
    private mutating func setDefaults(of id: ViewControllerID) throws(ModelError) {
        guard KillChange.counters.contains(types[id] ?? "") else { return }
        try model.setTabBarItem(of: id) { item in
            item.title = "Counter"
            item.image = "face-sick-symbolic"
        }
    }

    /// The controller that Reopen restores.
    var lastDestroyed: ViewControllerID? { destroyed.last?.remains.id }

    /// The state that the next daemon must restore.
    func restored() throws(ModelError) -> KillShadow {
        var shadow = self
        shadow.model = Hierarchy()
        let restoration = shadow.model.restore(
            model.nodes.allIDs.compactMap { ControllerArchive(of: $0, in: model.nodes) })
        for id in restoration.defaults {
            shadow.counts[id] = 0
            try shadow.setDefaults(of: id)
        }
        _ = shadow.model.drainEvents()
        return shadow
    }

    /// The state after the client's connection was lost: the remote controllers that it owned and can't register again
    /// are destroyed.
    func disconnected(owning owned: Set<ViewControllerID>) throws(ModelError) -> KillShadow {
        var shadow = self
        for id in remotes where owned.contains(id) && model.nodes.restorationIdentifier(of: id).isEmpty {
            try shadow.model.destroy(id)
        }
        shadow.destroyed.removeAll { last in
            owned.contains(last.remains.id) && last.remains.archive.restorationIdentifier.isEmpty
        }
        _ = shadow.model.drainEvents()
        return shadow
    }

    /// The parts that determine the future. Two restored shadows with the same value can't differ later.
    var memory: Memory {
        Memory(
            archives: model.nodes.allIDs.sorted().compactMap { ControllerArchive(of: $0, in: model.nodes) },
            counts: counts.filter { $0.value != 0 },
            destroyed: destroyed.map(\.remains), destroyedCounts: destroyed.map(\.count))
    }

    struct Memory: Hashable {
        let archives: [ControllerArchive]
        let counts: [ViewControllerID: Int]
        let destroyed: [ReopenSnapshot]
        let destroyedCounts: [Int]
    }

    // MARK: Comparing

    /// The paths of its controllers.
    var paths: Set<ObjectPath> { Set(model.nodes.allIDs.map(Self.path)) }

    private static func path(_ id: ViewControllerID?) -> ObjectPath {
        id.map { TabNames.viewController($0.rawValue) } ?? .none
    }

    /// The differences from the daemon's objects.
    func differences(from objects: BusClient.Objects) -> [String] {
        var differences: [String] = []
        for id in model.nodes.allIDs.sorted() {
            guard let object = objects[Self.path(id)] else {
                differences.append("\(id.rawValue) is missing")
                continue
            }
            for (interface, values) in expected(id) {
                for (name, value) in values where object[interface]?[name] != value {
                    let found = object[interface]?[name].map { "\($0)" } ?? "nothing"
                    differences.append("\(name) of \(id.rawValue) is \(found), not \(value)")
                }
            }
        }
        return differences
    }

    private func expected(_ id: ViewControllerID) -> [String: [String: Variant]] {
        let item = model.nodes.tabBarItem(of: id)
        var values: [String: [String: Variant]] = [
            ViewControllerInterface.name: [
                "Title": .string(model.nodes.title(of: id) ?? ""),
                "Parent": .objectPath(Self.path(model.nodes.parent(of: id))),
                "RestorationIdentifier": .string(model.nodes.restorationIdentifier(of: id)),
            ],
            TabBarItemInterface.name: [
                "Title": .string(item.title ?? ""), "BadgeValue": .string(item.badgeValue ?? ""),
                "Image": .string(item.image ?? ""),
            ],
            NavigationItemInterface.name: ["Title": .string(model.nodes.navigationItem(of: id).title ?? "")],
        ]
        if let type = types[id] { values[ViewControllerInterface.name]?["Type"] = .string(type) }
        if let stack = model.nodes.navigationStack(id) {
            values[NavigationControllerInterface.name] = ["ViewControllers": stack.map(Self.path).variant]
        }
        if model.nodes.kind(of: id) == .tabBarController {
            values[TabBarControllerInterface.name] = [
                "ViewControllers": model.nodes.viewControllers(of: id).map(Self.path).variant,
                "CustomizableViewControllers": model.nodes.customizableViewControllers(of: id).map(Self.path).variant,
                "SelectedViewController": .objectPath(Self.path(model.nodes.selectedViewController(of: id))),
                "TabBarHidden": .bool(model.nodes.isTabBarHidden(of: id)),
                "Customizing": .bool(model.nodes.isCustomizing(id)),
            ]
            if let size = model.nodes.window(of: id)?.size {
                values[WindowInterface.name] = ["Size": DBusSize(width: size.width, height: size.height).variant]
            }
        }
        return values
    }
}
