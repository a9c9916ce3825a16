internal import TerminalUI

/// The text that a user is typing into a field.
struct TextEditor: Hashable, Sendable {
    let target: Target
    private(set) var text: String
    /// In characters from the beginning.
    private(set) var caret: Int
    let isMultiline: Bool
    /// What the owner has been told and has not shown yet, oldest first.
    private var told: [String] = []
    /// What the owner showed last.
    private var shown: String

    /// What a view's text may have, as the contract limits it, in bytes.
    static let limit = 65_536

    init(_ target: Target, text: String, isMultiline: Bool) {
        self.target = target
        self.text = text
        self.isMultiline = isMultiline
        shown = text
        caret = text.count
    }

    /// Changes the text or moves the caret; nil for a key that means something else.
    ///
    /// - Returns: Whether the text is another one.
    mutating func edit(_ key: Key) -> Bool? {
        let before = text
        switch key {
        case .character(let character): insert(String(character))
        case .enter where isMultiline: insert("\n")
        case .backspace: remove(max(caret - 1, 0)..<caret)
        case .delete, .control("d"): remove(caret..<min(caret + 1, text.count))
        case .left, .control("b"): caret = max(caret - 1, 0)
        case .right, .control("f"): caret = min(caret + 1, text.count)
        case .home, .control("a"): caret = line.start
        case .end, .control("e"): caret = line.end
        case .up where isMultiline: moveLine(by: -1)
        case .down where isMultiline: moveLine(by: 1)
        case .control("u"): remove(line.start..<caret)
        case .control("k"): remove(caret..<line.end)
        case .control("w"): remove(wordStart..<caret)
        default: return nil
        }
        return text != before
    }

    /// Puts text in at the caret; in a field of one line its line breaks are spaces.
    mutating func insert(_ more: String) {
        let more = isMultiline ? more : String(more.map { $0.isNewline ? " " : $0 })
        guard text.utf8.count + more.utf8.count <= Self.limit else { return }
        let index = text.index(text.startIndex, offsetBy: caret)
        let rest = text.distance(from: index, to: text.endIndex)
        text.insert(contentsOf: more, at: index)
        // What is put in may have become one character with what is there.
        caret = max(text.count - rest, 0)
    }

    mutating func place(caret: Int) { self.caret = min(max(caret, 0), text.count) }

    /// The owner is told of the text now.
    mutating func tell() {
        told.append(text)
        if told.count > 64 { told.removeFirst() }
    }

    /// The owner shows a text: an earlier one of what it was told, or one of its own, which counts.
    mutating func follow(_ other: String) {
        guard other != shown else { return }
        shown = other
        if let index = told.firstIndex(of: other) { return told.removeFirst(index + 1) }
        guard other != text else { return }
        let isAtEnd = caret == text.count
        text = other
        caret = isAtEnd ? text.count : min(caret, text.count)
    }

    private var line: (start: Int, end: Int) {
        guard isMultiline else { return (0, text.count) }
        let characters = Array(text)
        let start = characters[..<caret].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        return (start, characters[caret...].firstIndex(where: \.isNewline) ?? characters.count)
    }

    private var wordStart: Int {
        let characters = Array(text)
        var index = caret
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    private mutating func moveLine(by step: Int) {
        let (start, end) = line
        let column = caret - start
        let characters = Array(text)
        if step < 0 {
            guard start > 0 else { return caret = 0 }
            let previous = characters[..<(start - 1)].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
            caret = min(previous + column, start - 1)
        } else {
            guard end < characters.count else { return caret = characters.count }
            let next = characters[(end + 1)...].firstIndex(where: \.isNewline) ?? characters.count
            caret = min(end + 1 + column, next)
        }
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.index(text.startIndex, offsetBy: range.upperBound)
        text.removeSubrange(start..<end)
        caret = min(range.lowerBound, text.count)
    }
}
