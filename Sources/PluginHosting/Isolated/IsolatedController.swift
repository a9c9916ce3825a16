internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// A view controller of an isolated plugin, across restarts of its process.
@EventLoop
final class IsolatedController {
    let number: ViewControllerID
    let className: String
    let arguments: [String: Variant]
    /// Whether the plugin's own code requested it, and may request another one in its next life.
    let isOfPlugin: Bool
    /// The reason why its instance is skipped: it crashed earlier processes. nil for all others.
    var exclusionReason: String?
    /// The owner in the current life of the process, or in the last one.
    var owner: IsolatedOwner

    init(
        _ number: ViewControllerID, className: String, arguments: [String: Variant], isOfPlugin: Bool,
        owner: IsolatedOwner
    ) {
        self.number = number
        self.className = className
        self.arguments = arguments
        self.isOfPlugin = isOfPlugin
        self.owner = owner
    }
}

/// A view controller in a plugin process, on that process's side.
@EventLoop
final class HostedInstance {
    let owner: InProcessOwner
    /// The owner's tokens of open questions, by the daemon's tokens.
    var questions: [UInt64: UInt64] = [:]

    init(_ owner: InProcessOwner) { self.owner = owner }
}
