internal import Testing

@testable import TabControl

/// Editing keys.
@Suite struct ScreenTextEditorTests {
    /// Returns an editor of a text that has a bar at the caret.
    private static func editor(_ shown: String, isMultiline: Bool = false) -> TextEditor {
        let parts = shown.split(separator: "|", omittingEmptySubsequences: false)
        var editor = TextEditor(ScreenExample.target(2), text: parts.joined(), isMultiline: isMultiline)
        editor.place(caret: parts[0].count)
        return editor
    }

    /// Returns the text with a bar at the caret.
    private func shown(_ editor: TextEditor) -> String {
        "\(editor.text.prefix(editor.caret))|\(editor.text.dropFirst(editor.caret))"
    }

    /// Keys that edit a text. Texts have a bar at the caret.
    struct Edit: CustomTestStringConvertible, Sendable {
        let keys: [Key]
        let before: String
        let after: String
        let isMultiline: Bool
        var testDescription: String { "\(keys) in \(before.debugDescription)" }

        /// Edits a single-line field.
        static func field(_ before: String, _ keys: Key..., gives after: String) -> Edit {
            Edit(keys: keys, before: before, after: after, isMultiline: false)
        }

        /// Edits a multi-line text.
        static func text(_ before: String, _ keys: Key..., gives after: String) -> Edit {
            Edit(keys: keys, before: before, after: after, isMultiline: true)
        }
    }

    @Test(
        arguments: [
            // Characters are inserted at the caret.
            .field("a|b", .character("x"), .character("y"), gives: "axy|b"),
            // A letter with marks is one step, and is deleted as one.
            .field("ae\u{301}o\u{308}\u{323}|", .left, gives: "ae\u{301}|o\u{308}\u{323}"),
            .field("ae\u{301}o\u{308}\u{323}|", .backspace, gives: "ae\u{301}|"),
            .field("ae\u{301}o\u{308}\u{323}|", .left, .delete, gives: "ae\u{301}|"),
            // A mark that is typed between letters leaves the caret after it.
            .field("e|b", .character("\u{301}"), gives: "e\u{301}|b"),
            // Two regional indicators combine into one character.
            .field("\u{1F1E9}|", .character("\u{1F1EA}"), gives: "🇩🇪|"), .field("🇩🇪|", .backspace, gives: "|"),
            // A mark combines with the previous letter when the text between them is deleted.
            .field("a| \u{301}b", .delete, gives: "a|b"),
            // Keys do nothing at the ends.
            .field("|a", .left, .backspace, gives: "|a"), .field("a|", .right, .delete, gives: "a|"),
            // Home and end go to the ends of a field, and of a line in a text.
            .field("one |two", .home, gives: "|one two"), .field("one |two", .end, gives: "one two|"),
            .field("on|e", .control("a"), .control("f"), gives: "o|ne"),
            .field("|one", .control("e"), .control("b"), gives: "on|e"),
            .text("one\ntw|o\nsix", .home, gives: "one\n|two\nsix"),
            .text("one\nt|wo\nsix", .end, gives: "one\ntwo|\nsix"),
            // Up and down keep the column if the line is long enough.
            .text("long|er\nab\nlonger", .down, gives: "longer\nab|\nlonger"),
            .text("longer\nab\nl|onger", .up, gives: "longer\na|b\nlonger"),
            .text("longer\nab|\nlonger", .up, .up, gives: "|longer\nab\nlonger"),
            .text("longer\nab\nlo|nger", .down, gives: "longer\nab\nlonger|"),
            // Empty lines count.
            .text("a\n\n|b", .up, gives: "a\n|\nb"), .text("a\n\n|b", .up, .up, gives: "|a\n\nb"),
            .text("|a\n\n", .down, .down, gives: "a\n\n|"),
            // A line break of two characters is one.
            .text("ab\r\nc|d", .up, gives: "a|b\r\ncd"), .text("ab\r\n|cd", .backspace, gives: "ab|cd"),
            // Enter breaks the line of a text.
            .text("a|b", .enter, .character("x"), gives: "a\nx|b"),
            // Ctrl-w deletes the previous word with the spaces after it.
            .field("one two  |", .control("w"), gives: "one |"),
            .field("one t|wo", .control("w"), .control("w"), gives: "|wo"), .field("  |", .control("w"), gives: "|"),
            // Ctrl-u and ctrl-k delete the line before and after the caret.
            .text("one\ntw|o", .control("u"), gives: "one\n|o"), .text("o|ne\ntwo", .control("k"), gives: "o|\ntwo"),
            .field("one| two", .control("u"), gives: "| two"), .field("one| two", .control("k"), gives: "one|"),
        ] as [Edit])
    func `keys edit a text`(edit: Edit) {
        var editor = Self.editor(edit.before, isMultiline: edit.isMultiline)
        for key in edit.keys { _ = editor.edit(key) }
        #expect(shown(editor) == edit.after)
    }

