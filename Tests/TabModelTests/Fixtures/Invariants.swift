import TestSupport

/// The rules that hold after every command.
struct Invariants {
    let failures: Failures
    private var appearance: [ViewControllerID: AppearanceState] = [:]

    init(_ failures: Failures) { self.failures = failures }

    func check(_ model: Hierarchy, _ note: String) {
        for id in model.nodes.allIDs {
            if model.nodes.kind(of: id) == .tabBarController { checkSelection(id, model, note) }
            for child in model.nodes.children(of: id) {
                failures.expect(model.nodes.parent(of: child) == id, "\(note): child \(child)")
            }
            guard let parent = model.nodes.parent(of: id) else { continue }
            let isLentOrShown = model.nodes.children(of: parent).contains(id)
            failures.expect(isLentOrShown, "\(note): \(id) is not among its parent's children")
        }
        for id in model.nodes.allIDs { checkEditing(id, model, note) }
        checkPresentations(model, note)
        checkDisplay(model, note)
    }

    /// Checks C-1 (a) to (e).
    private func checkSelection(_ id: ViewControllerID, _ model: Hierarchy, _ note: String) {
        guard let moreList = model.nodes.moreList(of: id) else { return }
        let list = model.nodes.viewControllers(of: id)
        let visible = list.filter { !model.nodes.isTabHidden($0) }
        let more = model.nodes.parent(of: moreList) ?? id
        failures.expect(Set(list).count == list.count, "\(note)")
        failures.expect(visible.isEmpty == (model.nodes.selectedViewController(of: id) == nil), "\(note): (a)")
        if let selected = model.nodes.selectedViewController(of: id) {
            failures.expect(visible.contains(selected) || selected == more, "\(note): (c)")
            failures.expect(model.nodes.selectedIndex(of: id) == list.firstIndex(of: selected), "\(note): (d)")
            let isDirect = model.nodes.barItems(of: id).contains(selected)
            let highlighted = isDirect ? selected : model.nodes.profile(of: id) == .tv ? nil : more
            failures.expect(model.nodes.barSelectedItem(of: id) == highlighted, "\(note): (b) (e)")
        }
        failures.expect(model.nodes.navigationStack(more)?.first == moreList, "\(note)")
        let overflow = visible.dropFirst(max(0, model.nodes.barItems(of: id).count - 1))
        failures.expect(model.nodes.isOverflowing(id) == (model.nodes.barItems(of: id).last == more), "\(note)")
        if model.nodes.isOverflowing(id) { failures.expect(model.nodes.moreRows(of: id) == Array(overflow), "\(note)") }
        if !model.nodes.isOverflowing(id) {
            failures.expect(model.nodes.navigationStack(more) == [moreList], "\(note): S-45")
        }
        for member in list {
            failures.expect(model.nodes.tabBarController(of: member) == id, "\(note): A-27")
        }
    }

    /// Exactly the displayed view controllers of a visible window have appeared, and they are loaded.
    private func checkDisplay(_ model: Hierarchy, _ note: String) {
        var displayed: Set<ViewControllerID> = []
        for root in model.nodes.allIDs
        where model.nodes.owner(of: root) == nil && model.nodes.window(of: root)?.isVisible == true {
            displayed.formUnion(self.displayed(from: root, model))
        }
        // View controllers that appear and disappear in an animated change of tabs, which ends later (G-25), with what
        // they present.
        let changes = model.nodes.allIDs.compactMap { model.nodes.transition(in: $0) }
        let coming = Set(changes.flatMap { self.displayed(from: $0.to, model) })
        let going = Set(changes.flatMap { self.displayed(from: $0.from, model) })
        for id in model.nodes.allIDs {
            let isDisplayed = displayed.contains(id)
            let expected: AppearanceState =
                coming.contains(id)
                ? .appearing : going.contains(id) ? .disappearing : isDisplayed ? .appeared : .disappeared
            failures.expect(model.nodes.appearanceState(of: id) == expected, "\(note): \(id)")
            if isDisplayed { failures.expect(model.nodes.isViewLoaded(id), "\(note): \(id)") }
        }
    }

