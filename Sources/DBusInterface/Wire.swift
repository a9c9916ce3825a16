/// Reads the arguments of one message in order. The message's signature has already been checked.
package protocol DBusReader: AnyObject {
    /// Whether nothing is left in the current container or message.
    var isAtEnd: Bool { get }
    /// The signature of the next complete value; `""` at the end.
    var nextSignature: String { get throws(DBusError) }

    /// Reads a value of a fixed type: its bytes in memory, padded with zeros.
    func read(_ type: FixedType) throws(DBusError) -> UInt64
    func readString() throws(DBusError) -> String
    func readObjectPath() throws(DBusError) -> ObjectPath
    func readSignature() throws(DBusError) -> Signature
    /// Reads a whole array of bytes (`ay`).
    func readBytes() throws(DBusError) -> [UInt8]
    func readDescriptor() throws(DBusError) -> FileDescriptor
    /// Enters the next value, which is an array, a structure, a dictionary entry or a variant.
    func enter() throws(DBusError)
    /// Leaves the current container and continues after it.
    func leave() throws(DBusError)
}

/// The containers that `DBusWriter.open` opens.
package enum DBusContainer: Hashable, Sendable {
    case array(of: String)
    case structure
    case dictionaryEntry
    case variant(of: String)
}

/// Writes the arguments of one message. Every method throws for values that D-Bus can't carry (NUL, an invalid path).
package protocol DBusWriter: AnyObject {
    /// Writes a value of a fixed type by its bytes in memory.
    func write(_ bits: UInt64, as type: FixedType) throws(DBusError)
    func write(_ value: String) throws(DBusError)
    func write(_ value: ObjectPath) throws(DBusError)
    func write(_ value: Signature) throws(DBusError)
    /// Writes a whole array of bytes (`ay`).
    func write(_ bytes: [UInt8]) throws(DBusError)
    /// Writes a descriptor, which stays open for further messages.
    ///
    /// - Throws: `NotSupported` if the message can't contain descriptors.
    func write(_ descriptor: FileDescriptor) throws(DBusError)
    func open(_ container: DBusContainer) throws(DBusError)
    func close() throws(DBusError)
}

/// A pending reply to a caller.
package protocol DBusPendingReply: AnyObject, Sendable {
    /// Whether the reply is sent at once, as for a read. Replies to commands are sent at the end of the turn.
    var isImmediate: Bool { get set }
    /// Sends the results. Replies leave in the order of these calls. A second reply is ignored.
    func succeed(_ body: (any DBusWriter) throws(DBusError) -> Void)
    func fail(_ error: DBusError)
}
