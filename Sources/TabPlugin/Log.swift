internal import CTabPlugin

/// How much a line in the log matters.
public enum LogLevel: Sendable {
    case debug, info, warning, error

    var code: tab_log_level {
        switch self {
        case .debug: TAB_LOG_DEBUG
        case .info: TAB_LOG_INFO
        case .warning: TAB_LOG_WARNING
        case .error: TAB_LOG_ERROR
        }
    }
}

/// Writes a line into the daemon's log, marked with the plugin's id; on any thread.
public func log(_ level: LogLevel, _ message: String) { Host.log(level, message) }
