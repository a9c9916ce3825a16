import CSDBus

/// A received message, which is read from its start to its end. It is valid during the callback that gets it.
///
/// Senders are other programs: every value may be missing, of another type or huge. What does not fit is left out.
struct BusMessage {
    private static let maximumText = 1 << 20
    private static let maximumTexts = 16
    /// A dictionary of dictionaries, whose values are in variants.
    private static let maximumDepth = 4

    let pointer: OpaquePointer

    /// The unique name of the sender.
    var sender: String { sd_bus_message_get_sender(pointer).map { String(cString: $0) } ?? "" }

    /// The reason why a call failed; nil for a reply.
    var error: String? {
        guard sd_bus_message_is_method_error(pointer, nil) > 0 else { return nil }
        let text = sd_bus_message_get_error(pointer)?.pointee
        return (text?.message ?? text?.name).map { line(String(cString: $0)) } ?? "unknown error"
    }

    // MARK: Reading

    /// Returns the next value, if it is a text of at most 1 MiB; otherwise skips it.
    func text() -> String? { value().flatMap(\.text) }

    /// Calls a function with each text of an array of texts, if that is the next value.
    func eachText(_ body: (String) -> Void) {
        guard next?.type == .array, next?.contents == "s", enter(.array, "s") else { return skip() }
        while next != nil {
            guard let start = read(.string, UnsafePointer<CChar>?.none) ?? nil else { return }
            if let text = Self.text(start) { body(text) }
        }
        exit()
    }

    /// Returns the next value, if it is a dictionary from texts to variants; otherwise skips it.
    ///
    /// - Parameter keys: The keys to read. Values of others are skipped.
    func entries(_ keys: Set<String>, depth: Int = 0) -> [String: PlayerValue]? {
        guard next?.type == .array, next?.contents == "{sv}", depth < Self.maximumDepth, enter(.array, "{sv}") else {
            skip()
            return nil
        }
        var entries: [String: PlayerValue] = [:]
        while next != nil {
            guard enter(.entry, "sv") else { return nil }
            if let key = text(), keys.contains(key) {
                if let value = value(depth: depth + 1) { entries[key] = value }
            } else {
                skip()
            }
            exit()
        }
        exit()
        return entries
    }

    /// Reads the next value, if it has a type that players use; otherwise skips it.
    func value(depth: Int = 0) -> PlayerValue? {
        guard let (type, contents) = next else { return nil }
        switch type {
        case .variant:
            guard depth < Self.maximumDepth, enter(.variant, contents) else { break }
            defer { exit() }
            return value(depth: depth + 1)
        case .string, .objectPath: return readText().map(PlayerValue.text)
        case .boolean: return read(.boolean, Int32(0)).map { .bool($0 != 0) }
        case .byte: return read(.byte, UInt8(0)).map { .integer(Int64($0)) }
        case .int16: return read(.int16, Int16(0)).map { .integer(Int64($0)) }
        case .uint16: return read(.uint16, UInt16(0)).map { .integer(Int64($0)) }
        case .int32: return read(.int32, Int32(0)).map { .integer(Int64($0)) }
        case .uint32: return read(.uint32, UInt32(0)).map { .integer(Int64($0)) }
        case .int64: return read(.int64, Int64(0)).map { .integer($0) }
        case .uint64: return read(.uint64, UInt64(0)).map { .integer(Int64(clamping: $0)) }
        case .double: return read(.double, 0.0).map { .number($0) }
        case .array where contents == "s":
            var texts: [String] = []
            eachText { if texts.count < Self.maximumTexts { texts.append($0) } }
            return .texts(texts)
        case .array where contents == "{sv}": return entries(Track.keys, depth: depth).map(PlayerValue.entries)
        default: break
        }
        skip()
        return nil
    }

    // MARK: Types

    /// The code of a type in a signature.
    private enum TypeCode: UInt8 {
        case byte = 0x79
        case boolean = 0x62
        case int16 = 0x6e
        case uint16 = 0x71
        case int32 = 0x69
        case uint32 = 0x75
        case int64 = 0x78
        case uint64 = 0x74
        case double = 0x64
        case string = 0x73
        case objectPath = 0x6f
        case variant = 0x76
        case array = 0x61
        case entry = 0x65
        case other = 0

        var code: CChar { CChar(bitPattern: rawValue) }
    }

    /// The type of the next value; nil at the end of the message or of the container.
    private var next: (type: TypeCode, contents: String)? {
        var type = CChar(0)
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
        return (TypeCode(rawValue: UInt8(bitPattern: type)) ?? .other, contents.map { String(cString: $0) } ?? "")
    }

    private func enter(_ type: TypeCode, _ contents: String) -> Bool {
        sd_bus_message_enter_container(pointer, type.code, contents) > 0
    }

    /// Leaves a container. Values that were not read are skipped before.
    private func exit() {
        while next != nil, sd_bus_message_skip(pointer, nil) > 0 {}
        sd_bus_message_exit_container(pointer)
    }

    private func skip() { sd_bus_message_skip(pointer, nil) }

    private func read<Content>(_ type: TypeCode, _ initial: Content) -> Content? {
        var content = initial
        let result = withUnsafeMutableBytes(of: &content) {
            sd_bus_message_read_basic(pointer, type.code, $0.baseAddress)
        }
        return result > 0 ? content : nil
    }

    private func readText() -> String? {
        guard let type = next?.type, let start = read(type, UnsafePointer<CChar>?.none) ?? nil else { return nil }
        return Self.text(start)
    }

    private static func text(_ start: UnsafePointer<CChar>) -> String? {
        strnlen(start, maximumText + 1) <= maximumText ? String(cString: start) : nil
    }
}
