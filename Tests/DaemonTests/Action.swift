import TabModel

/// What a client or a user does.
enum Action: Sendable {
    case list(String, animated: Bool)
    /// The list, as the property.
    case write(String)
    case customizable(String)
    case navigation(String, String)
    case stack(String, StackAction)
    case show(Bool)
    case tap(Int)
    case select(String)
    case index(Int?)
    case title(String, String)
    case item(String, ItemField, String)
    case navigationItem(String, NavigationItemChange)
    case enable(String, Bool)
    case hideBar(Bool)
    /// `HidesBottomBarWhenPushed`.
    case hidesBar(String, Bool)
    case delegate(should: Question?, did: [Action], animator: Animator?)
    case forget
    case more(MoreAction)
    case transition(TransitionAction)
    case remote(RemoteAction)
    case window(WindowChange)
    case layout(String, LayoutChange)
    /// The focusable views of a controller by number, and the preferred one, 0 for none.
    case views(String, [UInt32: Rect], preferred: UInt32)
    /// The popover of a controller, or what it presents.
    case popover(String, PopoverAction)
    /// A user touches a point of the window.
    case touch(Double, Double)
    /// The buttons of a controller's navigation item, by their numbers.
    case barButtons(String, left: [UInt32], right: [UInt32])
    /// The buttons of a controller in the toolbar, by their numbers.
    case toolbar(String, [UInt32])
    case tapBarButton(String, UInt32)
    /// Writes the items of the bar, which is the tab bar controller's own.
    case barItems(String)
    case destroy(String)
    /// The window of a navigation controller that has no parent.
    case showRoot(String)
    /// The list of another tab bar controller, `other`.
    case otherList(String)
    case restoration(RestorationAction)
    /// The tab bar controller is destroyed, and another one made.
    case relaunch
}
