/// The whole state of one view controller.
struct Node: Sendable {
    let kind: Kind
    /// `""` for none (`I-1`).
    var restorationIdentifier = ""
    var settings = ViewControllerSettings()
    var parent: ViewControllerID?
    /// The presenter. A controller never has both a presenter and a parent.
    var presenter: ViewControllerID?
    @Boxed var presentation: Presentation?
    /// Exists while the style is popover, and until the end of a presentation that began as a popover.
    @Boxed var popover: Popover?
    @Boxed var alert: Alert?
    var isViewLoaded = false
    var appearanceState = AppearanceState.disappeared

    /// The controllers of a navigation controller, root first.
    var stack: [ViewControllerID] = []
    /// Whether the stack hides the bottom bar, as of its last change (`S-9`).
    var hidesBottomBar = false
    /// Whether the stack is lent to More (`E-22`).
    var isLent = false

    @Boxed var tabs: Tabs?
    /// Tab bar and navigation controllers always have one. It is in use while they have no parent.
    @Boxed var window: Window?
    /// For a root: the controllers whose appearance was announced, container before child.
    var shownChain: [ViewControllerID] = []
}

/// The settings of a view controller that restoration keeps.
package struct ViewControllerSettings: Hashable, Sendable {
    @Text package var title: String? = nil
    package var item = TabBarItem()
    /// Navigation controllers only: false shows the root's item (`H-4`, `S-53`).
    package var hasOwnItem = true
    package var navigationItem = NavigationItem()
    package var isNavigationBarHidden = false
    package var isToolbarHidden = true
    package var hidesBottomBarWhenPushed = false
    /// Bits as in UIRectEdge: top 1, left 2, bottom 4, right 8.
    package var edgesForExtendedLayout: UInt32 = 15
    package var extendedLayoutIncludesOpaqueBars = false
    package var modalPresentationStyle = ModalPresentationStyle.automatic
    package var isModalInPresentation = false
    /// 0 means no preference.
    package var preferredContentSize = Size(width: 0, height: 0)
}

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
