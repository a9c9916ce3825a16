package import EventLoop

/// The state of a front end's attachment to the daemon. What front ends show is a function of it.
package enum AttachmentState: Hashable, Sendable {
    /// The first daemon has not replied yet.
    case connecting
    /// The current daemon has replied, and its signals arrive.
    case attached
    /// The attached daemon is asked again, after the end of the private connection or a time without signals.
    case reattaching
    /// Another daemon has replaced the attached one, and has not replied yet.
    case daemonReplaced
    /// The daemon ended. The next one is not running, or has not replied yet.
    case daemonAway
    /// The bus of this machine ended. The next one is not running, or its daemon has not replied yet.
    case busAway
    /// The connection to another machine is lost. The reason follows once it is known.
    case hostAway(SSHDestination, reason: String?)
    case ended

    /// Whether the state can change to another one. The reason of `hostAway` can change as well.
    package func canBecome(_ next: AttachmentState) -> Bool {
        switch (self, next) {
        case (.ended, _), (_, .connecting), (.connecting, .busAway), (.busAway, .hostAway), (.hostAway, .busAway): false
        case (_, .reattaching): self == .attached
        case (_, .daemonReplaced): self == .attached || self == .reattaching
        case (_, .attached), (_, .daemonAway), (_, .busAway), (_, .hostAway), (_, .ended): true
        }
    }

    /// Whether the attached daemon ended, or can't be reached.
    package var isLoss: Bool {
        switch self {
        case .daemonReplaced, .daemonAway, .busAway, .hostAway: true
        case .connecting, .attached, .reattaching, .ended: false
        }
    }
}

/// The observer of an attachment's state.
@EventLoop
package protocol AttachmentObserver: AnyObject {
    func stateChanged(from old: AttachmentState, to state: AttachmentState)
}
