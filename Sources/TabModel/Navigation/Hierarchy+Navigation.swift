/// The stacks of navigation controllers.
extension Hierarchy {
    /// Pushes a controller (`N3`).
    package mutating func push(_ id: ViewControllerID, onto nav: ViewControllerID, animated: Bool) throws(ModelError) {
        setStack(of: nav, to: try require.push(of: id, onto: nav).stack + [id], animated: animated)
    }

    /// Pops the top and returns it. Does nothing at the root (`N5`, `E-15`, `S-40`).
    package mutating func pop(from nav: ViewControllerID, animated: Bool) throws(ModelError) -> ViewControllerID? {
        guard let below = try require.stack(nav).stack.dropLast().last else { return nil }
        return try pop(to: below, of: nav, animated: animated).last
    }

    /// Pops everything but the root and returns it in stack order (`N7`, `N8`).
    package mutating func popToRoot(of nav: ViewControllerID, animated: Bool) throws(ModelError) -> [ViewControllerID] {
        guard let root = try require.stack(nav).stack.first else { return [] }
        return try pop(to: root, of: nav, animated: animated)
    }

    /// Pops until a controller of the stack is on top, and returns the popped controllers (`N6`).
    package mutating func pop(
        to target: ViewControllerID, of nav: ViewControllerID, animated: Bool
    ) throws(ModelError) -> [ViewControllerID] {
        let stack = try require.stack(nav).stack
        guard let index = stack.firstIndex(of: target) else {
            throw .internalInconsistency("\(target.describe) is not on the stack of \(nav.describe)")
        }
        guard index + 1 < stack.count else { return [] }
        shorten(nav, to: Array(stack.prefix(index + 1)), animated: animated)
        return Array(stack.dropFirst(index + 1))
    }

    /// Taps the back button. Does nothing at the root, or without a back button.
    ///
    /// - Returns: Whether the top was popped.
    @discardableResult
    package mutating func tapBack(in nav: ViewControllerID) throws(ModelError) -> Bool {
        let node = try require.stack(nav)
        guard !node.settings.isNavigationBarHidden, let top = node.stack.last, nodes.backButtonTitle(of: top) != nil,
            // The Edit sheet is modal and covers More (S-87).
            node.kind != .moreNavigationController || node.parent.map(nodes.isCustomizing) != true
        else { return false }
        return try pop(from: nav, animated: true) != nil
    }

    /// Replaces the stack of a navigation controller in one transition (`N9`); More's can't be replaced (`S-38`).
    package mutating func setNavigationStack(
        _ stack: [ViewControllerID], of nav: ViewControllerID, animated: Bool
    ) throws(ModelError) {
        let node = try require.stack(nav)
        guard node.kind == .navigationController else {
            throw .notSupported("the stack of More (\(nav.describe)) can't be set; select a view controller instead")
        }
        for id in stack { try require.pushable(id, onto: nav) }
        guard Set(stack).count == stack.count else {
            throw .invalidArgument("a view controller is on the stack twice; it may appear once")
        }
        if stack != node.stack { setStack(of: nav, to: stack, animated: animated) }
    }

    /// Shortens a stack. More goes to its list by its own rule, because it returns what it was lent (`E-23`).
    mutating func shorten(_ nav: ViewControllerID, to stack: [ViewControllerID], animated: Bool) {
        if stack.count == 1, nodes.kind(of: nav) == .moreNavigationController, let owner = nodes.parent(of: nav) {
            goToMoreList(of: owner, animated: animated)
        } else {
            setStack(of: nav, to: stack, animated: animated)
        }
    }

    /// Replaces a stack, with containment callbacks for controllers that enter or leave (`N10`) and one transition
    /// (`N9`).
    /// - Parameters:
    ///   - claimed: A controller that a new container claims. It gets no callbacks from here (`S-28`).
    ///   - detached: Controllers that leave without events (`detach`).
    mutating func setStack(
        of nav: ViewControllerID, to stack: [ViewControllerID], animated: Bool, claimed: ViewControllerID? = nil,
        detached: Set<ViewControllerID> = []
    ) {
        let old = nodes[nav]?.stack ?? []
        let (before, after) = (Set(old), Set(stack))
        let removed = old.filter { !after.contains($0) && !detached.contains($0) }
        let added = stack.enumerated().filter { !before.contains($0.element) }
        completeTransition(around: nav)
        for (_, id) in added { completeTransition(around: id) }
        records.stackChanges[nav] = StackChange(stack: old.filter { after.contains($0) }, arriving: [])
        for (index, id) in added {
            leaveWindow(id)
            emit(.willMove(id, toParent: nav))
            records.stackChanges[nav]?.insert(id, above: stack[..<index])
            removeFromContainer(id)
            // The controller may already be in More, with this stack (S-43).
            if records.stackChanges[nav]?.arriving.last == id { setParent(nil, of: id) }
        }
        // Only the controllers that have not arrived yet: a detour through More may have finished some moves.
        let arriving = records.stackChanges.removeValue(forKey: nav)?.arriving ?? []
        let leaving = removed.filter { $0 != claimed }.map { Move(id: $0, parent: nil) }
        if nodes.isLent(nav) {
            replaceLoan(of: nav, leaving, with: stack, arriving, animated: animated)
            return
        }
        let moves = leaving + arriving.map { Move(id: $0, parent: nav, isAnnounced: true) }
        for id in detached { detach(id, from: nav) }
        navigate(nav, moves, animated: animated) { hierarchy in
            hierarchy.nodes[nav]?.stack = stack
            hierarchy.endEmptyLoan(nav)
        }
    }

