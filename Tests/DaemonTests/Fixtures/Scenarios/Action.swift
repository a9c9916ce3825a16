/// An action of a client or a user.
enum Action: Sendable {
    case list(String, animated: Bool)
    /// Sets the list of tabs by writing the property.
    case write(String)
    case customizable(String)
    case navigation(String, String)
    case stack(String, StackAction)
    case show(Bool)
    case tap(Int)
    case select(String)
    case index(Int?)
    /// An edit of the list, or a gesture on a tab.
    case tab(TabAction)
    case title(String, String)
    case item(String, ItemField, String)
    case navigationItem(String, NavigationItemChange)
    case enable(String, Bool)
    case hideBar(Bool)
    /// `HidesBottomBarWhenPushed`.
    case hidesBar(String, Bool)
    case delegate(should: Question?, did: [Action], animator: Animator?)
    case clearLog
    case more(MoreAction)
    case transition(TransitionAction)
    case remote(RemoteAction)
    case window(WindowChange)
    case layout(String, LayoutChange)
    /// Sets the focusable views of a controller by number, and the preferred view or 0.
    case views(String, [UInt32: Rect], preferred: UInt32)
    /// An action on the popover of a controller, or on the controller that it presents.
    case popover(String, PopoverAction)
    /// A touch by the user at a point of the window.
    case touch(Double, Double)
    /// Sets the buttons of a controller's navigation item, by number.
    case barButtons(String, left: [UInt32], right: [UInt32])
    /// Sets the toolbar buttons of a controller, by number.
    case toolbar(String, [UInt32])
    case tapBarButton(String, UInt32)
    /// Writes the items of the tab bar controller's own bar, which is refused.
    case barItems(String)
    case destroy(String)
    /// Shows the window of a navigation controller without a parent.
    case showRoot(String)
    /// Sets the list of another tab bar controller, `other`.
    case otherList(String)
    case restoration(RestorationAction)
    /// Destroys the tab bar controller and creates another one.
    case relaunch
}

/// An action that names a tab.
enum TabAction: Sendable {
    case insert(String, at: Int)
    case remove(String)
    case move(String, to: Int)
    case next
    case previous
    case lastUsed
    /// A user taps the item or the row of a tab.
    case tap(String)
    case tapRow(String)
    /// A user taps a position, but only if it has the item of this tab.
    case tapExpecting(String, at: Int)
    case tapRowExpecting(String, at: Int)
    /// A user drags a tab.
    case reorder(String, to: Int)
    case allowReordering(String)
    /// The program hides a tab, or shows it again.
    case hide(String, Bool = true)
    case hideByDefault(String, Bool = true)
    case allowHiding(String)
    /// A user hides a tab, or shows it again.
    case userHides(String, Bool = true)
    case resetHidden
}

/// A property of a tab bar item, with its bit in `tab_tab_bar_item_fields`.
enum ItemField: UInt32, Sendable {
    case title = 1
    case image = 2
    case selectedImage = 4
    case badge = 8

    var path: WritableKeyPath<TabBarItem, String?> {
        switch self {
        case .title: \.title
        case .image: \.image
        case .selectedImage: \.selectedImage
        case .badge: \.badgeValue
        }
    }
}

/// A setting of a controller, or of the bar of `tabs`, for the layout below bars.
enum LayoutChange: Sendable {
    case edges(UInt32)
    case includesOpaqueBars(Bool)
    case translucent(Bool)
}

/// An action of the user in More's list.
enum MoreAction: Sendable {
    case row(Int)
    case edit
    case drag(String, Int)
    case done
    /// The same actions on the list's table: selects a row, or drags a row onto another.
    case select(Int)
    case move(Int, to: Int)

    /// The text of a table row in an observation.
    static func text(_ title: String, _ isEnabled: Bool, isSelected: Bool) -> String {
        (isSelected ? ">" : "") + (isEnabled ? title : "(\(title))")
    }
}

/// A change of a controller's navigation item.
enum NavigationItemChange: Sendable {
    case title(String)
    case hidesBackButton(Bool)
    /// Sets a single left button with this title.
    case leftItem(String)
}

/// An action with a remote control, with keys or with a rotary control.
enum RemoteAction: Sendable {
    /// A program switches the focus on or off.
    case enable(Bool)
    case rotate(Int32)
    case press(RemoteButton)
    case swipe(RemoteButton)
    /// The user waits until the focused item is selected.
    case delay
}

/// An action on the stack of a navigation controller.
enum StackAction: Sendable {
    case push(String, animated: Bool)
    case pop
    case popTo(String)
    case popToRoot
    case set(String, animated: Bool)
    /// A user taps the back button.
    case back
    /// Hides the navigation bar.
    case hideBar(Bool)
    case hideToolbar(Bool)

    static func push(_ name: String) -> StackAction { .push(name, animated: false) }
    static func set(_ letters: String) -> StackAction { .set(letters, animated: false) }
}

/// An event of the running animated change of tabs.
enum TransitionAction: Sendable {
    case update(Double)
    case finish
    case cancel
    /// Its duration is over.
    case end
}

/// A change of a window.
enum WindowChange: Sendable {
    case size(Double, Double)
    case statusBar(Double)
    case homeInset(Double)
    case keyboard(Double)
    case device(Orientation)
    case interface(Orientation)
    case bar(BarChange)
}

/// How a shell draws the bar; nil for the default.
struct BarChange: Sendable {
    var side: String?
    var height: Double?
    var slots: UInt32?
}

/// The animation that a scenario's delegate requests for a change of tabs.
enum Animator: Sendable {
    /// The delegate is asked and requests none.
    case none
    /// The duration in seconds.
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

/// The reply of a scenario's delegate to a question, and its actions before the reply.
struct Question: Sendable {
    var actions: [Action] = []
    let allows: Bool
    /// The controllers for which the reply is the opposite.
    var except = ""

    static let allow = Question(allows: true)
    static let deny = Question(allows: false)

    func allows(_ name: String) -> Bool { except.contains(name) ? !allows : allows }
}
