/// Making a controller anew out of what was kept of it, under its id.
extension Hierarchy {
    /// Adds the controllers of an archive, without what is inside them.
    mutating func rebuild(_ archive: ControllerArchive) {
        let id = archive.id
        var node = Node(kind: archive.kind)
        node.settings = archive.settings
        node.window = archive.window
        node.window?.isVisible = false
        if node.settings.modalPresentationStyle == .popover {
            node.popover = Popover(number: takeToken())
            rest.popoverOwners.insert(id)
        }
        identify(id, as: archive.restorationIdentifier, &node)
        guard let kept = archive.tabs else {
            nodes[id] = node
            emit(.created(id))
            if node.popover != nil { emit(.popover(id, .created)) }
            return
        }
        var tabs = Tabs(
            more: kept.more, list: kept.list, profile: kept.profile, lifecycleOrder: kept.lifecycleOrder,
            maximumVisibleItems: kept.maximumVisibleItems)
        tabs.isTabBarHidden = kept.isTabBarHidden
        tabs.isBarTranslucent = kept.isBarTranslucent
        node.tabs = tabs
        insertTabBarController(id, node)
        for part in kept.parts {
            guard var node = nodes[part.id] else { continue }
            let item = node.settings.item
            node.settings = part.settings
            // More's is the system's.
            if node.kind == .moreNavigationController { node.settings.item = item }
            identify(part.id, as: part.restorationIdentifier, &node)
            nodes[part.id] = node
        }
    }

    /// Of two of the same name the first one keeps it (`I-14`, `R3`).
    private mutating func identify(_ id: ViewControllerID, as identifier: String, _ node: inout Node) {
        guard !identifier.isEmpty, rest.identifiers[Text(identifier)] == nil else { return }
        rest.identifiers[Text(identifier)] = id
        node.restorationIdentifier = identifier
    }

    /// Selects in a tab bar controller what was selected, and brings More into its old state, as a program does: nobody
    /// is asked or told (`I-9`, `S-72`).
    ///
    /// - Parameter candidates: Which controllers may be selected (`I-10`).
    mutating func restoreSelection(
        _ kept: TabsArchive, in tbc: ViewControllerID, among candidates: [ViewControllerID]
    ) {
        let tabs = Set(viewControllers(of: tbc)).intersection(candidates)
        func isTab(_ id: ViewControllerID?) -> Bool { id.map { tabs.contains($0) } ?? false }
        let isMore = kept.selected == kept.more && isOverflowing(tbc)
        if let direct = kept.lastDirect, isTab(direct), isMore || isTab(kept.selected), slot(of: direct, in: tbc) != nil
        {
            switchTab(to: direct, in: tbc, nil)
        }
        let before = nodes[tbc]?.tabs?.slot ?? .none
        if let shown = kept.moreShown, isTab(shown), slot(of: shown, in: tbc) == nil {
            switchTab(to: shown, in: tbc, nil)
        }
        if isOverflowing(tbc), nodes[tbc]?.tabs?.moreShown == kept.moreShown { pushAgain(kept) }
        if isMore {
            switchTo(.more, of: tbc, order: .sequential, animated: false)
        } else if let selected = kept.selected, isTab(selected) {
            if nodes[tbc]?.tabs?.selectedViewController != selected { switchTab(to: selected, in: tbc, nil) }
        } else if before != nodes[tbc]?.tabs?.slot {
            // What is in More does not select it.
            switchTo(before, of: tbc, order: .sequential, animated: false)
        }
        // That one may be in More by now, and still counts (S-48).
        if nodes[tbc]?.tabs?.slot == .more {
            nodes[tbc]?.tabs?.lastDirect = isTab(kept.lastDirect) ? kept.lastDirect : nil
        }
    }

    /// What a program had pushed in More (`S-38`).
    private mutating func pushAgain(_ kept: TabsArchive) {
        let pushed = kept.pushedInMore.filter { nodes[$0]?.kind == .plain && owner(of: $0) == nil }
        guard !pushed.isEmpty, let stack = nodes[kept.more]?.stack else { return }
        setStack(of: kept.more, to: stack + pushed, animated: false)
    }
}
