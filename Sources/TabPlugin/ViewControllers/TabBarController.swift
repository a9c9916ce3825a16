internal import CTabPlugin

/// A container that shows tabs and a tab bar.
///
/// Get the tab bar controller that contains a view controller from its `tabBarController`. A plugin can also offer a
/// subclass, which has `superclass = "TabBarController"` in the manifest.
///
/// - Warning: Changes of tabs, stacks, selection and presentations inside a callback are deferred until the current
///   transition is over. Until then the properties have their old values. Exceptions are the delegate methods
///   `shouldSelect`, `didSelect` and `didEndCustomizing`, in which changes are immediate.
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
    /// The number of the plugin's view controller inside another owner's tab bar controller, which is named in calls of
    /// the host; nil if this is the plugin's own.
    private var relayNumber: UInt64?
    private weak var relayController: ViewController?

    public required init(arguments: [String: Value] = [:]) { super.init(arguments: arguments) }

    /// Creates a proxy of another owner's tab bar controller.
    convenience init(_ number: UInt64, seenFrom viewController: ViewController) {
        self.init(proxyFor: number)
        relayNumber = viewController.number
        relayController = viewController
    }

    private var relay: UInt64 { relayNumber ?? number }

    override var isContainer: Bool { true }

    /// The tab bar. It can be the anchor of a popover.
    public var tabBar: TabBar { TabBar(self) }

    /// Replaces the tabs. The delegate is not asked. Each new tab leaves its previous container.
    ///
    /// The list may contain view controllers of this plugin, and these of other owners:
    ///
    /// - tabs of this tab bar controller, or of any other that is yours or has one of your view controllers as a tab;
    /// - view controllers that you removed from such a list, as long as they are in no other container;
    /// - view controllers whose object paths are in the arguments of one of your view controllers
    ///   (`Value.viewControllers`).
    ///
    /// If the list contains any other view controller, the host logs an error and nothing changes.
    public func setViewControllers(_ viewControllers: [ViewControllerReference], animated: Bool) {
        attempt("set tabs") { () throws(PluginError) in
            let numbers = try viewControllers.registerWithHost()
            try Host.call { table, host, arena in
                table.set_view_controllers?(host, relay, arena.list(numbers), numbers.count, animated)
            }
        }
        for viewController in viewControllers { viewController.viewController?.updateRetentionLater() }
    }

    /// The tabs, including those of other owners. Setting them is the same as calling `setViewControllers(_:animated:)`
    /// without animation.
    public var viewControllers: [ViewControllerReference] {
        get { (state["ViewControllers"]?.numbers ?? []).map(ViewControllerReference.numbered) }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The selected tab, or `moreNavigationController` while the More list is displayed; nil if there are no tabs.
    ///
    /// You can set it to any of `viewControllers`, even one without an item on the bar, and to
    /// `moreNavigationController` to select More. The delegate is not asked. The host logs an error and nothing changes
    /// if the view controller is not a tab, if it is More although all tabs are on the bar, or if it is nil although
    /// there are tabs.
    public var selectedViewController: ViewControllerReference? {
        get {
            let state = state
            let selected = ViewControllerReference.numbered(nonzero: state["SelectedViewController"]?.uint64)
            if let more = more(in: state), more == selected { return more }
            return selected
        }
        set {
            request("select view controller \(newValue?.number ?? 0)") { table, host, _ in
                guard newValue?.number != 0 else { return TAB_ERROR_INVALID_ARGUMENT }
                return table.set_selected_view_controller?(host, relay, newValue?.number ?? 0)
            }
        }
    }

    /// The index of the selected tab; nil if there is none or the More list is displayed.
    ///
    /// Setting it does not ask the delegate. If the index is out of bounds, the host logs an error and nothing changes.
    public var selectedIndex: Int? {
        get { state["SelectedIndex"]?.int.flatMap { $0 == Int64.max ? nil : $0 } }
        set {
            request("select tab \(newValue.map(String.init) ?? "nil")") { table, host, _ in
                table.set_selected_index?(host, relay, newValue.map(Int64.init) ?? .max)
            }
        }
    }

    /// The tabs that the user can move while customizing. Setting the tabs resets it to all tabs.
    public var customizableViewControllers: [ViewControllerReference] {
        get { (state["CustomizableViewControllers"]?.numbers ?? []).map(ViewControllerReference.numbered) }
        set {
            attempt("set customizable tabs") { () throws(PluginError) in
                let numbers = try newValue.registerWithHost().map(Value.uint64)
                try Host.setProperty("CustomizableViewControllers", .array(of: "t", numbers), of: relay)
            }
        }
    }

    /// The navigation controller that shows the tabs without an item on the bar; nil in the profile `tv`.
    ///
    /// Assign it to `selectedViewController` to select More. It is never in `viewControllers`.
    public var moreNavigationController: NavigationController? { more(in: state) }

    private func more(in state: [String: Value]) -> NavigationController? {
        guard let number = state["MoreNavigationController"]?.uint64, number != 0 else { return nil }
        return NavigationController(proxyFor: number)
    }

    /// Whether the user is customizing the tabs.
    public var isCustomizing: Bool { state["Customizing"]?.bool ?? false }

    /// Whether the bar is hidden, regardless of the displayed view controller.
    public var isTabBarHidden: Bool {
        get { state["TabBarHidden"]?.bool ?? false }
        set {
            attempt("hide the bar") { () throws(PluginError) in
                try Host.setProperty("TabBarHidden", .bool(newValue), of: relay)
            }
        }
    }

    /// Whether the focus system moves a focus through the bar and the content, as `UIFocusSystem` does for a remote
    /// control, the keys of a keyboard or a rotary control. The default is true in the profile `tv`, otherwise false.
    ///
    /// A focused view is `ViewController.preferredFocusedView` first; views take part with `View.isFocusable`.
    public var isFocusEnabled: Bool {
        get { (try? Host.propertyValue("FocusEnabled", of: relay).bool) ?? false }
        set {
            attempt("switch the focus on or off") { () throws(PluginError) in
                try Host.setProperty("FocusEnabled", .bool(newValue), of: relay)
            }
        }
    }

    /// Reports the progress of the delegate's interactive transition (`TransitionAnimation.isInteractive`).
    ///
    /// - Parameter progress: A number from 0 to 1.
    public func updateInteractiveTransition(_ progress: Double) {
        request("drive the transition") { table, host, _ in
            table.update_interactive_transition?(host, relay, progress)
        }
    }

    /// Completes the delegate's interactive transition. The new tab is selected.
    public func finishInteractiveTransition() { endInteractiveTransition(isFinished: true) }

    /// Cancels the delegate's interactive transition. The previous tab stays selected, and the delegate is not
    /// notified.
    public func cancelInteractiveTransition() { endInteractiveTransition(isFinished: false) }

    private func endInteractiveTransition(isFinished: Bool) {
        request("end the transition") { table, host, _ in
            table.end_interactive_transition?(host, relay, isFinished)
        }
    }

    /// The object that decides about the user's taps and is notified of changes. It is not retained.
    ///
    /// nil if there is none or it belongs to another owner.
    public var delegate: (any TabBarControllerDelegate)? {
        get { delegating?.tabBarDelegate }
        set {
            guard let delegating else { return }
            delegating.tabBarDelegate = newValue
            delegating.delegatedTabBarController = number
            request("set its delegate") { table, host, _ in
                table.set_delegate?(host, relay, TAB_DELEGATE_TAB_BAR_CONTROLLER, newValue != nil)
            }
        }
    }

    /// The view controller to which the host sends the questions for the delegate.
    private var delegating: ViewController? { relayNumber == nil ? self : relayController }

    /// The user tapped an enabled item of the bar. Called before the delegate is asked.
    ///
    /// - Parameter item: The index of the item on the bar.
    open func tabBar(_ tabBar: TabBar, didSelect item: Int) {}

    private var state: [String: Value] {
        let state = try? Host.value { table, host, _, context in
            table.tab_bar_controller?(host, relay, receiveValue, context)
        }
        return state?.options ?? [:]
    }
}
