/// The role of a view controller in the hierarchy.
package enum Kind: String, Sendable {
    case plain, tabBarController, navigationController, moreNavigationController, moreList

    /// Whether controllers of this kind have a stack of children whose last one is displayed.
    var isNavigation: Bool {
        self == .navigationController || self == .moreNavigationController
    }

    /// Whether controllers of this kind belong to a tab bar controller and share its life (`A-24`).
    package var isPartOfTabBarController: Bool {
        self == .moreNavigationController || self == .moreList
    }
}

extension ViewControllerID {
    /// Whether a hierarchy can have this number. No daemon reaches the end of the range.
    var isValid: Bool { rawValue > 0 && rawValue <= UInt64(1) << 53 }

    /// The controller's name in messages.
    var describe: String { "view controller \(rawValue)" }
}
