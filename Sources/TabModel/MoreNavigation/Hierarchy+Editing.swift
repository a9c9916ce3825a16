/// The Edit session, in which the user arranges the tabs.
extension Hierarchy {
    /// Returns the movable tabs, in the order of the list (`E-41`, `S-49`).
    package func movableTabs(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let tabs = nodes[tbc]?.tabs else { return [] }
        let customizable = Set(tabs.customizableViewControllers)
        return tabs.viewControllers.filter { customizable.contains($0) }
    }

    /// Whether More's list has an Edit button (`E-8`).
    package func isEditAvailable(in tbc: ViewControllerID) -> Bool {
        // The customizable controllers are members of the list.
        isOverflowing(tbc) && nodes[tbc]?.tabs?.customizableViewControllers.isEmpty == false
    }

    /// Returns the bar's tabs without More: in their current arrangement during a session.
    package func barArrangement(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let tabs = nodes[tbc]?.tabs else { return [] }
        return tabs.session?.bar ?? directTabs(of: tbc)
    }

    /// Begins a session, as a tap on Edit does. An animated change to More is completed first (`S-59`).
    package mutating func beginEditing(in tbc: ViewControllerID) throws(ModelError) {
        let tabs = try requireEditOffer(tbc)
        completeTransition(around: tbc)
        emit(.willBeginCustomizing(tbc, movableTabs(of: tbc)))
        let session = EditSession(bar: directTabs(of: tbc))
        nodes[tbc]?.tabs?.session = session
        markChanged([tbc, tabs.list])
    }

    /// Moves a tab to a place on the bar. Two tabs of the bar change places; a tab from the list takes the place
    /// (`M-87` to `M-89`).
    package mutating func moveItem(
        _ id: ViewControllerID, to slot: Int, in tbc: ViewControllerID
    ) throws(ModelError) {
        var session = try requireSession(of: tbc)
        guard slot != session.bar.count else {
            throw .invalidArgument("slot \(slot) belongs to More; tabs have slots 0 to \(slot - 1)")
        }
        guard session.bar.indices.contains(slot) else {
            throw .outOfRange("slot \(slot) doesn't exist; the bar has \(session.bar.count) slots for tabs, from 0")
        }
        for moved in [id, session.bar[slot]] { try requireMovable(moved, in: tbc) }
        if let old = session.bar.firstIndex(of: id) {
            session.bar.swapAt(old, slot)
        } else {
            session.bar[slot] = id
        }
        nodes[tbc]?.tabs?.session = session
        markChanged(nodes[tbc]?.tabs?.list)
    }

    /// Ends the session, as a tap on Done does. The list gets the new order; the other tabs keep theirs (`E-46`,
    /// `E-47`).
    /// - Returns: Whether the bar has other tabs or another order.
    package mutating func endEditing(in tbc: ViewControllerID) throws(ModelError) -> Bool {
        let (tabs, session) = (try requireTabs(tbc), try requireSession(of: tbc))
        let order = session.bar + tabs.viewControllers.filter { !session.bar.contains($0) }
        emit(.willEndCustomizing(tbc, order, changed: session.isChanged))
        nodes[tbc]?.tabs?.session = nil
        markChanged([tbc, tabs.list])
        markAboveChanged(tabs.list)
        if session.isChanged {
            let oldItems = barItems(of: tbc)
            nodes[tbc]?.tabs?.viewControllers = order
            markChanged([tabs.more] + oldItems + barItems(of: tbc))
            emit(.itemsChanged(tbc, items: barItems(of: tbc), animated: false))
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
        nodes[tbc]?.tabs?.session = nil
        markChanged([tbc, tabs.list])
        markAboveChanged(tabs.list)
        emit(.customizingClosed(tbc))
        emit(.didEndCustomizing(tbc, tabs.viewControllers, changed: false))
    }

    private func directTabs(of tbc: ViewControllerID) -> [ViewControllerID] {
        let list = viewControllers(of: tbc)
        return Array(list.prefix(directCount(of: list.count, in: tbc)))
    }

    /// Throws when the user can't begin a session.
    @discardableResult
    func requireEditOffer(_ tbc: ViewControllerID) throws(ModelError) -> Tabs {
        let tabs = try requireEditable(tbc)
        guard tabs.session == nil else {
            throw .internalInconsistency(
                "the tabs of \(tbc.describe) are already being customized; call EndEditing first")
        }
        guard tabs.slot == .more, nodes[tabs.more]?.stack.count == 1 else {
            throw .internalInconsistency("More's list is not displayed in \(tbc.describe): select More first")
        }
        guard isEditAvailable(in: tbc) else {
            throw .internalInconsistency("no tab of \(tbc.describe) is customizable: Edit is not offered")
        }
        return tabs
    }

    func requireSession(of tbc: ViewControllerID) throws(ModelError) -> EditSession {
        guard let session = try requireEditable(tbc).session else {
            throw .internalInconsistency(
                "the tabs of \(tbc.describe) are not being customized; call BeginEditing first")
        }
        return session
    }

    func requireMovable(_ id: ViewControllerID, in tbc: ViewControllerID) throws(ModelError) {
        guard movableTabs(of: tbc).contains(id) else {
            throw .invalidArgument(
                "\(id.describe) can't be moved; it is not in the customizable view controllers of \(tbc.describe)")
        }
    }

    private func requireEditable(_ tbc: ViewControllerID) throws(ModelError) -> Tabs {
        let tabs = try requireTabs(tbc)
        guard tabs.profile != .tv else { throw .notSupported("tabs can't be customized in profile tv") }
        return tabs
    }
}

/// A session in which the user arranges the tabs.
struct EditSession: Hashable, Sendable {
    /// The bar's tabs at the beginning.
    let initialBar: [ViewControllerID]
    /// The bar's tabs in their current arrangement.
    var bar: [ViewControllerID]
    /// The tab that the user has picked up by a tap on its row; nil for none.
    var picked: ViewControllerID?

    init(bar: [ViewControllerID]) {
        initialBar = bar
        self.bar = bar
    }

    /// Moving a tab and moving it back is not a change (`E-45`).
    var isChanged: Bool { bar != initialBar }
}
