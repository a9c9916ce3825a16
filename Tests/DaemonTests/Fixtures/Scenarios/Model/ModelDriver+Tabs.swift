/// Actions that name a tab.
extension ModelDriver {
    func run(_ action: TabAction) throws(ModelError) {
        switch action {
        case .insert(let name, let index): try model.insertTab(id(name), at: index, in: tabs)
        case .remove(let name): try model.removeTab(id(name), from: tabs)
        case .move(let name, let index): try model.moveTab(id(name), to: index, in: tabs)
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
            accepted = "\(try model.reorderTab(id(name), to: index, in: tabs))"
        case .allowReordering(let name): try model.setTabBarItem(of: id(name)) { $0.allowsReordering = true }
        case .hide(let name, let isHidden): try model.changeVisibility(of: id(name)) { $0.isHidden = isHidden }
        case .hideByDefault(let name, let isHidden):
            try model.changeVisibility(of: id(name)) { $0.isHiddenByDefault = isHidden }
        case .allowHiding(let name): try model.changeVisibility(of: id(name)) { $0.allowsHiding = true }
        case .userHides(let name, let isHidden):
            accepted = "\(try model.hideTab(id(name), isHidden, in: tabs))"
        case .resetHidden: try model.resetTabs(of: tabs)
        }
    }

    private func select(_ step: TabStep) throws(ModelError) {
        try finish(model.select(step, in: tabs, askingForAnimation: animator != nil))
    }

    private func tapRow(_ row: Int) throws(ModelError) { accepted = "\(try model.tapRow(row, of: tabs))" }
}
