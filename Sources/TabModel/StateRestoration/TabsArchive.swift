/// The state of a tab bar controller that restoration keeps, besides that of any view controller.
package struct TabsArchive: Hashable, Sendable {
    package private(set) var more: ViewControllerID
    package private(set) var list: ViewControllerID
    package let profile: Profile
    package let lifecycleOrder: LifecycleOrder
    package let maximumVisibleItems: Int
    package var isTabBarHidden = false
    package var isBarTranslucent = true
    /// By default only in profile tv (`S-160`).
    package var isFocusEnabled: Bool
    /// More itself while its list is displayed (`I-12`, `S-73`).
    package var selected: ViewControllerID?
    /// The last selected controller with its own tab (`S-48`).
    package var lastDirect: ViewControllerID?
    /// The overflow controller in More, displayed or not (`E-14`).
    package var moreShown: ViewControllerID?
    /// The tabs that were selected before, the last one first.
    package var recentlyUsed: [ViewControllerID] = []
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
        isFocusEnabled = profile == .tv
    }

    /// The settings of More and its list keep the old numbers.
    func renumbered(more: ViewControllerID, list: ViewControllerID) -> TabsArchive {
        var tabs = self
        (tabs.more, tabs.list, tabs.parts) = (more, list, [])
        tabs.selected = selected == self.more ? more : selected
        return tabs
    }
}
