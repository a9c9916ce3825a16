package import CTabPlugin

/// The entry point of a plugin.
///
/// A plugin exports one function, which calls `start(_:_:)`:
///
/// ```swift
/// final class Hello: ViewController {}
///
/// @c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
///     Plugin.start(host, [Hello.self])
/// }
/// ```
public enum Plugin {
    /// Registers the plugin's view controller classes under their Swift names, which the manifest lists.
    ///
    /// - Parameters:
    ///   - host: The argument of the entry function.
    ///   - classes: All classes that the manifest lists, and those that your code creates.
    /// - Returns: The result of the entry function; nil if the host only supports an older version of the interface.
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

/// The reason why the host, or the handler of an action, refused a call. A refused call changes nothing.
public enum PluginError: Error, Hashable, Sendable {
    /// An internal error; the log has the details.
    case failed
    /// The call came from a thread other than the loop's.
    case wrongThread
    /// The host or the view does not support the operation.
    case notSupported
    /// A value has the wrong type.
    case invalidArgs
    /// A value has the right type, but is not allowed.
    case invalidArgument
    /// An index is outside the bounds of its list.
    case outOfRange
    /// There are too many views, or a text is too long.
    case limitsExceeded
    /// No object has the given number or name.
    case notFound

    private static let statuses: [PluginError: tab_status] = [
        .failed: TAB_ERROR_FAILED, .wrongThread: TAB_ERROR_WRONG_THREAD, .notSupported: TAB_ERROR_NOT_SUPPORTED,
        .invalidArgs: TAB_ERROR_INVALID_ARGS, .invalidArgument: TAB_ERROR_INVALID_ARGUMENT,
        .outOfRange: TAB_ERROR_OUT_OF_RANGE, .limitsExceeded: TAB_ERROR_LIMITS_EXCEEDED,
        .notFound: TAB_ERROR_NOT_FOUND,
    ]

    package init(_ status: tab_status) { self = Self.statuses.first { $0.value == status }?.key ?? .failed }

    var status: tab_status { Self.statuses[self] ?? TAB_ERROR_FAILED }
}

/// The severity of a log line.
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

/// Writes a line to the daemon's log, marked with the plugin's identifier. You can call it on any thread.
public func log(_ level: LogLevel, _ message: String) { Host.log(level, message) }
