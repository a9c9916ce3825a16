/// Values of one message that stay in this process: what is written to it can be read again. Calls within the process
/// use it instead of a message.
package final class ValueBuffer: DBusWriter, DBusReader {
    private enum Element {
        case fixed(UInt64, FixedType)
        case string(String)
        case objectPath(ObjectPath)
        case signature(Signature)
        case bytes([UInt8])
        case descriptor(FileDescriptor)
        case open(DBusContainer)
        case close
    }

    private var elements: [Element] = []
    /// The approximate size of the values, in bytes.
    package private(set) var content = 0
    /// The index of the next element to read.
    private var next = 0

    package init() {}

    /// Copies the values that remain in a reader.
    package init(copying reader: some DBusReader) throws(DBusError) {
        while !reader.isAtEnd { try Variant.content(from: reader).writeContent(to: self) }
    }

    /// Starts reading from the first value.
    package func rewind() { next = 0 }

    /// The signature of all values.
    package var signature: String {
        var (text, index) = ("", 0)
        while index < elements.count { text += signature(at: &index) }
        return text
    }

    /// Returns the signature of the complete value at an index, and moves the index behind that value.
    private func signature(at index: inout Int) -> String {
        guard index < elements.count else { return "" }
        let element = elements[index]
        index += 1
        switch element {
        case .fixed(_, let type): return String(type.rawValue)
        case .string: return "s"
        case .objectPath: return "o"
        case .signature: return "g"
        case .bytes: return "ay"
        case .descriptor: return "h"
        case .close: return ""
        case .open(.array(let type)):
            skip(&index)
            return "a" + type
        case .open(.variant):
            skip(&index)
            return "v"
        case .open(.structure): return "(" + signatures(at: &index) + ")"
        case .open(.dictionaryEntry): return "{" + signatures(at: &index) + "}"
        }
    }

    /// Returns the signatures of the values up to the end of the container, and moves the index behind it.
    private func signatures(at index: inout Int) -> String {
        var text = ""
        while index < elements.count {
            if case .close = elements[index] { break }
            text += signature(at: &index)
        }
        index += 1
        return text
    }

    /// Moves the index behind the end of the container that it is in.
    private func skip(_ index: inout Int) {
        var depth = 1
        while depth > 0, index < elements.count {
            switch elements[index] {
            case .open: depth += 1
            case .close: depth -= 1
            default: break
            }
            index += 1
        }
    }

    // MARK: Writing

    private func add(_ element: Element, _ size: Int = 0) {
        elements.append(element)
        content += size + MemoryLayout<Element>.size
    }

    package func write(_ bits: UInt64, as type: FixedType) throws(DBusError) { add(.fixed(bits, type)) }

    package func write(_ value: String) throws(DBusError) {
        guard !value.utf8.contains(0) else { throw .invalidArgs("a text contains a NUL") }
        add(.string(value), value.utf8.count)
    }

    package func write(_ value: ObjectPath) throws(DBusError) {
        guard value.isValid else { throw .invalidArgs("'\(value.text.prefix(200))' is not a valid object path") }
        add(.objectPath(value), value.text.utf8.count)
    }

    package func write(_ value: Signature) throws(DBusError) {
        guard value.isValid else { throw .invalidArgs("'\(value.text.prefix(255))' is not a valid signature") }
        add(.signature(value))
    }

    package func write(_ bytes: [UInt8]) throws(DBusError) { add(.bytes(bytes), bytes.count) }
    package func write(_ descriptor: FileDescriptor) throws(DBusError) { add(.descriptor(descriptor)) }
    package func open(_ container: DBusContainer) throws(DBusError) { add(.open(container)) }
    package func close() throws(DBusError) { add(.close) }

    // MARK: Reading

    package var isAtEnd: Bool {
        guard next < elements.count else { return true }
        if case .close = elements[next] { return true }
        return false
    }

    package var nextSignature: String {
        get throws(DBusError) {
            var index = next
            return signature(at: &index)
        }
    }

    private func take() -> Element? {
        guard !isAtEnd else { return nil }
        defer { next += 1 }
        return elements[next]
    }

    private func mismatch(_ type: String) -> DBusError { .invalidArgs("expected a value of type '\(type)'") }

    package func read(_ type: FixedType) throws(DBusError) -> UInt64 {
        guard case .fixed(let bits, type) = take() else { throw mismatch(String(type.rawValue)) }
        return bits
    }

    package func readString() throws(DBusError) -> String {
        guard case .string(let value) = take() else { throw mismatch("s") }
        return value
    }

    package func readObjectPath() throws(DBusError) -> ObjectPath {
        guard case .objectPath(let value) = take() else { throw mismatch("o") }
        return value
    }

    package func readSignature() throws(DBusError) -> Signature {
        guard case .signature(let value) = take() else { throw mismatch("g") }
        return value
    }

    package func readBytes() throws(DBusError) -> [UInt8] {
        guard case .bytes(let value) = take() else { throw mismatch("ay") }
        return value
    }

    package func readDescriptor() throws(DBusError) -> FileDescriptor {
        guard case .descriptor(let value) = take() else { throw mismatch("h") }
        return value
    }

    package func enter() throws(DBusError) {
        guard case .open = take() else { throw .invalidArgs("expected a container") }
    }

    package func leave() throws(DBusError) { skip(&next) }
}
