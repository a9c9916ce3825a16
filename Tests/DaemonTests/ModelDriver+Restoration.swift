import TabModel

/// Restoration on the model: what is archived of one hierarchy comes back in the next.
extension ModelDriver {
    func run(_ action: RestorationAction) throws(ModelError) {
        switch action {
        case .identify(let letters):
            for name in letters.map(Scenario.name) { try model.setRestorationIdentifier(name, of: id(name)) }
        case .name(let name, let identifier): try model.setRestorationIdentifier(identifier, of: id(name))
        case .keep(let name, let text):
            try model.loadViewIfNeeded(id(name))
            states[name] = text
        case .restart: try restart()
        }
    }

    func look(_ look: RestorationLook) -> String {
        switch look {
        case .identifier(let name): model.restorationIdentifier(of: id(name))
        case .state(let name): states[name] ?? ""
        case .exists(let name): "\(ids[name] != nil)"
        }
    }

    private func restart() throws(ModelError) {
        let visible = model.allIDs.filter { model.window(of: $0)?.isVisible == true }
        let archives = model.allIDs.compactMap(model.archive(of:))
        model = Hierarchy()
        let restoration = model.restore(archives)
        // Nobody is asked or told (I-9, S-72).
        guard restoration.faults.isEmpty, !model.takeEvents().contains(where: \.isForDelegate) else {
            throw .internalInconsistency("it was not restored in silence: \(restoration.faults)")
        }
        ids = ids.filter { model.contains($0.value) }
        let restored = Set(restoration.restored).subtracting(restoration.defaults)
        states = states.filter { name, _ in ids[name].map(restored.contains) ?? false }
        for id in visible where restored.contains(id) { try model.updateWindow(of: id) { $0.isVisible = true } }
        _ = model.takeEvents()
        (words, should, did, animator) = ([], nil, [], nil)
        (views, scripts, told, outcomes) = ([:], [:], [:], [:])
    }
}

extension Event {
    fileprivate var isForDelegate: Bool {
        switch self {
        case .shouldSelect, .didSelect, .didRefuse, .itemTapped, .willBeginCustomizing, .willEndCustomizing,
            .didEndCustomizing, .transitionBegan, .selectionPending:
            true
        default: false
        }
    }
}
