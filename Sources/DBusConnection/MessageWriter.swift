internal import CDBus
package import DBusInterface

/// Writes a message through libdbus' iterators.
///
/// Everything libdbus would abort on (a NUL, an invalid path or signature) is refused before.
package final class MessageWriter: DBusWriter {
    private static let maximumDepth = 70
    /// Half of what the bus carries in one message (128 MiB); over that the bus would cut the connection.
    private static let maximumBytes = 64 << 20
    private let stack = UnsafeMutablePointer<DBusMessageIter>.allocate(capacity: maximumDepth)
    private var depth = 0
    private var bytes = 0
    private(set) var isBusy = false

    init() { stack.initialize(repeating: DBusMessageIter(), count: Self.maximumDepth) }

    deinit { stack.deallocate() }

    /// Fills the body of a message; on failure the message is unusable.
    func fill(_ message: OpaquePointer, _ body: (MessageWriter) throws(DBusError) -> Void) throws(DBusError) {
        isBusy = true
        defer { isBusy = false }
        depth = 0
        bytes = 0
        dbus_message_iter_init_append(message, stack)
        do {
            try body(self)
        } catch {
            while depth > 0 {
                depth -= 1
                dbus_message_iter_abandon_container_if_open(stack + depth, stack + depth + 1)
            }
            throw error
        }
    }

    private func count(_ size: Int) throws(DBusError) {
        bytes += size
        guard bytes <= Self.maximumBytes else {
            throw .limitsExceeded("the message would be larger than \(Self.maximumBytes >> 20) MiB")
        }
    }

    /// The most that a value takes beside its text: alignment, length and the NUL behind it.
    private static let overhead = 16

    private func append<T: BitwiseCopyable>(_ type: UInt8, _ value: T) throws(DBusError) {
        try count(Self.overhead)
        var value = value
        guard dbus_message_iter_append_basic(stack + depth, Int32(type), &value) != 0 else {
            throw .noMemory("not enough memory for the message")
        }
    }

    package func write(_ value: UInt8) throws(DBusError) { try append(UInt8(ascii: "y"), value) }
    package func write(_ value: Bool) throws(DBusError) {
        try append(UInt8(ascii: "b"), value ? dbus_bool_t(1) : dbus_bool_t(0))
    }
    package func write(_ value: Int16) throws(DBusError) { try append(UInt8(ascii: "n"), value) }
    package func write(_ value: UInt16) throws(DBusError) { try append(UInt8(ascii: "q"), value) }
    package func write(_ value: Int32) throws(DBusError) { try append(UInt8(ascii: "i"), value) }
    package func write(_ value: UInt32) throws(DBusError) { try append(UInt8(ascii: "u"), value) }
    package func write(_ value: Int64) throws(DBusError) { try append(UInt8(ascii: "x"), value) }
    package func write(_ value: UInt64) throws(DBusError) { try append(UInt8(ascii: "t"), value) }
    package func write(_ value: Double) throws(DBusError) { try append(UInt8(ascii: "d"), value) }
    package func write(_ value: UnixFD) throws(DBusError) { try append(UInt8(ascii: "h"), value.rawValue) }

    private func appendText(_ type: UInt8, _ text: String) throws(DBusError) {
        try count(Self.overhead + text.utf8.count)
        guard !text.utf8.contains(0) else { throw .invalidArgs("a string holds a NUL, which D-Bus can't carry") }
        let isAppended = text.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            return dbus_message_iter_append_basic(stack + depth, Int32(type), &pointer) != 0
        }
        guard isAppended else { throw .noMemory("not enough memory for the message") }
    }

    package func write(_ value: String) throws(DBusError) { try appendText(UInt8(ascii: "s"), value) }

    package func write(_ value: ObjectPath) throws(DBusError) {
        guard value.isValid else { throw .invalidArgs("'\(value)' is not a valid object path") }
        try appendText(UInt8(ascii: "o"), value.text)
    }

    package func write(_ value: Signature) throws(DBusError) {
        guard !value.text.utf8.contains(0), dbus_signature_validate(value.text, nil) != 0 else {
            throw .invalidArgs("'\(value)' is not a valid signature")
        }
        try appendText(UInt8(ascii: "g"), value.text)
    }

    package func open(_ container: DBusContainer) throws(DBusError) {
        guard depth + 1 < Self.maximumDepth else { throw .invalidArgs("the value is nested too deeply") }
        let isOpen: dbus_bool_t
        switch container {
        case .structure:
            isOpen = dbus_message_iter_open_container(stack + depth, Int32(UInt8(ascii: "r")), nil, stack + depth + 1)
        case .dictionaryEntry:
            isOpen = dbus_message_iter_open_container(stack + depth, Int32(UInt8(ascii: "e")), nil, stack + depth + 1)
        case .array(let element): isOpen = try openTyped(UInt8(ascii: "a"), element)
        case .variant(let content): isOpen = try openTyped(UInt8(ascii: "v"), content)
        }
        guard isOpen != 0 else { throw .noMemory("not enough memory for the message") }
        depth += 1
        try count(Self.overhead)
    }

    package func write(_ bytes: [UInt8]) throws(DBusError) {
        try count(bytes.count)
        try open(.array(of: "y"))
        let isAppended = bytes.withUnsafeBufferPointer { buffer in
            guard let count = Int32(exactly: buffer.count), count > 0 else { return buffer.isEmpty }
            var start = buffer.baseAddress
            return dbus_message_iter_append_fixed_array(stack + depth, Int32(UInt8(ascii: "y")), &start, count) != 0
        }
        guard isAppended else { throw .noMemory("not enough memory for the message") }
        try close()
    }

    private static let basicTypes = Array("ybnqiuxtdsogvh".utf8)

    private func openTyped(_ type: UInt8, _ signature: String) throws(DBusError) -> dbus_bool_t {
        if signature.utf8.count == 1, let code = signature.utf8.first, Self.basicTypes.contains(code) {
            return open(type, signature)
        }
        try count(signature.utf8.count)
        // A dictionary entry is a complete type only inside an array.
        let isValid =
            signature.utf8.first == UInt8(ascii: "{")
            ? type == UInt8(ascii: "a") && dbus_signature_validate_single("a" + signature, nil) != 0
            : dbus_signature_validate_single(signature, nil) != 0
        guard isValid, !signature.utf8.contains(0) else {
            throw .invalidArgs("'\(signature)' is not the signature of one complete type")
        }
        return open(type, signature)
    }

    private func open(_ type: UInt8, _ signature: String) -> dbus_bool_t {
        // An argument of type String would be copied into an array first.
        signature.withCString {
            dbus_message_iter_open_container(stack + depth, Int32(type), $0, stack + depth + 1)
        }
    }

    package func close() throws(DBusError) {
        guard depth > 0 else { throw .invalidArgs("no container is open") }
        depth -= 1
        guard dbus_message_iter_close_container(stack + depth, stack + depth + 1) != 0 else {
            throw .noMemory("not enough memory for the message")
        }
    }
}

/// Messages of libdbus-1, read and written in place.
package enum LibDBus: DBusWire {
    package typealias Reader = MessageReader
    package typealias Writer = MessageWriter
    package typealias PendingReply = DBusConnection.PendingReply
}
