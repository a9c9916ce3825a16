import TestSupport

/// Rebuilds a client's knowledge from the events alone. It must match the model.
struct EventReplay {
    let failures: Failures
    private var parents: [ViewControllerID: ViewControllerID] = [:]
    private var appearance: [ViewControllerID: AppearanceState] = [:]
    private var loaded: Set<ViewControllerID> = []
    private var bars: [ViewControllerID: [ViewControllerID]] = [:]
    private var customizing: Set<ViewControllerID> = []
    private var tops: [ViewControllerID: ViewControllerID] = [:]
    private var known: Set<ViewControllerID> = []

    init(_ failures: Failures) { self.failures = failures }

    mutating func apply(_ events: [Event]) {
        for event in events { apply(event) }
    }

    private mutating func apply(_ event: Event) {
        switch event {
        case .created(let id): known.insert(id)
        case .destroyed(let id):
            known.remove(id)
            (parents[id], appearance[id], bars[id]) = (nil, nil, nil)
            loaded.remove(id)
        case .didMove(let id, let parent): parents[id] = parent
        case .viewDidLoad(let id): loaded.insert(id)
        case .viewWillAppear(let id, _): appearance[id] = .appearing
        case .viewDidAppear(let id, _): appearance[id] = .appeared
        case .viewWillDisappear(let id, _): appearance[id] = .disappearing
        case .viewDidDisappear(let id, _): appearance[id] = .disappeared
        case .itemsChanged(let id, let items, _): bars[id] = items
        case .willBeginCustomizing(let id, _): customizing.insert(id)
        case .didEndCustomizing(let id, _, _): customizing.remove(id)
        case .navigationDidShow(let id, let top, _): tops[id] = top
        default: break
        }
    }

    /// Compares the rebuilt state with the model.
    mutating func check(_ model: Hierarchy, _ note: String) {
        failures.expect(Set(model.nodes.allIDs) == known, "\(note)")
        for id in model.nodes.allIDs {
            let isPart = [.moreNavigationController, .moreList].contains(model.nodes.kind(of: id))
            // More and its list have their parents from the start (S-27).
            if !isPart { failures.expect(parents[id] == model.nodes.parent(of: id), "\(note): parent of \(id)") }
            failures.expect(
                appearance[id, default: .disappeared] == model.nodes.appearanceState(of: id), "\(note): \(id)")
            failures.expect(loaded.contains(id) == model.nodes.isViewLoaded(id), "\(note): \(id)")
            guard model.nodes.kind(of: id) == .tabBarController else { continue }
            failures.expect(bars[id, default: []] == model.nodes.barItems(of: id), "\(note): items of \(id), S-67")
            failures.expect(customizing.contains(id) == model.nodes.isCustomizing(id), "\(note): S-51 \(id)")
        }
        // While a navigation controller is displayed, the last top that its delegate was notified of is the current one
        // (N17).
        for (id, top) in tops
        where model.nodes.appearanceState(of: id) != .appeared || model.nodes.navigationStack(id)?.last != top {
            tops[id] = nil
        }
    }
}
