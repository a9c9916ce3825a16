internal import CUTF8Proc

extension CharacterWidth {
    /// Marks per base that are kept; languages need three or four.
    private static let maximumMarks = 8
    /// Scalars per character that are kept; the longest emoji have eleven.
    private static let maximumScalars = 32

    /// The text as it may go to a terminal. Every control character (line breaks and escapes too) is shown as a
    /// replacement, so that no text of others moves the cursor or reprograms the terminal; marks without a base get one,
    /// so that they don't get lost; and no character is of unlimited length.
    package static func printable(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return text }
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
        return switch graphemeBreak(of: first) {
        case UTF8PROC_BOUNDCLASS_V: ["\u{115F}"]
        case UTF8PROC_BOUNDCLASS_T: ["\u{115F}", "\u{1160}"]
        default: []
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return true
        default: return false
        }
    }
}
