extension Hierarchy {
    /// Pushes a controller. Other members of the list can't be pushed on More (`N3`, `S-38`).
    package mutating func push(
        _ id: ViewControllerID, onto nav: ViewControllerID, animated: Bool
    ) throws(ModelError) {
        let node = try requireStack(nav)
        try validatePushable(id, onto: nav)
        guard !node.stack.contains(id) else {
            throw .invalidArgument("\(id.describe) is already on the stack of \(nav.describe)")
        }
        if let owner = node.parent, let tabs = nodes[owner]?.tabs, tabs.more == nav {
            guard isOverflowing(owner) else {
                throw .internalInconsistency("More (\(nav.describe)) is not on the bar, so nothing can be pushed on it")
            }
            guard !tabs.viewControllers.contains(id) else {
                throw .invalidArgument("\(id.describe) is in the list of \(owner.describe); tap its row instead")
            }
        }
        setStack(of: nav, to: node.stack + [id], animated: animated)
    }

    /// Pops the top and returns it. Does nothing at the root (`N5`, `E-15`, `S-40`).
    package mutating func pop(
        from nav: ViewControllerID, animated: Bool
    ) throws(ModelError) -> ViewControllerID? {
        guard let below = try requireStack(nav).stack.dropLast().last else { return nil }
        return try pop(to: below, of: nav, animated: animated).last
    }

    /// Pops everything but the root and returns it in stack order (`N7`, `N8`).
    package mutating func popToRoot(
        of nav: ViewControllerID, animated: Bool
    ) throws(ModelError) -> [ViewControllerID] {
        guard let root = try requireStack(nav).stack.first else { return [] }
        return try pop(to: root, of: nav, animated: animated)
    }

    /// Pops until a controller of the stack is on top, and returns the popped controllers (`N6`).
    package mutating func pop(
        to target: ViewControllerID, of nav: ViewControllerID, animated: Bool
    ) throws(ModelError) -> [ViewControllerID] {
        let node = try requireStack(nav)
        guard let index = node.stack.firstIndex(of: target) else {
            throw .internalInconsistency("\(target.describe) is not on the stack of \(nav.describe)")
        }
        guard index + 1 < node.stack.count else { return [] }
        shorten(nav, to: Array(node.stack.prefix(index + 1)), animated: animated)
        return Array(node.stack.dropFirst(index + 1))
    }

    /// Replaces the stack of a navigation controller in one transition (`N9`); More's can't be replaced (`S-38`).
    package mutating func setNavigationStack(
        _ stack: [ViewControllerID], of nav: ViewControllerID, animated: Bool
    ) throws(ModelError) {
        let node = try requireStack(nav)
        guard node.kind == .navigationController else {
            throw .notSupported("the stack of More (\(nav.describe)) can't be set; select a view controller instead")
        }
        for id in stack { try validatePushable(id, onto: nav) }
        guard Set(stack).count == stack.count else {
            throw .invalidArgument("a view controller is on the stack twice; it may appear once")
        }
        guard stack != node.stack else { return }
        setStack(of: nav, to: stack, animated: animated)
    }

    /// Shortens a stack. More goes to its list by its own rule, because it returns what it was lent (`E-23`).
    mutating func shorten(_ nav: ViewControllerID, to stack: [ViewControllerID], animated: Bool) {
        if stack.count == 1, nodes[nav]?.kind == .moreNavigationController, let owner = nodes[nav]?.parent {
            goToMoreList(of: owner, animated: animated)
        } else {
            setStack(of: nav, to: stack, animated: animated)
        }
    }

    /// Replaces a stack, with containment callbacks for controllers that enter or leave (`N10`) and one transition
    /// (`N9`).
    /// - Parameter claimed: A controller that a new container claims. It gets no callbacks from here (`S-28`).
    mutating func setStack(
        of nav: ViewControllerID, to stack: [ViewControllerID], animated: Bool, claimed: ViewControllerID? = nil
    ) {
        let old = nodes[nav]?.stack ?? []
        let (before, after) = (Set(old), Set(stack))
        let removed = old.filter { !after.contains($0) }
        let added = stack.enumerated().filter { !before.contains($0.element) }
        completeTransition(around: nav)
        for (_, id) in added { completeTransition(around: id) }
        rest.stackChanges[nav] = StackChange(stack: old.filter { after.contains($0) }, arriving: [])
        for (index, id) in added {
            leaveWindow(id)
            emit(.willMove(id, toParent: nav))
            let place = rest.stackChanges[nav]?.place(above: stack[..<index]) ?? 0
            rest.stackChanges[nav]?.stack.insert(id, at: place)
            rest.stackChanges[nav]?.arriving.append(id)
            removeFromContainer(id)
            // The controller may already be in More, with this stack (S-43).
            if rest.stackChanges[nav]?.arriving.last == id { setParent(nil, of: id) }
        }
        let arrivingStill = rest.stackChanges.removeValue(forKey: nav)?.arriving ?? []
        let leaving = removed.filter { $0 != claimed }.map { Move(id: $0, parent: nil) }
        if nodes[nav]?.isLent == true {
            replaceLoan(of: nav, leaving, with: stack, arrivingStill, animated: animated)
            return
        }
        // Only the controllers that have not arrived yet: a detour through More may have finished some moves.
        let arriving = arrivingStill.map { Move(id: $0, parent: nav, isAnnounced: true) }
        navigate(nav, leaving + arriving, animated: animated) { hierarchy in
            hierarchy.nodes[nav]?.stack = stack
            hierarchy.endEmptyLoan(nav)
        }
    }

