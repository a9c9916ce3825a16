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
