import TestSupport

/// A message whose fields a test sets freely, without validation.
struct WireMessage: Sendable {
    enum Kind: UInt8 { case call = 1, result, error, signal }

    static let noReplyExpected: UInt8 = 1
    static let noAutoStart: UInt8 = 2

    var kind = Kind.call
    var flags: UInt8 = 0
    var destination: String?
    var path: String?
    var interface: String?
    var member: String?
    var errorName: String?
    var replySerial: UInt32?
    var signature = ""
    var body: [WireValue] = []
    /// File descriptors that are sent with the message.
    var descriptors: [Int32] = []

    func bytes(serial: UInt32) -> [UInt8] {
        var content = WireWriter()
        for (type, value) in zip(WireType.split(signature), body) { content.append(value, type) }
        func text(_ code: UInt64, _ type: String, _ value: String?) -> WireValue? {
            value.map { .list([.number(code), .variant(type, .text($0))]) }
        }
        func number(_ code: UInt64, _ value: UInt32?) -> WireValue? {
            value.map { .list([.number(code), .variant("u", .number(UInt64($0)))]) }
        }
        let fields = [
            text(1, "o", path), text(2, "s", interface), text(3, "s", member), text(4, "s", errorName),
            number(5, replySerial), text(6, "s", destination), text(8, "g", signature.isEmpty ? nil : signature),
            number(9, descriptors.isEmpty ? nil : UInt32(descriptors.count)),
        ]
        var header = WireWriter()
        for byte in [UInt64(UInt8(ascii: "l")), UInt64(kind.rawValue), UInt64(flags), 1] {
            header.append(byte, size: 1)
        }
        header.append(UInt64(content.bytes.count), size: 4)
        header.append(UInt64(serial), size: 4)
        header.append(.list(fields.compactMap(\.self)), "a(yv)")
        header.align(8)
        return header.bytes + content.bytes
    }
}

extension WireMessage {
    /// A call of an interface of the contract, which is named without its prefix.
    static func call(
        _ path: String, _ interface: String, _ member: String, _ signature: String = "", _ body: [WireValue] = []
    ) -> WireMessage {
        WireMessage(
            path: path, interface: "org.tabd.Tabs1." + interface, member: member, signature: signature, body: body)
    }

    /// The first call on a private connection.
    static func privateHello(_ token: String) -> WireMessage {
        call(TabNames.root.text, "PrivateConnection", "Hello", "s", [.text(token)])
    }

    static func manager(_ member: String, _ signature: String = "", _ body: [WireValue] = []) -> WireMessage {
        call(TabNames.root.text, "Manager", member, signature, body)
    }

    /// Sets a property of an interface with any name.
    static func set(
        _ path: String, _ interface: String, _ property: String, _ type: String, _ value: WireValue
    ) -> WireMessage {
        WireMessage(
            path: path, interface: PropertiesInterface.name, member: "Set", signature: "ssv",
            body: [.text(interface), .text(property), .variant(type, value)])
    }

    /// A call with any names, and with texts as arguments.
    static func call(_ path: String, _ interface: String?, _ member: String, texts: [String]) -> WireMessage {
        WireMessage(
            path: path, interface: interface, member: member, signature: String(repeating: "s", count: texts.count),
            body: texts.map(WireValue.text))
    }

    static let getManagedObjects = call(
        TabNames.root.text, ObjectManagerInterface.name, "GetManagedObjects", texts: [])
}

/// A message from the bus, with the fields that tests read.
struct ReceivedMessage {
    private(set) var kind: UInt8 = 0
    private(set) var flags: UInt8 = 0
    private(set) var serial: UInt32 = 0
    private(set) var member = ""
    private(set) var errorName = ""
    private(set) var replySerial: UInt32 = 0
    private(set) var sender = ""
    private(set) var signature = ""
    private(set) var body: ArraySlice<UInt8> = []

    /// The length of the message at the beginning of these bytes, or nil while it is unknown.
    static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 16 else { return nil }
        let reader = WireReader(bytes)
        return (16 + reader.number(at: 12) + 7) / 8 * 8 + reader.number(at: 4)
    }

    init(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        kind = reader.byte(at: 1)
        flags = reader.byte(at: 2)
        serial = UInt32(reader.number(at: 8))
        let end = 16 + reader.number(at: 12)
        reader.place = 16
        while reader.place < end {
            reader.align(8)
            let code = reader.byte(at: reader.place)
            reader.place += 1
            switch reader.signature() {
            case "u":
                let number = reader.number()
                if code == 5 { replySerial = UInt32(number) }
            case "g": signature = reader.signature()
            default:
                let text = reader.text()
                switch code {
                case 3: member = text
                case 4: errorName = text
                case 7: sender = text
                default: break
                }
            }
        }
        body = Array(bytes.dropFirst((end + 7) / 8 * 8))[...]
    }

    var isError: Bool { kind == WireMessage.Kind.error.rawValue }
    var isReply: Bool { isError || kind == WireMessage.Kind.result.rawValue }

    /// The first argument if it is a string or an object path: an error's message, a document, a new object.
    var text: String {
        guard signature.hasPrefix("s") || signature.hasPrefix("o") else { return "" }
        var reader = WireReader(body)
        return reader.text()
    }

    /// The result of GetManagedObjects: the marshalled interfaces of each object.
    var objects: [String: ArraySlice<UInt8>] {
        var found: [String: ArraySlice<UInt8>] = [:]
        var reader = WireReader(body)
        let end = reader.number() + 8
        while reader.place < end {
            reader.align(8)
            let path = reader.text()
            let length = reader.number()
            reader.align(8)
            found[path] = body[body.startIndex + reader.place..<body.startIndex + reader.place + length]
            reader.place += length
        }
        return found
    }
}

