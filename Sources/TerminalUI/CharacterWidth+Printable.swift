extension CharacterWidth {
    /// Marks per base that are kept; languages need three or four.
    private static let maximumMarks = 8
    /// Scalars per character that are kept; the longest emoji have eleven.
    private static let maximumScalars = 32

    /// The text as it may go to a terminal. Every control character (line breaks and escapes too) is shown as a
    /// replacement, so that no text of others moves the cursor or reprograms the terminal; marks without a base get one,
    /// so that they don't get lost; and no character is of unlimited length.
    package static func printable(_ text: String) -> String {
        guard !isSurelyPrintable(text) else { return text }
        var result = ""
        for character in text {
            let scalars = character.unicodeScalars
            if let first = scalars.first { result.unicodeScalars.append(contentsOf: missingBase(of: first)) }
            var marks = 0
            for scalar in scalars.prefix(maximumScalars) {
                if isMark(scalar) { marks += 1 }
                guard marks <= maximumMarks else { break }
                result.unicodeScalars.append(printable(scalar))
            }
        }
        return result
    }

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        // Line and paragraph separators, and what turns the direction of the whole line.
        case 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: scalar
        }
    }

    /// What a character needs before it to be seen.
    private static func missingBase(of first: Unicode.Scalar) -> [Unicode.Scalar] {
        guard first.value >= 0x300 else { return [] }
        switch first.properties.generalCategory {
        // Selectors and the like have nothing to be seen.
        case .nonspacingMark, .enclosingMark: return first.properties.isDefaultIgnorableCodePoint ? [] : ["\u{25CC}"]
        default: break
        }
        // The fillers of Hangul: of an initial consonant, which every syllable has, and of a vowel.
        switch first.value {
        case 0x1160...0x11A7, 0xD7B0...0xD7C6: return ["\u{115F}"]
        case 0x11A8...0x11FF, 0xD7CB...0xD7FB: return ["\u{115F}", "\u{1160}"]
        default: return []
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }

    /// Finds by its bytes that most text has neither controls nor marks; what is not sure is looked at closer.
    private static func isSurelyPrintable(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        for index in bytes.indices {
            switch bytes[index] {
            case 0x20..<0x7F, 0x80..<0xC0: continue
            // U+00A0 to U+02FF, Greek and Cyrillic from U+0380 to U+047F.
            case 0xC2 where bytes[index + 1] >= 0xA0: continue
            case 0xC3...0xCB, 0xCE...0xD1: continue
            // Dashes, quotes and ellipses, and symbols from U+2100 to U+2CBF.
            case 0xE2 where bytes[index + 1] == 0x80 && (0x90..<0xA8).contains(bytes[index + 2]): continue
            case 0xE2 where (0x84...0xB2).contains(bytes[index + 1]): continue
            // U+4000 to U+9FFF, Hangul syllables from U+B000 to U+CFFF.
            case 0xE4...0xE9, 0xEB...0xEC: continue
            default: return false
            }
        }
        return true
    }
}
