/// The result of restoring archived controllers (`R2` to `R20`).
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

extension Hierarchy {
    /// Restores archived controllers, outside of any window. Call this before anything else is created.
    ///
    /// A controller whose containers all have identifiers is always restored. Order, selection and stacks are restored.
    /// Invalid parts of `archives` are skipped and reported.
    package mutating func restore(_ archives: [ControllerArchive]) -> Restoration {
        let plan = RestorationPlan(archives, numberingFrom: nextID)
        let plans = plan.archives.filter { !nodes.contains($0.id) }
        for archive in plans {
            reserve([archive.id] + archive.partIDs)
            archive.rebuild(in: &self)
        }
        // Children come first, the selection of each tab bar controller last (S-70).
        for archive in plans where archive.kind == .navigationController && !archive.viewControllers.isEmpty {
            setStack(of: archive.id, to: archive.viewControllers, animated: false)
        }
        for archive in plans {
            guard let tabs = archive.tabs else { continue }
            applyList(archive.viewControllers, of: archive.id, animated: false)
            let named = archive.viewControllers.filter { !nodes.restorationIdentifier(of: $0).isEmpty }
            tabs.restoreSelection(in: archive.id, among: named, &self)
        }
        let archived = Dictionary(uniqueKeysWithValues: plans.map { ($0.id, $0) })
        // A navigation controller that has become a tab keeps what it presents.
        for archive in plans where nodes.window(of: archive.id) != nil {
            var handler: ControllerArchive? = archive
            while let next = handler { handler = next.presentAgain(in: &self).flatMap { archived[$0] } }
        }
        return Restoration(
            restored: plans.map(\.id), defaults: plan.defaults, refused: plan.refused, errors: plan.errors)
    }

    /// Repairs the archives of destroyed controllers, for example from a damaged file, so that each can be reopened
    /// later.
    package mutating func repair(destroyed archives: [ControllerArchive]) -> [ControllerArchive] {
        reserve(archives.flatMap { [$0.id] + $0.partIDs })
        var taken = Set(nodes.allIDs).union(archives.map(\.id))
        return archives.map { archive in
            var archive = archive
            if archive.numberParts(besides: taken, from: nextID) { reserve(archive.partIDs) }
            taken.formUnion(archive.partIDs)
            return archive
        }
    }
}

/// Rebuilding controllers from archives, with their ids.
extension ControllerArchive {
    /// Adds the controllers of the archive, without their children.
    func rebuild(in hierarchy: inout Hierarchy) {
        var node = Node(kind: kind)
        node.settings = settings
        node.window = window
        node.window?.isVisible = false
        if let tabs {
            node.tabs = Tabs(
                more: tabs.more, list: tabs.list, profile: tabs.profile, lifecycleOrder: tabs.lifecycleOrder,
                maximumVisibleItems: tabs.maximumVisibleItems)
            node.tabs?.isTabBarHidden = tabs.isTabBarHidden
            node.tabs?.isBarTranslucent = tabs.isBarTranslucent
            node.tabs?.isFocusEnabled = tabs.isFocusEnabled
        }
        hierarchy.insert(node, as: id)
        hierarchy.noteFocusEnabled(of: id)
        identify(in: &hierarchy)
        if settings.modalPresentationStyle == .popover {
            hierarchy.addPopover(to: id)
            if tabs == nil { hierarchy.emit(.popover(id, .created)) }
        }
        for part in tabs?.parts ?? [] where hierarchy.nodes.contains(part.id) {
            hierarchy.nodes[part.id]?.settings = part.settings
            part.identify(in: &hierarchy)
        }
    }

    /// If two controllers have the same identifier, the first one keeps it (`I-14`, `R3`).
    private func identify(in hierarchy: inout Hierarchy) {
        guard (try? hierarchy.records.identify(id, as: restorationIdentifier)) != nil else { return }
        hierarchy.nodes[id]?.restorationIdentifier = restorationIdentifier
    }

