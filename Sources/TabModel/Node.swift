/// All state of one view controller.
struct Node: Sendable {
    let kind: Kind
    /// `""` for none (`I-1`).
    var restorationIdentifier = ""
    var title: String?
    var item = TabBarItem()
    var navigationItem = NavigationItem()
    /// Navigation controllers only: false shows the root's item (`H-4`, `S-53`).
    var hasOwnItem = true
    var parent: ViewControllerID?
    /// Who presents it; never together with a parent.
    var presenter: ViewControllerID?
    @Boxed var presentation: Presentation?
    var modalPresentationStyle = ModalPresentationStyle.automatic
    var isModalInPresentation = false
    /// 0 for no wish.
    var preferredContentSize = Size(width: 0, height: 0)
    /// While its style is popover, and until the end of a presentation that has begun so.
    @Boxed var popover: Popover?
    @Boxed var alert: Alert?
    var isViewLoaded = false
    var appearanceState = AppearanceState.disappeared
    var hidesBottomBarWhenPushed = false
    /// Bits as in UIRectEdge: top 1, left 2, bottom 4, right 8.
    var edgesForExtendedLayout: UInt32 = 15
    var extendedLayoutIncludesOpaqueBars = false

    /// The controllers of a navigation controller, root first.
    var stack: [ViewControllerID] = []
    /// Whether the stack hides the bottom bar, as evaluated at its last change (`S-9`).
    var hidesBottomBar = false
    /// Whether the stack is lent to More (`E-22`).
    var isLent = false
    var isNavigationBarHidden = false
    var isToolbarHidden = true

    @Boxed var tabs: Tabs?
    /// Tab bar and navigation controllers have one for life; it counts while they have no parent.
    @Boxed var window: Window?
    /// Of a root: the controllers whose appearance was announced, container before child.
    var shownChain: [ViewControllerID] = []
}
