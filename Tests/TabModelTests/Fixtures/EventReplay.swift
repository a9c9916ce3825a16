import TabModel
import TestSupport

/// What somebody knows who hears the events alone: it has to be what the model says.
struct EventReplay {
    let faults: Failures
    private var parents: [ViewControllerID: ViewControllerID] = [:]
    private var appearance: [ViewControllerID: AppearanceState] = [:]
    private var loaded: Set<ViewControllerID> = []
    private var bars: [ViewControllerID: [ViewControllerID]] = [:]
    private var customizing: Set<ViewControllerID> = []
    private var tops: [ViewControllerID: ViewControllerID] = [:]
    private var known: Set<ViewControllerID> = []

    init(_ faults: Failures) { self.faults = faults }

    mutating func hear(_ events: [Event]) {
        for event in events { hear(event) }
    }

    private mutating func hear(_ event: Event) {
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

    /// Compares what was heard with the model.
    mutating func check(_ model: Hierarchy, _ note: String) {
        faults.expect(Set(model.allIDs) == known, "\(note)")
        for id in model.allIDs {
            let isPart = [.moreNavigationController, .moreList].contains(model.kind(of: id))
            // More and its list are in their places from the beginning (S-27).
            if !isPart { faults.expect(parents[id] == model.parent(of: id), "\(note): parent of \(id)") }
            faults.expect(appearance[id, default: .disappeared] == model.appearanceState(of: id), "\(note): \(id)")
            faults.expect(loaded.contains(id) == model.isViewLoaded(id), "\(note): \(id)")
            guard model.kind(of: id) == .tabBarController else { continue }
            faults.expect(bars[id, default: []] == model.barItems(of: id), "\(note): items of \(id), S-67")
            faults.expect(customizing.contains(id) == model.isCustomizing(id), "\(note): S-51 \(id)")
        }
        // A delegate that was told of a top was told of the present one, while that is displayed (N17).
        for (id, top) in tops where model.appearanceState(of: id) != .appeared || model.navigationStack(id)?.last != top
        {
            tops[id] = nil
        }
    }
}
