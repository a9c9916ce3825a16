package import DBusInterface

/// The reason why a call has no reply of the daemon.
package enum MissingReply: Hashable, Sendable {
    /// No daemon runs, and the bus can't start one.
    case notRunning
    /// The bus failed to start the daemon.
    case notStarted
    /// The daemon ended before it replied.
    case ended
    /// The daemon did not reply in time.
    case late
    /// The bus reports that a time is over.
    case timedOut
    /// The connection is closed.
    case disconnected

    /// Returns nil for an error that the daemon sent.
    package init?(_ error: DBusError) {
        guard error.name.hasPrefix(DBusError.standardPrefix) else { return nil }
        switch error.name.dropFirst(DBusError.standardPrefix.count) {
        case "ServiceUnknown", "NameHasNoOwner": self = .notRunning
        case let name where name.hasPrefix("Spawn."): self = .notStarted
        case "NoReply": self = error.message.contains("disconnected") ? .ended : .late
        case "Timeout", "TimedOut": self = .timedOut
        case "Disconnected": self = .disconnected
        default: return nil
        }
    }

    package var isTimeout: Bool { self == .late || self == .timedOut }

    /// Whether the daemon or the bus is missing.
    package var isUnavailable: Bool { !isTimeout }
}
