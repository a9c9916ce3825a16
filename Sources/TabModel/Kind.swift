/// What a view controller is to its hierarchy.
package enum Kind: String, Sendable {
    case plain, tabBarController, navigationController, moreNavigationController, moreList

    /// Whether controllers of this kind have a stack of children of which the last one is displayed.
    var isNavigation: Bool {
        self == .navigationController || self == .moreNavigationController
    }

    /// Whether controllers of this kind belong to a tab bar controller and live and die with it (`A-24`).
    package var isPartOfTabBarController: Bool {
        self == .moreNavigationController || self == .moreList
    }
}
