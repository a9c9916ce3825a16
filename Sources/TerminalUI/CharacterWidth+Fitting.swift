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
