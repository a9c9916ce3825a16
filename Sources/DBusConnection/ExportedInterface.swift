package import DBusInterface

/// One interface of one object, whatever type answers it.
@EventLoop
package protocol ExportedInterface: AnyObject {
    var description: InterfaceDescription { get }
    /// The description's name, at hand for every call.
    var name: String { get }
    func hasMethod(_ name: String) -> Bool
    func hasProperty(_ name: String) -> Bool
    /// Whether a property has a value now.
    func isReadable(_ property: String) -> Bool
    func answer(_ call: IncomingCall, reading reader: MessageReader, replyingTo reply: PendingReply) throws(DBusError)
    /// Writes the variant with a property's present value.
    func write(_ property: String, to writer: MessageWriter) throws(DBusError)
    /// Writes all properties as `a{sv}`.
    func writeAll(to writer: MessageWriter) throws(DBusError)
    /// Sets a property; `reader` stands inside the variant of the message. The reply goes through `reply`.
    func set(
        _ property: String, for caller: String, reading reader: MessageReader, replyingTo reply: PendingReply
    ) throws(DBusError)
    /// The properties whose changes are announced, as they are now.
    func announcedValues() -> [AnnouncedValue]
}

/// A property's value as it was, or is to be, announced.
package struct AnnouncedValue: Equatable {
    package let name: String
    package let policy: ChangePolicy
    /// When only the name is told it may be a number instead, another one for each other value.
    package let value: Variant
}

/// An interface bound to the object that answers it; the object is made for each caller.
@EventLoop
package final class Export<Object>: ExportedInterface {
    private let interface: Interface<Object, LibDBus>
    package let name: String
    /// Makes the object for a caller (its unique name, `""` for the daemon itself).
    private let object: @EventLoop (String) -> Object

    package init(_ interface: Interface<Object, LibDBus>, object: @escaping @EventLoop (String) -> Object) {
        self.interface = interface
        name = interface.name
        self.object = object
    }

    package var description: InterfaceDescription { interface.description }

    package func hasMethod(_ name: String) -> Bool { interface.hasMethod(name) }

    package func hasProperty(_ name: String) -> Bool { (try? interface.property(name)) != nil }

    package func isReadable(_ property: String) -> Bool {
        (try? interface.property(property).announced(object(""))) != nil
    }

    package func answer(
        _ call: IncomingCall, reading reader: MessageReader, replyingTo reply: PendingReply
    ) throws(DBusError) {
        try interface.call(
            call.member, signature: call.hasSignature, given: call.signature, on: object(call.sender), reading: reader,
            replyingTo: reply)
    }

    package func write(_ property: String, to writer: MessageWriter) throws(DBusError) {
        try interface.property(property).write(object(""), writer)
    }

    package func writeAll(to writer: MessageWriter) throws(DBusError) {
        let object = object("")
        try writer.open(.array(of: "{sv}"))
        for property in interface.properties {
            try writer.open(.dictionaryEntry)
            try writer.write(property.name)
            try property.write(object, writer)
            try writer.close()
        }
        try writer.close()
    }

    package func set(
        _ property: String, for caller: String, reading reader: MessageReader, replyingTo reply: PendingReply
    ) throws(DBusError) {
        try interface.set(
            property, signature: reader.nextSignature, on: object(caller), reading: reader, replyingTo: reply)
    }

    package func announcedValues() -> [AnnouncedValue] {
        let object = object("")
        var values: [AnnouncedValue] = []
        for property in interface.properties where property.policy == .announced || property.policy == .invalidated {
            // A value that can't be read now is not announced.
            guard let value = try? property.announced(object) else { continue }
            values.append(AnnouncedValue(name: property.name, policy: property.policy, value: value))
        }
        return values
    }
}
