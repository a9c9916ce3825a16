/// The place of the bus that a front end uses.
package enum BusLocation: Hashable, Sendable {
    /// The bus of this session, or another one, by its address.
    case address(String)
    /// The bus of an account on another machine.
    case host(SSHDestination)

    /// The account on another machine; nil for a bus of this machine.
    package var host: SSHDestination? {
        if case .host(let host) = self { host } else { nil }
    }
}

/// What a command tells the user about the connection to another machine.
package enum HostMessage {
    package static func lost(_ host: SSHDestination) -> String { "lost the connection to \(host.name); reconnecting" }

    package static func isBack(_ host: SSHDestination) -> String { "connected to \(host.name) again" }

    /// For a command that ends without a reply. It is never sent again.
    package static func unknownEffect(_ host: SSHDestination) -> String {
        "lost the connection to \(host.name) before the reply; whether the command had an effect is unknown"
    }

    /// The same for a gesture, short enough for a line of a terminal.
    package static func unknownOutcome(_ host: SSHDestination) -> String {
        "the outcome of the last change is unknown: lost the connection to \(host.name)"
    }

    package static func notSent(_ host: SSHDestination) -> String { "not sent: the connection to \(host.name) is lost" }
}
