internal import CTabPlugin

/// The way into a plugin. Its whole entry is this function:
///
/// ```swift
/// final class Hello: ViewController {}
///
/// @c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
///     Plugin.start(host, [Hello.self])
/// }
/// ```
public enum Plugin {
    /// Registers the classes under their Swift names, which the manifest lists.
    ///
    /// - Parameter host: What the entry function got.
    /// - Returns: What the entry function returns; nil when the host speaks an older version of the interface.
    public static func start(_ host: UnsafeRawPointer, _ classes: [ViewController.Type]) -> UnsafeRawPointer? {
        let table = host.assumingMemoryBound(to: tab_host_v1.self)
        guard table.pointee.abi_version >= 1 else { return nil }
        Host.adopt(table)
        PluginActor.assumeIsolated {
            for type in classes { Registration.classes[String(describing: type)] = type }
        }
        let result = UnsafeMutablePointer<tab_plugin_v1>.allocate(capacity: 1)
        result.initialize(to: pluginTable())
        return UnsafeRawPointer(result)
    }
}

/// Why the host, or a handler of an action, refused something; nothing was changed.
public enum PluginError: Error, Hashable, Sendable {
    /// Something went wrong inside; the log says what.
    case failed
    /// Called on another thread than the loop's.
    case wrongThread
    /// This host, or this view, can't do that.
    case notSupported
    /// A value of the wrong type.
    case invalidArgs
    /// A value that is not allowed.
    case invalidArgument
    /// An index outside of its list.
    case outOfRange
    /// Too many views, or too long a text.
    case limitsExceeded
    /// Something with that number, or of that name, doesn't exist.
    case notFound

    private static let statuses: [PluginError: tab_status] = [
        .failed: TAB_ERROR_FAILED, .wrongThread: TAB_ERROR_WRONG_THREAD, .notSupported: TAB_ERROR_NOT_SUPPORTED,
        .invalidArgs: TAB_ERROR_INVALID_ARGS, .invalidArgument: TAB_ERROR_INVALID_ARGUMENT,
        .outOfRange: TAB_ERROR_OUT_OF_RANGE, .limitsExceeded: TAB_ERROR_LIMITS_EXCEEDED,
        .notFound: TAB_ERROR_NOT_FOUND,
    ]

    init(_ status: tab_status) { self = Self.statuses.first { $0.value == status }?.key ?? .failed }

    var status: tab_status { Self.statuses[self] ?? TAB_ERROR_FAILED }
}

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
