internal import DBusConnection
internal import Logging

/// What a host table's `context` points to; it lives as long as the process.
final class PluginContext: Sendable {
    let logger: Logger
    /// Nil until the entry function has returned: until then there is no controller to ask anything for.
    @EventLoop var plugin: LoadedPlugin?

    init(logger: Logger) { self.logger = logger }
}
