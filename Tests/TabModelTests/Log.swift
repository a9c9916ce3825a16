import TabModel

/// What the client's controllers hear, as one string: `C.should C.didLoad C.willAppear …` (`S-25`: a tab bar
/// controller's and More's own appearance callbacks are left out).
struct Log {
    let names: [ViewControllerID: String]
    let isDelegateOnly: Bool

    func text(_ events: [Event]) -> String {
        events.compactMap(line).joined(separator: " ")
    }

    private func line(_ event: Event) -> String? {
        switch event {
        case .shouldSelect(_, let id): return "should(\(name(id)))"
        case .didSelect(_, let id): return "did(\(name(id)))"
        case .didRefuse(_, let id): return "refused(\(name(id)))"
        case .itemsChanged(_, let items, let animated):
            return isDelegateOnly ? nil : "items(\(items.map(name).joined()),\(animated))"
        case .navigationWillShow(_, let id, _): return "willShow(\(name(id)))"
        case .navigationDidShow(_, let id, _): return "didShow(\(name(id)))"
        default: break
        }
        return isDelegateOnly ? nil : appearance(event)
    }

    private func appearance(_ event: Event) -> String? {
        switch event {
        case .willMove(let id, let parent): own(id, "willMove(\(parent.map(name) ?? "nil"))")
        case .didMove(let id, let parent): own(id, "didMove(\(parent.map(name) ?? "nil"))")
        case .viewDidLoad(let id): own(id, "didLoad")
        case .viewWillAppear(let id, _): own(id, "willAppear")
        case .viewIsAppearing(let id, _): own(id, "isAppearing")
        case .viewDidAppear(let id, _): own(id, "didAppear")
        case .viewWillDisappear(let id, _): own(id, "willDis")
        case .viewDidDisappear(let id, _): own(id, "didDis")
        default: nil
        }
    }

    private func own(_ id: ViewControllerID, _ text: String) -> String? {
        guard let name = names[id], !["tabs", "more", "list"].contains(name) else { return nil }
        return "\(name).\(text)"
    }

    private func name(_ id: ViewControllerID) -> String {
        names[id] ?? "?"
    }
}
