package import DBusInterface

/// The errors that are ours, by name; the bus's own are factories of `DBusError` in DBusInterface.
package enum TabError: String, CaseIterable, Sendable {
    /// `NSInvalidArgumentException`: a value that is not allowed.
    case invalidArgument = "InvalidArgument"
    /// `NSRangeException`: an index or position outside.
    case outOfRange = "OutOfRange"
    /// `NSInternalInconsistencyException`: a call that doesn't fit the present state.
    case internalInconsistency = "InternalInconsistency"
    /// `UIViewControllerHierarchyInconsistency`: a parent or child that can't be one.
    case hierarchyInconsistency = "HierarchyInconsistency"
    /// `NSGenericException` of a popover without an anchor.
    case missingAnchor = "MissingAnchor"
    /// No plugin offers the view controller type.
    case noSuchType = "NoSuchType"
    /// The plugin's own code failed.
    case pluginFailed = "PluginFailed"
    /// Nobody is there who could answer for the view controller.
    case pluginUnavailable = "PluginUnavailable"

    /// The name that crosses the bus.
    package var name: String { TabNames.errorPrefix + rawValue }

    fileprivate func callAsFunction(_ message: String) -> DBusError { DBusError(name: name, message: message) }
}

/// Factories of our errors; the message says what was wrong with which value and what is allowed.
extension DBusError {
    package static func invalidArgument(_ message: String) -> DBusError { TabError.invalidArgument(message) }
    package static func outOfRange(_ message: String) -> DBusError { TabError.outOfRange(message) }
    package static func internalInconsistency(_ message: String) -> DBusError {
        TabError.internalInconsistency(message)
    }
    package static func hierarchyInconsistency(_ message: String) -> DBusError {
        TabError.hierarchyInconsistency(message)
    }
    package static func missingAnchor(_ message: String) -> DBusError { TabError.missingAnchor(message) }
    package static func noSuchType(_ message: String) -> DBusError { TabError.noSuchType(message) }
    package static func pluginFailed(_ message: String) -> DBusError { TabError.pluginFailed(message) }
    package static func pluginUnavailable(_ message: String) -> DBusError { TabError.pluginUnavailable(message) }

    /// Which of our errors it is; nil for the bus's own and for those of others.
    package var tabError: TabError? { TabError.allCases.first { $0.name == name } }
}
