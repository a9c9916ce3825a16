package import DBusInterface
package import EventLoop

/// One interface of one object.
@EventLoop
package protocol ExportedInterface: AnyObject {
    var description: InterfaceDescription { get }
    /// The name from the description, stored because every call needs it.
    var name: String { get }
    func hasMethod(_ name: String) -> Bool
    func hasProperty(_ name: String) -> Bool
    /// Whether a property currently has a value.
    func isReadable(_ property: String) -> Bool
    func dispatch(_ call: IncomingCall, reading reader: MessageReader, replyingTo reply: PendingReply) throws(DBusError)
    /// Handles a call that need not be a message. The reply goes through `reply`.
    func call(
        _ member: String, signature: String, for caller: String, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError)
    /// Writes a variant with the current value of a property, as a caller sees it.
    func write(_ property: String, for caller: String, to writer: any DBusWriter) throws(DBusError)
    /// Writes all properties as `a{sv}`.
    func writeAll(for caller: String, to writer: any DBusWriter) throws(DBusError)
    /// Writes the properties whose names are not taken, as entries of an open `a{sv}`.
    func writeEntries(to writer: any DBusWriter, unless isTaken: (String) -> Bool) throws(DBusError)
    /// Sets a property. `reader` is positioned inside the variant. The reply goes through `reply`.
    func set(
        _ property: String, for caller: String, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError)
    /// The number of properties whose changes are announced.
    var announcedCount: Int { get }
    /// The number of digests that are kept for this interface.
    var digestCount: Int { get }
    /// Returns the name of an announced property, and whether the signal carries its value.
    func announcedProperty(_ index: Int) -> (name: String, carriesValue: Bool)
    /// Compares the announced properties, or one of them, with their digests, and updates the digests.
    ///
    /// - Parameter first: The index of this interface's first digest.
    /// - Returns: The indices of the properties that differ.
    func update(_ digests: inout [UInt64], from first: Int, only index: Int?) -> [Int]
    /// Writes a variant with the current value of an announced property.
    func writeAnnounced(_ index: Int, to writer: any DBusWriter) throws(DBusError)
}

extension ExportedInterface {
    func write(_ property: String, to writer: any DBusWriter) throws(DBusError) {
        try write(property, for: "", to: writer)
    }

    func writeAll(to writer: any DBusWriter) throws(DBusError) { try writeAll(for: "", to: writer) }
}

/// Computes the digests of all objects.
@EventLoop private let digest = ValueDigest()

/// An interface bound to its implementation, which is created for each caller.
@EventLoop
package final class Export<Object>: ExportedInterface {
    private let interface: Interface<Object>
    package let name: String
    /// Creates the implementation for a caller (its unique name, or `""` for the daemon itself).
    private let object: @EventLoop (String) -> Object

    package init(_ interface: Interface<Object>, object: @escaping @EventLoop (String) -> Object) {
        self.interface = interface
        name = interface.name
        self.object = object
    }

    package var description: InterfaceDescription { interface.description }

    package func hasMethod(_ name: String) -> Bool { interface.hasMethod(name) }

    package func hasProperty(_ name: String) -> Bool { (try? interface.property(name)) != nil }

    package func isReadable(_ property: String) -> Bool {
        (try? interface.property(property))?.digest(of: object(""), with: digest) != nil
    }

    package func dispatch(
        _ call: IncomingCall, reading reader: MessageReader, replyingTo reply: PendingReply
    ) throws(DBusError) {
        try interface.call(
            call.member, signature: call.hasSignature, given: call.signature, on: object(call.sender), reading: reader,
            replyingTo: reply)
    }

    package func call(
        _ member: String, signature: String, for caller: String, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        try interface.call(
            member, signature: { $0 == signature }, given: signature, on: object(caller), reading: reader,
            replyingTo: reply)
    }

    package func write(_ property: String, for caller: String, to writer: any DBusWriter) throws(DBusError) {
        try interface.property(property).write(object(caller), writer)
    }

    package func writeAll(for caller: String, to writer: any DBusWriter) throws(DBusError) {
        try interface.writeAll(of: object(caller), to: writer)
    }

    package func writeEntries(to writer: any DBusWriter, unless isTaken: (String) -> Bool) throws(DBusError) {
        try interface.writeEntries(of: object(""), to: writer, unless: isTaken)
    }

    package func set(
        _ property: String, for caller: String, reading reader: any DBusReader,
        replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        try interface.set(
            property, signature: try reader.nextSignature, on: object(caller), reading: reader, replyingTo: reply)
    }

    package var announcedCount: Int { interface.announcedProperties.count }

    /// The last digest is the stamp of all properties together.
    package var digestCount: Int { interface.stamp == nil ? announcedCount : announcedCount + 1 }

    package func announcedProperty(_ index: Int) -> (name: String, carriesValue: Bool) {
        let property = interface.announcedProperties[index]
        return (property.name, property.policy == .announced)
    }

    package func update(_ digests: inout [UInt64], from first: Int, only index: Int?) -> [Int] {
        let (object, digest) = (object(""), digest)
        if let stamp = interface.stamp {
            // Only one property was compared, so the stamp is unknown: the next comparison reads every property.
            let new = index == nil ? stamp(object) : ObjectTree.unreadable
            guard index != nil || digests[first + announcedCount] != new else {
                #if DEBUG
                    checkStamp(of: object, against: digests[first..<(first + announcedCount)])
                #endif
                return []
            }
            digests[first + announcedCount] = new
        }
        var changed: [Int] = []
        for place in index.map({ $0..<$0 + 1 }) ?? 0..<announcedCount {
            // A property without a readable value is not announced.
            let new = interface.announcedProperty(place).digest(of: object, with: digest) ?? ObjectTree.unreadable
            guard digests[first + place] != new else { continue }
            digests[first + place] = new
            changed.append(place)
        }
        return changed
    }

    #if DEBUG
        /// Ends the program if a property has changed, but not the stamp: front ends would never learn of that.
        private func checkStamp(of object: Object, against digests: ArraySlice<UInt64>) {
            for (place, old) in digests.enumerated() {
                let new = interface.announcedProperty(place).digest(of: object, with: digest) ?? ObjectTree.unreadable
                guard new != old else { continue }
                fatalError("the stamp of \(name) leaves out \(interface.announcedProperties[place].name)")
            }
        }
    #endif

    package func writeAnnounced(_ index: Int, to writer: any DBusWriter) throws(DBusError) {
        try interface.announcedProperty(index).write(object(""), writer)
    }
}
