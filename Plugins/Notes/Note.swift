import TabPlugin

/// A text, and the previous text after it was cleared.
struct Note: Equatable {
    private static let maximumTitle = 30

    private(set) var text = ""
    /// The text that `clear()` removed; empty after the user has typed something.
    private(set) var cleared = ""

    init(text: String = "", cleared: String = "") {
        self.text = text
        self.cleared = cleared
    }

    mutating func type(_ text: String) {
        self.text = text
        cleared = ""
    }

    mutating func clear() { (text, cleared) = ("", text) }

    mutating func undo() { (text, cleared) = (cleared, "") }

    /// The first line that is not blank; nil if there is none.
    var title: String? {
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { line in
            line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        guard let line = lines.first(where: { !$0.isEmpty }) else { return nil }
        return line.count > Self.maximumTitle ? line.prefix(Self.maximumTitle - 1) + "…" : line
    }
}

/// Restoration. A note exists only in the restorable state of its view controller.
extension Note {
    @PluginActor
    init(_ coder: Coder) {
        self.init(
            text: coder.decodeString(forKey: "Text") ?? "", cleared: coder.decodeString(forKey: "Cleared") ?? "")
    }

    @PluginActor
    func encode(with coder: Coder) {
        coder.encode(text, forKey: "Text")
        if !cleared.isEmpty { coder.encode(cleared, forKey: "Cleared") }
    }
}
