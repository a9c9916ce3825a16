package import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// What plugin runtimes request from the daemon when a plugin starts, fails or ends. The requests of the plugins
/// themselves are calls of the contract (`PluginContract`).
@EventLoop
package protocol OwnerServices: AnyObject {
    /// The daemon's objects.
    var tree: ObjectTree { get }
    /// Whether the view controller exists.
    func exists(_ controller: ViewControllerID) -> Bool
    func isNavigationController(_ controller: ViewControllerID) -> Bool
    func restorationIdentifier(of controller: ViewControllerID) -> String
    /// Whether a view controller is nowhere: neither a child nor presented.
    func isFree(_ controller: ViewControllerID) -> Bool
    /// Whether a view controller is on a navigation stack, above the root.
    func isPushed(_ controller: ViewControllerID) -> Bool
    /// Whether a view controller has a parent.
    func hasParent(_ controller: ViewControllerID) -> Bool
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
    /// The plugin's code has restored all its instances, and everything that it posted meanwhile has run. The pages that it
    /// creates again exist by now.
    func restorationEnded(ofPlugin id: String)
    /// Destroys a view controller that no client has requested.
    func discard(_ controller: ViewControllerID)
    /// Runs a call that an instance has made in its `create`, which may be over.
    func whileCreating(_ controller: ViewControllerID, _ body: () -> Void)
    /// Destroys a view controller whose `create` has failed, with everything that was created within it.
    func discardCreation(of controller: ViewControllerID)
    /// Sets or clears the crash marker of an in-process plugin that is being loaded.
    func noteLoading(_ plugin: String, isOver: Bool)
    /// Runs in-process code that restores a view controller, with a crash marker.
    func whileRestoring(_ controller: ViewControllerID, _ body: () -> Void)
}

/// The state of a view controller on the bus.
package enum OwnerHealth: Sendable { case ready, unresponsive, failed, restarting, quarantined }