    /// Finishes pending moves to a stack early, because its members are needed now.
    /// - Returns: The complete stack; nil without pending moves.
    mutating func arrive(on nav: ViewControllerID) -> [ViewControllerID]? {
        guard let change = records.stackChanges[nav], !change.arriving.isEmpty else { return nil }
        records.stackChanges[nav]?.arriving = []
        for id in change.arriving {
            setParent(nav, of: id)
            emit(.didMove(id, toParent: nav))
        }
        return change.stack
    }

    /// Continues a stack change in More, when claiming a controller made More borrow that stack (`S-43`).
    private mutating func replaceLoan(
        of nav: ViewControllerID, _ leaving: [Move], with stack: [ViewControllerID], _ added: [ViewControllerID],
        animated: Bool
    ) {
        guard let tabs = nodes.parent(of: nav).flatMap({ nodes[$0]?.tabs }), !leaving.isEmpty || !added.isEmpty else {
            return
        }
        for id in added { emit(.didMove(id, toParent: nav)) }
        let arriving = added.map { Move(id: $0, parent: tabs.more) }
        navigate(tabs.more, leaving + arriving, animated: animated) { hierarchy in
            hierarchy.nodes[tabs.more]?.stack = [tabs.list] + stack
            hierarchy.endEmptyLoan(tabs.more)
        }
    }

    /// Changes the stack of a navigation controller between the "will" and the "did" callbacks of all moving
    /// controllers (`L9`). It sends the appearance callbacks of `order` and, for a new top while displayed, the
    /// delegate's (`N17`, `S-11`).
    mutating func navigate(
        _ nav: ViewControllerID, _ moves: [Move], animated: Bool, order: TransitionOrder = .navigation,
        opening: TransitionOrigin? = nil, notifiesDelegate: Bool = true, _ change: (inout Hierarchy) -> Void
    ) {
        let root = nodes.root(of: nav)
        let wasShown = nodes[root]?.shownChain.contains(nav) == true
        let old = nodes[nav]?.stack ?? []
        for move in moves where !move.isAnnounced { emit(.willMove(move.id, toParent: move.parent)) }
        change(&self)
        for move in moves { setParent(move.parent, of: move.id) }
        reviseBottomBar(of: nav)
        markChanged(root)
        markItemChanged(nav)
        for move in moves { markTreeChanged(move.id) }
        let stack = nodes[nav]?.stack ?? []
        // Back buttons show the title of the controller below (N14).
        let kept = zip(old, stack).prefix { $0 == $1 }.count
        for (index, id) in stack.enumerated().dropFirst(kept) {
            let former = old.firstIndex(of: id).map { $0 > 0 ? old[$0 - 1] : nil }
            if former != (index > 0 ? stack[index - 1] : nil) { markChanged(id) }
        }
        if stack.last != old.last { displayedChildChanged(from: old.last, in: nav) }
        let isNews = notifiesDelegate && wasShown && !stack.isEmpty && stack.last != old.last && order == .navigation
        noteFocus(of: root)
        if records.listChanges.contains(root) {
            runAppearanceTransitionInside(nav, of: root, shown: isNews ? nav : nil)
        } else {
            runAppearanceTransition(root, order, animated: animated, shown: isNews ? nav : nil, opening: opening)
        }
        finish(moves)
        if isNews, let newTop = stack.last { emit(.navigationDidShow(nav, newTop, animated: animated)) }
    }

    /// Evaluates whether a stack hides the bottom bar, as at each of its changes (`G-30`, `S-9`).
    mutating func reviseBottomBar(of nav: ViewControllerID) {
        guard let navigation = nodes[nav]?.navigation else { return }
        let hides = navigation.viewControllers.contains(where: nodes.hidesBottomBarWhenPushed)
        guard navigation.hidesBottomBar != hides else { return }
        nodes[nav]?.navigation?.hidesBottomBar = hides
        markChanged(nodes.root(of: nav))
        markTreeChanged(nav)
    }
}
