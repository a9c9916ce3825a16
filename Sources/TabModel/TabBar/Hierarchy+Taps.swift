extension Hierarchy {
    /// Taps an item of the bar (`C-5` to `C-16`, order of the checks `S-66`).
    /// - Parameters:
    ///   - asking: Whether the delegate implements `shouldSelect`. The tap is then pending, and nothing changes before
    ///     `answer(_:allowed:)`.
    ///   - askingForAnimation: Whether the delegate implements `animationController` (`F-8`).
    /// - Returns: Not accepted for a hidden bar, a disabled item, or during customizing.
    package mutating func tapItem(
        _ position: Int, of tbc: ViewControllerID, asking: Bool, askingForAnimation: Bool = false
    ) throws(ModelError) -> Tap {
        let tabs = try requireTabs(tbc)
        let items = barItems(of: tbc)
        guard items.indices.contains(position), let target = items.dropFirst(position).first else {
            throw .outOfRange("position \(position) has no item: the bar of \(tbc.describe) has \(items.count), from 0")
        }
        guard tabs.session == nil, !isBarDrawnHidden(tbc), tabBarItem(of: target).isEnabled else {
            return .finished(accepted: false)
        }
        emit(.itemTapped(tbc, position: position))
        emit(.shouldSelect(tbc, target))
        guard asking else { return finishTap(on: target, of: tbc, askingForAnimation: askingForAnimation) }
        return .pending(openQuestion(.shouldSelect, about: target, .tap(target), in: tbc))
    }

    /// Handles the delegate's answer. The tap is validated again, because anything may have changed (`C-14`).
    package mutating func answer(
        _ question: Question, allowed: Bool, askingForAnimation: Bool = false
    ) throws(ModelError) -> Tap {
        let tbc = question.tabBarController
        guard question.kind == .shouldSelect, case .tap(let target) = try claim(question) else {
            throw Self.notOpen(question)
        }
        guard allowed else {
            emit(.didRefuse(tbc, target))
            return .finished(accepted: false)
        }
        return finishTap(on: target, of: tbc, askingForAnimation: askingForAnimation)
    }

    /// Handles the delegate's animator, nil for none. The switch is validated again.
    @discardableResult
    package mutating func answer(_ question: Question, animation: Animation?) throws(ModelError) -> Tap {
        let tbc = question.tabBarController
        guard question.kind != .shouldSelect else { throw Self.notOpen(question) }
        switch try claim(question) {
        case .tap: return .finished(accepted: false)
        case .animatedTap(let target): return act(on: target, of: tbc, animation, pops: false)
        case .selection(let target, let count):
            let tabs = try requireTabs(tbc)
            guard tabs.selectionCount == count else { return .finished(accepted: false) }
            try requireSelectable(target, in: tbc, tabs)
            if target == tabs.more || target != tabs.selectedViewController {
                switchTab(to: target, in: tbc, animation)
                completeIfInstant(tbc)
            }
            return .finished(accepted: true)
        }
    }

    /// Opens a question before its subject happens.
    mutating func openQuestion(
        _ kind: Question.Kind, about target: ViewControllerID, _ inquiry: Inquiry, in tbc: ViewControllerID
    ) -> Question {
        let question = Question(token: makeToken(), tabBarController: tbc, viewController: target, kind: kind)
        nodes[tbc]?.tabs?.questions[question.token] = inquiry
        return question
    }

    private mutating func claim(_ question: Question) throws(ModelError) -> Inquiry {
        _ = try requireTabs(question.tabBarController)
        let inquiry = nodes[question.tabBarController]?.tabs?.questions.removeValue(forKey: question.token)
        guard let inquiry else { throw Self.notOpen(question) }
        return inquiry
    }

    private static func notOpen(_ question: Question) -> ModelError {
        .internalInconsistency("question \(question.token) is not open; each question is answered once")
    }

    /// Continues an allowed tap, once its animation is known.
    private mutating func finishTap(
        on target: ViewControllerID, of tbc: ViewControllerID, askingForAnimation: Bool
    ) -> Tap {
        guard let tabs = nodes[tbc]?.tabs, isTarget(target, tabs, of: tbc) else {
            emit(.didRefuse(tbc, target))
            return .finished(accepted: false)
        }
        if askingForAnimation, let (from, to) = animatedSwitch(to: target, in: tbc) {
            return .pending(openQuestion(.animation(from: from), about: to, .animatedTap(target), in: tbc))
        }
        return act(on: target, of: tbc, nil)
    }

    /// Switches, or pops the tab that is already selected. It ends with `didSelect`, even if the selection is unchanged
    /// (`C-13`, `E-14`). With an animator, `didSelect` precedes the "did" callbacks (`F-20`).
    /// - Parameter pops: False for a tab that was not selected when it was tapped.
    private mutating func act(
        on target: ViewControllerID, of tbc: ViewControllerID, _ animation: Animation?, pops: Bool = true
    ) -> Tap {
        guard let tabs = nodes[tbc]?.tabs, isTarget(target, tabs, of: tbc) else {
            emit(.didRefuse(tbc, target))
            return .finished(accepted: false)
        }
        if slot(of: target, in: tbc) == tabs.slot {
            if pops { popToRoot(ofTab: target) }
        } else {
            switchTab(to: target, in: tbc, animation)
        }
        focusFollowsSelection(of: tbc)
        emit(.didSelect(tbc, nodes[tbc]?.tabs?.selectedViewController ?? target))
        completeIfInstant(tbc)
        return .finished(accepted: true)
    }

    private func isTarget(_ target: ViewControllerID, _ tabs: Tabs, of tbc: ViewControllerID) -> Bool {
        target == tabs.more ? isOverflowing(tbc) : tabs.viewControllers.contains(target)
    }

    /// Pops the selected tab to its root, as a second tap does (`C-20`, `E-16`, `S-7`).
    private mutating func popToRoot(ofTab target: ViewControllerID) {
        guard let node = nodes[target], node.kind.isNavigation, node.stack.count > 1 else { return }
        shorten(target, to: Array(node.stack.prefix(1)), animated: true)
    }
}

/// The result of a tap.
package enum Tap: Hashable, Sendable {
    case finished(accepted: Bool)
    /// The delegate must be asked. The tap continues with the answer.
    case pending(Question)
}
