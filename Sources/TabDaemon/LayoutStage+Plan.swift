import DBusConnection
import DBusInterface
import TabModel

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
