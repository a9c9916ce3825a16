/// Where plugins run, and what their hosts may use; the configuration's `[isolation]`, `[hosts]` and `[deadlines]`.
package struct HostingConfiguration: Hashable, Sendable {
    /// By plugin; wins over `isolationOfAll` and the manifest.
    package var isolation: [String: Manifest.Isolation] = [:]
    package var isolationOfAll: Manifest.Isolation?
    /// From a host's start until it is ready, in milliseconds.
    package var startDeadline = 5000
    /// How long a host may be silent, in milliseconds.
    package var heartbeat = 2000
    /// How long an action is waited for, in milliseconds.
    package var actionDeadline = 5000
    /// How long a host without controllers is kept, in seconds.
    package var idle = 30
    /// Before the first restart, in milliseconds; five times as long after each further failure.
    package var restartDelay = 100
    /// So many failures within `failureWindow` seconds are the end of restarting.
    package var failures = 3
    package var failureWindow = 300
    /// What a host may use, in MiB.
    package var memory = 512
    /// How many messages a host may send in a second.
    package var messages = 2000

    package init() {}
}
