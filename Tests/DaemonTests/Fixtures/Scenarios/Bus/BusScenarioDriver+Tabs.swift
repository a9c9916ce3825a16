import TestSupport

/// Actions that name a tab.
extension BusScenarioDriver {
    func run(_ action: TabAction) async throws {
        let (controller, bar) = (client.tabBarController(tabs), client.tabBar(of: tabs))
        switch action {
        case .insert(let name, let index):
            try await controller.insertViewController(try await path(name), UInt32(index))
        case .remove(let name): try await controller.removeViewController(try await path(name))
        case .move(let name, let index): try await controller.moveViewController(try await path(name), UInt32(index))
        case .next: _ = try await controller.selectNext()
        case .previous: _ = try await controller.selectPrevious()
        case .lastUsed: _ = try await controller.selectLastUsed()
        case .tap(let name): accepted = "\(try await controller.tapTab(try await path(name)))"
        case .tapRow(let name): accepted = "\(try await controller.tapMoreRow(try await path(name)))"
        case .tapExpecting(let name, let position):
            let expected: Options = ["Expected": .objectPath(try await path(name))]
            accepted = "\(try await bar.tapItem(UInt32(position), expected))"
        case .tapRowExpecting(let name, let row):
            let expected: Options = ["Expected": .objectPath(try await path(name))]
            let list = client.moreList(try await path("list"))
            accepted = "\(try await list.tapRow(UInt32(row), expected))"
        case .reorder(let name, let index):
            accepted = "\(try await controller.reorderTab(try await path(name), UInt32(index)))"
        case .allowReordering(let name):
            try await client.tabBarItem(try await path(name)).set(\.allowsReordering, to: true)
        case .hide(let name, let isHidden):
            try await client.viewController(try await path(name)).set(\.tabHidden, to: isHidden)
        case .hideByDefault(let name, let isHidden):
            try await client.viewController(try await path(name)).set(\.tabHiddenByDefault, to: isHidden)
        case .allowHiding(let name):
            try await client.viewController(try await path(name)).set(\.allowsHiding, to: true)
        case .userHides(let name, let isHidden):
            accepted = "\(try await controller.hideTab(try await path(name), isHidden))"
        case .resetHidden: try await controller.resetHiddenTabs()
        }
    }
}
