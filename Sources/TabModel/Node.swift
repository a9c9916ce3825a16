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
