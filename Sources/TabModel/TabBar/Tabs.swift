/// The state of a tab bar controller besides that of any view controller.
struct Tabs: Sendable {
    let more: ViewControllerID
    let list: ViewControllerID
    let profile: Profile
    let lifecycleOrder: LifecycleOrder
    let maximumVisibleItems: Int
    var viewControllers: [ViewControllerID] = [] { didSet { setRecentlyUsed(recentlyUsed) } }
    var customizableViewControllers: [ViewControllerID] = []
    var slot = Slot.none
    /// How often a tap or the program has selected a tab, including the selected one.
    var selectionCount: UInt64 = 0
    /// The overflow controller above More's list. It stays when another tab is selected (`E-14`).
    var moreShown: ViewControllerID?
    /// The last selected controller with its own tab (`E-31`, `S-48`).
    var lastDirect: ViewControllerID?
    /// The members of the list that were selected before, the last one first.
    private(set) var recentlyUsed: [ViewControllerID] = []
    var isTabBarHidden = false
    /// Exists while the user arranges the tabs.
    var session: EditSession?
    var isBarTranslucent = true
    /// The open questions to the delegate, by token.
    var questions: [UInt64: Inquiry] = [:]
    /// The running animated change of tabs.
    var transition: Transition?
    /// Whether there is a focus. In profile tv it keeps its place while it is switched off (`S-160`).
    var isFocusEnabled: Bool
    var focus = Focus.bar(nil)
    /// Outside of profile tv: the controller of the focused item (`S-165`).
    var focusedTab: ViewControllerID?

    init(
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

    /// The displayed controller in UIKit's sense (`C-2`).
    var selectedViewController: ViewControllerID? {
        switch slot {
        case .none: nil
        case .tab(let id): id
        case .more: moreShown ?? more
        }
    }

    var selectedIndex: Int? {
        selectedViewController.flatMap { viewControllers.firstIndex(of: $0) }
    }

    /// Records the selected tab as used, because another one is about to be selected.
    mutating func noteUse() {
        guard let selectedViewController, viewControllers.contains(selectedViewController) else { return }
        setRecentlyUsed([selectedViewController] + recentlyUsed)
    }

    /// Sets the tabs that were selected before. Only tabs count, each once.
    mutating func setRecentlyUsed(_ list: [ViewControllerID]) {
        var left = Set(viewControllers)
        recentlyUsed = list.filter { left.remove($0) != nil }
    }
}

/// What the bar highlights.
enum Slot: Hashable, Sendable {
    case none
    /// A member of the list with its own tab; in profile tv possibly without an item (`S-80`).
    case tab(ViewControllerID)
    case more
}

/// The device whose rules a tab bar controller follows. It is fixed at creation.
package enum Profile: String, Sendable, CaseIterable {
    case phone, pad, padLegacy, tv
}
