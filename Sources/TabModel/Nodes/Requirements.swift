/// The conditions of commands. Each function throws the reason why a command is refused.
package struct Requirements: Sendable {
    let nodes: Nodes

    package init(_ nodes: Nodes) { self.nodes = nodes }

    func node(_ id: ViewControllerID) throws(ModelError) -> Node {
        guard let node = nodes[id] else { throw .unknownObject(id) }
        return node
    }

    func tabs(_ id: ViewControllerID) throws(ModelError) -> Tabs {
        guard let tabs = try node(id).tabs else {
            throw .invalidArgument("\(id.describe) is not a tab bar controller")
        }
        return tabs
    }

    // MARK: Tabs

    /// Checks that controllers may be the tabs of a tab bar controller.
    func tabList(_ list: [ViewControllerID]) throws(ModelError) {
        try distinct(list)
        for id in list {
            try notPresented(id)
            switch nodes[id]?.kind {
            case .tabBarController:
                throw .hierarchyInconsistency("\(id.describe) is a tab bar controller and can't be a tab")
            case .moreNavigationController, .moreList:
                throw .invalidArgument("\(id.describe) belongs to a More, which can't be in a list of tabs")
            case .plain, .navigationController, nil:
                continue
            }
        }
    }

    func distinct(_ list: [ViewControllerID]) throws(ModelError) {
        var seen: Set<ViewControllerID> = []
        for id in list {
            guard nodes.contains(id) else {
                throw .invalidArgument("\(id.describe) doesn't exist; expected a live view controller")
            }
            guard seen.insert(id).inserted else {
                throw .invalidArgument("\(id.describe) is in the list twice; a view controller may appear once")
            }
        }
    }

    /// Throws unless the target is a member of the list, or More while the bar has its item (`L-1`, `L-2`).
    func selectable(_ target: ViewControllerID, in tbc: ViewControllerID) throws(ModelError) {
        let tabs = try tabs(tbc)
        if target == tabs.more {
            guard tabs.profile != .tv else { throw .notSupported("there is no More in profile tv") }
            guard nodes.isOverflowing(tbc) else {
                throw .invalidArgument(
                    "More (\(tabs.more.describe)) can't be selected while all \(nodes.visibleTabs(of: tbc).count) tabs of "
                        + "\(tbc.describe) are on the bar")
            }
            return
        }
        guard tabs.viewControllers.contains(target) else {
            throw .invalidArgument(
                "\(target.describe) can't be selected: only a view controller in the list of view controllers of "
                    + "\(tbc.describe) can be selected")
        }
        guard !nodes.isTabHidden(target) else {
            throw .invalidArgument(
                "\(target.describe) can't be selected while it is hidden as a tab of \(tbc.describe)")
        }
    }

    func interactiveTransition(in tbc: ViewControllerID) throws(ModelError) -> Transition {
        guard let transition = try tabs(tbc).transition, transition.animation.isInteractive else {
            throw .internalInconsistency("no interactive transition runs in \(tbc.describe)")
        }
        return transition
    }

    // MARK: More and its Edit session

    /// Returns the tabs of a tab bar controller that can have an Edit session.
    func editable(_ tbc: ViewControllerID) throws(ModelError) -> Tabs {
        let tabs = try tabs(tbc)
        guard tabs.profile != .tv else { throw .notSupported("tabs can't be customized in profile tv") }
        return tabs
    }

    func listDisplayed(in tbc: ViewControllerID, _ tabs: Tabs) throws(ModelError) {
        guard tabs.slot == .more, nodes[tabs.more]?.stack.count == 1 else {
            throw .internalInconsistency("More's list is not displayed in \(tbc.describe): select More first")
        }
    }

    /// Throws when the user can't begin a session.
    func editOffer(_ tbc: ViewControllerID) throws(ModelError) {
        let tabs = try editable(tbc)
        guard tabs.session == nil else {
            throw .internalInconsistency(
                "the tabs of \(tbc.describe) are already being customized; call EndEditing first")
        }
        try listDisplayed(in: tbc, tabs)
        guard nodes.isEditAvailable(in: tbc) else {
            throw .internalInconsistency("no tab of \(tbc.describe) is customizable: Edit is not offered")
        }
    }

    func session(of tbc: ViewControllerID) throws(ModelError) -> EditSession {
        guard let session = try editable(tbc).session else {
            throw .internalInconsistency(
                "the tabs of \(tbc.describe) are not being customized; call BeginEditing first")
        }
        return session
    }

    func movable(_ id: ViewControllerID, in tbc: ViewControllerID) throws(ModelError) {
        guard nodes.movableTabs(of: tbc).contains(id) else {
            throw .invalidArgument(
                "\(id.describe) can't be moved; it is not in the customizable view controllers of \(tbc.describe)")
        }
    }

    func row(
        _ row: Int, in rows: [ViewControllerID], of tbc: ViewControllerID
    ) throws(ModelError) -> ViewControllerID {
        guard rows.indices.contains(row) else {
            throw .outOfRange("row \(row) doesn't exist: More of \(tbc.describe) has \(rows.count) rows, from 0")
        }
        return rows[row]
    }

    // MARK: Stacks

    /// Returns a navigation controller whose stack may be changed, so not a lent one (`S-37`).
    func stack(_ nav: ViewControllerID) throws(ModelError) -> Node {
        let node = try node(nav)
        guard node.kind.isNavigation else { throw .invalidArgument("\(nav.describe) is not a navigation controller") }
        guard !nodes.isLent(nav) else {
            throw .internalInconsistency("the stack of \(nav.describe) is lent to More; change it there")
        }
        return node
    }

    /// Checks that a controller may be on a stack (`A-11`, `N3`).
    ///
    /// - Parameters:
    ///   - nav: The stack's controller; nil for a new one.
    ///   - mayBePresented: True for a controller that a popover's delegate wraps (`P63`).
    func pushable(
        _ id: ViewControllerID, onto nav: ViewControllerID?, mayBePresented: Bool = false
    ) throws(ModelError) {
        guard let kind = nodes[id]?.kind else {
            throw .invalidArgument("\(id.describe) doesn't exist; expected a live view controller")
        }
        if !mayBePresented { try notPresented(id, outside: nav) }
        switch kind {
        case .plain: return
        case .tabBarController:
            throw .hierarchyInconsistency("\(id.describe) is a tab bar controller and can't be on a stack")
        case .navigationController, .moreNavigationController, .moreList:
            throw .invalidArgument("\(id.describe) is not a plain view controller, as a stack requires")
        }
    }

    /// Checks that a controller may be pushed on a stack. Other members of the list can't be pushed on More (`N3`,
    /// `S-38`).
    func push(of id: ViewControllerID, onto nav: ViewControllerID) throws(ModelError) -> Node {
        let node = try stack(nav)
        try pushable(id, onto: nav)
        guard !node.stack.contains(id) else {
            throw .invalidArgument("\(id.describe) is already on the stack of \(nav.describe)")
        }
        guard let owner = node.parent, let tabs = nodes[owner]?.tabs, tabs.more == nav else { return node }
        guard nodes.isOverflowing(owner) else {
            throw .internalInconsistency("More (\(nav.describe)) is not on the bar, so nothing can be pushed on it")
        }
        guard !tabs.viewControllers.contains(id) else {
            throw .invalidArgument("\(id.describe) is in the list of \(owner.describe); tap its row instead")
        }
        return node
    }
}
