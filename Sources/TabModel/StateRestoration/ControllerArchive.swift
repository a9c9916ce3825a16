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
        let areSound = parts.count == 2 && parts.allSatisfy { RestorationPlan.numbers.contains($0.rawValue) }
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

/// The state of a tab bar controller that restoration keeps, besides that of any view controller.
package struct TabsArchive: Hashable, Sendable {
    package private(set) var more: ViewControllerID
    package private(set) var list: ViewControllerID
    package let profile: Profile
    package let lifecycleOrder: LifecycleOrder
    package let maximumVisibleItems: Int
    package var isTabBarHidden = false
    package var isBarTranslucent = true
    /// More itself while its list is displayed (`I-12`, `S-73`).
    package var selected: ViewControllerID?
    /// The last selected controller with its own tab (`S-48`).
    package var lastDirect: ViewControllerID?
    /// The overflow controller in More, displayed or not (`E-14`).
    package var moreShown: ViewControllerID?
    /// The controllers on More's stack above its list and the shown tab.
    package var pushedInMore: [ViewControllerID] = []
    /// Kept for `Reopen` within one run of the daemon. Restoration ignores it (`I-13`).
    package var customizableViewControllers: [ViewControllerID] = []
    /// The settings of More and its list.
    package var parts: [ControllerArchive] = []

    package init(
        more: ViewControllerID, list: ViewControllerID, profile: Profile, lifecycleOrder: LifecycleOrder,
        maximumVisibleItems: Int
    ) {
        self.more = more
        self.list = list
        self.profile = profile
        self.lifecycleOrder = lifecycleOrder
        self.maximumVisibleItems = maximumVisibleItems
    }

    /// The settings of More and its list keep the old numbers.
    fileprivate func renumbered(more: ViewControllerID, list: ViewControllerID) -> TabsArchive {
        var tabs = self
        (tabs.more, tabs.list, tabs.parts) = (more, list, [])
        tabs.selected = selected == self.more ? more : selected
        return tabs
    }
}
