import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// The requests of an owner about its own view controllers. A request that throws has changed nothing.
@EventLoop
package protocol ViewControllerServices: PluginServices {
    /// Removals come first, then the changed entries, parents before children.
    func updateViews(changed: [ViewEntry], removed: [UInt32], of controller: UInt64) throws(DBusError)
    /// Sets the titles of the tab bar item and the navigation item as well (H-3).
    ///
    /// - Parameter isCreating: Whether the instance sets the title in its `create`. Then a title from the creation's
    ///   options stays. The same holds for the next two functions and `setProperty`.
    func setTitle(_ title: String, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func setNavigationItem(_ change: NavigationItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError)

    func containers(of controller: UInt64) -> Containers
    /// Whether a plugin may put a view controller of another owner into a list of tabs: a tab of a tab bar controller
    /// within its reach, one that it removed from such a list and that is nowhere else, or one that was handed to it.
    func isTab(_ controller: UInt64, movableBy plugin: String, owning isOwn: (UInt64) -> Bool) -> Bool
    /// The navigation controller is the given view controller, or the one around it. The same holds for the next
    /// functions.
    func navigationStack(of controller: UInt64) throws(DBusError) -> [UInt64]
    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool
    func setNavigationStack(_ stack: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError)
    func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(DBusError)
    func pop(from controller: UInt64, animated: Bool) throws(DBusError)
    /// Pops until a view controller is on top; 0 is the root.
    func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(DBusError)
    /// Presents over the outermost container, in the presented view controller's style. `popover` are the initial
    /// properties of its `org.tabd.Tabs1.PopoverPresentationController`, in the form of `setPopoverProperty`.
    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError)
    /// Presents an alert. The owner is notified of the answer with the token. `content` has the keys of the host
    /// table's `present_alert`.
    func presentAlert(
        _ alert: UInt64, from controller: UInt64, content: [String: Variant]
    ) throws(DBusError)
    func dismiss(from controller: UInt64, animated: Bool) throws(DBusError)
    /// Writes a property of `org.tabd.Tabs1.ViewController`.
    func setProperty(_ name: String, to value: Variant, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func restorationIdentifier(of controller: UInt64) throws(DBusError) -> String
    /// Selects the tab that contains a view controller.
    func select(_ controller: UInt64) throws(DBusError)
    /// The tab bar controller is the given view controller, or the one around it. The same holds for the next three
    /// functions.
    func setViewControllers(_ list: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError)
    func setSelectedIndex(_ index: Int64, of controller: UInt64) throws(DBusError)
    /// Selects a tab of that tab bar controller, or its More; 0 is nil.
    func setSelectedViewController(_ selected: UInt64, of controller: UInt64) throws(DBusError)
    func tabBarController(of controller: UInt64) throws(DBusError) -> [String: Variant]

    /// Makes a view controller the delegate of the tab bar controller that it is or is in, or ends that.
    func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(DBusError)

    /// Writes a property of the nearest popover: the view controller's own, else an ancestor's (P4). References to
    /// views and items are `(tu)`: a view controller's number and the id; (number, 0) of a tab bar controller is its
    /// bar. Otherwise the types are those of `org.tabd.Tabs1.PopoverPresentationController`.
    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError)
    /// Reads a property of the nearest popover.
    ///
    /// - Throws: `UnknownInterface` without a popover.
    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant
    /// Makes a view controller (0 for none) the delegate of the nearest popover of another one, or of its own.
    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError)

    /// Drives the interactive transition of the tab bar controller that a delegate is or is in.
    func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(DBusError)
    func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(DBusError)

    func colorScheme(of controller: UInt64) -> ColorScheme
}

/// What plugin runtimes request from the daemon when a plugin starts, fails or ends.
@EventLoop
package protocol OwnerServices: ViewControllerServices {
    /// Whether a view controller has this number.
    func exists(_ controller: UInt64) -> Bool
    func isNavigationController(_ controller: UInt64) -> Bool
    /// Sets the health of a view controller's owner. `reason` is a sentence, empty when it is ready.
    func setHealth(_ health: OwnerHealth, reason: String, of controller: UInt64)
    /// Replaces the owner of a view controller. The last views stay until the new owner sends its own.
    func replaceOwner(of controller: UInt64, with owner: any ContentOwner)
    /// Repeats earlier notifications to an owner: the place of the view controller, and whether its view is shown.
    func catchUp(_ owner: any ContentOwner, of controller: UInt64)
    /// Delays the next update cycle of presentations until the result is called: a plugin process that has presented
    /// something may still configure it before it returns to its loop.
    func holdUpdateCycle() -> @EventLoop () -> Void
    /// The state that a future instance decodes; nil for none. Called only for a different state.
    func restorableStateChanged(of controller: UInt64, to state: [String: Variant]?)
    /// An instance has decoded its state (nil), or could not. Then future instances decode the same state, until
    /// `restorableStateChanged`.
    func noteDecoding(of controller: UInt64, error: DBusError?)
    /// Destroys a view controller that no client has requested.
    func discard(_ controller: UInt64)
    /// Destroys a view controller whose `create` has failed, with everything that was created within it.
    func discardCreation(of controller: UInt64)
    /// Creates a view controller for code in the `create` of another one; nil for all other code. It is destroyed when
    /// that `create` fails.
    func creating(
        within creator: UInt64?, _ body: () throws(DBusError) -> UInt64
    ) throws(DBusError) -> UInt64
    /// Sets or clears the crash marker of an in-process plugin that is being loaded.
    func noteLoading(_ plugin: String, isOver: Bool)
    /// Runs in-process code that restores a view controller, with a crash marker.
    func whileRestoring(_ controller: UInt64, _ body: () -> Void)
}

/// The state of a view controller on the bus.
package enum OwnerHealth: String, Sendable { case ready, unresponsive, failed, restarting, quarantined }
