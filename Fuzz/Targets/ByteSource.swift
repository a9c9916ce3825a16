/// A source of choices that the input's bytes determine, so that each mutation changes a choice.
struct ByteSource: RandomNumberGenerator {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// The next byte; 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below count: Int) -> Int { count > 0 ? Int(byte()) % count : 0 }

    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(below: elements.count)]
    }

    mutating func next() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

    /// Returns bytes; the first one is their maximum number.
    mutating func bytes() -> [UInt8] {
        let bytes = rest.dropFirst().prefix(number(below: 256))
        rest.removeFirst(min(rest.count, bytes.count))
        return Array(bytes)
    }

    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self).filter { $0 != "\0" } }

    /// Returns any number, often a boundary value.
    mutating func double() -> Double {
        switch byte() % 8 {
        case 0: 0
        case 1: Double(byte())
        case 2: -Double(byte())
        case 3: Double(byte()) / 7
        case 4: 1e9
        case 5: .nan
        case 6: .infinity
        default: Double(bitPattern: next())
        }
    }
}
