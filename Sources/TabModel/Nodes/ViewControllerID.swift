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

/// The identity of one view controller in a `Hierarchy`. It is never reused after the controller is destroyed.
package struct ViewControllerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ViewControllerID, right: ViewControllerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Whether a hierarchy can have this number. No daemon reaches the end of the range.
    var isValid: Bool { rawValue > 0 && rawValue <= UInt64(1) << 53 }

    /// The hierarchy assigns numbers in sequence, so a client can't choose colliding ones. A cheap hash is safe.
    package func _rawHashValue(seed: Int) -> Int {
        let product = rawValue &* 0x9E37_79B9_7F4A_7C15
        return Int(bitPattern: UInt(truncatingIfNeeded: product ^ product >> 32))
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// The controller's name in messages.
    var describe: String {
        "view controller \(rawValue)"
    }
}
