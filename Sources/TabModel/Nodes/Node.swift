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
    var appearanceState = AppearanceState.disappeared {
        didSet { hasAppeared = hasAppeared || appearanceState != .disappeared }
    }
    /// Whether its view was ever in a visible window, or is about to be.
    private(set) var hasAppeared = false

    /// Navigation controllers and More always have one.
    @Boxed var navigation: NavigationStack?
    /// Tab bar controllers always have one.
    @Boxed var tabs: Tabs?
    /// Tab bar and navigation controllers always have one. It is in use while they have no parent.
    @Boxed var window: Window?
    /// For a root: the controllers whose appearance was announced, container before child.
    var shownChain: [ViewControllerID] = []

    init(kind: Kind) {
        self.kind = kind
        if kind.isNavigation { navigation = NavigationStack() }
    }

    /// A new node for More or its list, inside of `parent`.
    init(part kind: Kind, of parent: ViewControllerID? = nil) {
        self.init(kind: kind)
        self.parent = parent
        settings.item = .initial(of: kind)
    }

    /// The controllers of a navigation controller, root first; empty for other controllers.
    var stack: [ViewControllerID] {
        get { navigation?.viewControllers ?? [] }
        set { navigation?.viewControllers = newValue }
    }
}

/// The state of a navigation controller besides that of any view controller.
struct NavigationStack: Sendable {
    /// Root first.
    var viewControllers: [ViewControllerID] = []
    /// Whether the stack hides the bottom bar, as of its last change (`S-9`).
    var hidesBottomBar = false
    /// Whether the stack is lent to More (`E-22`).
    var isLent = false
}
