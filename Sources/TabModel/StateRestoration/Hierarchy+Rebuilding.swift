/// Rebuilding controllers from archives, with their ids.
extension Hierarchy {
    /// Adds the controllers of an archive, without their children.
    mutating func rebuild(_ archive: ControllerArchive) {
        let id = archive.id
        var node = Node(kind: archive.kind)
        node.settings = archive.settings
        node.window = archive.window
        node.window?.isVisible = false
        if node.settings.modalPresentationStyle == .popover {
            node.popover = Popover(number: makeToken())
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
            // More's item belongs to the system.
            if node.kind == .moreNavigationController { node.settings.item = item }
            identify(part.id, as: part.restorationIdentifier, &node)
            nodes[part.id] = node
        }
    }

    /// If two controllers have the same identifier, the first one keeps it (`I-14`, `R3`).
    private mutating func identify(_ id: ViewControllerID, as identifier: String, _ node: inout Node) {
        guard !identifier.isEmpty, rest.identifiers[Text(identifier)] == nil else { return }
        rest.identifiers[Text(identifier)] = id
        node.restorationIdentifier = identifier
    }

    /// Restores the selection of a tab bar controller and the state of More. No delegate is asked or notified (`I-9`,
    /// `S-72`).
    ///
    /// - Parameter candidates: The controllers that may be selected (`I-10`).
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
            // Restoring More's content does not select More.
            switchTo(before, of: tbc, order: .sequential, animated: false)
        }
        // This controller may be in More by now, and still counts (S-48).
        if nodes[tbc]?.tabs?.slot == .more {
            nodes[tbc]?.tabs?.lastDirect = isTab(kept.lastDirect) ? kept.lastDirect : nil
        }
    }

    /// Pushes the controllers that a program had pushed on More (`S-38`).
    private mutating func pushAgain(_ kept: TabsArchive) {
        let pushed = kept.pushedInMore.filter { nodes[$0]?.kind == .plain && owner(of: $0) == nil }
        guard !pushed.isEmpty, let stack = nodes[kept.more]?.stack else { return }
        setStack(of: kept.more, to: stack + pushed, animated: false)
    }
}

/// Restoring archived controllers (`R2` to `R20`).
extension Hierarchy {
    /// The result of a restoration.
    package struct Restoration: Sendable {
        /// By ascending number.
        package let restored: [ViewControllerID]
        /// The controllers without an identifier. They are in their initial state (`I-2`).
        package let defaults: Set<ViewControllerID>
        /// The controllers that are invalid, for example from a damaged file. They are skipped, and their data must be
        /// kept.
        package let refused: Set<ViewControllerID>
        /// The errors in the archives, as sentences for the log.
        package let errors: [String]
    }

    /// Restores archived controllers, outside of any window. Call this before anything else is created.
    ///
    /// A controller whose containers all have identifiers is always restored. Order, selection and stacks are restored.
    /// Invalid parts of `archives` are skipped and reported.
    package mutating func restore(_ archives: [ControllerArchive]) -> Restoration {
        let plan = RestorationPlan(archives, numberingFrom: nextID)
        let plans = plan.archives.filter { nodes[$0.id] == nil }
        for archive in plans {
            reserve([archive.id] + archive.partIDs)
            rebuild(archive)
        }
        // Children come first, the selection of each tab bar controller last (S-70).
        for archive in plans where archive.kind == .navigationController && !archive.viewControllers.isEmpty {
            setStack(of: archive.id, to: archive.viewControllers, animated: false)
        }
        for archive in plans {
            guard let tabs = archive.tabs else { continue }
            applyList(archive.viewControllers, of: archive.id, animated: false)
            let named = archive.viewControllers.filter { !restorationIdentifier(of: $0).isEmpty }
            restoreSelection(tabs, in: archive.id, among: named)
        }
        let archived = Dictionary(uniqueKeysWithValues: plans.map { ($0.id, $0) })
        for archive in plans where nodes[archive.id]?.window != nil && nodes[archive.id]?.parent == nil {
            var handler = archive.id
            while let presenter = archived[handler], let next = presenter.presented,
                presentAgain(next, over: handler, as: presenter.presentedAs)
            {
                handler = next
            }
        }
        return Restoration(
            restored: plans.map(\.id), defaults: plan.defaults, refused: plan.refused, errors: plan.errors)
    }

    /// Reserves numbers, so that new controllers don't get them.
    package mutating func reserve(_ ids: [ViewControllerID]) {
        for id in ids where RestorationPlan.numbers.contains(id.rawValue) { nextID = max(nextID, id.rawValue + 1) }
    }

    /// Repairs the archives of destroyed controllers, for example from a damaged file, so that each can be reopened
    /// later.
    package mutating func mend(destroyed archives: [ControllerArchive]) -> [ControllerArchive] {
        reserve(archives.flatMap { [$0.id] + $0.partIDs })
        var taken = Set(nodes.keys).union(archives.map(\.id))
        return archives.map { archive in
            var archive = archive
            if archive.numberParts(besides: taken, from: nextID) { reserve(archive.partIDs) }
            taken.formUnion(archive.partIDs)
            return archive
        }
    }

    /// Presents a controller again, without a transition.
    ///
    /// - Parameter handler: The root of a window, or a controller that is presented there.
    private mutating func presentAgain(
        _ id: ViewControllerID, over handler: ViewControllerID, as presentedAs: ControllerArchive.PresentedAs?
    ) -> Bool {
        guard let style = nodes[id]?.settings.modalPresentationStyle, owner(of: id) == nil,
            nodes[handler]?.presentation == nil
        else { return false }
        let isPopover = style == .none || style == .popover
        let presentedAs = presentedAs ?? (isPopover ? .popover : style.covers ? .covering : .above)
        guard presentedAs != .popover else { return false }
        var presentation = Presentation(
            presented: id, popover: nil, covers: presentedAs == .covering, animated: false)
        presentation.isPending = false
        nodes[handler]?.presentation = presentation
        nodes[id]?.presenter = handler
        markTreeChanged(handler)
        return true
    }
}
