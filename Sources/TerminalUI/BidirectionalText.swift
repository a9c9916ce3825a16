/// Text of both writing directions for terminals, which do not reorder (UAX #9).
package enum BidirectionalText {
    /// One line without controls in the order in which its characters stand from left to right. Brackets and the like are
    /// mirrored where they stand in text from right to left; the marks LRM, RLM and ALM have done their work and are gone.
    package static func visualOrder(_ text: String) -> String {
        guard mayHaveRightToLeft(text) else { return text }
        let characters = Array(text)
        let levels = levels(of: characters)
        var result = ""
        for index in reordered(levels) {
            let character = characters[index]
            // Marks go only now, as two numbers on either side of one are not one.
            guard let first = character.unicodeScalars.first, !isDirectionalMark(first) else { continue }
            if !levels[index].isMultiple(of: 2), let mirror = BidirectionalMirror.mirrored(first) {
                result.unicodeScalars.append(mirror)
                result.unicodeScalars.append(contentsOf: character.unicodeScalars.dropFirst())
            } else {
                result.append(character)
            }
        }
        return result
    }

    /// The indices of the characters of one line in the order in which they stand from left to right.
    package static func visualIndices(of characters: [Character]) -> [Int] {
        mayHaveRightToLeft(String(characters)) ? reordered(levels(of: characters)) : Array(characters.indices)
    }

    /// The embedding level of each character: that of its first scalar.
    private static func levels(of characters: [Character]) -> [UInt8] {
        var scalars: [Unicode.Scalar] = []
        var starts: [Int] = []
        for character in characters {
            starts.append(scalars.count)
            scalars.append(contentsOf: character.unicodeScalars)
        }
        let levels = BidirectionalLevels(scalars).levels
        return starts.map { levels[$0] }
    }

    /// Whether the first strong character of the text is written from right to left (P2 and P3).
    package static func isRightToLeft(_ text: String) -> Bool {
        mayHaveRightToLeft(text)
            && BidirectionalLevels.isRightToLeft(text.unicodeScalars.lazy.map(BidirectionalClass.init))
    }

    /// Whether there is a character of R, AL or AN, or a mark that is to be dropped. Every text of every frame comes by
    /// here, so only bytes are looked at.
    private static func mayHaveRightToLeft(_ text: String) -> Bool {
        let bytes = text.utf8Span
        if bytes.isKnownASCII { return false }
        let span = bytes.span
        // A scalar of several bytes is complete, as a string's UTF-8 is always valid.
        for index in span.indices where span[index] >= 0xD6 {
            switch (span[index], span[index + 1]) {
            // U+0590 to U+07FF.
            case (0xD6, 0x90...), (0xD7...0xDF, _): return true
            // U+0800 to U+08FF.
            case (0xE0, 0xA0...0xA3): return true
            // LRM and RLM.
            case (0xE2, 0x80) where span[index + 2] == 0x8E || span[index + 2] == 0x8F: return true
            // U+FB00 to U+FDFF, U+FE40 to U+FEFF: the presentation forms.
            case (0xEF, 0xAC...0xB7), (0xEF, 0xB9...0xBB): return true
            // U+10800 to U+10FFF, U+1E800 to U+1EFFF.
            case (0xF0, 0x90), (0xF0, 0x9E): if span[index + 2] >= 0xA0 { return true }
            default: break
            }
        }
        return false
    }

    /// L2: the indices of all levels from left to right.
    private static func reordered(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
            var start = 0
            while start < levels.count {
                let end = levels[start...].firstIndex { $0 < level } ?? levels.count
                order[start..<end].reverse()
                start = end + 1
            }
        }
        return order
    }

    private static func isDirectionalMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200E}" || scalar == "\u{200F}" || scalar == "\u{61C}"
    }
}
