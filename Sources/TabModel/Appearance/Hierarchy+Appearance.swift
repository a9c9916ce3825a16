/// Windows, and the appearance callbacks of what they display.
extension Hierarchy {
    /// Changes the window of a root. A change of visibility sends the appearance callbacks of the displayed controllers
    /// (`G-10` to `G-12`, `G-23`). A pad's width decides whether it has a More (`E-30` to `E-33`), and a shell sets the
    /// number of slots (`S-132`).
    package mutating func updateWindow(of root: ViewControllerID, _ change: (inout Window) -> Void) throws(ModelError) {
        let node = try require.node(root)
        guard let old = node.window else { throw .invalidArgument("\(root.describe) has no window") }
        if let owner = nodes.owner(of: root) {
            throw .hierarchyInconsistency(
                "\(root.describe) is in the window of \(owner.describe): only a root has a window of its own")
        }
        var window = old
        change(&window)
        if let validationError = window.validationError { throw validationError }
        guard window != old else { return }
        let slots = nodes.barSlots(of: root)
        let items = nodes.barItems(of: root)
        let changesWidth = window.horizontalSizeClass != old.horizontalSizeClass && node.tabs?.profile == .pad
        let changesBar = changesWidth || nodes.barSlots(of: root, in: window) != slots
        if changesBar || window.isVisible != old.isVisible { completeTransition(around: root) }
        if changesBar { closeSession(of: root) }
        nodes[root]?.window = window
        markTreeChanged(root)
        if nodes.barSlots(of: root) != slots, nodes.barItems(of: root) != items { rearrange(root, oldItems: items) }
        runAppearanceTransition(root, .sequential)
    }

