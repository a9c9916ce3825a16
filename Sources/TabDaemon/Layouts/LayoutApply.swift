import DBusInterface
import EventLoop
import LayoutFile
import TabInterface
import TabModel

/// The target of a plan: the daemon, or a copy of its model for a dry run, which can run in the background.
protocol LayoutTarget {
    var model: Hierarchy { get }
    /// Creates a plain view controller or a tab bar controller, without children.
    mutating func create(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID
    mutating func createNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID
    /// Destroys a view controller that was created before the plan failed.
    mutating func rollBack(_ id: ViewControllerID)
    mutating func destroy(_ id: ViewControllerID) throws(DBusError)
    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError)
    mutating func changeWindow(of id: ViewControllerID, to window: LayoutWindow) throws(DBusError)
}

extension LayoutTarget {
    /// Executes a plan. After a dry run only creations can fail. They come first, and a failure is rolled back.
    ///
    /// - Parameter isPartial: Whether to skip entries that can't be created, instead of failing.
    /// - Returns: The skipped entries, with their errors.
    /// - Throws: The first error, with its entry.
    @discardableResult
    mutating func execute(_ plan: LayoutPlan, isPartial: Bool = false) throws(LayoutApplyError) -> [LayoutApplyError] {
        var created: [Int: ViewControllerID] = [:]
        var failures: [LayoutApplyError] = []
        for (index, creation) in plan.creations.enumerated() where creation.entry.kind != .navigation {
            do throws(DBusError) {
                created[index] = try create(creation.entry)
            } catch {
                let failure = LayoutApplyError(entry: creation.entry, error: error)
                guard isPartial else {
                    for id in created.values.sorted(by: >) { rollBack(id) }
                    throw failure
                }
                failures.append(failure)
            }
        }
        do throws(DBusError) {
            try arrange(plan, &created)
        } catch {
            throw LayoutApplyError(entry: nil, error: error)
        }
        for (index, creation) in plan.creations.enumerated() where created[index] == nil {
            guard creation.entry.kind == .navigation else { continue }
            failures.append(
                LayoutApplyError(entry: creation.entry, error: .failed("no member of its stack can be created")))
        }
        return failures
    }

    private mutating func arrange(_ plan: LayoutPlan, _ created: inout [Int: ViewControllerID]) throws(DBusError) {
        let selections = replacedSelections(of: plan)
        for id in plan.destructions where model.nodes.contains(id) { try destroy(id) }
        let stacks = Dictionary(plan.arrangements.map { ($0.container, $0.children) }) { first, _ in first }
        for (index, creation) in plan.creations.enumerated() {
            // If the root could not be created, the next member becomes the root.
            if creation.root != nil, let root = stacks[.new(index)]?.compactMap({ id($0, created) }).first {
                created[index] = try createNavigationController(root: root)
            }
            guard let id = created[index], !creation.entry.identifier.isEmpty else { continue }
            try change { try $0.setRestorationIdentifier(creation.entry.identifier, of: id) }
        }
        // A hidden tab is not selected when it is inserted.
        try set(plan.settings.filter(\.isVisibility), created)
        for arrangement in plan.arrangements {
            guard let container = id(arrangement.container, created) else { continue }
            try fill(container, with: arrangement.children.compactMap { id($0, created) })
        }
        for (container, index) in selections {
            guard let tab = created[index], model.nodes.viewControllers(of: container).contains(tab) else { continue }
            try change { _ = try $0.select(tab, in: container) }
        }
        try set(plan.settings.filter { !$0.isVisibility }, created)
    }

    private mutating func set(
        _ changes: [LayoutPlan.Change], _ created: [Int: ViewControllerID]
    ) throws(DBusError) {
        for change in changes {
            if let id = id(change.target, created) { try set(change.setting, of: id) }
        }
    }

    private func id(_ reference: LayoutPlan.Reference, _ created: [Int: ViewControllerID]) -> ViewControllerID? {
        switch reference {
        case .live(let id): id
        case .new(let index): created[index]
        }
    }

    /// The tab bar controllers whose selected tab is replaced, with the creation that is selected instead.
    private func replacedSelections(of plan: LayoutPlan) -> [(container: ViewControllerID, creation: Int)] {
        plan.creations.enumerated().compactMap { index, creation in
            guard let old = creation.replaced,
                let container = model.nodes.tabBarController(of: old),
                model.nodes.selectedViewController(of: container) == old
            else { return nil }
            return (container, index)
        }
    }

    private mutating func fill(_ container: ViewControllerID, with children: [ViewControllerID]) throws(DBusError) {
        try change { model in
            if model.nodes.kind(of: container) == .tabBarController {
                try model.setViewControllers(children, of: container, animated: false)
            } else if ControllerArchive(of: container, in: model.nodes)?.viewControllers != children {
                try model.setNavigationStack(children, of: container, animated: false)
            }
        }
    }

