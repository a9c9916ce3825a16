internal import TerminalUI

/// The editor of the text in a field.
struct TextEditor: Hashable, Sendable {
    let target: Target
    private(set) var text: String
    /// The position of the caret, in characters.
    private(set) var caret: Int
    let isMultiline: Bool
    /// The texts sent to the owner that it has not shown yet, oldest first.
    private var unconfirmed: [String] = []
    /// The revision of the text that was sent last; 0 for none.
    private var sentRevision: UInt64 = 0
    /// Whether the text has changed since it was sent.
    private var hasUnsentText = false
    /// The text that the owner showed last.
    private var shown: String
    /// The column that moves up and down aim for, even on shorter lines.
    private var goal: Int?

    /// The contract's limit of a view's text, in bytes.
    static let limit = 65_536
    static let fullMessage = "the text has reached its limit of \(limit) bytes"

    init(_ target: Target, text: String, isMultiline: Bool) {
        self.target = target
        self.text = text
        self.isMultiline = isMultiline
        shown = text
        caret = text.count
    }

    /// Changes the text or moves the caret.
    ///
    /// - Parameter columns: The line width of a multi-line text.
    /// - Returns: Whether the text has changed; nil if the key has another meaning.
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

    /// Whether the text has reached the limit.
    var isFull: Bool { text.utf8.count >= Self.limit }

    /// Inserts text at the caret. In a single-line field, line breaks become spaces.
    ///
    /// - Returns: Whether the whole text was inserted.
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
        // The inserted text may have combined with a neighbouring character.
        caret = max(text.count - rest, 0)
        return room >= 0
    }

    mutating func place(caret: Int) {
        self.caret = min(max(caret, 0), text.count)
        goal = nil
    }

    /// Moves the caret up or down by a number of displayed lines, within the text.
    mutating func move(by lines: Int, columns: Int) {
        let goal = self.goal
        self.goal = nil
        moveLine(by: lines, columns, goal)
    }

    /// Moves the caret to the nearest of some displayed lines.
    mutating func move(into rows: Range<Int>, columns: Int) {
        let row = TextLayout(text, columns: columns).place(of: caret).row
        let nearest = max(min(row, rows.upperBound - 1), rows.lowerBound)
        if nearest != row { move(by: nearest - row, columns: columns) }
    }

    /// Notes that the text is about to be sent.
    mutating func willSend() { hasUnsentText = true }

    /// Notes that a text was sent to the owner.
    mutating func didSend(_ text: String, _ revision: UInt64? = nil) {
        sentRevision = revision ?? sentRevision
        hasUnsentText = text != self.text
        unconfirmed.append(text)
        // Texts are sent one at a time, so there are only a few.
        if unconfirmed.count > 64 { unconfirmed.removeFirst() }
    }

    /// Applies the text that the owner shows. A text that was sent earlier is ignored; the owner's own text replaces
    /// the edited one.
    ///
    /// - Parameter revision: The newest revision of this front end that the text includes; nil for none.
    mutating func follow(_ other: String, revision: UInt64? = nil) {
        if let revision, sentRevision > 0 {
            // An older text than the one that the user sees must not replace it.
            guard revision >= sentRevision, !hasUnsentText else { return }
            unconfirmed = []
            shown = other
            return replace(with: other)
        }
        guard other != shown else { return }
        shown = other
        if let index = unconfirmed.firstIndex(of: other) { return unconfirmed.removeFirst(index + 1) }
        replace(with: other)
    }

    /// Shows another text; the caret stays if the text is the same.
    private mutating func replace(with other: String) {
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

    /// The range of the caret's line between line breaks, which may wrap into several displayed lines.
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

    /// Returns the character in a column of the caret's displayed line.
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
