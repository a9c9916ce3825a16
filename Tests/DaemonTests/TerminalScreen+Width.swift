extension TerminalScreen {
    /// How many cells a scalar takes that begins a character: 2 in East Asian typography and for emoji, and 0 for what
    /// only changes others.
    static func width(of scalar: Unicode.Scalar) -> Int {
        let properties = scalar.properties
        switch scalar.value {
        case 0x20..<0x7F: return 1
        // A soft hyphen is drawn.
        case 0xAD: return 1
        // Hangul vowels and final consonants.
        case 0x1160..<0x1200, 0xD7B0..<0xD800: return 0
        // Half a flag.
        case 0x1F1E6..<0x1F200: return 1
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return properties.isEmojiPresentation || wideBlocks.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// What makes a character wide that was not.
    static func isWidening(_ scalar: Unicode.Scalar, _ text: String) -> Bool {
        switch scalar.value {
        case 0xFE0F: text.unicodeScalars.first?.properties.isEmoji == true
        case 0x1F1E6..<0x1F200: true
        default: width(of: scalar) == 2
        }
    }

    private static let wideBlocks: [Range<UInt32>] = [
        // Hangul's initial consonants, and angle brackets.
        0x1100..<0x1160, 0x2329..<0x232B,
        // Radicals, kana, Hangul's letters, ideographs, Yi.
        0x2E80..<0x303F, 0x3041..<0x4DC0, 0x4E00..<0xA4D0,
        // Hangul, and ideographs for compatibility.
        0xA960..<0xA980, 0xAC00..<0xD7A4, 0xF900..<0xFB00,
        // Forms for vertical writing, and of full width.
        0xFE10..<0xFE20, 0xFE30..<0xFE70, 0xFF01..<0xFF61, 0xFFE0..<0xFFE7,
        // Tangut, Khitan, Nüshu, old kana, ideographs in squares and circles, and the planes of ideographs.
        0x16FE0..<0x18E00, 0x1AFF0..<0x1B300, 0x1F200..<0x1F266, 0x20000..<0x3FFFE,
    ]
}