    private mutating func set(_ setting: LayoutPlan.Setting, of id: ViewControllerID) throws(DBusError) {
        switch setting {
        case .title(let title):
            try change { try $0.setTitle(title.isEmpty ? nil : title, of: id) }
        case .icon(let icon):
            try change { model in try model.setTabBarItem(of: id) { $0.image = icon.isEmpty ? nil : icon } }
        case .badge(let badge):
            try change { model in try model.setTabBarItem(of: id) { $0.badgeValue = badge.isEmpty ? nil : badge } }
        case .isHidden(let isHidden):
            try change { model in try model.changeVisibility(of: id) { $0.isHiddenByDefault = isHidden } }
        case .allowsHiding(let allows):
            try change { model in try model.changeVisibility(of: id) { $0.allowsHiding = allows } }
        case .window(let window): try changeWindow(of: id, to: window)
        }
    }
}

/// A dry run of a plan on a copy of the model. It finds violations of the rules before anything changes.
struct LayoutDryRun: LayoutTarget {
    private(set) var model: Hierarchy

    init(_ model: Hierarchy) { self.model = model }

    mutating func create(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        guard entry.kind == .tabBar else { return model.createViewController() }
        return model.createTabBarController(
            profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
            maximumVisibleItems: 7)
    }

    mutating func createNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        try translatingErrors { try model.createNavigationController(root: root) }
    }

    mutating func rollBack(_ id: ViewControllerID) {}

    mutating func destroy(_ id: ViewControllerID) throws(DBusError) {
        try change { try $0.destroy(id) }
    }

    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try translatingErrors { try command(&model) }
    }

    mutating func changeWindow(of id: ViewControllerID, to window: LayoutWindow) throws(DBusError) {
        guard let own = model.nodes.window(of: id) else {
            throw .invalidArgument("\(id.path) has no window to change")
        }
        let bar = try window.barStyle(in: own.profile)
        try change { try $0.updateWindow(of: id) { $0.bar = bar.completed(by: $0.bar) } }
        if let focus = window.focus { try change { try $0.setFocusEnabled(focus, of: id) } }
    }
}

/// Applies a plan to the daemon.
@EventLoop
struct LayoutApply: @EventLoop LayoutTarget {
    let delivery: EventDelivery
    let factory: ControllerFactory
    let records: ControllerRecords
    let reopener: Reopener
    let windows: WindowAttachments
    /// The quota holder of new view controllers; nil for none.
    let holder: String?

    var model: Hierarchy { delivery.hierarchy }

    func create(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        let id: ViewControllerID
        if entry.kind == .view {
            id = try factory.makeViewController(
                entry.type, title: entry.title, arguments: entry.arguments ?? [:],
                isLazy: entry.isLazy ?? false, for: holder)
        } else {
            id = try factory.create(ControllerRecord(type: "TabBarController", holder: holder)) {
                $0.createTabBarController(
                    profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
                    maximumVisibleItems: 7)
            }
        }
        markUnclaimed(id)
        return id
    }

    func createNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        let id = try factory.create(ControllerRecord(type: "NavigationController", holder: holder)) {
            try $0.createNavigationController(root: root)
        }
        markUnclaimed(id)
        return id
    }

    /// Lets a client claim the view controller by its identifier, as if it had been restored.
    private func markUnclaimed(_ id: ViewControllerID) { records[id]?.isUnclaimed = true }

    func rollBack(_ id: ViewControllerID) { try? delivery.destroy(id) }

    func destroy(_ id: ViewControllerID) throws(DBusError) { try reopener.destroyReopenably(id) }

    func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try delivery.perform(command)
    }

    func changeWindow(of id: ViewControllerID, to window: LayoutWindow) throws(DBusError) {
        guard let own = model.nodes.window(of: id) else {
            throw .invalidArgument("\(id.path) has no window to change")
        }
        let bar = try window.barStyle(in: own.profile)
        try windows.update(of: id) {
            if let size = window.size { $0.setPreferredSize(size.size) }
            if let policy = window.sizePolicy.flatMap(SizePolicy.init(rawValue:)) { $0.sizePolicy = policy }
            $0.createdBar = bar.completed(by: $0.createdBar)
        }
        if let focus = window.focus { try change { try $0.setFocusEnabled(focus, of: id) } }
    }
}

extension LayoutPlan {
    /// Whether it has steps.
    var changesAnything: Bool {
        !(creations.isEmpty && destructions.isEmpty && arrangements.isEmpty && settings.isEmpty)
    }
}

extension LayoutWindow {
    /// Returns the declared properties of the bar. Throws the error of an invalid one.
    fileprivate func barStyle(in profile: Profile) throws(DBusError) -> BarStyle {
        try WindowFacade.checkedBar(barHeight, barSide, barSlots, in: profile)
    }
}

/// The failure of a plan.
struct LayoutApplyError: Error {
    /// The entry that could not be created; nil for other failures.
    let entry: LayoutEntry?
    let error: DBusError

    /// The error for the caller.
    var busError: DBusError {
        guard let entry else { return error }
        return DBusError(
            name: error.name, message: "line \(entry.line): '\(entry.identifier)' can't be created: \(error.message)")
    }
}
