/// An error with a name on the bus. The message names the value and what is allowed.
package struct DBusError: Error, Hashable, Sendable {
    package let name: String
    package let message: String
    /// Whether the callee sent the error, rather than the bus or this process for a callee that does not reply.
    package var isFromCallee = false

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The sender of the error is ignored.
    package static func == (left: DBusError, right: DBusError) -> Bool {
        left.name == right.name && left.message == right.message
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(message)
    }
}

/// Standard error names of the bus. Each factory takes the message.
extension DBusError {
    package static let standardPrefix = "org.freedesktop.DBus.Error."

    private static func standard(_ name: String, _ message: String) -> DBusError {
        DBusError(name: standardPrefix + name, message: message)
    }

    package static func accessDenied(_ message: String) -> DBusError { standard("AccessDenied", message) }
    package static func disconnected(_ message: String) -> DBusError { standard("Disconnected", message) }
    package static func failed(_ message: String) -> DBusError { standard("Failed", message) }
    package static func invalidArgs(_ message: String) -> DBusError { standard("InvalidArgs", message) }
    package static func limitsExceeded(_ message: String) -> DBusError { standard("LimitsExceeded", message) }
    package static func noMemory(_ message: String) -> DBusError { standard("NoMemory", message) }
    package var isNoMemory: Bool { name == Self.standardPrefix + "NoMemory" }
    package static func noReply(_ message: String) -> DBusError { standard("NoReply", message) }
    package static func notSupported(_ message: String) -> DBusError { standard("NotSupported", message) }
    package static func propertyReadOnly(_ message: String) -> DBusError { standard("PropertyReadOnly", message) }
    package static func timeout(_ message: String) -> DBusError { standard("Timeout", message) }
    package static func unknownInterface(_ message: String) -> DBusError { standard("UnknownInterface", message) }
    package static func unknownMethod(_ message: String) -> DBusError { standard("UnknownMethod", message) }
    package static func unknownObject(_ message: String) -> DBusError { standard("UnknownObject", message) }
    package static func unknownProperty(_ message: String) -> DBusError { standard("UnknownProperty", message) }

    /// Whether the callee has no such method.
    package var isUnknownMethod: Bool { name == Self.standardPrefix + "UnknownMethod" }
}
