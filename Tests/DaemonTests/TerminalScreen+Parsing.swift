extension TerminalScreen {
    /// What has come of something whose end has not come yet.
    enum ParserState: Hashable {
        case text
        /// A character of so many bytes.
        case character([UInt8], Int)
        /// `ESC` and what stands between it and the final byte.
        case escape([UInt8])
        /// Behind `ESC [`.
        case control([UInt8])
        /// `ESC ]` and its like, with the character that tells which.
        case string([UInt8])
    }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { receive(byte) }
    }

    private mutating func receive(_ byte: UInt8) {
        switch state {
        case .text: text(byte)
        case .character(let bytes, let length): character(bytes + [byte], length)
        case .escape(let bytes): escape(bytes, byte)
        case .control(let bytes): control(bytes, byte)
        case .string(let bytes): string(bytes + [byte])
        }
    }

    private mutating func text(_ byte: UInt8) {
        switch byte {
        case 0..<0x20, 0x7F: execute(byte)
        case 0x20..<0x7F: put(Unicode.Scalar(byte))
        case 0xC2..<0xE0: state = .character([byte], 2)
        case 0xE0..<0xF0: state = .character([byte], 3)
        case 0xF0..<0xF5: state = .character([byte], 4)
        default: invalid([byte])
        }
    }

    private mutating func character(_ bytes: [UInt8], _ length: Int) {
        guard let byte = bytes.last, byte & 0xC0 == 0x80 else {
            state = .text
            invalid(bytes.dropLast())
            return bytes.last.map { receive($0) } ?? ()
        }
        guard bytes.count == length else { return state = .character(bytes, length) }
        state = .text
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return invalid(bytes) }
        // As UTF-8 too, 0x80 to 0x9F control a terminal.
        if (0x80..<0xA0).contains(scalar.value) { note(bytes) } else { put(scalar) }
    }

    private mutating func invalid(_ bytes: some Collection<UInt8>) {
        note(bytes)
        put("\u{FFFD}")
    }

    private mutating func escape(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x00..<0x20, 0x7F: interrupt(with: byte)
        case 0x20..<0x30: state = .escape(bytes + [byte])
        case UInt8(ascii: "[") where bytes.isEmpty: state = .control([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string([byte])
        default:
            state = .text
            if !perform(escape: byte, bytes) { note([0x1B] + bytes + [byte]) }
        }
    }

    private mutating func control(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20..<0x40: state = .control(bytes + [byte])
        case 0x40..<0x7F:
            state = .text
            if !perform(control: byte, bytes) { note([0x1B, UInt8(ascii: "[")] + bytes + [byte]) }
        default: interrupt(with: byte)
        }
    }

    /// A control character within a sequence: it acts at once, and some end the sequence.
    private mutating func interrupt(with byte: UInt8) {
        switch byte {
        case 0x1B, 0x18, 0x1A:
            note("a sequence without an end")
            state = byte == 0x1B ? .escape([]) : .text
        case 0x00..<0x20: execute(byte)
        default: note([byte])
        }
    }

    private mutating func string(_ bytes: [UInt8]) {
        guard bytes.last == 0x07 || bytes.suffix(2) == [0x1B, UInt8(ascii: "\\")] else { return state = .string(bytes) }
        state = .text
        note([0x1B] + bytes)
    }

    mutating func note(_ bytes: some Sequence<UInt8>) {
        note(
            bytes.map { byte in
                switch byte {
                case 0x1B: "ESC"
                case 0x20..<0x7F: String(UnicodeScalar(byte))
                default: "<\(String(byte, radix: 16, uppercase: true))>"
                }
            }.joined())
    }

    mutating func note(_ text: String) { unknown.append(text) }
}
