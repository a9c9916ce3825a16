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

/// A property of a tab bar item.
enum ItemField: String, Sendable { case title, image, selectedImage, badge }

/// What a controller, or the bar of `tabs`, says of the room below bars.
enum LayoutChange: Sendable {
    case edges(UInt32)
    case includesOpaqueBars(Bool)
    case translucent(Bool)
}

/// What a user does in More's list.
enum MoreAction: Sendable {
    case row(Int)
    case edit
    case drag(String, Int)
    case done
    /// The same by the table of the list: a row is selected, a row is dragged onto another.
    case select(Int)
    case move(Int, to: Int)

    /// A row of the table as a look tells it.
    static func text(_ title: String, _ isEnabled: Bool, isSelected: Bool) -> String {
        (isSelected ? ">" : "") + (isEnabled ? title : "(\(title))")
    }
}

/// What a controller wants its navigation bar to show.
enum NavigationItemChange: Sendable {
    case title(String)
    case hidesBackButton(Bool)
    /// Has one button at the left, with this title.
    case leftItem(String)
}

/// What a user does with the remote control of profile tv.
enum RemoteAction: Sendable {
    case press(RemoteButton)
    case swipe(RemoteButton)
    /// The user waits until the focused item is selected.
    case delay
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
    case hideToolbar(Bool)

    static func push(_ name: String) -> StackAction { .push(name, animated: false) }
    static func set(_ letters: String) -> StackAction { .set(letters, animated: false) }
}

/// What becomes of the animated change of tabs that runs.
enum TransitionAction: Sendable {
    case update(Double)
    case finish
    case cancel
    /// Its time is over.
    case end
}

/// What a window is given.
enum WindowChange: Sendable {
    case size(Double, Double)
    case statusBar(Double)
    case homeInset(Double)
    case keyboard(Double)
    case device(Orientation)
    case interface(Orientation)
}

/// How the delegate of a scenario wants a change of tabs to be animated.
enum Animator: Sendable {
    /// It is asked, and wants none.
    case none
    /// In seconds.
    case lasting(Double)
    case interactive

    var animation: Animation? {
        switch self {
        case .none: nil
        case .lasting(let seconds): Animation(duration: seconds)
        case .interactive: Animation(duration: 0, isInteractive: true)
        }
    }
}

/// How the delegate of a scenario deals with a question: it does something, then it answers.
struct Question: Sendable {
    var actions: [Action] = []
    let allows: Bool
    /// Controllers for which the answer is the opposite.
    var except = ""

    static let allow = Question(allows: true)
    static let deny = Question(allows: false)

    func allows(_ name: String) -> Bool { except.contains(name) ? !allows : allows }
}
