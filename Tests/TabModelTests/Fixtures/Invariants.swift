import TabModel
import TestSupport

/// What holds after every command, whatever it was.
struct Invariants {
    let faults: Failures
    private var appearance: [ViewControllerID: AppearanceState] = [:]

    init(_ faults: Failures) { self.faults = faults }

    func check(_ model: Hierarchy, _ note: String) {
        for id in model.allIDs {
            if model.kind(of: id) == .tabBarController { checkSelection(id, model, note) }
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
    private func checkSelection(_ id: ViewControllerID, _ model: Hierarchy, _ note: String) {
        guard let moreList = model.moreList(of: id) else { return }
        let list = model.viewControllers(of: id)
        let more = model.parent(of: moreList) ?? id
        faults.expect(Set(list).count == list.count, "\(note)")
        faults.expect(list.isEmpty == (model.selectedViewController(of: id) == nil), "\(note): (a)")
        if let selected = model.selectedViewController(of: id) {
            faults.expect(list.contains(selected) || selected == more, "\(note): (c)")
            faults.expect(model.selectedIndex(of: id) == list.firstIndex(of: selected), "\(note): (d)")
            let isDirect = model.barItems(of: id).contains(selected)
            let highlighted = isDirect ? selected : model.profile(of: id) == .tv ? nil : more
            faults.expect(model.barSelectedItem(of: id) == highlighted, "\(note): (b) (e)")
        }
        faults.expect(model.navigationStack(more)?.first == moreList, "\(note)")
        let overflow = list.dropFirst(max(0, model.barItems(of: id).count - 1))
        faults.expect(model.isOverflowing(id) == (model.barItems(of: id).last == more), "\(note)")
        if model.isOverflowing(id) { faults.expect(model.moreRows(of: id) == Array(overflow), "\(note)") }
        if !model.isOverflowing(id) { faults.expect(model.navigationStack(more) == [moreList], "\(note): S-45") }
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
        guard model.isCustomizing(id) else { return }
        let bar = model.barArrangement(of: id)
        faults.expect(model.barSelectedItem(of: id) == model.moreNavigationController(of: id), "\(note): S-59")
        faults.expect(bar.count == model.barItems(of: id).count - 1, "\(note): E-42")
        let list = model.viewControllers(of: id)
        faults.expect(Set(bar).count == bar.count && bar.allSatisfy(list.contains), "\(note): E.5")
        for (old, new) in zip(model.barItems(of: id), bar) where old != new {
            faults.expect(model.customizableViewControllers(of: id).contains(new) || bar.contains(new), "\(note): A-23")
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
            if let moreList = model.moreList(of: id) {
                let more = model.parent(of: moreList) ?? id
                next = model.barSelectedItem(of: id) == more ? more : model.selectedViewController(of: id)
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
