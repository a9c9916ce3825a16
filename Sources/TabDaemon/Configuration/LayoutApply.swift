import DBusConnection
import DBusInterface
import EventLoop
import LayoutFile
import TabInterface
import TabModel

/// On what a plan is carried out: the daemon, or a copy of its model to see whether it can be.
@EventLoop
protocol LayoutStage {
    var model: Hierarchy { get }
    /// Makes a view or a tab bar controller, without what is in it.
    mutating func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID
    mutating func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID
    /// Takes back what was made a moment ago.
    mutating func drop(_ id: ViewControllerID)
    mutating func destroy(_ id: ViewControllerID) throws(DBusError)
    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError)
    mutating func resize(_ id: ViewControllerID, to size: Size) throws(DBusError)
}

extension LayoutStage {
    /// Carries a plan out. What can fail of a plan that was rehearsed comes first, and leaves nothing behind.
    ///
    /// - Parameter isPartial: Whether what can't be made is left out, instead of everything.
    /// - Returns: What was left out, and why.
    /// - Throws: With the entry that could not be made, or nil.
    @discardableResult
    mutating func carryOut(_ plan: LayoutPlan, isPartial: Bool = false) throws(LayoutFailure) -> [LayoutFailure] {
        var made: [Int: ViewControllerID] = [:]
        var failures: [LayoutFailure] = []
        for (index, creation) in plan.creations.enumerated() where creation.entry.kind != .navigation {
            do throws(DBusError) {
                made[index] = try make(creation.entry)
            } catch {
                let failure = LayoutFailure(entry: creation.entry, error: error)
                guard isPartial else {
                    for id in made.values.sorted(by: >) { drop(id) }
                    throw failure
                }
                failures.append(failure)
            }
        }
        do throws(DBusError) {
            try arrange(plan, &made)
        } catch {
            throw LayoutFailure(entry: nil, error: error)
        }
        for (index, creation) in plan.creations.enumerated() where made[index] == nil {
            guard creation.entry.kind == .navigation else { continue }
            failures.append(LayoutFailure(entry: creation.entry, error: .failed("nothing of its stack can be made")))
        }
        return failures
    }

    private mutating func arrange(_ plan: LayoutPlan, _ made: inout [Int: ViewControllerID]) throws(DBusError) {
        let selections = replacedSelections(of: plan)
        for number in plan.destructions where model.contains(ViewControllerID(number)) {
            try destroy(ViewControllerID(number))
        }
        let stacks = Dictionary(plan.arrangements.map { ($0.container, $0.children) }) { first, _ in first }
        for (index, creation) in plan.creations.enumerated() {
            // The next one is the root when that could not be made.
            if creation.root != nil, let root = stacks[.new(index)]?.compactMap({ id($0, made) }).first {
                made[index] = try makeNavigationController(root: root)
            }
            guard let id = made[index], !creation.entry.identifier.isEmpty else { continue }
            try change { try $0.setRestorationIdentifier(creation.entry.identifier, of: id) }
        }
        for arrangement in plan.arrangements {
            guard let container = id(arrangement.container, made) else { continue }
            try fill(container, with: arrangement.children.compactMap { id($0, made) })
        }
        for (container, index) in selections {
            guard let tab = made[index], model.viewControllers(of: container).contains(tab) else { continue }
            try change { _ = try $0.select(tab, in: container) }
        }
        for change in plan.settings {
            if let id = id(change.target, made) { try set(change.setting, of: id) }
        }
    }

    private func id(_ reference: LayoutPlan.Reference, _ made: [Int: ViewControllerID]) -> ViewControllerID? {
        switch reference {
        case .live(let number): ViewControllerID(number)
        case .new(let index): made[index]
        }
    }

    /// The tab bar controllers whose selected tab is replaced: what takes its place is selected then.
    private func replacedSelections(of plan: LayoutPlan) -> [(container: ViewControllerID, creation: Int)] {
        plan.creations.enumerated().compactMap { index, creation in
            guard let old = creation.replaced.map({ ViewControllerID($0) }),
                let container = model.tabBarController(of: old), model.selectedViewController(of: container) == old
            else { return nil }
            return (container, index)
        }
    }

    private mutating func fill(_ container: ViewControllerID, with children: [ViewControllerID]) throws(DBusError) {
        try change { model in
            if model.kind(of: container) == .tabBarController {
                try model.setViewControllers(children, of: container, animated: false)
            } else if model.archive(of: container)?.viewControllers != children {
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
        case .size(let width, let height): try resize(id, to: Size(width: width, height: height))
        }
    }
}

/// A copy of the model on which a plan is tried: what the rules forbid is found before anything has changed.
struct LayoutRehearsal: LayoutStage {
    private(set) var model: Hierarchy

    init(_ model: Hierarchy) { self.model = model }

    mutating func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        guard entry.kind == .tabBar else { return model.createViewController() }
        return model.createTabBarController(
            profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
            maximumVisibleItems: 7)
    }

    mutating func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        try translatingErrors { try model.createNavigationController(root: root) }
    }

    mutating func drop(_ id: ViewControllerID) {}

    mutating func destroy(_ id: ViewControllerID) throws(DBusError) {
        try change { try $0.destroy(id) }
    }

    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try translatingErrors { try command(&model) }
    }

    mutating func resize(_ id: ViewControllerID, to size: Size) throws(DBusError) {
        guard model.window(of: id) != nil else {
            throw .invalidArgument("\(id.path) has no window that could be resized")
        }
    }
}

/// The daemon as a plan is carried out on it.
struct LayoutPerformance: LayoutStage {
    let daemon: Daemon
    /// Who is charged for what is made; nil: nobody.
    let holder: String?

    var model: Hierarchy { daemon.hierarchy }

    func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        let id: ViewControllerID
        if entry.kind == .view {
            id = try daemon.makeViewController(
                entry.type, title: entry.title, arguments: entry.arguments ?? [:], for: holder)
        } else {
            id = daemon.hierarchy.createTabBarController(
                profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
                maximumVisibleItems: 7)
            daemon.adopt(id, ControllerRecord(type: "TabBarController", holder: holder))
        }
        noteUnclaimed(id)
        return id
    }

    func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        let id = try translatingErrors { try daemon.hierarchy.createNavigationController(root: root) }
        daemon.adopt(id, ControllerRecord(type: "NavigationController", holder: holder))
        noteUnclaimed(id)
        return id
    }

    /// Who creates one with its identifier shall have it, as if it had been restored.
    private func noteUnclaimed(_ id: ViewControllerID) { daemon.records[id]?.isUnclaimed = true }

    func drop(_ id: ViewControllerID) { try? daemon.destroy(id) }

    func destroy(_ id: ViewControllerID) throws(DBusError) { try daemon.destroyForNow(id) }

    func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try daemon.perform(command)
    }

    func resize(_ id: ViewControllerID, to size: Size) throws(DBusError) {
        try daemon.updateAttachments(of: id) { $0.writtenSize = size }
    }
}

/// Why a layout could not be made.
struct LayoutFailure: Error {
    /// What could not be made; nil when it was something else.
    let entry: LayoutEntry?
    let error: DBusError

    /// As the bus tells it.
    var described: DBusError {
        guard let entry else { return error }
        return DBusError(
            name: error.name, message: "line \(entry.line): '\(entry.identifier)' can't be created: \(error.message)")
    }
}
