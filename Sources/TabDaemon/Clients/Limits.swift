/// The quotas of clients and plugins. `[limits]` in the configuration overrides them.
struct ClientLimits: Hashable, Sendable {
    /// View controllers, including More and its list. They count for their creator, then for the session.
    var viewControllers = Quota(each: 24_000, total: 64_000)
    /// Attachments of clients to windows.
    var attachments = Quota(each: 4096, total: 16_384)
    /// Delegates of tab bar controllers and popovers that are clients.
    var delegates = Quota(each: 8192, total: 16_384)
    /// Subscriptions; at most one per client.
    var subscriptions = Quota(each: 1, total: 4096)
    /// Classes of view controllers that clients offer.
    var classes = Quota(each: 256, total: 4096)
    /// Private connections, and tokens for them that are not used yet.
    var connections = Quota(each: 16, total: 256)
    /// Calls whose reply waits for a client or a plugin process.
    var calls = Quota(each: 1024, total: 16_384)
    /// Content of view controllers in bytes: views, arguments, restorable states and texts.
    var content = Quota(each: 64 << 20, total: 256 << 20)
    /// Images that clients have added or plugins use.
    var images = Quota(each: 1024, total: 8192)
    /// The encoded data of images, in bytes.
    var imageContent = Quota(each: 16 << 20, total: 64 << 20)
    /// The encoded data of one image, in bytes.
    var image = 4 << 20
    /// Gestures and writes of one client per second.
    var changes = 20_000
    /// The size of the values of one message, in bytes.
    var message = 16 << 20
}

/// The limits of the views of one view controller. `[limits]` in the configuration overrides them.
struct ViewLimits: Hashable, Sendable {
    /// The number of views.
    var views = 2000
    /// The depth of nesting, including the root.
    var depth = 32
    /// The length of a string, in bytes.
    var text = 64 << 10
    /// The pixels of one view, in bytes.
    var pixels = 1 << 20
    /// The content of all views, in bytes.
    var content = 16 << 20
}

/// The limits of one resource: for each client, and for all together.
struct Quota: Hashable, Sendable {
    /// The limit for one client.
    var each: Int
    /// The limit for all clients together.
    var total: Int

    /// What is set aside for the session, which has what was restored and what outlives its client. It does not count
    /// against the limit of all clients: they can't use it up, and find room after a restart. So all together have at most
    /// one and a quarter times the limit.
    private var sessionShare: Int { total / 4 }

    /// The part that only clients with a small share can use.
    private var reserve: Int { total / 8 }
    private var smallShare: Int { max(1, total / 2048) }

    /// Returns what counts against the limit of all clients.
    ///
    /// - Parameters:
    ///   - total: What clients, plugins and the session have.
    ///   - session: What the session has of it.
    func used(_ total: Int, session: Int) -> Int { total - min(session, sessionShare) }

    /// Returns how much more the session can get: its share in any case, and up to twice as much while clients leave it.
    func sessionRoom(own: Int, used: Int) -> Int {
        max(0, sessionShare - own, min(2 * sessionShare - own, total - used))
    }

    /// Returns how much more a client can get. `own` is its share of `used`.
    ///
    /// Fair share: half of what is free, minus the reserve. Each greedy client gets less than the one before, and the
    /// last one still gets a small share.
    func room(own: Int, used: Int) -> Int {
        let free = max(0, total - used)
        let fair = (free - reserve - own) / 2
        return max(0, min(free, each - own, max(fair, smallShare - own)))
    }
}
