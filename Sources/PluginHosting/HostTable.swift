internal import BusValues
internal import CTabPlugin
internal import DBusConnection
internal import Logging

/// Makes the functions that a plugin calls; the table lives as long as the process.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> UnsafePointer<tab_host_v1> {
    var table = tab_host_v1()
    table.size = MemoryLayout<tab_host_v1>.size
    table.abi_version = UInt32(TAB_PLUGIN_ABI_VERSION)
    table.context = context
    table.post = { host, function, context in
        guard let function else { return }
        let call = Call(function: function, context: context)
        let context = pluginContext(host)
        // What other threads post belongs to nothing.
        let origin = EventLoop.isCurrent ? EventLoop.assumeIsolated { context?.plugin?.restorations.notePost() } : nil
        EventLoop.post {
            let plugin = context?.plugin
            plugin?.willRun()
            guard let origin, let plugin else { return call.run() }
            plugin.restorations.run({ call.run() }, of: origin)
        }
    }
    table.log = { host, level, message in
        guard let context = pluginContext(host) else { return }
        let text = String(message) ?? "(a message that is not UTF-8)"
        context.logger.log(level: Logger.Level(level), "\(text)")
    }
    fillContent(&table)
    fillContainers(&table)
    fillPresentations(&table)
    fillEnvironment(&table)
    let result = UnsafeMutablePointer<tab_host_v1>.allocate(capacity: 1)
    result.initialize(to: table)
    return UnsafePointer(result)
}

extension Logger.Level {
    fileprivate init(_ level: tab_log_level) {
        switch level {
        case TAB_LOG_DEBUG: self = .debug
        case TAB_LOG_INFO: self = .info
        case TAB_LOG_WARNING: self = .warning
        default: self = .error
        }
    }
}
