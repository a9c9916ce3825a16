/// Everything that restoration keeps of one view controller (section I; `R2` to `R20`).
///
/// What its window shows, who looks at it, and where its own code is, belong to a life of the daemon and are no part of
/// it.
package struct ControllerArchive: Hashable, Sendable {
    package let id: ViewControllerID
    package let kind: Kind
    /// `""` for none (`I-1`).
    @Text package var restorationIdentifier = ""
    package var settings = ViewControllerSettings()
    package var window: Window?
    /// The tabs, or the stack from the root on, also while it is lent to More.
    package var viewControllers: [ViewControllerID] = []
    package var tabs: TabsArchive?
    /// What it presents; a popover is not presented again (`R20`).
    package var presented: ViewControllerID?
    /// How: its style may have become another one since. nil: as that style says.
    package var presentedAs: PresentedAs?

    /// Whether what is presented covers the one below it. A popover is not presented again (`R20`).
    package enum PresentedAs: String, Sendable { case covering, above, popover }

    /// - Parameter kind: Of a tab bar controller `tabs` has to be set as well.
    package init(id: ViewControllerID, kind: Kind) {
        self.id = id
        self.kind = kind
        settings.hasOwnItem = kind != .navigationController
        if kind == .navigationController { window = Window(profile: .phone) }
    }

    /// Of a tab bar controller: More and its list.
    package var partIDs: [ViewControllerID] { tabs.map { [$0.more, $0.list] } ?? [] }

    /// Gives More and its list the numbers `next` and the one behind it, when theirs are taken, or can't be.
    ///
    /// - Returns: Whether it did.
    package mutating func numberParts(besides taken: Set<ViewControllerID>, from next: UInt64) -> Bool {
        let parts = Set(partIDs)
        let areSound = parts.count == 2 && parts.allSatisfy { RestorationPlan.numbers.contains($0.rawValue) }
        guard let tabs, !areSound || parts.contains(id) || !taken.isDisjoint(with: parts) else { return false }
        self.tabs = tabs.renumbered(more: ViewControllerID(next), list: ViewControllerID(next + 1))
        return true
    }

    /// The same controller as it was created: what comes back of one that may not keep its state (`I-2`, `R4`).
    package var atDefaults: ControllerArchive {
        var archive = ControllerArchive(id: id, kind: kind)
        archive.restorationIdentifier = restorationIdentifier
        if kind == .navigationController { archive.viewControllers = Array(viewControllers.prefix(1)) }
        return archive
    }
}

/// What restoration keeps of a tab bar controller beyond any view controller.
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
    /// The last controller that was the slot (`S-48`).
    package var lastDirect: ViewControllerID?
    /// The overflow controller in More, displayed or not (`E-14`).
    package var moreShown: ViewControllerID?
    /// What stands on More's stack above its list and what it shows.
    package var pushedInMore: [ViewControllerID] = []
    /// Kept for who is brought back in the same life; restoration leaves it out (`I-13`).
    package var customizableViewControllers: [ViewControllerID] = []
    /// More and its list, as far as something was set of them.
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

    /// What was set of More and its list stays with the old numbers.
    fileprivate func renumbered(more: ViewControllerID, list: ViewControllerID) -> TabsArchive {
        var tabs = self
        (tabs.more, tabs.list, tabs.parts) = (more, list, [])
        tabs.selected = selected == self.more ? more : selected
        return tabs
    }
}