    /// Finishes pending moves to a stack early, because its members are needed now.
    /// - Returns: The complete stack; nil without pending moves.
    mutating func arrive(on nav: ViewControllerID) -> [ViewControllerID]? {
        guard let change = rest.stackChanges[nav], !change.arriving.isEmpty else { return nil }
        rest.stackChanges[nav]?.arriving = []
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
        guard let owner = nodes[nav]?.parent, let tabs = nodes[owner]?.tabs else { return }
        guard !leaving.isEmpty || !added.isEmpty else { return }
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
        opening: Departure? = nil, notifiesDelegate: Bool = true, _ change: (inout Hierarchy) -> Void
    ) {
        let root = root(of: nav)
        let wasShown = nodes[root]?.shownChain.contains(nav) == true
        let old = nodes[nav]?.stack ?? []
        for move in moves where !move.isAnnounced { emit(.willMove(move.id, toParent: move.parent)) }
        change(&self)
        for move in moves { setParent(move.parent, of: move.id) }
        reviseBottomBar(of: nav)
        markChanged(root)
        markItemChanged(nav)
        for move in moves { markTreeChanged(move.id) }
        markNeighboursChanged(of: old, in: nav)
        let newTop = nodes[nav]?.stack.last
        let isNews = notifiesDelegate && wasShown && newTop != nil && newTop != old.last && order == .navigation
        noteFocus(of: root)
        if rest.listChanges.contains(root) {
            runAppearanceTransitionInside(nav, of: root, shown: isNews ? nav : nil)
        } else {
            runAppearanceTransition(root, order, animated: animated, shown: isNews ? nav : nil, opening: opening)
        }
        for move in moves { emit(.didMove(move.id, toParent: move.parent)) }
        if isNews, let newTop { emit(.navigationDidShow(nav, newTop, animated: animated)) }
    }

    /// Marks the controllers whose lower neighbour on the stack changed, because their back buttons show its title
    /// (`N14`).
    private mutating func markNeighboursChanged(of old: [ViewControllerID], in nav: ViewControllerID) {
        let stack = nodes[nav]?.stack ?? []
        for (index, id) in stack.enumerated() {
            let former = old.firstIndex(of: id).map { $0 > 0 ? old[$0 - 1] : nil }
            if former != (index > 0 ? stack[index - 1] : nil) { markChanged(id) }
        }
    }

    /// Evaluates whether a stack hides the bottom bar, as at each of its changes (`G-30`, `S-9`).
    mutating func reviseBottomBar(of nav: ViewControllerID) {
        guard let node = nodes[nav] else { return }
        let hides = node.stack.contains { nodes[$0]?.settings.hidesBottomBarWhenPushed == true }
        guard node.hidesBottomBar != hides else { return }
        nodes[nav]?.hidesBottomBar = hides
        markChanged(root(of: nav))
        markTreeChanged(nav)
    }

    /// Checks that a controller may be on a stack (`A-11`, `N3`).
    ///
    /// - Parameters:
    ///   - nav: The stack's controller; nil for a new one.
    ///   - mayBePresented: True for a controller that a popover's delegate wraps (`P63`).
    func validatePushable(
        _ id: ViewControllerID, onto nav: ViewControllerID?, mayBePresented: Bool = false
    ) throws(ModelError) {
        guard let kind = nodes[id]?.kind else {
            throw .invalidArgument("\(id.describe) doesn't exist; expected a live view controller")
        }
        if !mayBePresented { try requireNotPresented(id, outside: nav) }
        switch kind {
        case .plain: return
        case .tabBarController:
            throw .hierarchyInconsistency("\(id.describe) is a tab bar controller and can't be on a stack")
        case .navigationController, .moreNavigationController, .moreList:
            throw .invalidArgument("\(id.describe) is not a plain view controller, as a stack requires")
        }
    }

    /// Returns a navigation controller whose stack may be changed, so not a lent one (`S-37`).
    func requireStack(_ nav: ViewControllerID) throws(ModelError) -> Node {
        let node = try requireNode(nav)
        guard node.kind.isNavigation else { throw .invalidArgument("\(nav.describe) is not a navigation controller") }
        guard !node.isLent else {
            throw .internalInconsistency("the stack of \(nav.describe) is lent to More; change it there")
        }
        return node
    }
}
