internal import DBusConnection
internal import DBusInterface

/// A view controller of a plugin in a host of its own, as the host keeps it.
@EventLoop
final class HostedInstance {
    let owner: InProcessOwner
    /// The owner's tokens of the questions that wait for an answer, by the daemon's.
    var questions: [UInt64: UInt64] = [:]

    init(_ owner: InProcessOwner) { self.owner = owner }
}
