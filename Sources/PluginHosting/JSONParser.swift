internal import Glibc

/// The reader behind `JSON`.
struct JSONParser {
    private static let maximumDepth = 16

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSON.Failure) -> JSON {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw failure("something follows the end of the document") }
        return value
    }

    private func failure(_ message: String) -> JSON.Failure { JSON.Failure(line: line, message: message) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    /// Whether the byte comes next, after space; it is then consumed.
    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let byte = next, byte == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSON.Failure) -> JSON {
        guard depth < Self.maximumDepth else { throw failure("nested more than \(Self.maximumDepth) deep") }
        skipSpace()
        let start = line
        switch next {
        case UInt8(ascii: "{"): return JSON(line: start, content: .object(try object(depth: depth + 1)))
        case UInt8(ascii: "["): return JSON(line: start, content: .array(try array(depth: depth + 1)))
        case UInt8(ascii: "\""): return JSON(line: start, content: .string(try string()))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("the document ends too early")
        default: return JSON(line: start, content: .number(try number()))
        }
    }

    private mutating func word(_ word: String, _ content: JSON.Content) throws(JSON.Failure) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else { throw failure("expected a value") }
        position += word.utf8.count
        return JSON(line: line, content: content)
    }

    private mutating func object(depth: Int) throws(JSON.Failure) -> [String: JSON] {
        var members: [String: JSON] = [:]
        position += 1
        if accept("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
            let key = try string()
            guard accept(":") else { throw failure("expected ':' after key '\(key)'") }
            let value = try value(depth: depth)
            guard members.updateValue(value, forKey: key) == nil else { throw failure("key '\(key)' stands twice") }
        } while accept(",")
        guard accept("}") else { throw failure("expected ',' or '}'") }
        return members
    }

    private mutating func array(depth: Int) throws(JSON.Failure) -> [JSON] {
        var elements: [JSON] = []
        position += 1
        if accept("]") { return elements }
        repeat { elements.append(try value(depth: depth)) } while accept(",")
        guard accept("]") else { throw failure("expected ',' or ']'") }
        return elements
    }

    private mutating func number() throws(JSON.Failure) -> Double {
        let allowed = Array("+-.0123456789eE".utf8)
        let text = bytes[position...].prefix { allowed.contains($0) }
        var digits = text
        if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
        let isPlain = digits.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        let hasLeadingZero =
            digits.first == UInt8(ascii: "0")
            && digits.dropFirst().first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        guard isPlain, !hasLeadingZero, text.count <= 32, let value = Double(String(decoding: text, as: UTF8.self)),
            value.isFinite
        else { throw failure("expected a value") }
        position += text.count
        return value
    }

    private mutating func string() throws(JSON.Failure) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let result = String(validating: text, as: UTF8.self) else {
                    throw failure("a string is not valid UTF-8")
                }
                return result
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case ..<0x20: throw failure("a control character in a string")
            default: text.append(byte)
            }
        }
        throw failure("a string does not end")
    }

    private mutating func escape() throws(JSON.Failure) -> [UInt8] {
        guard let byte = next else { throw failure("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try unicode()
        default: throw failure("an unknown escape in a string")
        }
    }

    private mutating func unicode() throws(JSON.Failure) -> [UInt8] {
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: Array("\\u".utf8)) {
            position += 2
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw failure("half a surrogate pair in a string") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard code != 0, let scalar = Unicode.Scalar(code) else { throw failure("no such character in a string") }
        return Array(String(scalar).utf8)
    }

    private mutating func hexadecimal() throws(JSON.Failure) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        let isHexadecimal = digits.allSatisfy { isxdigit(Int32($0)) != 0 }
        guard digits.count == 4, isHexadecimal, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw failure("expected four hexadecimal digits")
        }
        position += 4
        return code
    }
}
