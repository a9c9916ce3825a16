/// All state of one view controller.
struct Node: Sendable {
    let kind: Kind
    /// `""` for none (`I-1`).
    var restorationIdentifier = ""
    var settings = ViewControllerSettings()
    var parent: ViewControllerID?
    /// Who presents it; never together with a parent.
    var presenter: ViewControllerID?
    @Boxed var presentation: Presentation?
    /// While its style is popover, and until the end of a presentation that has begun so.
    @Boxed var popover: Popover?
    @Boxed var alert: Alert?
    var isViewLoaded = false
    var appearanceState = AppearanceState.disappeared

    /// The controllers of a navigation controller, root first.
    var stack: [ViewControllerID] = []
    /// Whether the stack hides the bottom bar, as evaluated at its last change (`S-9`).
    var hidesBottomBar = false
    /// Whether the stack is lent to More (`E-22`).
    var isLent = false

    @Boxed var tabs: Tabs?
    /// Tab bar and navigation controllers have one for life; it counts while they have no parent.
    @Boxed var window: Window?
    /// Of a root: the controllers whose appearance was announced, container before child.
    var shownChain: [ViewControllerID] = []
}

/// What a program sets of a view controller, and restoration keeps.
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
    /// 0 for no preference.
    package var preferredContentSize = Size(width: 0, height: 0)
}

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

/// Names one view controller of a `Hierarchy` for its whole life; never used again after it is destroyed.
package struct ViewControllerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ViewControllerID, right: ViewControllerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Numbers are given in order by the hierarchy itself, not chosen by anybody: no hash has to be defended here.
    package func _rawHashValue(seed: Int) -> Int {
        let product = rawValue &* 0x9E37_79B9_7F4A_7C15
        return Int(bitPattern: UInt(truncatingIfNeeded: product ^ product >> 32))
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// How messages name this controller.
    var describe: String {
        "view controller \(rawValue)"
    }
}
