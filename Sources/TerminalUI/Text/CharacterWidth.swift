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

extension CharacterWidth {
    /// The longest beginning that fits; an ellipsis takes the place of what does not.
    package static func truncate(_ text: String, to columns: Int) -> String {
        if prefix(text, columns: columns).utf8.count == text.utf8.count { return text }
        return columns > 0 ? prefix(text, columns: columns - 1) + "…" : ""
    }

    /// The longest beginning that fits, without an ellipsis.
    package static func prefix(_ text: String, columns: Int) -> String {
        // No character takes more cells than bytes.
        if text.utf8.count <= columns { return text }
        guard columns > 0 else { return "" }
        var used = 0
        for index in text.indices {
            used += width(of: text[index])
            if used > columns { return String(text[..<index]) }
        }
        return text
    }

    /// Lines of at most so many columns, 1 if it is less. Line breaks stay; further ones are between words, between two wide
    /// characters, and in a word that is longer than a line. Spaces at the end of a line are dropped. There is always at
    /// least one line; only a wide character in lines of one column does not fit.
    package static func wrap(_ text: String, to columns: Int) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { wrap(line: $0, to: max(columns, 1)) }
    }

    private static func wrap(line: Substring, to columns: Int) -> [String] {
        if line.utf8.count <= columns { return [trimmed(line)] }
        var lines: [String] = []
        var start = line.startIndex
        var used = 0
        // The last place where the line can be broken, and the width of what is before it.
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
                let part = trimmed(line[start..<last.index])
                if !part.isEmpty { lines.append(part) }
                start = last.index
                used -= last.used
                place = nil
            }
            if used + width > columns, start < index {
                lines.append(String(line[start..<index]))
                start = index
                used = 0
            }
            used += width
            isBehindWide = width == 2
        }
        let part = trimmed(line[start...])
        // Nothing but spaces is left of a line that went on behind its last word.
        return part.isEmpty && !lines.isEmpty ? lines : lines + [part]
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

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
