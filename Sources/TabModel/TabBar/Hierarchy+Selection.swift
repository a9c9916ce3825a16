/// The selection of a tab, by a tap or by the program.
extension Hierarchy {
    /// Selects by program: without delegate callbacks, without a pop. More may be selected while the bar has a More
    /// item.
    /// - Parameter askingForAnimation: Whether the delegate implements `animationController` (`C-23`, `F-8`).
    /// - Returns: A question to the delegate. The selection happens after its answer.
    @discardableResult
    package mutating func select(
        _ target: ViewControllerID?, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let tabs = try require.tabs(tbc)
        guard let target else {
            guard tabs.viewControllers.isEmpty else {
                throw .invalidArgument("nil can't be selected while \(tbc.describe) has tabs: select one of them")
            }
            return nil
        }
        try require.selectable(target, in: tbc)
        guard target == tabs.more || target != tabs.selectedViewController else {
            nodes[tbc]?.tabs?.selectionCount += 1
            focusSelectedItem(of: tbc)
            return nil
        }
        if askingForAnimation, let (from, to) = nodes.animatedSwitch(to: target, in: tbc) {
            return openQuestion(
                .animation(from: from), about: to, .selection(target, after: tabs.selectionCount), in: tbc)
        }
        switchTab(to: target, in: tbc, nil)
        return nil
    }

    /// Selects by the index in the list. nil is NSNotFound, which can't be selected (`A-26`, `L-6`).
    @discardableResult
    package mutating func selectIndex(
        _ index: Int?, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let list = try require.tabs(tbc).viewControllers
        guard let index, index >= 0, let target = list.dropFirst(index).first else {
            let value = index.map(String.init) ?? "NSNotFound"
            let allowed = list.isEmpty ? "\(tbc.describe) has no tabs" : "expected 0 to \(list.count - 1)"
            throw .outOfRange("index \(value) can't be selected; \(allowed)")
        }
        return try select(target, in: tbc, askingForAnimation: askingForAnimation)
    }

    // MARK: Taps

