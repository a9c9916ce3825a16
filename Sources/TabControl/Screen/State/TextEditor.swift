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
    /// Where a walk up or down wants to be, in columns, also on lines that are not that long.
    private var goal: Int?

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
    /// - Parameter columns: How long the lines are that a text of several is shown in.
    /// - Returns: Whether the text is another one.
    mutating func edit(_ key: Key, columns: Int = .max) -> Bool? {
        let before = text
        let goal = self.goal
        self.goal = nil
        switch key {
        case .character(let character): insert(String(character))
        case .enter where isMultiline: insert("\n")
        case .backspace: remove(max(caret - 1, 0)..<caret)
        case .delete, .control("d"): remove(caret..<min(caret + 1, text.count))
        case .left: step(isLineRightToLeft ? 1 : -1)
        case .right: step(isLineRightToLeft ? -1 : 1)
        case .control("b"): step(-1)
        case .control("f"): step(1)
        case .home, .control("a"): caret = isMultiline ? place(columns, column: 0) : 0
        case .end, .control("e"): caret = isMultiline ? place(columns, column: .max) : text.count
        case .up where isMultiline: moveLine(by: -1, columns, goal)
        case .down where isMultiline: moveLine(by: 1, columns, goal)
        case .control("u"): remove(line.start..<caret)
        case .control("k"): remove(caret..<line.end)
        case .control("w"): remove(wordStart..<caret)
        default: return nil
        }
        return text != before
    }

    /// Whether there is no room for more.
    var isFull: Bool { text.utf8.count >= Self.limit }

    /// Puts text in at the caret; in a field of one line its line breaks are spaces.
    ///
    /// - Returns: Whether there was room for all of it.
    @discardableResult
    mutating func insert(_ more: String) -> Bool {
        goal = nil
        let all = isMultiline ? more : String(more.map { $0.isNewline ? " " : $0 })
        var room = Self.limit - text.utf8.count
        let more = all.prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        let index = text.index(text.startIndex, offsetBy: caret)
        let rest = text.distance(from: index, to: text.endIndex)
        text.insert(contentsOf: more, at: index)
        // What is put in may have become one character with what is there.
        caret = max(text.count - rest, 0)
        return room >= 0
    }

    mutating func place(caret: Int) {
        self.caret = min(max(caret, 0), text.count)
        goal = nil
    }

    /// Goes up or down by so many lines as they are shown; there is no further than the ends of the text.
    mutating func move(by lines: Int, columns: Int) {
        let goal = self.goal
        self.goal = nil
        moveLine(by: lines, columns, goal)
    }

    /// Goes to the nearest of some lines as they are shown.
    mutating func move(into rows: Range<Int>, columns: Int) {
        let row = TextLayout(text, columns: columns).place(of: caret).row
        let nearest = max(min(row, rows.upperBound - 1), rows.lowerBound)
        if nearest != row { move(by: nearest - row, columns: columns) }
    }

    /// The owner is told of a text now, which is one that it had at some time.
    mutating func tell(_ text: String) {
        told.append(text)
        // One after the other is sent, so there are not many.
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
        goal = nil
        caret = isAtEnd ? text.count : min(caret, text.count)
    }

    private mutating func step(_ characters: Int) { caret = min(max(caret + characters, 0), text.count) }

    private var isLineRightToLeft: Bool {
        let (start, end) = line
        return BidirectionalText.isRightToLeft(String(text.dropFirst(start).prefix(end - start)))
    }

    /// From one line break to the next, in however many lines that is shown.
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

    /// What is in a column of the caret's line, as it is shown.
    private func place(_ columns: Int, column: Int) -> Int {
        let layout = TextLayout(text, columns: columns)
        return layout.index(row: layout.place(of: caret).row, column: column)
    }

    private mutating func moveLine(by step: Int, _ columns: Int, _ goal: Int?) {
        let layout = TextLayout(text, columns: columns)
        let place = layout.place(of: caret)
        let (row, column) = (place.row + step, goal ?? place.column)
        guard layout.lines.indices.contains(row) else { return caret = step < 0 ? 0 : text.count }
        caret = layout.index(row: row, column: column)
        self.goal = column
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.index(text.startIndex, offsetBy: range.upperBound)
        text.removeSubrange(start..<end)
        caret = min(range.lowerBound, text.count)
    }
}
