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

    init(_ status: tab_status) {
        switch status {
        case TAB_ERROR_WRONG_THREAD: self = .wrongThread
        case TAB_ERROR_NOT_SUPPORTED: self = .notSupported
        case TAB_ERROR_INVALID_ARGS: self = .invalidArgs
        case TAB_ERROR_INVALID_ARGUMENT: self = .invalidArgument
        case TAB_ERROR_OUT_OF_RANGE: self = .outOfRange
        case TAB_ERROR_LIMITS_EXCEEDED: self = .limitsExceeded
        case TAB_ERROR_NOT_FOUND: self = .notFound
        default: self = .failed
        }
    }

    var status: tab_status {
        switch self {
        case .failed: TAB_ERROR_FAILED
        case .wrongThread: TAB_ERROR_WRONG_THREAD
        case .notSupported: TAB_ERROR_NOT_SUPPORTED
        case .invalidArgs: TAB_ERROR_INVALID_ARGS
        case .invalidArgument: TAB_ERROR_INVALID_ARGUMENT
        case .outOfRange: TAB_ERROR_OUT_OF_RANGE
        case .limitsExceeded: TAB_ERROR_LIMITS_EXCEEDED
        case .notFound: TAB_ERROR_NOT_FOUND
        }
    }
}
