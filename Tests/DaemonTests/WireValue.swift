/// A value of a message as a test writes it; its type is what the signature beside it says, so that it may be one which
/// no library would send.
indirect enum WireValue: Sendable {
    /// Of any fixed type: as many of its bytes as that has.
    case number(UInt64)
    /// A string, an object path or a signature.
    case text(String)
    /// The elements of an array, a structure or a dictionary's entry.
    case list([WireValue])
    case variant(String, WireValue)

    static func double(_ value: Double) -> WireValue { .number(value.bitPattern) }

    static func int(_ value: Int64) -> WireValue { .number(UInt64(bitPattern: value)) }

    /// An `a{sv}`.
    static func options(_ entries: [(String, String, WireValue)]) -> WireValue {
        .list(entries.map { .list([.text($0.0), .variant($0.1, $0.2)]) })
    }

    /// What is zero, empty or nil in a type; `isFilled` gives every array an element.
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

/// Signatures, taken apart.
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

    /// Of a structure or a dictionary's entry.
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
        case ("g", .text(let text)):
            bytes += [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8) + [0]
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
        case (_, .number(let number)):
            append(number, size: type == "y" ? 1 : WireType.alignment(type))
        }
    }
}
