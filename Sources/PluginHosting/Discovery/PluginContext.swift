internal import EventLoop
internal import Logging

/// The target of a host table's `context`. It lives as long as the process.
final class PluginContext: Sendable {
    let logger: Logger
    /// nil before the entry function is called, and for ever when it has failed.
    @EventLoop var plugin: LoadedPlugin?

    init(logger: Logger) { self.logger = logger }
}