/// Unmarshals bytes that the bus has validated.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    var place = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func byte(at place: Int) -> UInt8 { bytes[bytes.startIndex + place] }

    func number(at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(byte(at: place + $1)) << (8 * $1) }
    }

    mutating func align(_ count: Int) { place = (place + count - 1) / count * count }

    mutating func number() -> Int {
        align(4)
        defer { place += 4 }
        return number(at: place)
    }

    mutating func text() -> String { text(number()) }

    mutating func signature() -> String {
        let length = Int(byte(at: place))
        place += 1
        return text(length)
    }

    private mutating func text(_ length: Int) -> String {
        defer { place += length + 1 }
        return text(length, from: place)
    }

    private func text(_ length: Int, from place: Int) -> String {
        String(decoding: bytes[bytes.startIndex + place..<bytes.startIndex + place + length], as: UTF8.self)
    }
}

/// A value of a message. Its type comes from the signature beside it, so a value can be one that no library would send.
indirect enum WireValue: Sendable {
    /// A value of a fixed-size type, written with as many bytes as the type has.
    case number(UInt64)
    /// A string, an object path or a signature.
    case text(String)
    /// The elements of an array, a structure or a dictionary entry.
    case list([WireValue])
    case variant(String, WireValue)

    static func double(_ value: Double) -> WireValue { .number(value.bitPattern) }

    static func int(_ value: Int64) -> WireValue { .number(UInt64(bitPattern: value)) }

    /// An `a{sv}`.
    static func options(_ entries: [(String, String, WireValue)]) -> WireValue {
        .list(entries.map { .list([.text($0.0), .variant($0.1, $0.2)]) })
    }

    /// The zero, empty or nil value of a type. With `isFilled` every array has an element.
    static func plain(_ type: String, isFilled: Bool = false) -> WireValue {
        switch type.first {
        case "s", "g": return .text("")
        case "o": return .text("/")
        case "v": return .variant("s", .text(""))
        case "a": return .list(isFilled ? [plain(WireType.element(type), isFilled: true)] : [])
        case "(", "{": return .list(WireType.members(type).map { plain($0, isFilled: isFilled) })
        default: return .number(0)
        }
    }
}

extension WireValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .text(let text): "'" + String(text.prefix(60)) + "'"
        case .list(let values): "[" + values.prefix(4).map(\.description).joined(separator: ", ") + "]"
        case .variant(let type, let value): "<\(type)> \(value)"
        }
    }
}

/// Parsing of signatures.
enum WireType {
    /// The complete types of a signature.
    static func split(_ signature: String) -> [String] {
        var types: [String] = []
        var (type, depth) = ("", 0)
        for letter in signature {
            type.append(letter)
            if "({".contains(letter) { depth += 1 }
            if ")}".contains(letter) { depth -= 1 }
            guard depth == 0, letter != "a" else { continue }
            types.append(type)
            type = ""
        }
        return types
    }

    static func element(_ array: String) -> String { String(array.dropFirst()) }

    /// The types in a structure or a dictionary entry.
    static func members(_ type: String) -> [String] { split(String(type.dropFirst().dropLast())) }

    static func alignment(_ type: String) -> Int {
        switch type.first {
        case "n", "q": 2
        case "b", "i", "u", "h", "s", "o", "a": 4
        case "x", "t", "d", "(", "{": 8
        default: 1
        }
    }
}

/// Marshals values, little-endian.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func align(_ count: Int) {
        while !bytes.count.isMultiple(of: count) { bytes.append(0) }
    }

    mutating func append(_ number: UInt64, size: Int) {
        align(size)
        for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
    }

    mutating func append(_ value: WireValue, _ type: String) {
        switch (type.first, value) {
        case ("g", .text(let text)): bytes += [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8) + [0]
        case (_, .text(let text)):
            append(UInt64(text.utf8.count), size: 4)
            bytes += Array(text.utf8) + [0]
        case (_, .variant(let type, let value)):
            append(.text(type), "g")
            append(value, type)
        case ("a", .list(let values)):
            let element = WireType.element(type)
            append(0, size: 4)
            let place = bytes.count
            align(WireType.alignment(element))
            let start = bytes.count
            for value in values { append(value, element) }
            let length = bytes.count - start
            for index in 0..<4 { bytes[place - 4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
        case (_, .list(let values)):
            align(8)
            for (value, type) in zip(values, WireType.members(type)) { append(value, type) }
        case (_, .number(let number)): append(number, size: type == "y" ? 1 : WireType.alignment(type))
        }
    }
}
