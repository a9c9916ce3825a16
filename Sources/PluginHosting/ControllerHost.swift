package import DBusConnection
package import DBusInterface

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
