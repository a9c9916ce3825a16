/// What the daemon is doing while code of an owner can call it again, and with it what is legal at that moment.
/// Activities overlap and nest: a gesture delivers events, and an event is a callback of a plugin.
struct Reentrancy {
    enum Activity: Int, CaseIterable {
        /// Events are being delivered. A command changes the model at once; its events wait until the present ones are
        /// delivered.
        case delivery
        /// An owner handles a callback. A command of a plugin is checked at once and runs after the callback (`S-24`).
        case callback
        /// A gesture or a selection has not reached its end or its question. Deferred commands wait for it.
        case gesture
        /// A plugin process is still in the callback in which it presented a view controller. Views are laid out, but
        /// the update cycle of presentations waits: the process may still configure what it presented.
        case presentation
        /// The state is being restored from the store. A crash of an owner's code counts against its view controller at
        /// once.
        case restoration
    }

    private var depths = [Int](repeating: 0, count: Activity.allCases.count)

    func isIn(_ activity: Activity) -> Bool { depths[activity.rawValue] > 0 }

    mutating func begin(_ activity: Activity) { depths[activity.rawValue] += 1 }

    mutating func end(_ activity: Activity) { depths[activity.rawValue] -= 1 }

    // MARK: Rules

    /// Whether events are delivered at once; otherwise they are added to those that are being delivered.
    var startsDelivery: Bool { !isIn(.delivery) }

    /// Whether a command of a plugin waits for the end of the callback.
    var defersCommands: Bool { isIn(.callback) }

    /// Whether deferred commands run.
    var runsDeferredCommands: Bool { !isIn(.callback) && !isIn(.gesture) }

    /// Whether the end of a turn runs the update cycle of presentations.
    var runsUpdateCycle: Bool { !isIn(.presentation) }
}
