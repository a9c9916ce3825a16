package import DBusInterface

/// The errors of this contract. The standard D-Bus errors are factories of `DBusError` in DBusInterface.
package enum TabError: String, CaseIterable, Sendable {
    /// `NSInvalidArgumentException`: a value that is not allowed.
    case invalidArgument = "InvalidArgument"
    /// `NSRangeException`: an index or position out of range.
    case outOfRange = "OutOfRange"
    /// `NSInternalInconsistencyException`: a call that is not possible in the current state.
    case internalInconsistency = "InternalInconsistency"
    /// `UIViewControllerHierarchyInconsistency`: an invalid parent or child.
    case hierarchyInconsistency = "HierarchyInconsistency"
    /// `NSGenericException`: a popover without an anchor.
    case missingAnchor = "MissingAnchor"
    /// No plugin offers the view controller type.
    case noSuchType = "NoSuchType"
    /// The plugin's own code failed.
    case pluginFailed = "PluginFailed"
    /// The view controller's owner is not available.
    case pluginUnavailable = "PluginUnavailable"

    /// The name on the bus.
    package var name: String { TabNames.errorPrefix + rawValue }

    fileprivate func callAsFunction(_ message: String) -> DBusError { DBusError(name: name, message: message) }
}

/// Factories of these errors. A message names the invalid value and what is allowed.
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

    /// The error of this contract; nil for standard D-Bus errors and those of other programs.
    package var tabError: TabError? { TabError.allCases.first { $0.name == name } }
}
