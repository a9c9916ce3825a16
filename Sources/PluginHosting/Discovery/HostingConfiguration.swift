/// Which plugins may run, where, and the limits of their processes: `disabled`, `[isolation]`, `[hosts]` and
/// `[deadlines]` of the configuration.
package struct HostingConfiguration: Hashable, Sendable {
    /// The plugins that may not run.
    package var disabled: Set<String> = []
    /// By plugin. Takes precedence over `isolationOfAll` and the manifest.
    package var isolation: [String: Manifest.Isolation] = [:]
    package var isolationOfAll: Manifest.Isolation?
    /// The timeout from a process's start until it is ready, in milliseconds.
    package var startDeadline = 5000
    /// The maximum silence of a plugin process, in milliseconds.
    package var heartbeat = 2000
    /// The timeout of an action, in milliseconds.
    package var actionDeadline = 5000
    /// How long an unused plugin process is kept, in seconds.
    package var idle = 30
    /// The delay before the first restart, in milliseconds. Each further failure makes it five times as long.
    package var restartDelay = 100
    /// This number of failures within `failureWindow` seconds ends restarting.
    package var failures = 3
    package var failureWindow = 300
    /// The memory limit of a plugin process, in MiB.
    package var memory = 512
    /// The maximum number of messages of a plugin process per second.
    package var messages = 2000

    package init() {}
}
