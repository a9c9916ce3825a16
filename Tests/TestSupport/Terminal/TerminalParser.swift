import CVTerm

/// The data in a terminal's input that libvterm parses but does not expose in its screen.
final class TerminalParser {
    /// The private modes (`CSI ? n h`) that are set.
    private(set) var modes: Set<Int> = [7, 25]
    private(set) var isFaint = false
    private(set) var isBidiImplicit = true
    /// Whether only some of the rows scroll.
    private(set) var hasRegion = false
    /// Whether the last byte is inside a control or a sequence, or belongs to incomplete text.
    private(set) var isInSequence = false
    /// The unsupported sequences, controls and bytes, in readable form.
    private(set) var unknown: [String] = []
    private var text: [UInt8] = []
    private var faintChange: Bool?
    private let terminal: OpaquePointer

    init() {
        terminal = vterm_new(1, 1)
        vterm_set_utf8(terminal, 1)
        vterm_parser_set_callbacks(terminal, Self.callbacks, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { vterm_free(terminal) }

    func receive(_ byte: UInt8) {
        isInSequence = true
        var character = CChar(bitPattern: byte)
        vterm_input_write(terminal, &character, 1)
    }

    /// Whether text is faint from now on, or nil when that has not changed since the last call.
    func nextFaintChange() -> Bool? {
        defer { faintChange = nil }
        return faintChange
    }

    // MARK: Callbacks

    /// libvterm keeps the address.
    private nonisolated(unsafe) static let callbacks: UnsafePointer<VTermParserCallbacks> = {
        let callbacks = UnsafeMutablePointer<VTermParserCallbacks>.allocate(capacity: 1)
        callbacks.initialize(to: VTermParserCallbacks())
        callbacks.pointee.text = { bytes, count, user in
            TerminalParser.of(user)?.read(text: TerminalParser.bytes(bytes, count))
            return CInt(count)
        }
        callbacks.pointee.control = { byte, user in
            TerminalParser.of(user)?.read { $0.isKnown(control: byte) ? nil : [byte] }
            return 1
        }
        callbacks.pointee.escape = { bytes, count, user in
            let bytes = TerminalParser.bytes(bytes, count)
            TerminalParser.of(user)?.read { $0.isKnown(escape: bytes) ? nil : [0x1B] + bytes }
            return 1
        }
        callbacks.pointee.csi = { leader, arguments, count, between, final, user in
            let leader = leader.map { String(cString: $0) } ?? ""
            let between = between.map { String(cString: $0) } ?? ""
            let final = Character(Unicode.Scalar(UInt8(bitPattern: final)))
            let arguments = UnsafeBufferPointer(start: arguments, count: Int(count)).map { argument in
                // The flag of a part that is followed by more parts, and the value for a missing part.
                argument & 0x7FFF_FFFF == 0x7FFF_FFFF ? 0 : Int(argument & 0x7FFF_FFFF)
            }
            TerminalParser.of(user)?.read { parser in
                guard !parser.perform(leader + between, arguments, final) else { return nil }
                let numbers = arguments.map(String.init).joined(separator: ";")
                return Array("\u{1B}[\(leader)\(numbers)\(between)\(final)".utf8)
            }
            return 1
        }
        callbacks.pointee.resize = { _, _, _ in 1 }
        // Their content arrives in pieces.
        setStringCallbacks(callbacks) { introducer, user in
            TerminalParser.of(user)?.read { _ in [0x1B, UInt8(bitPattern: introducer)] }
            return 1
        }
        return UnsafePointer(callbacks)
    }()

    private static func of(_ user: UnsafeMutableRawPointer?) -> TerminalParser? {
        user.map { Unmanaged<TerminalParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> [UInt8] {
        UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) }
    }

    private func read(text bytes: [UInt8]) {
        isInSequence = false
        text += bytes
    }

    /// Processes a control or a sequence. `isUnknown` returns the bytes of an unsupported one.
    private func read(_ isUnknown: (TerminalParser) -> [UInt8]?) {
        isInSequence = false
        // In UTF-8, too, 0x80 to 0x9F are controls.
        let isValid = String(validating: text, as: UTF8.self)?.unicodeScalars.allSatisfy { !(0x80..<0xA0 ~= $0.value) }
        if isValid != true { note(text) }
        text = []
        if let bytes = isUnknown(self) { note(bytes) }
    }

    private func note(_ bytes: [UInt8]) {
        unknown.append(
            bytes.map { byte in
                switch byte {
                case 0x1B: "ESC"
                case 0x20..<0x7F: String(UnicodeScalar(byte))
                default: "<\(String(byte, radix: 16, uppercase: true))>"
                }
            }.joined())
    }

    // MARK: Supported sequences

    private func isKnown(control byte: UInt8) -> Bool { byte == 0 || 0x08...0x0D ~= byte }

    private func isKnown(escape bytes: [UInt8]) -> Bool {
        bytes.count == 1 && bytes.allSatisfy("78DEM=>".utf8.contains)
    }

    private func perform(_ kind: String, _ arguments: [Int], _ final: Character) -> Bool {
        switch (kind, final) {
        case ("?", "h"), ("?", "l"): return arguments.allSatisfy { set(mode: $0, final == "h") }
        case ("", "h") where arguments == [8]: isBidiImplicit = true
        case ("", "l") where arguments == [8]: isBidiImplicit = false
        case ("", "r"): hasRegion = arguments.contains { $0 > 0 }
        case ("", "m"): return setStyle(arguments)
        case ("", "J"), ("", "K"): return arguments.allSatisfy { $0 < 3 }
        case ("", _): return "ABCDGHSTXdfsu".contains(final)
        default: return false
        }
        return true
    }

    private func set(mode: Int, _ isSet: Bool) -> Bool {
        switch mode {
        // The sequences of keys, which only the tests send.
        case 1: return true
        case 7, 25, 1000, 1002, 1003, 1006, 1049, 2004, 2026:
            if isSet { modes.insert(mode) } else { modes.remove(mode) }
            return true
        default: return false
        }
    }

    private func setStyle(_ arguments: [Int]) -> Bool {
        var rest = arguments.isEmpty ? [0] : arguments[...]
        while let code = rest.popFirst() {
            switch code {
            case 2: (isFaint, faintChange) = (true, true)
            case 0, 22: (isFaint, faintChange) = (false, false)
            case 38, 48: rest = rest.dropFirst(rest.first == 5 ? 2 : 4)
            case 1, 4, 7, 24, 27, 30...37, 39...47, 49, 90...97, 100...107: break
            default: return false
            }
        }
        return true
    }
}
