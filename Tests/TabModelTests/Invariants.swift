import TabModel
import TestSupport

/// What holds after every command, whatever it was.
struct Invariants {
    let faults: Faults
    private var appearance: [ViewControllerID: AppearanceState] = [:]

    init(_ faults: Faults) { self.faults = faults }

    func check(_ model: Hierarchy, _ note: String) {
        for id in model.allIDs {
            if let state = model.tabBarController(id) { checkSelection(id, state, model, note) }
            for child in model.children(of: id) {
                faults.expect(model.parent(of: child) == id, "\(note): child \(child)")
            }
            guard let parent = model.parent(of: id) else { continue }
            let isLentOrShown = model.children(of: parent).contains(id)
            faults.expect(isLentOrShown, "\(note): \(id) is not among its parent's children")
        }
        for id in model.allIDs { checkEditing(id, model, note) }
        checkPresentations(model, note)
        checkDisplay(model, note)
    }

    /// C-1 (a) to (e).
    private func checkSelection(
        _ id: ViewControllerID, _ state: TabBarControllerState, _ model: Hierarchy, _ note: String
    ) {
        let list = state.viewControllers
        let more = model.parent(of: state.moreList) ?? id
        faults.expect(Set(list).count == list.count, "\(note)")
        faults.expect(list.isEmpty == (state.selectedViewController == nil), "\(note): (a)")
        if let selected = state.selectedViewController {
            faults.expect(list.contains(selected) || selected == more, "\(note): (c)")
            faults.expect(state.selectedIndex == list.firstIndex(of: selected), "\(note): (d)")
            let isDirect = state.barItems.contains(selected)
            let highlighted = isDirect ? selected : state.profile == .tv ? nil : more
            faults.expect(state.barSelectedItem == highlighted, "\(note): (b) (e)")
        }
        faults.expect(model.navigationStack(more)?.first == state.moreList, "\(note)")
        let overflow = list.dropFirst(max(0, state.barItems.count - 1))
        faults.expect(state.isOverflowing == (state.barItems.last == more), "\(note)")
        if state.isOverflowing { faults.expect(model.moreRows(of: id) == Array(overflow), "\(note)") }
        if !state.isOverflowing { faults.expect(model.navigationStack(more) == [state.moreList], "\(note): S-45") }
        for member in list {
            faults.expect(model.tabBarController(of: member) == id, "\(note): A-27")
        }
    }

    /// Exactly what is displayed in a visible window has appeared, and it is loaded.
    private func checkDisplay(_ model: Hierarchy, _ note: String) {
        var displayed: Set<ViewControllerID> = []
        for root in model.allIDs where model.owner(of: root) == nil && model.window(of: root)?.isVisible == true {
            displayed.formUnion(self.displayed(from: root, model))
        }
        // What comes and goes in an animated change of tabs, which ends later (G-25).
        let changes = model.allIDs.compactMap { model.transition(in: $0) }
        let coming = Set(changes.flatMap { [$0.to] + model.displayedContent(of: $0.to) })
        let going = Set(changes.flatMap { [$0.from] + model.displayedContent(of: $0.from) })
        for id in model.allIDs {
            let isDisplayed = displayed.contains(id)
            let expected: AppearanceState =
                coming.contains(id)
                ? .appearing : going.contains(id) ? .disappearing : isDisplayed ? .appeared : .disappeared
            faults.expect(model.appearanceState(of: id) == expected, "\(note): \(id)")
            if isDisplayed { faults.expect(model.isViewLoaded(id), "\(note): \(id)") }
        }
    }

    /// A session is about the tabs of the bar, and More is selected meanwhile (S-59).
    private func checkEditing(_ id: ViewControllerID, _ model: Hierarchy, _ note: String) {
        guard let state = model.tabBarController(id), state.isCustomizing else { return }
        let bar = model.barArrangement(of: id)
        faults.expect(state.barSelectedItem == state.moreNavigationController, "\(note): S-59")
        faults.expect(bar.count == state.barItems.count - 1, "\(note): E-42")
        faults.expect(Set(bar).count == bar.count && bar.allSatisfy(state.viewControllers.contains), "\(note): E.5")
        for (old, new) in zip(state.barItems, bar) where old != new {
            faults.expect(state.customizableViewControllers.contains(new) || bar.contains(new), "\(note): A-23")
        }
    }

    /// What a controller shows inside, and the first presentation from there on, over that or in its place.
    private func displayed(from root: ViewControllerID, _ model: Hierarchy) -> Set<ViewControllerID> {
        var displayed: Set<ViewControllerID> = []
        var presentation: Presentation?
        var next: ViewControllerID? = root
        while let id = next {
            displayed.insert(id)
            if presentation == nil, let own = model.presentation(by: id), !own.isPending { presentation = own }
            if let state = model.tabBarController(id) {
                let more = model.parent(of: state.moreList) ?? id
                next = state.barSelectedItem == more ? more : state.selectedViewController
            } else {
                next = model.navigationStack(id)?.last
            }
        }
        guard let presentation else { return displayed }
        let over = self.displayed(from: presentation.presented, model)
        return presentation.covers ? over : displayed.union(over)
    }

    /// Who is presented has no parent, and its presenter knows it.
    private func checkPresentations(_ model: Hierarchy, _ note: String) {
        for id in model.allIDs {
            if let presented = model.presentation(by: id)?.presented {
                faults.expect(model.contains(presented) && model.parent(of: presented) == nil, "\(note): \(presented)")
                faults.expect(model.owner(of: presented) == id, "\(note): \(id)")
                faults.expect(model.presentedViewController(of: id) == presented, "\(note): \(id)")
            }
            guard let owner = model.owner(of: id), model.parent(of: id) == nil else { continue }
            faults.expect(model.presentation(by: owner)?.presented == id, "\(note): \(id)")
        }
    }

    /// G-2: a will is followed by its did; a view is loaded once and before it appears; containment comes in pairs.
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
                faults.expect(moving[id] == nil, "\(note): \(id) moves twice at once")
                moving[id] = .some(parent)
            case .didMove(let id, let parent):
                faults.expect(moving[id] == .some(parent), "\(note): \(id) did move without will")
                moving[id] = nil
            default: continue
            }
        }
        faults.expect(moving.isEmpty, "\(note): will move without did")
    }

    private mutating func step(
        _ id: ViewControllerID, from: AppearanceState, to: AppearanceState, _ note: String
    ) {
        let state = appearance[id, default: .disappeared]
        // A cancelled change turns back in the middle (L3, S-26).
        let isTurningBack =
            state == .appearing && to == .disappearing || state == .disappearing && to == .appearing
        faults.expect(state == from || isTurningBack, "\(note): \(id) \(to)")
        appearance[id] = to
    }
}
