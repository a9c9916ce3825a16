import TabModel

/// The one notation of what was heard.
enum EventLog {
    /// nil for what the logs of section M leave out, such as the appearance of the containers themselves.
    static func line(_ event: Event, _ name: (ViewControllerID) -> String?) -> String? {
        func named(_ id: ViewControllerID) -> String { name(id) ?? "?" }
        func own(_ id: ViewControllerID, _ text: String) -> String? {
            name(id).flatMap { ["tabs", "more"].contains($0) ? nil : "\($0).\(text)" }
        }
        switch event {
        case .itemTapped(_, let position): return "tapped(\(position))"
        case .shouldSelect(_, let id): return "should(\(named(id)))"
        case .didSelect(_, let id): return "did(\(named(id)))"
        case .didRefuse(_, let id): return "refused(\(named(id)))"
        case .itemsChanged(_, let items, let animated): return "items(\(items.map(named).joined()),\(animated))"
        case .willMove(let id, let parent): return own(id, "willMove(\(parent.map(named) ?? "nil"))")
        case .didMove(let id, let parent): return own(id, "didMove(\(parent.map(named) ?? "nil"))")
        case .viewDidLoad(let id): return own(id, "didLoad")
        case .viewWillAppear(let id, _): return own(id, "willAppear")
        case .viewIsAppearing(let id, _): return own(id, "isAppearing")
        case .viewDidAppear(let id, _): return own(id, "didAppear")
        case .viewWillDisappear(let id, _): return own(id, "willDis")
        case .viewDidDisappear(let id, _): return own(id, "didDis")
        case .navigationWillShow(_, let id, _): return "willShow(\(named(id)))"
        case .navigationDidShow(_, let id, _): return "didShow(\(named(id)))"
        case .willBeginCustomizing(_, let list): return "willBegin(\(list.map(named).joined()))"
        case .willEndCustomizing(_, let list, let changed): return "willEnd(\(list.map(named).joined()),\(changed))"
        case .didEndCustomizing(_, let list, let changed): return "didEnd(\(list.map(named).joined()),\(changed))"
        case .created, .destroyed, .changed, .barButtonItemActivated, .didDismiss, .transitionBegan, .selectionPending:
            return nil
        }
    }
}
