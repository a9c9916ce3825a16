internal import DBusConnection
internal import DBusInterface
internal import EventLoop

/// A controller of an isolated plugin, over all lives of its host.
@EventLoop
final class HostedController {
    let number: UInt64
    let className: String
    let arguments: [String: Variant]
    /// Whether the plugin's own code asked for it, and so may ask for another one in its next life.
    let isOfPlugin: Bool
    /// Why no further host is asked for its instance: the last ones have died of that. nil for all others.
    var fault: String?
    /// Of the present life of the host, or of the last one.
    var owner: HostedOwner

    init(
        _ number: UInt64, className: String, arguments: [String: Variant], isOfPlugin: Bool, owner: HostedOwner
    ) {
        self.number = number
        self.className = className
        self.arguments = arguments
        self.isOfPlugin = isOfPlugin
        self.owner = owner
    }
}

/// A view controller of a plugin in a host of its own, as the host keeps it.
@EventLoop
final class HostedInstance {
    let owner: InProcessOwner
    /// The owner's tokens of the questions that wait for an answer, by the daemon's.
    var questions: [UInt64: UInt64] = [:]

    init(_ owner: InProcessOwner) { self.owner = owner }
}
