/// What a tab bar controller has beyond any view controller.
struct Tabs: Sendable {
    let more: ViewControllerID
    let list: ViewControllerID
    let profile: Profile
    let lifecycleOrder: LifecycleOrder
    let maximumVisibleItems: Int
    var viewControllers: [ViewControllerID] = []
    var customizableViewControllers: [ViewControllerID] = []
    var slot = Slot.none
    /// How often a tap or the program has selected something, be it what was selected already.
    var selectionCount: UInt64 = 0
    /// The overflow controller over More's list; survives leaving the More tab (`E-14`).
    var moreShown: ViewControllerID?
    /// The last controller that was the slot (`E-31`, `S-48`).
    var lastDirect: ViewControllerID?
    var isTabBarHidden = false
    /// While a user is arranging the tabs.
    var session: EditSession?
    var isBarTranslucent = true
    /// What waits for an answer of the delegate, by token.
    var questions: [UInt64: Inquiry] = [:]
    /// The animated change of tabs that runs at the moment.
    var transition: Transition?
    /// Of profile tv.
    var focus = Focus.bar(nil)

    /// The displayed controller as UIKit names it (`C-2`).
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

/// What a bar highlights.
enum Slot: Hashable, Sendable {
    case none
    /// A member of the list with a tab of its own; in profile tv also one that has no item (`S-80`).
    case tab(ViewControllerID)
    case more
}

/// Which device's rules a tab bar controller follows; fixed at creation (section Q).
package enum Profile: String, Sendable, CaseIterable {
    case phone, pad, padLegacy, tv
}
