extension Hierarchy {
    /// Returns what a root displays, container before child, whether or not its window is visible: its content, then
    /// what is presented over the content or in its place (`P67`).
    ///
    /// - Parameter presented: Whether covered content below this one is included.
    func displayedChain(
        of root: ViewControllerID, under presented: ViewControllerID? = nil
    ) -> [ViewControllerID] {
        let chain = [root] + displayedContent(of: root)
        let presentation = chain.lazy.compactMap { nodes[$0]?.presentation }.first { !$0.isPending }
        guard let presentation else { return chain }
        let over = displayedChain(of: presentation.presented, under: presented)
        return presentation.covers && presentation.presented != presented ? over : chain + over
    }

    /// Returns the displayed chain of a root with a visible window, else nothing.
    func visibleChain(of root: ViewControllerID) -> [ViewControllerID] {
        guard let node = nodes[root], owner(of: root) == nil, node.window?.isVisible == true else { return [] }
        return displayedChain(of: root)
    }

    /// Shows the next controller of a navigation controller that loses its top in the middle of a list change.
    /// Everything else waits for the end of the change (`S-32`, `S-63`).
    mutating func runAppearanceTransitionInside(
        _ nav: ViewControllerID, of root: ViewControllerID, shown: ViewControllerID?
    ) {
        let before = nodes[root]?.shownChain ?? []
        guard let index = before.firstIndex(of: nav) else { return }
        let presentation = before.compactMap { nodes[$0]?.presentation }.first { !$0.isPending }
        let presented = presentation.map { displayedChain(of: $0.presented) } ?? []
        let over = presented.contains(nav) ? [] : presented
        runAppearanceTransition(
            root, to: Array(before[...index]) + displayedContent(of: nav) + over, .navigation, shown: shown)
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
        shown: ViewControllerID? = nil, justRemoved: [ViewControllerID] = [], opening: Departure? = nil
    ) {
        let (before, after) = (nodes[root]?.shownChain ?? [], after ?? visibleChain(of: root))
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

    mutating func loadView(_ id: ViewControllerID) {
        guard nodes[id]?.isViewLoaded == false else { return }
        nodes[id]?.isViewLoaded = true
        markChanged(id)
        emit(.viewDidLoad(id))
    }

    /// Loads a view before it appears (`L1`).
    package mutating func loadViewIfNeeded(_ id: ViewControllerID) throws(ModelError) {
        _ = try requireNode(id)
        loadView(id)
    }

    /// Returns what a container displays inside itself, down to the innermost, container before child. The container
    /// itself is not included.
    package func displayedContent(of id: ViewControllerID) -> [ViewControllerID] {
        Array(sequence(first: id) { displayedChild(of: $0) }.dropFirst())
    }

    /// Returns the child that a container displays, whether or not the container is displayed.
    package func displayedChild(of id: ViewControllerID) -> ViewControllerID? {
        guard let node = nodes[id] else { return nil }
        guard let tabs = node.tabs else { return node.stack.last }
        switch tabs.slot {
        case .none: return nil
        case .tab(let child): return child
        case .more: return tabs.more
        }
    }

    mutating func send(
        _ step: TransitionOrder.Step, to ids: [ViewControllerID], animated: Bool, except still: [ViewControllerID] = []
    ) {
        for id in ids {
            let animated = animated && !still.contains(id)
            let (state, event): (AppearanceState?, Event)
            switch step {
            case .willAppear: (state, event) = (.appearing, .viewWillAppear(id, animated: animated))
            case .isAppearing: (state, event) = (nil, .viewIsAppearing(id, animated: animated))
            case .didAppear: (state, event) = (.appeared, .viewDidAppear(id, animated: animated))
            case .willDisappear: (state, event) = (.disappearing, .viewWillDisappear(id, animated: animated))
            case .didDisappear: (state, event) = (.disappeared, .viewDidDisappear(id, animated: animated))
            case .navigationWillShow: continue
            }
            if let state { nodes[id]?.appearanceState = state }
            emit(event)
        }
    }
}

/// The state of a controller's view between off screen and on screen (`G-2`, `L3`).
package enum AppearanceState: String, Sendable {
    case disappeared, appearing, appeared, disappearing
}

/// The order of the appearance callbacks of a tab switch. Two were observed in UIKit (`G-13a`, `G-13b`, `S-3`).
package enum LifecycleOrder: String, CaseIterable, Sendable {
    case modern, legacy
}
