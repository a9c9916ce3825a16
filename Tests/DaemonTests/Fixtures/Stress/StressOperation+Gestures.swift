import TestSupport

/// User actions in More, during an edit session and with a remote control, and changes of stacks.
extension StressOperation {
    static func gesture(
        in model: Hierarchy, _ tabs: ViewControllerID, _ any: ViewControllerID, _ numbers: inout Numbers
    ) -> StressOperation {
        guard let profile = model.nodes.profile(of: tabs) else { return .row(0, of: tabs) }
        if profile == .tv {
            return .press(RemoteButton.allCases.randomElement(using: &numbers) ?? .up, in: tabs)
        }
        if model.nodes.isCustomizing(tabs) {
            guard Int.random(in: 0..<3, using: &numbers) > 0 else { return .endEditing(tabs) }
            let moved = model.nodes.viewControllers(of: tabs).randomElement(using: &numbers) ?? any
            return .move(moved, to: .random(in: 0...4, using: &numbers), in: tabs)
        }
        guard model.nodes.selectedViewController(of: tabs) == model.nodes.moreNavigationController(of: tabs) else {
            return .select(model.nodes.moreNavigationController(of: tabs), in: tabs)
        }
        guard Bool.random(using: &numbers) else { return .beginEditing(tabs) }
        return .row(.random(in: 0...model.nodes.moreRows(of: tabs).count, using: &numbers), of: tabs)
    }

    /// Whether a user performs it. The caller may have to wait for a delegate.
    var isGesture: Bool {
        switch self {
        case .tap, .tapBack, .row, .beginEditing, .move, .endEditing, .press: true
        default: false
        }
    }

    /// Whether a program selects a tab with it. An animating delegate is asked.
    var isSelection: Bool {
        switch self {
        case .select, .selectIndex: true
        default: false
        }
    }
}

extension ViewControllerID {
    /// The path of More's list, which is created with its tab bar controller, after More.
    var listPath: ObjectPath { TabNames.viewController(rawValue + 2) }
}
