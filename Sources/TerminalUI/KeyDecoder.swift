/// Makes keys out of the bytes that a terminal sends, however they are cut into pieces.
package struct KeyDecoder: Sendable {
    private var pending: [UInt8] = []

    package init() {}

    /// The keys that are complete. A lone escape at the end of a piece is the escape key.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let first = pending.first {
            guard let (key, length) = first == 0x1B ? escapeSequence() : plain(first) else { break }
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    private func plain(_ byte: UInt8) -> (Key?, Int)? {
        switch byte {
        case 0x09: return (.tab, 1)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0: return (nil, 1)
        case 1...26: return (.control(Character(UnicodeScalar(byte + 0x60))), 1)
        case 27...31: return (nil, 1)
        case 0x20..<0x7F: return (.character(Character(UnicodeScalar(byte))), 1)
        default: return character(byte)
        }
    }

    /// A character beyond ASCII; nil while bytes are missing.
    private func character(_ lead: UInt8) -> (Key?, Int)? {
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
        let bytes = pending.prefix(length)
        // What can't be a character is skipped, byte by byte.
        guard length > 1, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
        guard bytes.count == length else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else { return (nil, 1) }
        return (.character(character), length)
    }

    /// `ESC [` parameters final, or `ESC O` final; nil while the end is missing.
    private func escapeSequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return (.escape, 1) }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            // No terminal sends such a long one: the bytes are not of a terminal.
            return pending.count > 32 ? (nil, pending.count) : nil
        }
        switch pending[end] {
        case UInt8(ascii: "A"): return (.up, end + 1)
        case UInt8(ascii: "B"): return (.down, end + 1)
        case UInt8(ascii: "C"): return (.right, end + 1)
        case UInt8(ascii: "D"): return (.left, end + 1)
        case 0x40..<0x7F: return (nil, end + 1)
        default: return (nil, end)
        }
    }
}
