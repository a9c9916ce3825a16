/// The state of a tab bar controller besides that of any view controller.
struct Tabs: Sendable {
    let more: ViewControllerID
    let list: ViewControllerID
    let profile: Profile
    let lifecycleOrder: LifecycleOrder
    let maximumVisibleItems: Int
    var viewControllers: [ViewControllerID] = []
    var customizableViewControllers: [ViewControllerID] = []
    var slot = Slot.none
    /// How often a tap or the program has selected a tab, including the selected one.
    var selectionCount: UInt64 = 0
    /// The overflow controller above More's list. It stays when another tab is selected (`E-14`).
    var moreShown: ViewControllerID?
    /// The last selected controller with its own tab (`E-31`, `S-48`).
    var lastDirect: ViewControllerID?
    var isTabBarHidden = false
    /// Exists while the user arranges the tabs.
    var session: EditSession?
    var isBarTranslucent = true
    /// The open questions to the delegate, by token.
    var questions: [UInt64: Inquiry] = [:]
    /// The running animated change of tabs.
    var transition: Transition?
    /// The focus in profile tv.
    var focus = Focus.bar(nil)

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
