internal import CDBus
package import DBusInterface

/// Reads a message in place, through libdbus' iterators.
///
/// One reader serves a whole connection. It is valid only inside the handler that received it.
package final class MessageReader: DBusReader {
    /// D-Bus allows 32 nested arrays and 32 nested structures. A variant counts as well.
    private static let maximumDepth = 70
    private let stack = UnsafeMutablePointer<DBusMessageIter>.allocate(capacity: maximumDepth)
    private var depth = 0
    /// How many bytes of values may still be read from the message.
    private var budget = Int.max
    private var limit = Int.max

    private let texts: RecentTexts?

    /// - Parameter texts: The cache for names.
    init(_ texts: RecentTexts? = nil) {
        self.texts = texts
        stack.initialize(repeating: DBusMessageIter(), count: Self.maximumDepth)
    }

    deinit { stack.deallocate() }

    /// - Parameter budget: The maximum number of bytes of content. A small message can decode into large values.
    func begin(_ message: OpaquePointer, budget: Int = .max) {
        depth = 0
        self.budget = budget
        limit = budget
        _ = dbus_message_iter_init(message, stack)
    }

    private var iterator: UnsafeMutablePointer<DBusMessageIter> { stack + depth }

    package var isAtEnd: Bool { dbus_message_iter_get_arg_type(iterator) == 0 }

    package var nextSignature: String {
        get throws(DBusError) {
            guard !isAtEnd else { return "" }
            guard let text = dbus_message_iter_get_signature(iterator) else {
                throw .noMemory("not enough memory to read the message")
            }
            defer { dbus_free(text) }
            return String(cString: text)
        }
    }

    /// The memory of a decoded value, whatever its size in the message.
    private static let valueBytes = 32

    private func spend(_ bytes: Int) throws(DBusError) {
        budget -= bytes
        guard budget >= 0 else {
            throw .limitsExceeded("the values of the message take more than \(limit) bytes, the current limit")
        }
    }

    private func basic<T: BitwiseCopyable>(_ type: UInt8, _ zero: T) throws(DBusError) -> T {
        try spend(Self.valueBytes)
        var value = zero
        let given = dbus_message_iter_get_arg_type(iterator)
        guard given == Int32(type) else { throw Self.unexpected(given, expected: type) }
        dbus_message_iter_get_basic(iterator, &value)
        dbus_message_iter_next(iterator)
        return value
    }

    private static func unexpected(_ given: Int32, expected: UInt8) -> DBusError {
        func name(_ code: UInt8) -> String { code == 0 ? "nothing" : "'\(Character(UnicodeScalar(code)))'" }
        return .invalidArgs("expected \(name(expected)), the message has \(name(UInt8(truncatingIfNeeded: given)))")
    }

    package func read(_ type: FixedType) throws(DBusError) -> UInt64 {
        try basic(UInt8(ascii: type.rawValue), UInt64(0))
    }

    private func text(_ type: UInt8, from texts: RecentTexts? = nil) throws(DBusError) -> String {
        let pointer = try basic(type, UnsafePointer<CChar>?.none)
        guard let pointer else { return "" }
        let text = texts?.text(pointer) ?? String(cString: pointer)
        try spend(text.utf8.count)
        return text
    }

    package func readString() throws(DBusError) -> String { try text(UInt8(ascii: "s")) }
    /// Reads a string that is a name, and is probably in the cache.
    func readName() throws(DBusError) -> String { try text(UInt8(ascii: "s"), from: texts) }
    package func readObjectPath() throws(DBusError) -> ObjectPath { ObjectPath(try text(UInt8(ascii: "o"))) }
    package func readSignature() throws(DBusError) -> Signature { Signature(try text(UInt8(ascii: "g"))) }

    package func readBytes() throws(DBusError) -> [UInt8] {
        guard dbus_message_iter_get_arg_type(iterator) == Int32(UInt8(ascii: "a")),
            dbus_message_iter_get_element_type(iterator) == Int32(UInt8(ascii: "y"))
        else { throw .invalidArgs("expected an array of bytes") }
        try enter()
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(self.iterator, &start, &count)
        try spend(Int(count))
        let bytes = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
        try leave()
        return bytes
    }

    package func readDescriptor() throws(DBusError) -> FileDescriptor {
        // libdbus returns a copy, or -1 if it can't make one.
        let number = try basic(UInt8(ascii: "h"), Int32(-1))
        guard number >= 0 else { throw .limitsExceeded("the process has no room for another file descriptor") }
        return FileDescriptor(owning: number)
    }

    package func enter() throws(DBusError) {
        try spend(Self.valueBytes)
        switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(iterator)) {
        case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "e"), UInt8(ascii: "v"): break
        default: throw .invalidArgs("expected a container")
        }
        guard depth + 1 < Self.maximumDepth else { throw .invalidArgs("the message is nested too deeply") }
        dbus_message_iter_recurse(iterator, iterator + 1)
        depth += 1
    }

    package func leave() throws(DBusError) {
        guard depth > 0 else { throw .invalidArgs("no container is open") }
        depth -= 1
        dbus_message_iter_next(iterator)
    }
}
