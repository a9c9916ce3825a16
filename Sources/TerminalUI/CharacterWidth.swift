/// How many cells text takes.
package enum CharacterWidth {
    /// 1 or 2 for a character that can be shown; 0 for controls and for what has no width. The soft hyphen takes a cell, as
    /// it does for glibc and tmux.
    package static func width(of character: Character) -> Int {
        if let ascii = character.asciiValue { return width(ofASCII: ascii) }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let rest = scalars.dropFirst()
        guard let second = rest.first else { return width(of: first) }
        if first.properties.isEmoji {
            if second == "\u{FE0E}" { return 1 }
            // An emoji by its presentation selector, skin tone or what it is joined with, and a flag, which is a pair of
            // letters of width 1.
            if rest.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmoji }) { return 2 }
        }
        // Marks that have a place of their own, as many vowels of India, take a cell too.
        return min(scalars.reduce(0) { $0 + width(of: $1) }, 2)
    }

    package static func width(of text: String) -> Int {
        let bytes = text.utf8Span.span
        var result = 0
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte < 0x80 else { return text.reduce(0) { $0 + width(of: $1) } }
            result += width(ofASCII: byte)
        }
        return result
    }

    /// Whether terminals disagree about the width of a character, so that the place of the cursor behind it is not known:
    /// clusters of more than a base and its nonspacing marks, emoji by selector, joiner or skin tone, flags, soft hyphens,
    /// and what Unicode has had for a short time only.
    package static func isWidthUncertain(_ character: Character) -> Bool {
        if character.isASCII { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return false }
        if isWidthUncertain(first) { return true }
        return scalars.dropFirst().contains {
            $0 == "\u{FE0E}" || $0 == "\u{FE0F}" || $0.properties.generalCategory != .nonspacingMark
        }
    }

    private static func isWidthUncertain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{AD}" || isWideSinceShort(scalar) { return true }
        // Letters of flags, and skin tones.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) || scalar.properties.isEmojiModifier { return true }
        guard let age = scalar.properties.age else { return scalar.properties.generalCategory == .unassigned }
        return age.major >= 16
    }

    private static func width(ofASCII byte: UInt8) -> Int { byte >= 0x20 && byte < 0x7F ? 1 : 0 }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if let ascii = UInt8(exactly: scalar.value), ascii < 0x80 { return width(ofASCII: ascii) }
        // Latin letters and symbols behind the second block of controls.
        if scalar.value < 0x300 { return scalar.value < 0xA0 ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        case .format: return isPrependedMark(scalar) ? 1 : 0
        default: return isConjoining(scalar) ? 0 : isWide(scalar) ? 2 : 1
        }
    }

    /// The signs that span the number behind them are the only formats that are seen.
    private static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// The vowels and final consonants of Hangul stand in the cells of the initial consonant.
    private static func isConjoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
        default: false
        }
    }
}
