internal import CTabPlugin
internal import DBusInterface
internal import TabInterface

extension tab_status {
    /// Returns the status for a plugin, from an error of the daemon.
    init(_ error: DBusError) {
        switch error.tabError {
        case .invalidArgument: self = TAB_ERROR_INVALID_ARGUMENT
        case .outOfRange: self = TAB_ERROR_OUT_OF_RANGE
        default:
            switch error.name {
            case DBusError.invalidArgs("").name: self = TAB_ERROR_INVALID_ARGS
            case DBusError.limitsExceeded("").name: self = TAB_ERROR_LIMITS_EXCEEDED
            case DBusError.notSupported("").name: self = TAB_ERROR_NOT_SUPPORTED
            case DBusError.unknownObject("").name, DBusError.unknownInterface("").name: self = TAB_ERROR_NOT_FOUND
            case DBusError.unknownProperty("").name: self = TAB_ERROR_INVALID_ARGUMENT
            case DBusError.propertyReadOnly("").name: self = TAB_ERROR_NOT_SUPPORTED
            default: self = TAB_ERROR_FAILED
            }
        }
    }

    /// Returns the error for a caller on the bus when a plugin returned this status for `what`; nil for success.
    func error(_ what: String) -> DBusError? {
        switch self {
        case TAB_OK: nil
        case TAB_ERROR_NOT_SUPPORTED: .notSupported("the plugin does not handle \(what)")
        case TAB_ERROR_INVALID_ARGS: .invalidArgs("the plugin expects a value of another type for \(what)")
        case TAB_ERROR_INVALID_ARGUMENT: .invalidArgument("the plugin does not accept this value for \(what)")
        case TAB_ERROR_OUT_OF_RANGE: .outOfRange("the plugin does not accept this index for \(what)")
        case TAB_ERROR_LIMITS_EXCEEDED: .limitsExceeded("the plugin's limit is exceeded for \(what)")
        default: .pluginFailed("the plugin failed with status \(rawValue) in \(what)")
        }
    }
}
