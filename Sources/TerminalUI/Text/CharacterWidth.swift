internal import CUTF8Proc

/// The width of text in cells.
package enum CharacterWidth {
    /// Returns 1 or 2 for a visible character; 0 for control characters and characters without width. The soft hyphen
    /// takes one cell, as in glibc and tmux.
    package static func width(of character: Character) -> Int {
        if let ascii = character.asciiValue { return width(ofASCII: ascii) }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let rest = scalars.dropFirst()
        guard let second = rest.first else { return width(of: first) }
        if first.properties.isEmoji {
            if second == "\u{FE0E}" { return 1 }
            // An emoji with a presentation selector, a skin tone or joined characters, or a flag, which is a pair of
            // letters of width 1.
            if rest.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmoji }) { return 2 }
        }
        // Spacing marks, such as many vowels of Indic scripts, take a cell too.
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

    /// Returns whether terminals disagree about the width of a character, so that the cursor position after it is
    /// unknown: clusters of more than a base and nonspacing marks, emoji sequences, flags, soft hyphens, and
    /// characters of recent Unicode versions.
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
        // Hexagrams and similar symbols became wide in Unicode 16.
        case 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D376: true
        // Regional indicators and skin tones.
        case 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
        default: scalar.properties.age.map { $0.major >= 16 } ?? (scalar.properties.generalCategory == .unassigned)
        }
    }

    private static func width(ofASCII byte: UInt8) -> Int { byte >= 0x20 && byte < 0x7F ? 1 : 0 }

    /// Returns the width from libutf8proc, corrected for characters that depend on their neighbours.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch (graphemeBreak(of: scalar), utf8proc_category(Int32(scalar.value))) {
        // Hangul vowels and final consonants share the cells of the initial consonant.
        case (UTF8PROC_BOUNDCLASS_V, _), (UTF8PROC_BOUNDCLASS_T, _): 0
        // Signs that span the following number, and spacing marks, are visible.
        case (UTF8PROC_BOUNDCLASS_PREPEND, _), (_, UTF8PROC_CATEGORY_MC): 1
        default: Int(utf8proc_charwidth(Int32(scalar.value)))
        }
    }

    /// Returns the Grapheme_Cluster_Break property (UAX #29).
    static func graphemeBreak(of scalar: Unicode.Scalar) -> utf8proc_boundclass_t {
        utf8proc_boundclass_t(utf8proc_get_property(Int32(scalar.value)).pointee.boundclass)
    }
}

extension CharacterWidth {
    /// Returns the longest prefix that fits, with an ellipsis in place of the rest.
    package static func truncate(_ text: String, to columns: Int) -> String {
        if prefix(text, columns: columns).utf8.count == text.utf8.count { return text }
        return columns > 0 ? prefix(text, columns: columns - 1) + "…" : ""
    }

    /// Returns the longest prefix that fits, without an ellipsis.
    package static func prefix(_ text: String, columns: Int) -> String {
        // A character never has more cells than bytes.
        if text.utf8.count <= columns { return text }
        guard columns > 0 else { return "" }
        var used = 0
        for index in text.indices {
            used += width(of: text[index])
            if used > columns { return String(text[..<index]) }
        }
        return text
    }

    /// Wraps text into lines of at most `columns` columns, at least 1. Existing line breaks stay. Lines break between
    /// words, between two wide characters, and inside of a word that is longer than a line. Spaces at the end of a
    /// line are dropped. The result has at least one line; only a wide character in lines of one column does not fit.
    package static func wrap(_ text: String, to columns: Int) -> [String] {
        wrapped(text, to: columns).map { String($0) }
    }

    /// Returns the lines of `wrap` as parts of the text.
    package static func wrapped(_ text: String, to columns: Int) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { wrap(line: $0, to: max(columns, 1)) }
    }

    private static func wrap(line: Substring, to columns: Int) -> [Substring] {
        if line.utf8.count <= columns { return [withoutSpaces(line)] }
        var lines: [Substring] = []
        var start = line.startIndex
        var used = 0
        // The last possible break, and the width before it.
        var place: (index: Substring.Index, used: Int)?
        var isBehindWide = false
        for index in line.indices {
            let character = line[index]
            let width = width(of: character)
            if character == " " {
                used += 1
                place = (line.index(after: index), used)
                isBehindWide = false
                continue
            }
            if isBehindWide, width == 2 { place = (index, used) }
            if used + width > columns, let last = place {
                let part = withoutSpaces(line[start..<last.index])
                if !part.isEmpty { lines.append(part) }
                start = last.index
                used -= last.used
                place = nil
            }
            if used + width > columns, start < index {
                lines.append(line[start..<index])
                start = index
                used = 0
            }
            used += width
            isBehindWide = width == 2
        }
        let part = withoutSpaces(line[start...])
        // Only spaces followed the last word.
        return part.isEmpty && !lines.isEmpty ? lines : lines + [part]
    }

    /// Returns the text without spaces at its end.
    package static func trimmed(_ text: some StringProtocol) -> String { String(withoutSpaces(Substring(text))) }

    private static func withoutSpaces(_ text: Substring) -> Substring {
        text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)]
    }
}

extension CharacterWidth {
    /// The maximum number of marks per base; languages need three or four.
    private static let maximumMarks = 8
    /// The maximum number of scalars per character; the longest emoji have eleven.
    private static let maximumScalars = 32

    /// Returns text that is safe to send to a terminal. Control characters, including line breaks and escapes, become
    /// replacements, so that foreign text can't move the cursor or reprogram the terminal. Marks without a base get
    /// one so that they are visible, and the length of a character is limited.
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

    /// Returns text that has several lines in a form that is safe to send to a terminal: all control characters but line
    /// breaks and tabs become replacements. Marks stay as they are, so that no value changes in a format with escapes.
    package static func withoutControls(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? $0 : $0 == "\r" ? "\u{FFFD}" : printable($0) }))
    }

    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        // Line and paragraph separators, and directional controls.
        case 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: scalar
        }
    }

    /// Returns the base that a character needs to be visible.
    private static func missingBase(of first: Unicode.Scalar) -> [Unicode.Scalar] {
        guard first.value >= 0x300 else { return [] }
        switch first.properties.generalCategory {
        // Selectors and similar marks are invisible.
        case .nonspacingMark, .enclosingMark: return first.properties.isDefaultIgnorableCodePoint ? [] : ["\u{25CC}"]
        default: break
        }
        // Hangul fillers: for the initial consonant, which every syllable has, and for the vowel.
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
