/// Reads the arguments of one message, one after the other. The message's signature has been checked before.
package protocol DBusReader: AnyObject {
    /// Whether nothing is left in the container (or message) that is being read.
    var isAtEnd: Bool { get }
    /// The signature of the next complete value, `""` at the end.
    var nextSignature: String { get throws(DBusError) }

    /// Reads a value of a fixed type: its bytes in memory, and zeros behind them.
    func read(_ type: FixedType) throws(DBusError) -> UInt64
    func readString() throws(DBusError) -> String
    func readObjectPath() throws(DBusError) -> ObjectPath
    func readSignature() throws(DBusError) -> Signature
    /// Reads a whole array of bytes (`ay`).
    func readBytes() throws(DBusError) -> [UInt8]
    /// Enters the next value, which is an array, a structure, a dictionary entry or a variant.
    func enter() throws(DBusError)
    /// Leaves what `enter` entered and goes on behind it.
    func leave() throws(DBusError)
}

/// What `DBusWriter.open` opens.
package enum DBusContainer: Hashable, Sendable {
    case array(of: String)
    case structure
    case dictionaryEntry
    case variant(of: String)
}

/// Writes the arguments of one message. Every method fails on what D-Bus can't carry (NUL, an invalid path).
package protocol DBusWriter: AnyObject {
    /// Writes a value of a fixed type by its bytes in memory.
    func write(_ bits: UInt64, as type: FixedType) throws(DBusError)
    func write(_ value: String) throws(DBusError)
    func write(_ value: ObjectPath) throws(DBusError)
    func write(_ value: Signature) throws(DBusError)
    /// Writes a whole array of bytes (`ay`).
    func write(_ bytes: [UInt8]) throws(DBusError)
    func open(_ container: DBusContainer) throws(DBusError)
    func close() throws(DBusError)
}

/// A reply that is still owed to a caller.
package protocol DBusPendingReply: AnyObject, Sendable {
    /// A read is answered at once, ahead of what happens later in the turn; a verb at the turn's end.
    var isImmediate: Bool { get set }
    /// Sends the results, at the point of the stream where replies belong. Only the first answer counts.
    func succeed(_ body: (any DBusWriter) throws(DBusError) -> Void)
    func fail(_ error: DBusError)
}
