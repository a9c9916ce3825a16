package import DBusInterface
package import EventLoop
package import TabInterface

/// What an owner may request for one of its own view controllers. A request that throws has changed nothing.
@EventLoop
package protocol ViewControllerServices: Sendable {
    /// Removals come first, then the changed entries, parents before children.
    func updateViews(changed: [ViewEntry], removed: [UInt32]) throws(DBusError)
    /// Sets the titles of the tab bar item and the navigation item as well (H-3).
    func setTitle(_ title: String) throws(DBusError)
    /// `change` has a key for each property to set, and `Replacement` if the others get their defaults.
    func setTabBarItem(_ change: [String: Variant]) throws(DBusError)
    /// `change` has a key for each of `Title`, `LeftItems`, `RightItems`, `HidesBackButton` and `ToolbarItems` to set.
    func setNavigationItem(_ change: [String: Variant]) throws(DBusError)
    /// Writes a property of `org.tabd.Tabs1.ViewController`.
    func setProperty(_ name: String, to value: Variant) throws(DBusError)
    func restorationIdentifier() -> String

    var parent: ViewControllerID? { get }
    var presentingViewController: ViewControllerID? { get }
    /// Returns the parent, navigation controller, tab bar controller and presenting view controller.
    func containers() -> [ViewControllerID?]
    /// Whether a plugin may put a view controller of another owner into a list of tabs: a tab of a tab bar controller
    /// within its reach, one that it removed from such a list and that is nowhere else, or one that was handed to it.
    func isTab(movableBy plugin: String, owning isOwn: (ViewControllerID) -> Bool) -> Bool
    /// The navigation controller is the view controller itself, or the one around it. The same holds for the next
    /// functions.
    func navigationStack() throws(DBusError) -> [ViewControllerID]
    func isToolbarHidden() throws(DBusError) -> Bool
    func setNavigationStack(_ stack: [ViewControllerID], animated: Bool) throws(DBusError)
    func push(_ pushed: ViewControllerID, animated: Bool) throws(DBusError)
    func pop(animated: Bool) throws(DBusError)
    /// Pops until a view controller is on top; nil is the root.
    func pop(to target: ViewControllerID?, animated: Bool) throws(DBusError)
    /// Presents over the outermost container, in the presented view controller's style. `popover` are the initial
    /// properties of its `org.tabd.Tabs1.PopoverPresentationController`, in the form of `setPopoverProperty`.
    func present(_ presented: ViewControllerID, animated: Bool, popover: [String: Variant]) throws(DBusError)
    /// Presents an alert. The owner is notified of the answer with the token. `content` has the keys of the host
    /// table's `present_alert`.
    func presentAlert(_ alert: UInt64, content: [String: Variant]) throws(DBusError)
    func dismiss(animated: Bool) throws(DBusError)
    /// Selects the tab that contains the view controller.
    func select() throws(DBusError)
    /// The tab bar controller is the view controller itself, or the one around it. The same holds for the next
    /// functions.
    func setViewControllers(_ list: [ViewControllerID], animated: Bool) throws(DBusError)
    func setSelectedIndex(_ index: Int64) throws(DBusError)
    /// Selects a tab of that tab bar controller, or its More.
    func setSelectedViewController(_ selected: ViewControllerID?) throws(DBusError)
    func viewControllers() throws(DBusError) -> [ViewControllerID]
    func tabBarProperties() throws(DBusError) -> [String: Variant]
    /// Makes the view controller the delegate of that tab bar controller, or ends that.
    func setTabBarDelegate(_ isDelegate: Bool) throws(DBusError)
    /// Drives the interactive transition of that tab bar controller.
    func updateInteractiveTransition(_ progress: Double) throws(DBusError)
    func endInteractiveTransition(isFinished: Bool) throws(DBusError)

    /// Writes a property of the nearest popover: the view controller's own, else an ancestor's (P4). References to
    /// views and items are `(tu)`: a view controller's number and the id; (number, 0) of a tab bar controller is its
    /// bar. Otherwise the types are those of `org.tabd.Tabs1.PopoverPresentationController`.
    func setPopoverProperty(_ name: String, to value: Variant) throws(DBusError)
    /// Reads a property of the nearest popover.
    ///
    /// - Throws: `UnknownInterface` without a popover.
    func popoverProperty(_ name: String) throws(DBusError) -> Variant
    /// Makes a view controller the delegate of the nearest popover of another one, or of its own.
    func setPopoverDelegate(_ delegate: ViewControllerID?) throws(DBusError)

    var colorScheme: ColorScheme { get }
}

/// What plugin runtimes request from the daemon when a plugin starts, fails or ends.
@EventLoop
package protocol OwnerServices: PluginServices {
    /// - Parameter isCreating: Whether the instance calls from its `create`. Then a title from the creation's options
    ///   stays.
    func services(of controller: ViewControllerID, isCreating: Bool) -> any ViewControllerServices
    /// Whether the view controller exists.
    func exists(_ controller: ViewControllerID) -> Bool
    func isNavigationController(_ controller: ViewControllerID) -> Bool
    /// Sets the health of a view controller's owner. `reason` is a sentence, empty when it is ready.
    func setHealth(_ health: OwnerHealth, reason: String, of controller: ViewControllerID)
    /// Replaces the owner of a view controller. The last views stay until the new owner sends its own.
    func replaceOwner(of controller: ViewControllerID, with owner: any ContentOwner)
    /// Repeats earlier notifications to an owner: the place of the view controller, and whether its view is shown.
    func catchUp(_ owner: any ContentOwner, of controller: ViewControllerID)
    /// Delays the next update cycle of presentations until the result is called: a plugin process that has presented
    /// something may still configure it before it returns to its loop.
    func holdUpdateCycle() -> @EventLoop () -> Void
    /// The state that a future instance decodes; nil for none. Called only for a different state.
    func restorableStateChanged(of controller: ViewControllerID, to state: [String: Variant]?)
    /// An instance has decoded its state (nil), or could not. Then future instances decode the same state, until
    /// `restorableStateChanged`.
    func noteDecoding(of controller: ViewControllerID, error: DBusError?)
    /// Destroys a view controller that no client has requested.
    func discard(_ controller: ViewControllerID)
    /// Destroys a view controller whose `create` has failed, with everything that was created within it.
    func discardCreation(of controller: ViewControllerID)
    /// Creates a view controller for code in the `create` of another one; nil for all other code. It is destroyed when
    /// that `create` fails.
    func creating(
        within creator: ViewControllerID?, _ body: () throws(DBusError) -> ViewControllerID
    ) throws(DBusError) -> ViewControllerID
    /// Sets or clears the crash marker of an in-process plugin that is being loaded.
    func noteLoading(_ plugin: String, isOver: Bool)
    /// Runs in-process code that restores a view controller, with a crash marker.
    func whileRestoring(_ controller: ViewControllerID, _ body: () -> Void)
}

extension OwnerServices {
    package func services(of controller: ViewControllerID) -> any ViewControllerServices {
        services(of: controller, isCreating: false)
    }

    package func runCommand<each In>(
        _ command: PluginCommand<repeat each In>, of controller: ViewControllerID, isCreating: Bool,
        _ argument: repeat each In
    ) throws(DBusError) {
        try command.run(services(of: controller, isCreating: isCreating))(repeat each argument)
    }

    package func runQuery<Out, each In>(
        _ query: PluginQuery<Out, repeat each In>, about controller: ViewControllerID, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        try query.run(services(of: controller))(repeat each argument)
    }
}

/// The state of a view controller on the bus.
package enum OwnerHealth: String, Sendable { case ready, unresponsive, failed, restarting, quarantined }
