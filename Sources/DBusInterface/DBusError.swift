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

    private init(_ name: String, _ message: String) { self.init(name: name, message: message) }

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

    /// The names of standard errors, to compare those of replies with.
    package enum Name {
        package static let accessDenied = standardPrefix + "AccessDenied"
        package static let disconnected = standardPrefix + "Disconnected"
        package static let failed = standardPrefix + "Failed"
        package static let invalidArgs = standardPrefix + "InvalidArgs"
        package static let limitsExceeded = standardPrefix + "LimitsExceeded"
        package static let noMemory = standardPrefix + "NoMemory"
        package static let noReply = standardPrefix + "NoReply"
        package static let notSupported = standardPrefix + "NotSupported"
        package static let propertyReadOnly = standardPrefix + "PropertyReadOnly"
        package static let timeout = standardPrefix + "Timeout"
        package static let unknownInterface = standardPrefix + "UnknownInterface"
        package static let unknownMethod = standardPrefix + "UnknownMethod"
        package static let unknownObject = standardPrefix + "UnknownObject"
        package static let unknownProperty = standardPrefix + "UnknownProperty"
        package static let serviceUnknown = standardPrefix + "ServiceUnknown"
        package static let nameHasNoOwner = standardPrefix + "NameHasNoOwner"
    }

    package static func accessDenied(_ message: String) -> DBusError { Self(Name.accessDenied, message) }
    package static func disconnected(_ message: String) -> DBusError { Self(Name.disconnected, message) }
    package static func failed(_ message: String) -> DBusError { Self(Name.failed, message) }
    package static func invalidArgs(_ message: String) -> DBusError { Self(Name.invalidArgs, message) }
    package static func limitsExceeded(_ message: String) -> DBusError { Self(Name.limitsExceeded, message) }
    package static func noMemory(_ message: String) -> DBusError { Self(Name.noMemory, message) }
    package static func noReply(_ message: String) -> DBusError { Self(Name.noReply, message) }
    package static func notSupported(_ message: String) -> DBusError { Self(Name.notSupported, message) }
    package static func propertyReadOnly(_ message: String) -> DBusError { Self(Name.propertyReadOnly, message) }
    package static func timeout(_ message: String) -> DBusError { Self(Name.timeout, message) }
    package static func unknownInterface(_ message: String) -> DBusError { Self(Name.unknownInterface, message) }
    package static func unknownMethod(_ message: String) -> DBusError { Self(Name.unknownMethod, message) }
    package static func unknownObject(_ message: String) -> DBusError { Self(Name.unknownObject, message) }
    package static func unknownProperty(_ message: String) -> DBusError { Self(Name.unknownProperty, message) }
}