    /// Rearranges the tabs after a change of the number of slots or of the hidden tabs: More is added or removed, and
    /// the displayed controller stays displayed. If it is hidden, the first visible tab is displayed instead.
    mutating func rearrange(_ tbc: ViewControllerID, oldItems: [ViewControllerID]) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        let items = nodes.barItems(of: tbc)
        let order = TransitionOrder(tabs.lifecycleOrder)
        let isOverflowing = nodes.isOverflowing(tbc)
        // The list stays displayed while there is a More.
        let isList = tabs.selectedViewController == tabs.more && !isOverflowing
        let keepsMore = isOverflowing && (tabs.moreShown.map { nodes.moreRows(of: tbc).contains($0) } ?? true)
        let popped = keepsMore ? [] : emptyMore(of: tbc)
        if items != oldItems { emit(.itemsChanged(tbc, items: items, animated: false)) }
        if isList, let last = tabs.lastDirect, nodes.slot(of: last, in: tbc) != nil {
            reselect(last, nil, in: tbc, order: order)
        } else {
            reselect(tabs.selectedViewController, tabs.selectedIndex, in: tbc, order: order)
        }
        finish(popped)
    }

    /// Loads a view before it appears (`L1`).
    package mutating func loadViewIfNeeded(_ id: ViewControllerID) throws(ModelError) {
        _ = try require.node(id)
        loadView(id)
    }

    mutating func loadView(_ id: ViewControllerID) {
        guard nodes[id]?.isViewLoaded == false else { return }
        nodes[id]?.isViewLoaded = true
        markChanged(id)
        emit(.viewDidLoad(id))
    }

    // MARK: Transitions

    /// Shows the next controller of a navigation controller that loses its top in the middle of a list change.
    /// Everything else waits for the end of the change (`S-32`, `S-63`).
    mutating func runAppearanceTransitionInside(
        _ nav: ViewControllerID, of root: ViewControllerID, shown: ViewControllerID?
    ) {
        let before = nodes[root]?.shownChain ?? []
        guard let index = before.firstIndex(of: nav) else { return }
        let presentation = before.compactMap { nodes[$0]?.presentation }.first { !$0.isPending }
        let presented = presentation.map { nodes.displayedChain(of: $0.presented) } ?? []
        let over = presented.contains(nav) ? [] : presented
        let after = Array(before[...index]) + nodes.displayedContent(of: nav) + over
        runAppearanceTransition(root, to: after, .navigation, shown: shown)
    }

    /// Sends the appearance callbacks from the announced state to the displayed state. Controllers in both get none
    /// (`S-32`). All views are loaded first (`S-21`), then the steps of `order` follow.
    /// - Parameters:
    ///   - after: What is displayed now; nil for the visible chain of the root.
    ///   - shown: A navigation controller whose delegate is notified of its new top (`N17`).
    ///   - justRemoved: Controllers that take no part in the animation (`P69`).
    ///   - opening: An animated change of tabs, whose "did" callbacks come when it ends (`G-25`).
    mutating func runAppearanceTransition(
        _ root: ViewControllerID, to after: [ViewControllerID]? = nil, _ order: TransitionOrder, animated: Bool = false,
        shown: ViewControllerID? = nil, justRemoved: [ViewControllerID] = [], opening: TransitionOrigin? = nil
    ) {
        let (before, after) = (nodes[root]?.shownChain ?? [], after ?? nodes.visibleChain(of: root))
        let going = before.filter { !after.contains($0) }
        let coming = after.filter { !before.contains($0) }
        nodes[root]?.shownChain = after
        markChanged(going + coming)
        for id in coming { loadView(id) }
        let isOpen = opening.map { begin($0, in: root, order, coming: coming, going: going) } ?? false
        let animated = animated || isOpen
        for step in isOpen ? order.beginning : order.steps {
            guard step != .navigationWillShow else {
                guard let shown, let top = nodes[shown]?.stack.last else { continue }
                emit(.navigationWillShow(shown, top, animated: animated))
                continue
            }
            send(step, to: step.isOfComing ? coming : going, animated: animated, except: justRemoved)
        }
    }

    /// Makes these controllers disappear at once, before their successors are known (`S-33`).
    mutating func hide(_ ids: [ViewControllerID], in root: ViewControllerID) {
        let going = (nodes[root]?.shownChain ?? []).filter { ids.contains($0) }
        guard !going.isEmpty else { return }
        nodes[root]?.shownChain.removeAll { going.contains($0) }
        markChanged(going)
        send(.willDisappear, to: going, animated: false)
        send(.didDisappear, to: going, animated: false)
    }

    /// Makes this controller and everything displayed inside it disappear at once.
    mutating func hideBranch(_ id: ViewControllerID, in root: ViewControllerID) {
        hide((nodes[root]?.shownChain ?? []).drop { $0 != id }.map(\.self), in: root)
    }

    /// Makes a root's window invisible, as before the root gets a parent (`S-30`).
    mutating func leaveWindow(_ id: ViewControllerID) {
        guard nodes[id]?.window?.isVisible == true else { return }
        completeTransition(around: id)
        nodes[id]?.window?.isVisible = false
        markChanged(id)
        runAppearanceTransition(id, .sequential)
    }

    private mutating func send(
        _ step: TransitionOrder.Step, to ids: [ViewControllerID], animated: Bool, except still: [ViewControllerID] = []
    ) {
        for id in ids {
            guard let event = step.event(of: id, animated: animated && !still.contains(id)) else { continue }
            if let state = TransitionOrder.Step.appearanceStates[step] { nodes[id]?.appearanceState = state }
            emit(event)
        }
    }

    // MARK: Animated changes of tabs (G-25, G-26, C-25, C-26)

    /// Records that the "did" callbacks of these controllers are still to come.
    /// - Returns: False when the change is not visible and therefore not animated.
    private mutating func begin(
        _ opening: TransitionOrigin, in tbc: ViewControllerID, _ order: TransitionOrder, coming: [ViewControllerID],
        going: [ViewControllerID]
    ) -> Bool {
        guard !coming.isEmpty, !going.isEmpty, let to = nodes.displayedChild(of: tbc) else { return false }
        let transition = Transition(
            token: makeToken(), origin: opening, to: to, order: order, coming: coming, going: going)
        nodes[tbc]?.tabs?.transition = transition
        markChanged(tbc)
        emit(.transitionBegan(transition, in: tbc))
        return true
    }

    /// Ends the running change in the tree of a controller with its remaining callbacks: at its end, and before any
    /// other change of structure there (`C-25`, `S-23`).
    mutating func completeTransition(around id: ViewControllerID) {
        let tbc = nodes.root(of: id)
        guard let transition = nodes[tbc]?.tabs?.transition else { return }
        nodes[tbc]?.tabs?.transition = nil
        markChanged(tbc)
        markChanged(transition.coming + transition.going)
        for step in transition.order.end {
            send(step, to: step.isOfComing ? transition.coming : transition.going, animated: true)
        }
    }

    /// Ends a change without duration, after the delegate was notified of the selection (`F-20`).
    mutating func completeIfInstant(_ tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.animation.isInstant == true { completeTransition(around: tbc) }
    }

    /// Ends a change whose duration is over. Does nothing when it has already ended.
    package mutating func completeTransition(_ token: UInt64, in tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.token == token { completeTransition(around: tbc) }
    }

    /// Sets how far the delegate has driven its interactive change, 0 to 1.
    package mutating func updateInteractiveTransition(_ progress: Double, in tbc: ViewControllerID) throws(ModelError) {
        guard progress >= 0, progress <= 1 else {
            throw .invalidArgument("progress \(progress) is not allowed; expected 0 to 1")
        }
        guard try require.interactiveTransition(in: tbc).progress != progress else { return }
        nodes[tbc]?.tabs?.transition?.progress = progress
        markChanged(tbc)
    }

    package mutating func finishInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        _ = try require.interactiveTransition(in: tbc)
        completeTransition(around: tbc)
    }

    /// Returns to the previously selected tab without notifying a delegate (`C-26`, `G-26`, `S-26`).
    package mutating func cancelInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        let transition = try require.interactiveTransition(in: tbc)
        nodes[tbc]?.tabs?.transition = nil
        setSlot(transition.origin.slot, of: tbc)
        nodes[tbc]?.tabs?.lastDirect = transition.origin.lastDirect
        runAppearanceTransition(tbc, .sequential, animated: true)
    }
}
