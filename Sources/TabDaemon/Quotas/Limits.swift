/// What clients and plugins may hold; the configuration's `[limits]` can say otherwise.
struct ClientLimits: Hashable, Sendable {
    /// Charged to who made them, More and its list included; those that were restored are nobody's.
    var viewControllers = Quota(each: 24_000, total: 64_000)
    /// Of clients to windows.
    var attachments = Quota(each: 4096, total: 16_384)
    /// Of clients, for tab bar controllers and popovers.
    var delegates = Quota(each: 8192, total: 16_384)
    /// A client has one at most.
    var subscriptions = Quota(each: 1, total: 4096)
    /// Calls that have no answer yet, because somebody else has to answer first.
    var calls = Quota(each: 1024, total: 16_384)
    /// What view controllers hold: views, arguments, restorable states and texts, in bytes.
    var content = Quota(each: 64 << 20, total: 256 << 20)
    /// Gestures and writes of one client in a second.
    var changes = 20_000
    /// What the values of one message may take, in bytes.
    var message = 16 << 20
}

/// What the views of one controller may be; the configuration's `[limits]` can say otherwise.
struct ViewLimits: Hashable, Sendable {
    /// How many.
    var views = 2000
    /// How deep inside each other, the root counted.
    var depth = 32
    /// The longest string, in bytes.
    var text = 64 << 10
    /// The most pixels of one view, in bytes.
    var pixels = 1 << 20
    /// What all views hold together, in bytes.
    var content = 16 << 20
}

/// How much of one thing a client may hold, and all of them together.
struct Quota: Hashable, Sendable {
    var each: Int
    var total: Int

    /// What is kept for those who hold next to nothing.
    private var reserve: Int { total / 8 }
    private var nextToNothing: Int { max(1, total / 2048) }

    /// How much more a client may have that holds `own` of what is `used`.
    ///
    /// Nobody may hold more than that leaves free for the others: so each of many that take what they get takes less than
    /// the one before, and who comes last still finds something.
    func room(own: Int, used: Int) -> Int {
        let free = max(0, total - used)
        let fair = (free - reserve - own) / 2
        return max(0, min(free, each - own, max(fair, nextToNothing - own)))
    }
}
