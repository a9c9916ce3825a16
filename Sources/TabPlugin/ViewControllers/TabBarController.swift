/// A tab bar controller: the one that a view controller is in, or, as a subclass, one that the plugin offers (a class
/// with `superclass = "TabBarController"` in the manifest).
///
/// Tabs, stacks, selection and presentations that are changed inside a callback (but for a delegate's `shouldSelect`,
/// `didSelect` and `didEndCustomizing`) change when what is going on is over; until then they read as before.
///
/// ```swift
/// final class Desk: TabBarController {
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         setViewControllers([Inbox(), Outbox()], animated: false)
///     }
///
///     override func tabBar(_ tabBar: TabBar, didSelect item: Int) { log(.info, "tapped item \(item)") }
/// }
///
/// final class Inbox: ViewController {}
/// final class Outbox: ViewController {}
/// ```
@PluginActor
open class TabBarController: ViewController {
    /// The view controller of the plugin through which the host is asked: itself, or one that is inside.
    private var spokesman: UInt64?
    private weak var spokesmanController: ViewController?

    public required init(arguments: [String: Value]) { super.init(arguments: arguments) }

    /// Stands for a tab bar controller of somebody else.
    convenience init(_ number: UInt64, seenFrom viewController: ViewController) {
        self.init(standingFor: number)
        spokesman = viewController.number
        spokesmanController = viewController
    }

    private var speaker: UInt64 { spokesman ?? number }

    override var isContainer: Bool { true }

    public var tabBar: TabBar { TabBar(self) }

    /// Replaces the tabs; no delegate is asked. A tab leaves the place where it was.
    ///
    /// Tabs of other owners are allowed that are tabs here already, or of another tab bar controller that is yours or has
    /// one of yours; that you took out of such a list, as long as they are nowhere else; and that an argument of one of
    /// your view controllers names by its object path (`Value.viewControllers`). With any other one nothing changes, which
    /// the log says.
    public func setViewControllers(_ viewControllers: [ViewControllerReference], animated: Bool) {
        using("set tabs") { () throws(PluginError) in
            try Host.setViewControllers(viewControllers.enterHost(), of: speaker, animated: animated)
        }
        for viewController in viewControllers { viewController.viewController?.settleLifetimeSoon() }
    }

    /// The tabs, with those of other owners. Setting them is `setViewControllers(_:animated:)` without animation.
    public var viewControllers: [ViewControllerReference] {
        get { (state["ViewControllers"]?.numbers ?? []).map(ViewControllerReference.numbered) }
        set { setViewControllers(newValue, animated: false) }
    }

    /// What is displayed: a tab, or `moreNavigationController` while More shows its list; nil while there are no tabs.
    ///
    /// Setting it asks no delegate. It may be any of `viewControllers`, also one without an item on the bar, and
    /// `moreNavigationController`, which selects More. Another one is refused (L-1), and so are More while all tabs are on
    /// the bar (L-2) and nil while there are tabs (L-3): nothing changes, which the log says.
    public var selectedViewController: ViewControllerReference? {
        get {
            let state = state
            let selected = ViewControllerReference.numbered(nonzero: state["SelectedViewController"]?.uint64)
            if let more = more(in: state), more == selected { return more }
            return selected
        }
        set {
            using("select view controller \(newValue?.number ?? 0)") { () throws(PluginError) in
                if let newValue, newValue.number == 0 { throw .invalidArgument }
                try Host.setSelectedViewController(newValue?.number ?? 0, of: speaker)
            }
        }
    }

    /// nil while nothing, or More's list, is selected. Setting it asks no delegate; an index that there is not
    /// is logged and changes nothing.
    public var selectedIndex: Int? {
        get { state["SelectedIndex"]?.int.flatMap { $0 == Int64.max ? nil : $0 } }
        set {
            using("select tab \(newValue.map(String.init) ?? "nil")") { () throws(PluginError) in
                try Host.setSelectedIndex(newValue.map(Int64.init) ?? .max, of: speaker)
            }
        }
    }

    /// The tabs that the user may move while customizing; every tab after the tabs were set.
    public var customizableViewControllers: [ViewControllerReference] {
        get { (state["CustomizableViewControllers"]?.numbers ?? []).map(ViewControllerReference.numbered) }
        set {
            using("set customizable tabs") { () throws(PluginError) in
                let numbers = try newValue.enterHost().map(Value.uint64)
                try Host.setProperty("CustomizableViewControllers", .array(of: "t", numbers), of: speaker)
            }
        }
    }

    /// What shows the tabs that the bar has no place for: assign it to `selectedViewController` to select More, or compare
    /// the two. It is never in `viewControllers`. nil in profile tv.
    public var moreNavigationController: NavigationController? { more(in: state) }

    private func more(in state: [String: Value]) -> NavigationController? {
        guard let number = state["MoreNavigationController"]?.uint64, number != 0 else { return nil }
        return NavigationController(standingFor: number)
    }

    /// Whether the user is arranging the tabs.
    public var isCustomizing: Bool { state["Customizing"]?.bool ?? false }

    /// Whether the bar is hidden whatever is displayed.
    public var isTabBarHidden: Bool {
        get { state["TabBarHidden"]?.bool ?? false }
        set {
            using("hide the bar") { () throws(PluginError) in
                try Host.setProperty("TabBarHidden", .bool(newValue), of: speaker)
            }
        }
    }

    /// Says how far the interactive transition of this delegate is, 0 to 1 (`TransitionAnimation.isInteractive`).
    public func updateInteractiveTransition(_ progress: Double) {
        using("drive the transition") { () throws(PluginError) in
            try Host.updateInteractiveTransition(progress, of: speaker)
        }
    }

    /// Ends the interactive transition of this delegate with the new tab.
    public func finishInteractiveTransition() { endInteractiveTransition(isFinished: true) }

    /// Ends the interactive transition of this delegate with the tab that was selected before; nobody is told.
    public func cancelInteractiveTransition() { endInteractiveTransition(isFinished: false) }

    private func endInteractiveTransition(isFinished: Bool) {
        using("end the transition") { () throws(PluginError) in
            try Host.endInteractiveTransition(of: speaker, isFinished: isFinished)
        }
    }

    /// Asked about taps, and told. Not retained. nil when it is not one of this plugin's.
    public var delegate: (any TabBarControllerDelegate)? {
        get { delegating?.tabBarDelegate }
        set {
            guard let delegating else { return }
            delegating.tabBarDelegate = newValue
            delegating.delegatedTabBarController = number
            using("have a delegate") { () throws(PluginError) in
                try Host.setTabBarDelegate(speaker, newValue != nil)
            }
        }
    }

    /// The controller to which the host sends a delegate's questions.
    private var delegating: ViewController? { spokesman == nil ? self : spokesmanController }

    /// An enabled item of the bar was tapped, counted from 0, before any question to a delegate (C-7).
    open func tabBar(_ tabBar: TabBar, didSelect item: Int) {}

    private var state: [String: Value] {
        (try? Host.tabBarController(speaker))?.options ?? [:]
    }
}
