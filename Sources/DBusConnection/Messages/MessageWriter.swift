internal import CDBus
package import DBusInterface
internal import Glibc

/// Writes a message through libdbus' iterators.
///
/// It refuses everything that makes libdbus abort: a NUL, an invalid path or signature.
package final class MessageWriter: DBusWriter {
    private static let maximumDepth = 70
    /// Half of the bus's limit for one message (128 MiB). Beyond that limit the bus closes the connection.
    private static let maximumBytes = 64 << 20
    private let stack = UnsafeMutablePointer<DBusMessageIter>.allocate(capacity: maximumDepth)
    private var depth = 0
    private var bytes = 0
    private(set) var isBusy = false
    /// The connection that sends the messages; nil if they can't have descriptors.
    var connection: OpaquePointer?
    /// What a client can do whose connection can't pass descriptors.
    var descriptorAdvice = ""

    init() { stack.initialize(repeating: DBusMessageIter(), count: Self.maximumDepth) }

    /// Creates a writer for the same connection.
    convenience init(like other: MessageWriter) {
        self.init()
        (connection, descriptorAdvice) = (other.connection, other.descriptorAdvice)
    }

    deinit { stack.deallocate() }

    /// Fills the body of a message. After a failure the message is unusable.
    func fill(_ message: OpaquePointer, _ body: (MessageWriter) throws(DBusError) -> Void) throws(DBusError) {
        begin(message)
        defer { isBusy = false }
        do {
            try body(self)
        } catch {
            abandon()
            throw error
        }
    }

    /// Begins the body of a message that is written in parts. The writer belongs to that message until its end.
    func begin(_ message: OpaquePointer) {
        isBusy = true
        depth = 0
        bytes = 0
        dbus_message_iter_init_append(message, stack)
    }

    /// Gives up. The message is unusable afterwards.
    func abandon() {
        while depth > 0 {
            depth -= 1
            dbus_message_iter_abandon_container_if_open(stack + depth, stack + depth + 1)
        }
    }

    /// The number of bytes of the body so far.
    var size: Int { bytes }

    /// Counts the next value, with its padding.
    private func count(_ size: Int, alignedTo alignment: Int) throws(DBusError) {
        bytes = (bytes + alignment - 1) & -alignment + size
        guard bytes <= Self.maximumBytes else {
            throw .limitsExceeded("the message would be larger than \(Self.maximumBytes >> 20) MiB")
        }
    }

    package func write(_ bits: UInt64, as type: FixedType) throws(DBusError) {
        let size = type.size
        try count(size, alignedTo: size)
        var bits = bits
        guard dbus_message_iter_append_basic(stack + depth, Int32(type.rawValue.value), &bits) != 0 else {
            throw .noMemory("not enough memory for the message")
        }
    }

    private func appendText(_ type: UInt8, _ text: String) throws(DBusError) {
        let length = text.utf8.count
        // A string has a length of four bytes in front, a signature one byte; both end with a NUL.
        if type == UInt8(ascii: "g") {
            try count(length + 2, alignedTo: 1)
        } else {
            try count(length + 5, alignedTo: 4)
        }
        let outcome: dbus_bool_t? = text.withCString { pointer in
            guard strlen(pointer) == length else { return nil }
            var pointer: UnsafePointer<CChar>? = pointer
            return dbus_message_iter_append_basic(stack + depth, Int32(type), &pointer)
        }
        guard let outcome else { throw .invalidArgs("a string holds a NUL, which D-Bus can't carry") }
        guard outcome != 0 else { throw .noMemory("not enough memory for the message") }
    }

    package func write(_ value: String) throws(DBusError) { try appendText(UInt8(ascii: "s"), value) }

    package func write(_ value: ObjectPath) throws(DBusError) {
        guard value.isValid else { throw .invalidArgs("'\(value)' is not a valid object path") }
        try appendText(UInt8(ascii: "o"), value.text)
    }

    package func write(_ value: Signature) throws(DBusError) {
        guard !value.text.utf8.contains(0), Self.isValid(value.text, dbus_signature_validate) else {
            throw .invalidArgs("'\(value)' is not a valid signature")
        }
        try appendText(UInt8(ascii: "g"), value.text)
    }

    package func open(_ container: DBusContainer) throws(DBusError) {
        guard depth + 1 < Self.maximumDepth else { throw .invalidArgs("the value is nested too deeply") }
        let isOpen: dbus_bool_t
        switch container {
        case .structure:
            try count(0, alignedTo: 8)
            isOpen = dbus_message_iter_open_container(stack + depth, Int32(UInt8(ascii: "r")), nil, stack + depth + 1)
        case .dictionaryEntry:
            try count(0, alignedTo: 8)
            isOpen = dbus_message_iter_open_container(stack + depth, Int32(UInt8(ascii: "e")), nil, stack + depth + 1)
        case .array(let element):
            try count(4, alignedTo: 4)
            try count(0, alignedTo: Self.alignment(of: element))
            isOpen = try openTyped(UInt8(ascii: "a"), element)
        case .variant(let content):
            try count(content.utf8.count + 2, alignedTo: 1)
            isOpen = try openTyped(UInt8(ascii: "v"), content)
        }
        guard isOpen != 0 else { throw .noMemory("not enough memory for the message") }
        depth += 1
    }

    /// Returns the alignment of a type.
    static func alignment(of signature: String) -> Int {
        switch signature.utf8.first {
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        default: 4
        }
    }

    package func write(_ bytes: [UInt8]) throws(DBusError) {
        try open(.array(of: "y"))
        try count(bytes.count, alignedTo: 1)
        let isAppended = bytes.withUnsafeBufferPointer { buffer in
            guard let count = Int32(exactly: buffer.count), count > 0 else { return buffer.isEmpty }
            var start = buffer.baseAddress
            return dbus_message_iter_append_fixed_array(stack + depth, Int32(UInt8(ascii: "y")), &start, count) != 0
        }
        guard isAppended else { throw .noMemory("not enough memory for the message") }
        try close()
    }

    package func write(_ descriptor: FileDescriptor) throws(DBusError) {
        let canPass = connection.map { dbus_connection_can_send_type($0, Int32(UInt8(ascii: "h"))) != 0 } ?? false
        guard canPass else { throw .notSupported(DescriptorReplies.refusal(descriptorAdvice)) }
        try count(4, alignedTo: 4)
        var number = descriptor.number
        // libdbus makes a copy.
        guard dbus_message_iter_append_basic(stack + depth, Int32(UInt8(ascii: "h")), &number) != 0 else {
            throw .noMemory("not enough memory or file descriptors for the message")
        }
    }

    private static func isBasic(_ code: UInt8) -> Bool {
        switch UnicodeScalar(code) {
        case "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "h": true
        default: false
        }
    }

    /// A cache of valid signatures. The signatures of the contract are soon all in it; signatures of clients stay only
    /// briefly.
    private var sound: [String] = []
    private static let maximumSound = 32

    private func openTyped(_ type: UInt8, _ signature: String) throws(DBusError) -> dbus_bool_t {
        if signature.utf8.count == 1, let code = signature.utf8.first, Self.isBasic(code) {
            return open(type, signature)
        }
        // A dictionary entry is valid only inside an array.
        let isEntry = signature.utf8.first == UInt8(ascii: "{")
        if !sound.contains(signature) || isEntry && type != UInt8(ascii: "a") {
            let isSound = Self.isValid(isEntry ? "a" + signature : signature, dbus_signature_validate_single)
            guard isSound, !signature.utf8.contains(0), !isEntry || type == UInt8(ascii: "a") else {
                throw .invalidArgs("'\(signature)' is not the signature of one complete type")
            }
            if sound.count >= Self.maximumSound { sound = [] }
            sound.append(signature)
        }
        return open(type, signature)
    }

    /// libdbus also returns false when it lacks the memory to check.
    private static func isValid(
        _ signature: String, _ validate: (UnsafePointer<CChar>, UnsafeMutablePointer<CDBusError>?) -> dbus_bool_t
    ) -> Bool {
        (0..<MemoryShortage.attempts).contains { _ in validate(signature, nil) != 0 }
    }

    private func open(_ type: UInt8, _ signature: String) -> dbus_bool_t {
        // A String argument would first be copied into an array.
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
