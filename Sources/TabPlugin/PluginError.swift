internal import CTabPlugin

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
