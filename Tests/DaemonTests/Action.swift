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
    /// Writes the items of the bar, which is the tab bar controller's own.
    case barItems(String)
    case destroy(String)
    /// The window of a navigation controller that has no parent.
    case showRoot(String)
    /// The list of another tab bar controller, `other`.
    case otherList(String)
    /// The tab bar controller is destroyed, and another one made.
    case relaunch
}

/// What is done with the stack of a navigation controller.
enum StackAction: Sendable {
    case push(String, animated: Bool)
    case pop
    case popTo(String)
    case popToRoot
    case set(String, animated: Bool)
    /// A user taps the way back.
    case back
    /// Hides the navigation bar.
    case hideBar(Bool)

    static func push(_ name: String) -> StackAction { .push(name, animated: false) }
    static func set(_ letters: String) -> StackAction { .set(letters, animated: false) }
}

/// What a user does in More's list.
enum MoreAction: Sendable {
    case row(Int)
    case edit
    case drag(String, Int)
    case done
}

/// What becomes of the animated change of tabs that runs.
enum TransitionAction: Sendable {
    case update(Double)
    case finish
    case cancel
    /// Its time is over.
    case end
}

/// What a user does with the remote control of profile tv.
enum RemoteAction: Sendable {
    case press(RemoteButton)
    case swipe(FocusDirection)
    /// The user waits until the focused item is selected.
    case delay
}

enum WindowChange: Sendable {
    case size(Double, Double)
    case statusBar(Double)
    case homeInset(Double)
}

/// What a controller, or the bar of `tabs`, says of the room below bars.
enum LayoutChange: Sendable {
    case edges(UInt32)
    case includesOpaqueBars(Bool)
    case translucent(Bool)
}

enum NavigationItemChange: Sendable {
    case title(String)
    case hidesBackButton(Bool)
    /// Has one button at the left, with this title.
    case leftItem(String)
}

enum ItemField: String, Sendable { case title, image, selectedImage, badge }
