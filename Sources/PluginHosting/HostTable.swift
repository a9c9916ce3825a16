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
        let plugin = pluginContext(host)
        EventLoop.post {
            plugin?.plugin?.willRun()
            call.run()
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
