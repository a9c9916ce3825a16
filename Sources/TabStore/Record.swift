/// A row as SQLite writes it. What is behind its values is no harm, as in SQLite.
struct Record {
    enum Value: Equatable {
        case null
        case integer(Int64)
        case real
        case text(ArraySlice<UInt8>)
        case blob(ArraySlice<UInt8>)
    }

    private let values: [Value]

    var count: Int { values.count }

    /// nil when the payload is none, or not all of it.
    init?(payload: ArraySlice<UInt8>) {
        var header = VarintReader(payload)
        guard let headerSize = header.next(), headerSize <= payload.count, headerSize > 0 else { return nil }
        header.end = payload.startIndex + Int(headerSize)
        var body = payload.dropFirst(Int(headerSize))
        var values: [Value] = []
        while !header.isAtEnd {
            guard let type = header.next(), let value = Self.value(of: type, &body) else { return nil }
            values.append(value)
        }
        self.values = values
    }

    private static func value(of type: UInt64, _ body: inout ArraySlice<UInt8>) -> Value? {
        func take(_ count: UInt64) -> ArraySlice<UInt8>? {
            guard count <= body.count else { return nil }
            defer { body = body.dropFirst(Int(count)) }
            return body.prefix(Int(count))
        }
        switch type {
        case 0: return .null
        case 1...6:
            let sizes: [UInt64] = [1, 2, 3, 4, 6, 8]
            guard let bytes = take(sizes[Int(type) - 1]), let first = bytes.first else { return nil }
            let sign = Int64(Int8(bitPattern: first))
            return .integer(bytes.dropFirst().reduce(sign) { $0 << 8 | Int64($1) })
        case 7: return take(8).map { _ in .real }
        case 8, 9: return .integer(Int64(type - 8))
        case 10, 11: return nil
        default:
            let size = (type - 12) / 2
            return take(size).map { type.isMultiple(of: 2) ? .blob($0) : .text($0) }
        }
    }

    func isNull(_ index: Int) -> Bool { index < count && values[index] == .null }

    /// A whole number that is not below zero.
    func number(_ index: Int) -> UInt64? {
        guard index < count, case .integer(let value) = values[index] else { return nil }
        return UInt64(exactly: value)
    }

    /// A text that is UTF-8 without NUL, as D-Bus wants it.
    func text(_ index: Int) -> String? {
        guard index < count, case .text(let bytes) = values[index], !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// What people may recognize of a text that is none; nil when there is nothing.
    func repairedText(_ index: Int) -> String? {
        guard index < count else { return nil }
        switch values[index] {
        case .text(let bytes), .blob(let bytes):
            let text = String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{fffd}")
            return text.isEmpty ? nil : text
        case .null, .integer, .real: return nil
        }
    }

    func blob(_ index: Int) -> [UInt8]? {
        guard index < count, case .blob(let bytes) = values[index] else { return nil }
        return [UInt8](bytes)
    }
}
