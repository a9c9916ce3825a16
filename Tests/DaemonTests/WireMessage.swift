/// A message as a test writes it, checked by nobody.
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
    /// Descriptors that go with it.
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

/// What came from the bus, as far as tests look into it.
struct WireAnswer {
    private(set) var kind: UInt8 = 0
    private(set) var flags: UInt8 = 0
    private(set) var serial: UInt32 = 0
    private(set) var member = ""
    private(set) var errorName = ""
    private(set) var replySerial: UInt32 = 0
    private(set) var sender = ""
    private(set) var signature = ""
    private(set) var body: ArraySlice<UInt8> = []

    /// The length of the message that these bytes begin with; nil while that is not known.
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

    /// The first argument, a string or an object path: an error's message, a document, a new object.
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

/// Unmarshals what the bus has checked.
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
