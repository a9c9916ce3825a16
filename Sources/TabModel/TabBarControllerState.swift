/// Everything that can be read of a tab bar controller at one moment.
package struct TabBarControllerState: Hashable, Sendable {
    package let viewControllers: [ViewControllerID]
    package let customizableViewControllers: [ViewControllerID]
    /// The displayed controller, which is More while its list is displayed (`C-2`).
    package let selectedViewController: ViewControllerID?
    /// `nil` = NSNotFound (`A-26`).
    package let selectedIndex: Int?
    /// `nil` in profile tv (`S-85`).
    package let moreNavigationController: ViewControllerID?
    package let moreList: ViewControllerID
    package let profile: Profile
    /// `phone` for a pad of compact width (section Q).
    package let effectiveProfile: Profile
    package let lifecycleOrder: LifecycleOrder
    package let maximumVisibleItems: Int
    package let isTabBarHidden: Bool
    package let isCustomizing: Bool
    /// Owners of the bar's items, More last while it is offered (`E-5`).
    package let barItems: [ViewControllerID]
    package let barSelectedItem: ViewControllerID?
    package let isBarTranslucent: Bool
    /// Whether More is offered (`E-2`).
    package let isOverflowing: Bool
}