    /// Taps an item of the bar (`C-5` to `C-16`, order of the checks `S-66`).
    /// - Parameters:
    ///   - asking: Whether the delegate implements `shouldSelect`. The tap is then pending, and nothing changes before
    ///     `answer(_:allowed:)`.
    ///   - askingForAnimation: Whether the delegate implements `animationController` (`F-8`).
    /// - Returns: Not accepted for a hidden bar, a disabled item, or during customizing.
    package mutating func tapItem(
        _ position: Int, of tbc: ViewControllerID, asking: Bool, askingForAnimation: Bool = false
    ) throws(ModelError) -> Tap {
        let tabs = try require.tabs(tbc)
        let items = nodes.barItems(of: tbc)
        guard items.indices.contains(position), let target = items.dropFirst(position).first else {
            throw .outOfRange("position \(position) has no item: the bar of \(tbc.describe) has \(items.count), from 0")
        }
        guard tabs.session == nil, !nodes.isBarDrawnHidden(tbc), nodes.tabBarItem(of: target).isEnabled else {
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
        if case .animation = question.kind { throw question.notOpen }
        switch try claim(question) {
        case .close(let target):
            return .finished(accepted: allowed && nodes.isClosable(target, of: tbc))
        case .tap(let target) where allowed:
            return finishTap(on: target, of: tbc, askingForAnimation: askingForAnimation)
        case .tap(let target): return refuse(target, in: tbc)
        case .animatedTap, .selection: throw question.notOpen
        }
    }

    /// Handles the delegate's animator, nil for none. The switch is validated again.
    @discardableResult
    package mutating func answer(_ question: Question, animation: Animation?) throws(ModelError) -> Tap {
        let tbc = question.tabBarController
        guard case .animation = question.kind else { throw question.notOpen }
        switch try claim(question) {
        case .tap, .close: return .finished(accepted: false)
        case .animatedTap(let target): return act(on: target, of: tbc, animation, pops: false)
        case .selection(let target, let count):
            let tabs = try require.tabs(tbc)
            guard tabs.selectionCount == count else { return .finished(accepted: false) }
            try require.selectable(target, in: tbc)
            if target == tabs.more || target != tabs.selectedViewController {
                switchTab(to: target, in: tbc, animation)
                completeIfInstant(tbc)
            }
            return .finished(accepted: true)
        }
    }

    /// Gives up a change whose animation is not the one that its gesture needs (`S-209`).
    package mutating func giveUp(_ question: Question) throws(ModelError) -> Tap {
        _ = try claim(question)
        return .finished(accepted: false)
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
        _ = try require.tabs(question.tabBarController)
        let inquiry = nodes[question.tabBarController]?.tabs?.questions.removeValue(forKey: question.token)
        guard let inquiry else { throw question.notOpen }
        return inquiry
    }

    private mutating func refuse(_ target: ViewControllerID, in tbc: ViewControllerID) -> Tap {
        emit(.didRefuse(tbc, target))
        return .finished(accepted: false)
    }

    /// Continues an allowed tap, once its animation is known.
    private mutating func finishTap(
        on target: ViewControllerID, of tbc: ViewControllerID, askingForAnimation: Bool
    ) -> Tap {
        if askingForAnimation, nodes.isTarget(target, of: tbc),
            let (from, to) = nodes.animatedSwitch(to: target, in: tbc)
        {
            return .pending(openQuestion(.animation(from: from), about: to, .animatedTap(target), in: tbc))
        }
        return act(on: target, of: tbc, nil)
    }

    /// Switches, or pops the tab that is already selected to its root (`C-20`, `E-16`, `S-7`). It ends with
    /// `didSelect`, even if the selection is unchanged (`C-13`, `E-14`). With an animator, `didSelect` precedes the
    /// "did" callbacks (`F-20`).
    /// - Parameter pops: False for a tab that was not selected when it was tapped.
    private mutating func act(
        on target: ViewControllerID, of tbc: ViewControllerID, _ animation: Animation?, pops: Bool = true
    ) -> Tap {
        guard nodes.isTarget(target, of: tbc) else { return refuse(target, in: tbc) }
        if nodes.slot(of: target, in: tbc) != nodes[tbc]?.tabs?.slot {
            switchTab(to: target, in: tbc, animation)
        } else if pops, let stack = nodes.navigationStack(target), stack.count > 1 {
            shorten(target, to: Array(stack.prefix(1)), animated: true)
        }
        focusSelectedItem(of: tbc)
        emit(.didSelect(tbc, nodes.selectedViewController(of: tbc) ?? target))
        completeIfInstant(tbc)
        return .finished(accepted: true)
    }

    // MARK: Switching

    /// Switches as a tap or a program does: to a tab of the bar, to More with its current stack, from More to its list
    /// (`A-24`, `S-7`, `S-12`), or to an overflow controller in More.
    mutating func switchTab(to target: ViewControllerID, in tbc: ViewControllerID, _ animation: Animation?) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        nodes[tbc]?.tabs?.selectionCount += 1
        if target == tabs.more, tabs.slot == .more {
            if nodes[tabs.more]?.stack.count != 1 { goToMoreList(of: tbc, animated: false) }
            return
        }
        // The animator is for changes between tabs, not for pushes in More.
        let isSwitch = (nodes.slot(of: target, in: tbc) ?? .more) != tabs.slot
        show(
            target, in: tbc, order: TransitionOrder(tabs.lifecycleOrder), animated: false,
            animation: isSwitch ? animation : nil)
    }

    /// Displays a controller of the list, in its own tab or in More (`S-34`).
    mutating func show(
        _ target: ViewControllerID, in tbc: ViewControllerID, order: TransitionOrder, animated: Bool,
        animation: Animation? = nil
    ) {
        if let slot = nodes.slot(of: target, in: tbc) {
            switchTo(slot, of: tbc, order: order, animated: animated, animation: animation)
        } else {
            showInMore(target, in: tbc, order: order, animated: animated, animation: animation)
        }
    }

    mutating func switchTo(
        _ slot: Slot, of tbc: ViewControllerID, order: TransitionOrder, animated: Bool, animation: Animation? = nil
    ) {
        completeTransition(around: tbc)
        if slot != .more { closeSession(of: tbc) }
        let opening = nodes.opening(in: tbc, animation)
        if nodes[tbc]?.tabs?.slot != slot { nodes[tbc]?.tabs?.noteUse() }
        setSlot(slot, of: tbc)
        runAppearanceTransition(tbc, order, animated: animated, opening: opening)
    }

    /// Sets the highlighted slot, and records the last controller with its own tab (`S-48`).
    mutating func setSlot(_ slot: Slot, of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.slot != slot else { return markChanged(tbc) }
        let former = nodes.displayedChild(of: tbc)
        nodes[tbc]?.tabs?.slot = slot
        displayedChildChanged(from: former, in: tbc)
        if case .tab(let id) = slot { nodes[tbc]?.tabs?.lastDirect = id }
        markChanged(tbc)
        if slot == .more || tabs.slot == .more { markChanged([tabs.more, tabs.list]) }
        focusSelectedItem(of: tbc)
    }
}
