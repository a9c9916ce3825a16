internal import DBusConnection
internal import EventLoop
internal import Logging

/// What a host table's `context` points to; it lives as long as the process.
final class PluginContext: Sendable {
    let logger: Logger
    /// Nil before the entry function is called, and for good when it has failed.
    @EventLoop var plugin: LoadedPlugin?

    init(logger: Logger) { self.logger = logger }
}