    @Test func `editing starts at the end`() {
        #expect(shown(TextEditor(ScreenExample.target(2), text: "abc", isMultiline: false)) == "abc|")
    }

    @Test func `a typed mark combines with the previous letter`() {
        var text = Self.editor("e|")
        #expect(text.edit(.character("\u{301}")) == true)
        #expect(text.text.count == 1)
        #expect(shown(text) == "e\u{301}|")
    }

    @Test func `keys that delete do nothing in an empty text`() {
        var empty = Self.editor("|")
        #expect(empty.edit(.backspace) == false)
        #expect(empty.edit(.delete) == false)
    }

    @Test func `up, down, home and end use the displayed lines`() {
        // "one two ", "three ", "four"
        func after(_ keys: Key..., at caret: Int) -> String {
            var editor = Self.editor("one two three four|", isMultiline: true)
            editor.place(caret: caret)
            for key in keys { #expect(editor.edit(key, columns: 8) == false) }
            return shown(editor)
        }
        #expect(after(.down, at: 1) == "one two t|hree four")
        #expect(after(.down, .down, at: 1) == "one two three f|our")
        #expect(after(.up, at: 15) == "one two t|hree four")
        #expect(after(.home, at: 11) == "one two |three four")
        #expect(after(.end, at: 9) == "one two three| four")
        // The column stays that of the start, even after a shorter line.
        #expect(after(.down, .up, at: 7) == "one two| three four")
        #expect(after(.down, .left, .up, at: 7) == "one |two three four")
    }

    @Test func `up, down and enter do not edit a single-line field`() {
        var field = Self.editor("a|bc")
        for key in [Key.up, .down, .enter, .tab, .escape, .pageUp] { #expect(field.edit(key) == nil) }
        #expect(shown(field) == "a|bc")
    }

    @Test func `moving the caret does not change the text`() {
        var text = Self.editor("abc|")
        for key in [Key.left, .right, .home, .end, .control("k")] { #expect(text.edit(key) == false) }
        #expect(text.edit(.backspace) == true)
    }

    @Test func `the caret stays within the text`() {
        for (caret, expected) in [(-5, "|abc"), (50, "abc|")] {
            var text = Self.editor("a|bc")
            text.place(caret: caret)
            #expect(shown(text) == expected)
        }
    }

    // MARK: Clipboard

    @Test func `pasted line breaks become spaces in a field`() {
        var field = Self.editor("<|>")
        field.insert("a\nb\r\nc\u{2028}d")
        #expect(shown(field) == "<a b c d|>")
    }

    @Test func `pasted line breaks stay in a multi-line text`() {
        var text = Self.editor("<|>", isMultiline: true)
        text.insert("a\nb\n")
        #expect(shown(text) == "<a\nb\n|>")
    }

    @Test func `a text has 65536 bytes at most`() {
        var text = Self.editor(String(repeating: "é", count: 32_767) + "|")
        var wasRoom = text.insert("a")
        #expect(wasRoom)
        wasRoom = text.insert("éb")
        #expect(!wasRoom && text.text.utf8.count == 65_535 && !text.isFull)
        wasRoom = text.insert("a")
        #expect(wasRoom && text.isFull)
        #expect(text.edit(.character("x")) == false)
        #expect(text.edit(.backspace) == true)
        #expect(text.edit(.character("x")) == true)
    }

    // MARK: Owner

    /// Types characters, each of which is sent to the owner.
    private func typing(_ typed: String, after text: String = "") -> TextEditor {
        var editor = Self.editor(text + "|")
        for character in typed {
            _ = editor.edit(.character(character))
            editor.didSend(editor.text)
        }
        return editor
    }

    @Test func `a late echo changes nothing`() {
        var text = typing("abc")
        text.follow("a")
        #expect(shown(text) == "abc|")
        text.follow("ab")
        text.follow("abc")
        #expect(shown(text) == "abc|")
    }

    @Test func `an echo may skip earlier texts`() {
        var text = typing("abc")
        text.follow("abc")
        // Earlier texts are no longer pending, so this is the owner's own text.
        text.follow("a")
        #expect(shown(text) == "a|")
    }

    @Test func `the owner's own text replaces the edited one`() {
        var text = typing("a")
        text.follow("A")
        #expect(shown(text) == "A|")
    }

    @Test func `the caret stays in the owner's own text`() {
        var text = Self.editor("ab|cdef")
        text.follow("ABCDEF")
        #expect(shown(text) == "AB|CDEF")
        text.follow("Z")
        #expect(shown(text) == "Z|")
    }

    @Test func `a repeated owner's text reverts nothing`() {
        var text = typing("y", after: "x")
        text.follow("x")
        #expect(shown(text) == "xy|")
    }
}
