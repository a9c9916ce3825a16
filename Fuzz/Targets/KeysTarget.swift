import TerminalUI

extension FuzzTarget {
    /// Terminal input: the events do not depend on how the bytes are split, and few bytes are buffered.
    static let keys = FuzzTarget(name: "keys", maximumLength: 8192) { bytes in
        let whole = Self.events(bytes, pieces: [bytes.count])
        try Finding.expect(
            whole == Self.events(bytes, pieces: [1]), "byte by byte the events are others than at once")
        // The bytes themselves determine the splits.
        let pieces = bytes.prefix(16).map { Int($0 % 16) + 1 }
        try Finding.expect(whole == Self.events(bytes, pieces: pieces), "in pieces the events are others than at once")
    }

    /// Joins adjacent characters, because a split may separate a combining mark from its letter.
    private static func events(_ bytes: [UInt8], pieces: [Int]) -> [String] {
        var decoder = KeyDecoder()
        var events: [InputEvent] = []
        var rest = bytes[...]
        var index = 0
        while !rest.isEmpty {
            let piece = rest.prefix(pieces[index % pieces.count])
            events += decoder.decode(piece)
            rest.removeFirst(piece.count)
            index += 1
        }
        events += decoder.flush()
        var texts: [String] = []
        var text = ""
        for event in events {
            if case .key(.character(let character)) = event {
                text.append(character)
            } else {
                texts += [text, "\(event)"]
                text = ""
            }
        }
        return texts + [text]
    }
}
