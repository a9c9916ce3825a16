import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// What an owner may ask of the daemon for a controller of its own. What throws has changed nothing.
@EventLoop
package protocol ContentHost: PluginServices {
    /// Removals first, then the changed entries, parents before children.
    func updateViews(changed: [ViewEntry], removed: [UInt32], of controller: UInt64) throws(DBusError)
    /// Sets the titles of the tab bar item and the navigation item as well (H-3).
    ///
    /// - Parameter isCreating: Whether the instance sets the title in its `create`. Then a title given at creation
    ///   stays. The same holds for titles in the next two functions and in `setProperty`.
    func setTitle(_ title: String, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func setNavigationItem(_ change: NavigationItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError)

    func containers(of controller: UInt64) -> Containers
    /// Whether a plugin may put a view controller of another owner into a list of tabs: a tab of a tab bar controller
    /// within its reach, one that it took out of such a list and that is nowhere else, or one that was handed over to it.
    func isTab(_ controller: UInt64, movableBy plugin: String, owning isOwn: (UInt64) -> Bool) -> Bool
    /// Of the navigation controller that a controller is or is in; so are those that follow.
    func navigationStack(of controller: UInt64) throws(DBusError) -> [UInt64]
    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool
    func setNavigationStack(_ stack: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError)
    func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(DBusError)
    func pop(from controller: UInt64, animated: Bool) throws(DBusError)
    /// Pops until a view controller is on top; 0 is the root.
    func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(DBusError)
    /// Over the outermost container of a controller, in the presented one's style; `popover` are properties of its
    /// `org.tabd.Tabs1.PopoverPresentationController` to begin with, in the form of `setPopoverProperty`.
    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError)
    /// Presents an alert. The owner of the controller hears of the answer with the token. `content` has the keys of the
    /// host table's `present_alert`.
    func presentAlert(
        _ alert: UInt64, from controller: UInt64, content: [String: Variant]
    ) throws(DBusError)
    func dismiss(from controller: UInt64, animated: Bool) throws(DBusError)
    /// Writes a property of `org.tabd.Tabs1.ViewController`.
    func setProperty(_ name: String, to value: Variant, of controller: UInt64, isCreating: Bool) throws(DBusError)
    func restorationIdentifier(of controller: UInt64) throws(DBusError) -> String
    /// Selects the tab in which a controller is.
    func select(_ controller: UInt64) throws(DBusError)
    /// Of the tab bar controller that a controller is or is in; so are the next three.
    func setViewControllers(_ list: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError)
    func setSelectedIndex(_ index: Int64, of controller: UInt64) throws(DBusError)
    /// Selects a tab of that tab bar controller, or its More; 0 is nil.
    func setSelectedViewController(_ selected: UInt64, of controller: UInt64) throws(DBusError)
    func tabBarController(of controller: UInt64) throws(DBusError) -> [String: Variant]

    /// Makes a controller the delegate of the tab bar controller that it is or is in, or ends that.
    func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(DBusError)

    /// Writes a property of the nearest popover: the controller's own, else that of an ancestor (P4). References to views
    /// and items are `(tu)`: a controller's number and the id; (number, 0) of a tab bar controller is its bar. All else
    /// is as in `org.tabd.Tabs1.PopoverPresentationController`.
    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError)
    /// Reads what `setPopoverProperty` writes, and what can only be read.
    ///
    /// - Throws: `UnknownInterface` when there is no popover.
    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant
    /// Makes a controller (0: nobody) the delegate of the nearest popover of another, or of its own.
    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError)

    /// Of the delegate of the tab bar controller that a controller is or is in: drives its interactive transition.
    func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(DBusError)
    func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(DBusError)

    func colorScheme(of controller: UInt64) -> ColorScheme
}

/// What hosting asks of the daemon for controllers whose plugin comes and goes.
@EventLoop
package protocol ControllerHost: ContentHost {
    /// Whether there is a view controller with this number.
    func exists(_ controller: UInt64) -> Bool
    func isNavigationController(_ controller: UInt64) -> Bool
    /// How a controller's owner does; `reason` is a sentence, empty when it is ready.
    func setHealth(_ health: OwnerHealth, reason: String, of controller: UInt64)
    /// Another owner takes a controller over. The last views stay until it sends its own.
    func replaceOwner(of controller: UInt64, with owner: any ContentOwner)
    /// Tells an owner what has been told before: where the controller is, and whether its view is shown.
    func catchUp(_ owner: any ContentOwner, of controller: UInt64)
    /// Keeps the next update cycle of presentations until the result is called: a host that has presented something may
    /// still say how, as long as it has not come back to its loop.
    func holdUpdateCycle() -> @EventLoop () -> Void
    /// What an instance that is made for a controller in another life shall decode; nil for nothing. Told only when it
    /// is another one than before.
    func restorableStateChanged(of controller: UInt64, to state: [String: Variant]?)
    /// An instance has decoded its state (nil), or could not: then that state stays what a further instance shall decode,
    /// until `restorableStateChanged`.
    func noteDecoding(of controller: UInt64, fault: DBusError?)
    /// Destroys a controller that nobody has asked for.
    func discard(_ controller: UInt64)
    /// Destroys a view controller whose `create` has failed, with all that was created within it.
    func discardCreation(of controller: UInt64)
    /// Creates a view controller for code that runs in the `create` of another one; nil for all other code. It goes when
    /// that `create` fails.
    func creating(
        within creator: UInt64?, _ body: () throws(DBusError) -> UInt64
    ) throws(DBusError) -> UInt64
    /// In-process code of a plugin is about to be loaded, or is loaded: to be remembered when the process dies meanwhile.
    func noteLoading(_ plugin: String, isOver: Bool)
    /// Runs in-process code that restores a controller: to be remembered when the process dies meanwhile.
    func whileRestoring(_ controller: UInt64, _ body: () -> Void)
}

/// The state of a view controller on the bus.
package enum OwnerHealth: String, Sendable { case ready, unresponsive, failed, restarting, quarantined }
