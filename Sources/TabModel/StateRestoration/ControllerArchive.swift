/// The state of one view controller that restoration keeps (`R2` to `R20`).
///
/// The state of its window, its front ends and its owner's code belong to one run of the daemon and are not kept.
package struct ControllerArchive: Hashable, Sendable {
    package let id: ViewControllerID
    package let kind: Kind
    /// `""` for none (`I-1`).
    @Text package var restorationIdentifier = ""
    package var settings = ViewControllerSettings()
    package var window: Window?
    /// The tabs, or the stack from the root on, even while it is lent to More.
    package var viewControllers: [ViewControllerID] = []
    package var tabs: TabsArchive?
    /// The presented controller. A popover is not presented again (`R20`).
    package var presented: ViewControllerID?
    /// The style of the presentation, because the controller's style may have changed since. nil means that style.
    package var presentedAs: PresentedAs?

    /// Whether the presented controller covers the one below. A popover is not presented again (`R20`).
    package enum PresentedAs: String, Sendable { case covering, above, popover }

    /// - Parameter kind: For a tab bar controller, `tabs` has to be set as well.
    package init(id: ViewControllerID, kind: Kind) {
        self.id = id
        self.kind = kind
        settings.hasOwnItem = kind != .navigationController
        if kind == .navigationController { window = Window(profile: .phone) }
    }

    /// More and its list of a tab bar controller.
    package var partIDs: [ViewControllerID] { tabs.map { [$0.more, $0.list] } ?? [] }

    /// Gives More and its list the numbers `next` and `next + 1`, when theirs are taken or invalid.
    ///
    /// - Returns: Whether it did.
    package mutating func numberParts(besides taken: Set<ViewControllerID>, from next: UInt64) -> Bool {
        let parts = Set(partIDs)
        let areSound = parts.count == 2 && parts.allSatisfy { $0.isValid }
        guard let tabs, !areSound || parts.contains(id) || !taken.isDisjoint(with: parts) else { return false }
        self.tabs = tabs.renumbered(more: ViewControllerID(next), list: ViewControllerID(next + 1))
        return true
    }

    /// The controller in its initial state, for a controller that may not keep its state (`I-2`, `R4`).
    package var atDefaults: ControllerArchive {
        var archive = ControllerArchive(id: id, kind: kind)
        archive.restorationIdentifier = restorationIdentifier
        if kind == .navigationController { archive.viewControllers = Array(viewControllers.prefix(1)) }
        return archive
    }
}

/// Archiving.
extension ControllerArchive {
    /// The archive of a controller; nil for an alert, and for More and its list, which are parts of their controller's
    /// archive.
    package init?(of id: ViewControllerID, in nodes: Nodes) {
        guard let node = nodes[id], !node.kind.isPartOfTabBarController, node.alert == nil else { return nil }
        self.init(of: node, id)
        viewControllers = node.tabs?.viewControllers ?? nodes.wholeStack(of: id)
        if let presentation = node.presentation, nodes.alert(presentation.presented) == nil {
            presented = presentation.presented
            presentedAs = presentation.popover != nil ? .popover : presentation.covers ? .covering : .above
        }
        guard let tabs = node.tabs else { return }
        var kept = TabsArchive(
            more: tabs.more, list: tabs.list, profile: tabs.profile, lifecycleOrder: tabs.lifecycleOrder,
            maximumVisibleItems: tabs.maximumVisibleItems)
        kept.isTabBarHidden = tabs.isTabBarHidden
        kept.isBarTranslucent = tabs.isBarTranslucent
        kept.isFocusEnabled = tabs.isFocusEnabled
        kept.selected = tabs.selectedViewController
        kept.lastDirect = tabs.lastDirect
        kept.recentlyUsed = tabs.recentlyUsed
        kept.moreShown = tabs.moreShown
        if !nodes.isLent(tabs.moreShown) {
            kept.pushedInMore = nodes[tabs.more]?.stack.dropFirst().filter { $0 != tabs.moreShown } ?? []
        }
        kept.customizableViewControllers = tabs.customizableViewControllers
        kept.parts = [tabs.more, tabs.list].compactMap { part in
            guard let node = nodes[part] else { return nil }
            let archive = ControllerArchive(of: node, part)
            return archive == ControllerArchive(of: Node(part: node.kind), part) ? nil : archive
        }
        self.tabs = kept
    }

    private init(of node: Node, _ id: ViewControllerID) {
        self.init(id: id, kind: node.kind)
        restorationIdentifier = node.restorationIdentifier
        settings = node.settings
        window = node.window
        window?.isVisible = false
        // The next daemon or front end has its own.
        window?.language = .english
        window?.textScale = 1
        window?.textStyles = [:]
        window?.metricsDigest = 0
    }
}
