import TestSupport

/// A change that a client requests in the kill tests.
enum KillChange: Sendable {
    /// Creates a controller of a class with an identifier: `TabBarController`, `NavigationController` with its root,
    /// `remote`, or a plugin's class.
    case create(String, identifier: String, root: ViewControllerID?)
    case title(ViewControllerID, String)
    case heading(ViewControllerID, String)
    case badge(ViewControllerID, String)
    case identify(ViewControllerID, String)
    case list(ViewControllerID, [ViewControllerID])
    case select(ViewControllerID, Int?)
    case tap(ViewControllerID, Int)
    case more(ViewControllerID)
    case hideBar(ViewControllerID, Bool)
    case width(ViewControllerID, Double)
    case push(ViewControllerID, ViewControllerID)
    case pop(ViewControllerID)
    case stack(ViewControllerID, [ViewControllerID])
    case beginEditing(ViewControllerID)
    case move(ViewControllerID, ViewControllerID, Int)
    case endEditing(ViewControllerID)
    /// Adds to the count that a controller's owner keeps as state.
    case count(ViewControllerID)
    case destroy(ViewControllerID)
    case reopen

    static let tabs = "TabBarController"
    static let navigation = "NavigationController"
    static let remote = "remote"
    static let counters = ["counter.Counter", "isolated.Counter"]

    /// The rights of a client. Reopen restores the last controller that any client destroyed, so when one client
    /// reopens, no other client destroys.
    enum Rights { case keeps, destroys, reopens }

    /// A random change that the client could make now.
    static func any(
        _ shadow: KillShadow, _ numbers: inout Numbers, identifier: String, _ rights: Rights
    ) -> KillChange {
        let model = shadow.model
        let all = model.nodes.allIDs.filter { model.nodes.kind(of: $0)?.isPartOfTabBarController == false }
        func some(_ kinds: Kind...) -> ViewControllerID? {
            all.filter { kinds.contains(model.nodes.kind(of: $0) ?? .moreList) }.randomElement(using: &numbers)
        }
        let plain = some(.plain)
        guard let tabs = some(.tabBarController), let any = all.randomElement(using: &numbers), let plain else {
            return .create(some(.tabBarController) == nil ? Self.tabs : remote, identifier: identifier, root: nil)
        }
        let number = Int.random(in: 0...6, using: &numbers)
        let listed = model.nodes.viewControllers(of: tabs)
        let choices =
            switch rights {
            case .keeps: 23;
            case .destroys: 25;
            case .reopens: 26
            }
        switch Int.random(in: 0..<choices, using: &numbers) {
        case 0...2:
            guard all.count < 16 else { return .title(any, "") }
            let kind = ([remote, navigation, Self.tabs] + counters).randomElement(using: &numbers) ?? remote
            return .create(kind, identifier: identifier, root: kind == navigation ? plain : nil)
        case 3: return .title(any, "title \(identifier)")
        case 4: return .heading(any, "heading \(identifier)")
        case 5: return .badge(any, number == 0 ? "" : identifier)
        case 6: return .identify(any, number < 2 ? "" : "n\(identifier)")
        case 7, 8:
            let usable = all.filter { model.nodes.kind(of: $0) != .tabBarController }
            return .list(tabs, Array(usable.shuffled(using: &numbers).prefix(number + 2)))
        case 9: return .select(tabs, listed.indices.randomElement(using: &numbers))
        case 10, 11: return .tap(tabs, number)
        case 12: return .more(tabs)
        case 13: return .hideBar(tabs, number < 3)
        case 14: return .width(tabs, number < 3 ? 500 : 800)
        case 15, 16:
            guard let stack = some(.navigationController) else { return .count(plain) }
            return number < 4 ? .push(stack, plain) : .pop(stack)
        case 17:
            let stack = all.filter { model.nodes.kind(of: $0) == .plain }.shuffled(using: &numbers).prefix(3)
            return some(.navigationController).map { .stack($0, Array(stack)) } ?? .count(plain)
        case 18, 19:
            guard model.nodes.isCustomizing(tabs) else {
                let selected = model.nodes.selectedViewController(of: tabs)
                let isAtMore = model.nodes.moreNavigationController(of: tabs) == selected
                return isAtMore ? .beginEditing(tabs) : .more(tabs)
            }
            guard number < 4, let moved = listed.randomElement(using: &numbers) else { return .endEditing(tabs) }
            return .move(tabs, moved, number)
        case 20...22: return .count(plain)
        case 23, 24: return .destroy(any)
        default: return .reopen
        }
    }
}
