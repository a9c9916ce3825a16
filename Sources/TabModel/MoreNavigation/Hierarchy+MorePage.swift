/// More's list as a page: its rows, its buttons, and their gestures (E-7, E-8, E-43).
///
/// During a session the page lists the bar's tabs, then all other tabs.
extension Hierarchy {
    /// The button that begins a session. Done has another number, so that a late second tap on Edit does not hit it.
    package static let editItem = BarButtonItem(id: 1, title: "Edit", image: "", isEnabled: true)
    package static let doneItem = BarButtonItem(id: 2, title: "Done", image: "", isEnabled: true)
    /// UIKit's title of the customizing page.
    private static let customizingTitle = "Configure"

    // MARK: Rows

    /// Returns the tabs that the page lists: the overflow tabs, or during a session all tabs with the bar's first.
    package func pageRows(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard let session = nodes[tbc]?.tabs?.session else { return moreRows(of: tbc) }
        return session.bar + viewControllers(of: tbc).filter { !session.bar.contains($0) }
    }

    /// Returns the picked up row, which moves to the next row that the user taps; nil for none.
    package func pickedRow(of tbc: ViewControllerID) -> Int? {
        // A tab can be locked after it was picked up.
        guard let picked = nodes[tbc]?.tabs?.session?.picked, movableTabs(of: tbc).contains(picked) else { return nil }
        return pageRows(of: tbc).firstIndex(of: picked)
    }

    /// Selects a row of the page. Outside a session this is `tapRow`. During a session the first tapped row is picked
    /// up. A tap on another row drops it there as `movePageRow` does, and a tap on the same row puts it down. When
    /// neither row is on the bar, the tapped row is picked up instead.
    package mutating func selectPageRow(_ row: Int, of tbc: ViewControllerID) throws(ModelError) {
        let tabs = try requireTabs(tbc)
        guard let session = tabs.session else {
            guard try tapRow(row, of: tbc) else {
                throw .invalidArgument("row \(row) of More of \(tbc.describe) is disabled")
            }
            return
        }
        let tapped = try requirePageRow(row, of: tbc)
        if let picked = pickedRow(of: tbc), picked == row || min(picked, row) < session.bar.count {
            if picked != row { try movePageRow(from: picked, to: row, of: tbc) }
            nodes[tbc]?.tabs?.session?.picked = nil
        } else {
            try requireMovable(tapped, in: tbc)
            nodes[tbc]?.tabs?.session?.picked = tapped
        }
        markChanged(tabs.list)
    }

    /// Drags a row of the page onto another one during a session: the two tabs change places. One of them must be on
    /// the bar (`M-87` to `M-89`).
    package mutating func movePageRow(from: Int, to: Int, of tbc: ViewControllerID) throws(ModelError) {
        let session = try requireSession(of: tbc)
        let (moved, target) = (try requirePageRow(from, of: tbc), try requirePageRow(to, of: tbc))
        if session.bar.indices.contains(to) {
            try moveItem(moved, to: to, in: tbc)
        } else if session.bar.indices.contains(from) {
            try moveItem(target, to: from, in: tbc)
        } else {
            throw .invalidArgument(
                "rows \(from) and \(to) are both outside of the bar, which has rows 0 to \(session.bar.count - 1); "
                    + "one of the two tabs must be on the bar")
        }
    }

    private func requirePageRow(_ row: Int, of tbc: ViewControllerID) throws(ModelError) -> ViewControllerID {
        let rows = pageRows(of: tbc)
        guard rows.indices.contains(row) else {
            throw .outOfRange("row \(row) doesn't exist: More of \(tbc.describe) has \(rows.count) rows, from 0")
        }
        return rows[row]
    }

    // MARK: Buttons

    /// Returns the navigation item of the list: Edit or Done at the right, and during a session the title of the
    /// customizing page.
    func navigationItem(ofList list: ViewControllerID) -> NavigationItem {
        var item = nodes[list]?.settings.navigationItem ?? NavigationItem()
        guard let tbc = tabBarController(of: list) else { return item }
        let isCustomizing = isCustomizing(tbc)
        if isCustomizing { item.title = Self.customizingTitle }
        item.rightBarButtonItems = isCustomizing ? [Self.doneItem] : isEditAvailable(in: tbc) ? [Self.editItem] : []
        return item
    }

    /// Throws for More's list, whose right buttons are Edit and Done.
    package func requireWritableRightItems(of id: ViewControllerID) throws(ModelError) {
        guard nodes[id]?.kind == .moreList else { return }
        throw .internalInconsistency(
            "the buttons at the right of More's list (\(id.describe)) are Edit and Done, which can't be written; "
                + "those at the left can")
    }

    /// Throws when a button of More's list has the number of Edit or Done, displayed or not.
    func requireFreeNumbers(_ item: NavigationItem, of id: ViewControllerID) throws(ModelError) {
        guard nodes[id]?.kind == .moreList else { return }
        for own in [Self.editItem, Self.doneItem] where item.barButtonItems.contains(where: { $0.id == own.id }) {
            throw .invalidArgument(
                "bar button item id \(own.id) is that of \(own.title) in More's list (\(id.describe)); use another id"
            )
        }
    }

    /// Taps a button of the list: Edit begins a session, Done ends it.
    mutating func activate(_ item: UInt32, ofList list: ViewControllerID) throws(ModelError) {
        guard let tbc = tabBarController(of: list) else { return }
        switch item {
        case Self.editItem.id:
            try requireEditOffer(tbc)
            emit(.barButtonItemActivated(list, item: item))
            try beginEditing(in: tbc)
        case Self.doneItem.id:
            _ = try requireSession(of: tbc)
            emit(.barButtonItemActivated(list, item: item))
            _ = try endEditing(in: tbc)
        default: emit(.barButtonItemActivated(list, item: item))
        }
    }
}
