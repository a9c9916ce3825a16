/// Actions that name a tab.
extension ModelDriver {
    func run(_ action: TabAction) throws(ModelError) {
        switch action {
        case .insert(let name, let index): try TabEdit(of: id(name), in: tabs).insert(at: index, in: &model)
        case .remove(let name): try TabEdit(of: id(name), in: tabs).remove(in: &model)
        case .move(let name, let index): try TabEdit(of: id(name), in: tabs).move(to: index, in: &model)
        case .next: try select(.next)
        case .previous: try select(.previous)
        case .lastUsed: try select(.lastUsed)
        case .tap(let name): try tap(try Requirements(model.nodes).barPosition(of: id(name), in: tabs))
        case .tapRow(let name): try tapRow(try Requirements(model.nodes).moreRow(of: id(name), in: tabs))
        case .tapExpecting(let name, let position):
            guard model.nodes.barItems(of: tabs).dropFirst(position).first == id(name) else {
                return accepted = "false"
            }
            try tap(position)
        case .tapRowExpecting(let name, let row):
            guard model.nodes.moreRows(of: tabs).dropFirst(row).first == id(name) else { return accepted = "false" }
            try tapRow(row)
        case .reorder(let name, let index):
            accepted = "\(try TabEdit(of: id(name), in: tabs).reorder(to: index, in: &model))"
        case .allowReordering(let name): try model.setTabBarItem(of: id(name)) { $0.allowsReordering = true }
        case .hide(let name, let isHidden): try TabHiding.change(of: id(name), in: &model) { $0.isHidden = isHidden }
        case .hideByDefault(let name, let isHidden):
            try TabHiding.change(of: id(name), in: &model) { $0.isHiddenByDefault = isHidden }
        case .allowHiding(let name): try TabHiding.change(of: id(name), in: &model) { $0.allowsHiding = true }
        case .userHides(let name, let isHidden):
            accepted = "\(try TabEdit(of: id(name), in: tabs).hide(isHidden, in: &model))"
        case .resetHidden: try TabHiding.resetTabs(of: tabs, in: &model)
        }
    }

    private func select(_ step: TabStep) throws(ModelError) {
        try finish(step.select(in: tabs, of: &model, askingForAnimation: animator != nil))
    }

    private func tapRow(_ row: Int) throws(ModelError) { accepted = "\(try model.tapRow(row, of: tabs))" }
}