    /// Presents the presented controller again, without a transition. The presenter is a tab bar or navigation controller,
    /// or a controller that is presented there.
    ///
    /// - Returns: The presented controller; nil without one.
    func presentAgain(in hierarchy: inout Hierarchy) -> ViewControllerID? {
        guard let presented, hierarchy.nodes.contains(presented), hierarchy.nodes.owner(of: presented) == nil,
            hierarchy.nodes.presentation(by: id) == nil
        else { return nil }
        let style = hierarchy.nodes.modalPresentationStyle(of: presented)
        let isPopover = style == .none || style == .popover
        let presentedAs = presentedAs ?? (isPopover ? .popover : style.covers ? .covering : .above)
        guard presentedAs != .popover else { return nil }
        var presentation = Presentation(
            presented: presented, popover: nil, covers: presentedAs == .covering, animated: false)
        presentation.isPending = false
        hierarchy.nodes[id]?.presentation = presentation
        hierarchy.nodes[presented]?.presenter = id
        hierarchy.markTreeChanged(id)
        return presented
    }
}

extension TabsArchive {
    /// Restores the selection of a tab bar controller and the state of More. No delegate is asked or notified (`I-9`,
    /// `S-72`).
    ///
    /// - Parameter candidates: The controllers that may be selected (`I-10`).
    func restoreSelection(
        in tbc: ViewControllerID, among candidates: [ViewControllerID], _ hierarchy: inout Hierarchy
    ) {
        let tabs = Set(hierarchy.nodes.visibleTabs(of: tbc)).intersection(candidates)
        func isTab(_ id: ViewControllerID?) -> Bool { id.map { tabs.contains($0) } ?? false }
        let isMore = selected == more && hierarchy.nodes.isOverflowing(tbc)
        if let direct = lastDirect, isTab(direct), isMore || isTab(selected),
            hierarchy.nodes.slot(of: direct, in: tbc) != nil
        {
            hierarchy.switchTab(to: direct, in: tbc, nil)
        }
        let before = hierarchy.nodes[tbc]?.tabs?.slot ?? .none
        if let shown = moreShown, isTab(shown), hierarchy.nodes.slot(of: shown, in: tbc) == nil {
            hierarchy.switchTab(to: shown, in: tbc, nil)
        }
        if hierarchy.nodes.isOverflowing(tbc), hierarchy.nodes[tbc]?.tabs?.moreShown == moreShown {
            pushAgain(in: &hierarchy)
        }
        if isMore {
            hierarchy.switchTo(.more, of: tbc, order: .sequential, animated: false)
        } else if let selected, isTab(selected) {
            if hierarchy.nodes.selectedViewController(of: tbc) != selected {
                hierarchy.switchTab(to: selected, in: tbc, nil)
            }
        } else if before != hierarchy.nodes[tbc]?.tabs?.slot {
            // Restoring More's content does not select More.
            hierarchy.switchTo(before, of: tbc, order: .sequential, animated: false)
        }
        // This controller may be in More or hidden by now, and still counts (S-48).
        if let slot = hierarchy.nodes[tbc]?.tabs?.slot, slot == .more || slot == .none {
            let members = Set(hierarchy.nodes.viewControllers(of: tbc)).intersection(candidates)
            hierarchy.nodes[tbc]?.tabs?.lastDirect = lastDirect.flatMap { members.contains($0) ? $0 : nil }
        }
        hierarchy.nodes[tbc]?.tabs?.setRecentlyUsed(recentlyUsed)
    }

    /// Pushes the controllers that a program had pushed on More (`S-38`).
    private func pushAgain(in hierarchy: inout Hierarchy) {
        let pushed = pushedInMore.filter {
            hierarchy.nodes.kind(of: $0) == .plain && hierarchy.nodes.owner(of: $0) == nil
        }
        guard !pushed.isEmpty, let stack = hierarchy.nodes[more]?.stack else { return }
        hierarchy.setStack(of: more, to: stack + pushed, animated: false)
    }
}
