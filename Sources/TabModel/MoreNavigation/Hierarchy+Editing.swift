/// The Edit session, in which the user arranges the tabs, and More's list as a page with its gestures (`E-7`, `E-8`,
/// `E-43`).
extension Hierarchy {
    /// Begins a session, as a tap on Edit does. An animated change to More is completed first (`S-59`).
    package mutating func beginEditing(in tbc: ViewControllerID) throws(ModelError) {
        try require.editOffer(tbc)
        completeTransition(around: tbc)
        emit(.willBeginCustomizing(tbc, nodes.movableTabs(of: tbc)))
        setSession(EditSession(bar: nodes.directTabs(of: tbc)), of: tbc)
    }

    /// Moves a tab to a place on the bar. Two tabs of the bar change places; a tab from the list takes the place
    /// (`M-87` to `M-89`).
    package mutating func moveItem(_ id: ViewControllerID, to slot: Int, in tbc: ViewControllerID) throws(ModelError) {
        var session = try require.session(of: tbc)
        for moved in [id, try session.tab(at: slot)] { try require.movable(moved, in: tbc) }
        session.move(id, to: slot)
        nodes[tbc]?.tabs?.session = session
        markChanged(nodes.moreList(of: tbc))
    }

    /// Ends the session, as a tap on Done does. The list gets the new order; the other tabs keep theirs (`E-46`,
    /// `E-47`).
    /// - Returns: Whether the bar has other tabs or another order.
    package mutating func endEditing(in tbc: ViewControllerID) throws(ModelError) -> Bool {
        let (tabs, session) = (try require.tabs(tbc), try require.session(of: tbc))
        let order = nodes.list(of: tbc, arrangedAs: session.order(of: nodes.visibleTabs(of: tbc)))
        emit(.willEndCustomizing(tbc, order, changed: session.isChanged))
        setSession(nil, of: tbc)
        if session.isChanged {
            let oldItems = nodes.barItems(of: tbc)
            nodes[tbc]?.tabs?.viewControllers = order
            let items = nodes.barItems(of: tbc)
            markChanged([tabs.more] + oldItems + items)
            emit(.itemsChanged(tbc, items: items, animated: false))
            // The program showed this tab in More during the session, and the user has put it on the bar (`S-6`).
            if let shown = tabs.moreShown, session.bar.contains(shown) {
                goToMoreList(of: tbc, animated: false, notifiesDelegate: false)
            }
        }
        emit(.didEndCustomizing(tbc, order, changed: session.isChanged))
        return session.isChanged
    }

    /// Ends the session without effect, because the program is about to change what is being arranged (`E-49`, `E-50`,
    /// `S-52`).
    mutating func closeSession(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.session != nil else { return }
        emit(.willEndCustomizing(tbc, tabs.viewControllers, changed: false))
        setSession(nil, of: tbc)
        emit(.customizingClosed(tbc))
        emit(.didEndCustomizing(tbc, tabs.viewControllers, changed: false))
    }

    private mutating func setSession(_ session: EditSession?, of tbc: ViewControllerID) {
        guard let list = nodes.moreList(of: tbc) else { return }
        nodes[tbc]?.tabs?.session = session
        markChanged([tbc, list])
        markChanged(nodes.controller(above: list))
    }

    // MARK: The page

    /// Selects a row of the page. Outside a session this is `tapRow`. During a session the first tapped row is picked
    /// up. A tap on another row drops it there as `movePageRow` does, and a tap on the same row puts it down. When
    /// neither row is on the bar, the tapped row is picked up instead.
    package mutating func selectPageRow(_ row: Int, of tbc: ViewControllerID) throws(ModelError) {
        let tabs = try require.tabs(tbc)
        guard let session = tabs.session else {
            guard try tapRow(row, of: tbc) else {
                throw .invalidArgument("row \(row) of More of \(tbc.describe) is disabled")
            }
            return
        }
        let tapped = try require.row(row, in: nodes.pageRows(of: tbc), of: tbc)
        if let picked = nodes.pickedRow(of: tbc), picked == row || min(picked, row) < session.bar.count {
            if picked != row { try movePageRow(from: picked, to: row, of: tbc) }
            nodes[tbc]?.tabs?.session?.picked = nil
        } else {
            try require.movable(tapped, in: tbc)
            nodes[tbc]?.tabs?.session?.picked = tapped
        }
        markChanged(tabs.list)
    }

    /// Drags a row of the page onto another one during a session: the two tabs change places. One of them must be on
    /// the bar (`M-87` to `M-89`).
    package mutating func movePageRow(from: Int, to: Int, of tbc: ViewControllerID) throws(ModelError) {
        let session = try require.session(of: tbc)
        let rows = nodes.pageRows(of: tbc)
        for row in [from, to] { _ = try require.row(row, in: rows, of: tbc) }
        let (moved, slot) = try session.move(from: from, to: to, in: rows)
        try moveItem(moved, to: slot, in: tbc)
    }

    /// Taps a button of a bar. In More's list, Edit begins a session, and Done ends it.
    package mutating func tapBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        try require.tappable(item, of: id)
        guard nodes.kind(of: id) == .moreList, let tbc = nodes.tabBarController(of: id) else {
            return emit(.barButtonItemActivated(id, item: item))
        }
        if item == BarButtonItem.editID { try require.editOffer(tbc) }
        if item == BarButtonItem.doneID { _ = try require.session(of: tbc) }
        emit(.barButtonItemActivated(id, item: item))
        if item == BarButtonItem.editID { try beginEditing(in: tbc) }
        if item == BarButtonItem.doneID { _ = try endEditing(in: tbc) }
    }
}
