/// Choices that bytes make: what the fuzzer changes in them is another choice.
struct ByteSource: RandomNumberGenerator {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// 0 behind the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below count: Int) -> Int { count > 0 ? Int(byte()) % count : 0 }

    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(below: elements.count)]
    }

    mutating func next() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

    /// So many bytes as there are, at most as many as the first one says.
    mutating func bytes() -> [UInt8] {
        let bytes = rest.dropFirst().prefix(number(below: 256))
        rest.removeFirst(min(rest.count, bytes.count))
        return Array(bytes)
    }

    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self).filter { $0 != "\0" } }

    /// Numbers as they are, and those at which things change.
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
