extension Hierarchy {
    /// The user's tap on an item of the bar (`C.2`, order of the checks `S-66`).
    /// - Parameter asking: whether the delegate has `shouldSelect`. The tap is then pending and nothing has changed
    ///   until `answer(_:allowed:)`.
    /// - Returns: not accepted for a hidden bar, a disabled item or during customizing.
    package mutating func tapItem(
        _ position: Int, of tbc: ViewControllerID, asking: Bool
    ) throws(ModelError) -> Tap {
        let tabs = try requireTabs(tbc)
        let items = barItems(of: tbc)
        guard items.indices.contains(position), let target = items.dropFirst(position).first else {
            throw .outOfRange("position \(position) has no item: the bar of \(tbc.describe) has \(items.count), from 0")
        }
        guard !tabs.isCustomizing, !isBarDrawnHidden(tbc), tabBarItem(of: target).isEnabled else {
            return .finished(accepted: false)
        }
        emit(.itemTapped(tbc, position: position))
        emit(.shouldSelect(tbc, target))
        guard asking else { return .finished(accepted: finishTap(on: target, of: tbc)) }
        let question = Question(token: nextToken, tabBarController: tbc, viewController: target)
        nextToken += 1
        nodes[tbc]?.tabs?.questions[question.token] = target
        return .pending(question)
    }

    /// The delegate's answer; the tap is validated again, as anything may have happened since (`C-14`).
    /// - Returns: whether the tap was accepted.
    package mutating func answer(_ question: Question, allowed: Bool) throws(ModelError) -> Bool {
        let tbc = question.tabBarController
        _ = try requireTabs(tbc)
        guard let target = nodes[tbc]?.tabs?.questions.removeValue(forKey: question.token) else {
            throw .internalInconsistency("question \(question.token) is not open: each is answered once")
        }
        guard allowed else {
            emit(.didRefuse(tbc, target))
            return false
        }
        return finishTap(on: target, of: tbc)
    }

    /// What an allowed tap does; ends with `didSelect`, whether or not the selection changed (`C-13`, `E-14`).
    private mutating func finishTap(on target: ViewControllerID, of tbc: ViewControllerID) -> Bool {
        guard let tabs = nodes[tbc]?.tabs, isTarget(target, tabs, of: tbc) else {
            emit(.didRefuse(tbc, target))
            return false
        }
        if slot(of: target, in: tbc) == tabs.slot {
            popToRoot(ofTab: target)
        } else {
            show(target, in: tbc, order: TransitionOrder(tabs.lifecycleOrder), animated: false)
        }
        let selected = nodes[tbc]?.tabs?.selectedViewController ?? target
        emit(.didSelect(tbc, selected))
        return true
    }

    private func isTarget(_ target: ViewControllerID, _ tabs: Tabs, of tbc: ViewControllerID) -> Bool {
        target == tabs.more ? isOverflowing(tbc) : tabs.viewControllers.contains(target)
    }

    /// The second tap on the selected tab brings up its root (`C-20`, `E-16`, `S-7`).
    private mutating func popToRoot(ofTab target: ViewControllerID) {
        guard let node = nodes[target], node.kind.isNavigation, node.stack.count > 1 else { return }
        shorten(target, to: Array(node.stack.prefix(1)), animated: true)
    }
}
