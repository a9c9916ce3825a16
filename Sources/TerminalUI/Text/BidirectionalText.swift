internal import CFriBidi

/// Bidirectional text for terminals, which do not reorder text themselves (UAX #9). libfribidi applies the rules to
/// the first scalar of each character.
package enum BidirectionalText {
    /// The maximum number of characters of a line that is reordered; no screen shows as many.
    private static let limit = 1 << 20

    /// Returns one line without control characters in visual order, from left to right. Brackets and similar
    /// characters are mirrored in right-to-left text; the marks LRM, RLM and ALM are dropped.
    package static func visualOrder(_ text: String) -> String {
        guard mayHaveRightToLeft(text) else { return text }
        let characters = Array(text)
        let (order, levels) = reordered(characters)
        var result = String.UnicodeScalarView()
        for index in order { append(characters[index], levels[index], to: &result) }
        return String(result)
    }

    /// Returns the characters of one line in visual order, as `visualOrder` does, each with its index in the line.
    package static func visualOrder(of characters: [Character]) -> [(index: Int, text: String)] {
        guard mayHaveRightToLeft(String(characters)) else { return characters.enumerated().map { ($0, String($1)) } }
        let (order, levels) = reordered(characters)
        return order.compactMap { index in
            var scalars = String.UnicodeScalarView()
            append(characters[index], levels[index], to: &scalars)
            return scalars.isEmpty ? nil : (index, String(scalars))
        }
    }

    /// Appends a character that is mirrored if its level says so, unless it is a mark to drop.
    private static func append(
        _ character: Character, _ level: FriBidiLevel, to result: inout String.UnicodeScalarView
    ) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, !isDirectionalMark(first) else { return }
        var mirror = first.value
        if !level.isMultiple(of: 2) { fribidi_get_mirror_char(first.value, &mirror) }
        result.append(Unicode.Scalar(mirror) ?? first)
        result.append(contentsOf: scalars.dropFirst())
    }

    /// Returns the indices of the characters of one line in visual order, from left to right.
    package static func visualIndices(of characters: [Character]) -> [Int] {
        mayHaveRightToLeft(String(characters)) ? reordered(characters).order : Array(characters.indices)
    }

    /// Returns whether the first strong character of the text is right-to-left (P2 and P3).
    package static func isRightToLeft(_ text: String) -> Bool {
        guard mayHaveRightToLeft(text) else { return false }
        let types = text.unicodeScalars.prefix(limit).map { fribidi_get_bidi_type($0.value) }
        return fribidi_get_par_direction(types, FriBidiStrIndex(types.count)) == FRIBIDI_PAR_RTL
    }

    /// Returns the indices in visual order, and the embedding level of each character. A line stays in its order if it
    /// is too long or if libfribidi runs out of memory.
    private static func reordered(_ characters: [Character]) -> (order: [Int], levels: [FriBidiLevel]) {
        var levels = [FriBidiLevel](repeating: 0, count: characters.count)
        guard characters.count <= limit else { return (Array(characters.indices), levels) }
        let scalars = characters.map { $0.unicodeScalars.first?.value ?? 0 }
        let count = FriBidiStrIndex(scalars.count)
        let types = scalars.map(fribidi_get_bidi_type)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        var direction = FRIBIDI_PAR_ON
        var order = Array(0..<count)
        guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels) > 0,
            fribidi_reorder_line(0, types, count, 0, direction, &levels, nil, &order) > 0
        else { return (Array(characters.indices), Array(repeating: 0, count: characters.count)) }
        return (order.map { Int($0) }, levels)
    }

    /// Returns whether there may be a character of R, AL or AN, or a mark to drop. This check runs for every text of
    /// every frame, so that most texts do not reach libfribidi.
    private static func mayHaveRightToLeft(_ text: String) -> Bool {
        guard !text.utf8Span.isKnownASCII else { return false }
        return text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590..<0x900, 0x200E...0x200F, 0xFB1D..<0xFE00, 0xFE70...0xFEFF, 0x1_0800..<0x1_1000,
                0x1_E800..<0x1_F000:
                true
            default: false
            }
        }
    }

    private static func isDirectionalMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200E}" || scalar == "\u{200F}" || scalar == "\u{61C}"
    }
}
