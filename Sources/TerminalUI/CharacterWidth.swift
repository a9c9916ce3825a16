internal import CUTF8Proc

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
        switch scalar.value {
        case 0xAD: true
        // Hexagrams and the like became wide in Unicode 16.
        case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376: true
        // Letters of flags, and skin tones.
        case 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
        default: scalar.properties.age.map { $0.major >= 16 } ?? (scalar.properties.generalCategory == .unassigned)
        }
    }

    private static func width(ofASCII byte: UInt8) -> Int { byte >= 0x20 && byte < 0x7F ? 1 : 0 }

    /// The width that libutf8proc knows, but for what depends on the characters around.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch (graphemeBreak(of: scalar), utf8proc_category(Int32(scalar.value))) {
        // The vowels and final consonants of Hangul stand in the cells of the initial consonant.
        case (UTF8PROC_BOUNDCLASS_V, _), (UTF8PROC_BOUNDCLASS_T, _): 0
        // Signs that span the number behind them are seen, and marks that have a place of their own.
        case (UTF8PROC_BOUNDCLASS_PREPEND, _), (_, UTF8PROC_CATEGORY_MC): 1
        default: Int(utf8proc_charwidth(Int32(scalar.value)))
        }
    }

    /// Grapheme_Cluster_Break of UAX #29.
    static func graphemeBreak(of scalar: Unicode.Scalar) -> utf8proc_boundclass_t {
        utf8proc_boundclass_t(utf8proc_get_property(Int32(scalar.value)).pointee.boundclass)
    }
}