    /// A session arranges the tabs of the bar, and More is selected during it (S-59).
    private func checkEditing(_ id: ViewControllerID, _ model: Hierarchy, _ note: String) {
        guard model.nodes.isCustomizing(id) else { return }
        let bar = model.nodes.barArrangement(of: id)
        failures.expect(
            model.nodes.barSelectedItem(of: id) == model.nodes.moreNavigationController(of: id), "\(note): S-59")
        failures.expect(bar.count == model.nodes.barItems(of: id).count - 1, "\(note): E-42")
        let list = model.nodes.viewControllers(of: id)
        failures.expect(Set(bar).count == bar.count && bar.allSatisfy(list.contains), "\(note): E-43")
        for (old, new) in zip(model.nodes.barItems(of: id), bar) where old != new {
            failures.expect(
                model.nodes.customizableViewControllers(of: id).contains(new) || bar.contains(new), "\(note): A-23")
        }
    }

    /// Returns the displayed content of a controller, and the first presentation along that path.
    private func displayed(from root: ViewControllerID, _ model: Hierarchy) -> Set<ViewControllerID> {
        var displayed: Set<ViewControllerID> = []
        var presentation: Presentation?
        var next: ViewControllerID? = root
        while let id = next {
            displayed.insert(id)
            if presentation == nil, let own = model.nodes.presentation(by: id), !own.isPending { presentation = own }
            if let moreList = model.nodes.moreList(of: id) {
                let more = model.nodes.parent(of: moreList) ?? id
                next = model.nodes.barSelectedItem(of: id) == more ? more : model.nodes.selectedViewController(of: id)
            } else {
                next = model.nodes.navigationStack(id)?.last
            }
        }
        guard let presentation else { return displayed }
        let over = self.displayed(from: presentation.presented, model)
        return presentation.covers ? over : displayed.union(over)
    }

    /// A presented view controller has no parent, and its presenter refers to it.
    private func checkPresentations(_ model: Hierarchy, _ note: String) {
        for id in model.nodes.allIDs {
            if let presented = model.nodes.presentation(by: id)?.presented {
                failures.expect(
                    model.nodes.contains(presented) && model.nodes.parent(of: presented) == nil, "\(note): \(presented)"
                )
                failures.expect(model.nodes.owner(of: presented) == id, "\(note): \(id)")
                failures.expect(model.nodes.presentedViewController(of: id) == presented, "\(note): \(id)")
            }
            guard let owner = model.nodes.owner(of: id), model.nodes.parent(of: id) == nil else { continue }
            failures.expect(model.nodes.presentation(by: owner)?.presented == id, "\(note): \(id)")
        }
    }

    /// G-2: each will has its did; a view is loaded once, before it appears; containment callbacks come in pairs.
    mutating func checkEvents(_ events: [Event], _ note: String) {
        var moving: [ViewControllerID: ViewControllerID?] = [:]
        for event in events {
            switch event {
            case .viewWillAppear(let id, _): step(id, from: .disappeared, to: .appearing, note)
            case .viewIsAppearing(let id, _): step(id, from: .appearing, to: .appearing, note)
            case .viewDidAppear(let id, _): step(id, from: .appearing, to: .appeared, note)
            case .viewWillDisappear(let id, _): step(id, from: .appeared, to: .disappearing, note)
            case .viewDidDisappear(let id, _): step(id, from: .disappearing, to: .disappeared, note)
            case .willMove(let id, let parent):
                failures.expect(moving[id] == nil, "\(note): \(id) moves twice at once")
                moving[id] = .some(parent)
            case .didMove(let id, let parent):
                failures.expect(moving[id] == .some(parent), "\(note): \(id) did move without will")
                moving[id] = nil
            default: continue
            }
        }
        failures.expect(moving.isEmpty, "\(note): will move without did")
    }

    private mutating func step(
        _ id: ViewControllerID, from: AppearanceState, to: AppearanceState, _ note: String
    ) {
        let state = appearance[id, default: .disappeared]
        // A cancelled change reverses in the middle (L3, S-26).
        let isTurningBack =
            state == .appearing && to == .disappearing || state == .disappearing && to == .appearing
        failures.expect(state == from || isTurningBack, "\(note): \(id) \(to)")
        appearance[id] = to
    }
}
