internal import TerminalUI
internal import Testing

@testable import TabControl

/// Editing keys.
@Suite struct ScreenTextEditorTests {
    private func editor(_ text: String, at caret: Int? = nil, isMultiline: Bool = false) -> TextEditor {
        var editor = TextEditor(ScreenExample.target(2), text: text, isMultiline: isMultiline)
        if let caret { editor.place(caret: caret) }
        return editor
    }

    /// Returns the text with a bar at the caret.
    private func shown(_ editor: TextEditor) -> String {
        "\(editor.text.prefix(editor.caret))|\(editor.text.dropFirst(editor.caret))"
    }

    private func after(_ keys: Key..., on editor: TextEditor) -> String {
        var editor = editor
        for key in keys { _ = editor.edit(key) }
        return shown(editor)
    }

    @Test func `editing starts at the end`() { #expect(shown(editor("abc")) == "abc|") }

    @Test func `characters are inserted at the caret`() {
        #expect(after(.character("x"), .character("y"), on: editor("ab", at: 1)) == "axy|b")
    }

    @Test func `a letter with marks is one step and is deleted as one`() {
        let text = editor("ae\u{301}o\u{308}\u{323}", at: 3)
        #expect(after(.left, on: text) == "ae\u{301}|o\u{308}\u{323}")
        #expect(after(.backspace, on: text) == "ae\u{301}|")
        #expect(after(.left, .delete, on: text) == "ae\u{301}|")
    }

    @Test func `a typed mark combines with the previous letter`() {
        var text = editor("e")
        #expect(text.edit(.character("\u{301}")) == true)
        #expect(text.text.count == 1)
        #expect(shown(text) == "e\u{301}|")
    }

    @Test func `a mark typed between letters leaves the caret after it`() {
        #expect(after(.character("\u{301}"), on: editor("eb", at: 1)) == "e\u{301}|b")
    }

    @Test func `two regional indicators combine into one character`() {
        let half = editor("\u{1F1E9}")
        #expect(after(.character("\u{1F1EA}"), on: half) == "🇩🇪|")
        #expect(after(.backspace, on: editor("🇩🇪")) == "|")
    }

    @Test func `a mark combines with the previous letter when the text between them is deleted`() {
        let text = editor("a \u{301}b", at: 1)
        #expect(after(.delete, on: text) == "a|b")
    }

    @Test func `keys do nothing at the ends`() {
        #expect(after(.left, .backspace, on: editor("a", at: 0)) == "|a")
        #expect(after(.right, .delete, on: editor("a")) == "a|")
        var empty = editor("")
        #expect(empty.edit(.backspace) == false)
        #expect(empty.edit(.delete) == false)
    }

    @Test func `home and end go to the ends of a single-line text`() {
        #expect(after(.home, on: editor("one two", at: 4)) == "|one two")
        #expect(after(.end, on: editor("one two", at: 4)) == "one two|")
        #expect(after(.control("a"), .control("f"), on: editor("one", at: 2)) == "o|ne")
        #expect(after(.control("e"), .control("b"), on: editor("one", at: 0)) == "on|e")
    }

    @Test func `home and end go to the ends of a line in a multi-line text`() {
        #expect(after(.home, on: editor("one\ntwo\nsix", at: 6, isMultiline: true)) == "one\n|two\nsix")
        #expect(after(.end, on: editor("one\ntwo\nsix", at: 5, isMultiline: true)) == "one\ntwo|\nsix")
    }

    @Test func `up and down keep the column if the line is long enough`() {
        let text = "longer\nab\nlonger"
        #expect(after(.down, on: editor(text, at: 4, isMultiline: true)) == "longer\nab|\nlonger")
        #expect(after(.up, on: editor(text, at: 11, isMultiline: true)) == "longer\na|b\nlonger")
        #expect(after(.up, .up, on: editor(text, at: 9, isMultiline: true)) == "|longer\nab\nlonger")
        #expect(after(.down, on: editor(text, at: 12, isMultiline: true)) == "longer\nab\nlonger|")
    }

    @Test func `up, down, home and end use the displayed lines`() {
        // "one two ", "three ", "four"
        let text = "one two three four"
        func after(_ keys: Key..., at caret: Int) -> String {
            var editor = editor(text, at: caret, isMultiline: true)
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

    @Test func `empty lines count`() {
        #expect(after(.up, on: editor("a\n\nb", at: 3, isMultiline: true)) == "a\n|\nb")
        #expect(after(.up, .up, on: editor("a\n\nb", at: 3, isMultiline: true)) == "|a\n\nb")
        #expect(after(.down, .down, on: editor("a\n\n", at: 0, isMultiline: true)) == "a\n\n|")
    }

    @Test func `a line break of two characters is one`() {
        #expect(after(.up, on: editor("ab\r\ncd", at: 4, isMultiline: true)) == "a|b\r\ncd")
        #expect(after(.backspace, on: editor("ab\r\ncd", at: 3, isMultiline: true)) == "ab|cd")
    }

    @Test func `up, down and enter do not edit a single-line field`() {
        var field = editor("abc", at: 1)
        for key in [Key.up, .down, .enter, .tab, .escape, .pageUp] { #expect(field.edit(key) == nil) }
        #expect(shown(field) == "a|bc")
    }

    @Test func `enter breaks the line of a text`() {
        #expect(after(.enter, .character("x"), on: editor("ab", at: 1, isMultiline: true)) == "a\nx|b")
    }

    @Test func `ctrl-w deletes the previous word with the spaces after it`() {
        #expect(after(.control("w"), on: editor("one two  ", at: 9)) == "one |")
        #expect(after(.control("w"), .control("w"), on: editor("one two", at: 5)) == "|wo")
        #expect(after(.control("w"), on: editor("  ")) == "|")
    }

    @Test func `ctrl-u and ctrl-k delete the line before and after the caret`() {
        #expect(after(.control("u"), on: editor("one\ntwo", at: 6, isMultiline: true)) == "one\n|o")
        #expect(after(.control("k"), on: editor("one\ntwo", at: 1, isMultiline: true)) == "o|\ntwo")
        #expect(after(.control("u"), on: editor("one two", at: 3)) == "| two")
        #expect(after(.control("k"), on: editor("one two", at: 3)) == "one|")
    }

    @Test func `moving the caret does not change the text`() {
        var text = editor("abc")
        for key in [Key.left, .right, .home, .end, .control("k")] { #expect(text.edit(key) == false) }
        #expect(text.edit(.backspace) == true)
    }

    @Test func `the caret stays within the text`() {
        #expect(shown(editor("abc", at: -5)) == "|abc")
        #expect(shown(editor("abc", at: 50)) == "abc|")
    }

    // MARK: Clipboard

    @Test func `pasted line breaks become spaces in a field`() {
        var field = editor("<>", at: 1)
        field.insert("a\nb\r\nc\u{2028}d")
        #expect(shown(field) == "<a b c d|>")
    }

    @Test func `pasted line breaks stay in a multi-line text`() {
        var text = editor("<>", at: 1, isMultiline: true)
        text.insert("a\nb\n")
        #expect(shown(text) == "<a\nb\n|>")
    }

    @Test func `a text has 65536 bytes at most`() {
        var text = editor(String(repeating: "é", count: 32_767))
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

    @Test func `a late echo changes nothing`() {
        var text = editor("")
        for character in "abc" {
            _ = text.edit(.character(character))
            text.didSend(text.text)
        }
        text.follow("a")
        #expect(shown(text) == "abc|")
        text.follow("ab")
        text.follow("abc")
        #expect(shown(text) == "abc|")
    }

    @Test func `an echo may skip earlier texts`() {
        var text = editor("")
        for character in "abc" {
            _ = text.edit(.character(character))
            text.didSend(text.text)
        }
        text.follow("abc")
        // Earlier texts are no longer pending, so this is the owner's own text.
        text.follow("a")
        #expect(shown(text) == "a|")
    }

    @Test func `the owner's own text replaces the edited one`() {
        var text = editor("")
        _ = text.edit(.character("a"))
        text.didSend(text.text)
        text.follow("A")
        #expect(shown(text) == "A|")
    }

    @Test func `the caret stays in the owner's own text`() {
        var text = editor("abcdef", at: 2)
        text.follow("ABCDEF")
        #expect(shown(text) == "AB|CDEF")
        text.follow("Z")
        #expect(shown(text) == "Z|")
    }

    @Test func `a repeated owner's text reverts nothing`() {
        var text = editor("x")
        _ = text.edit(.character("y"))
        text.didSend(text.text)
        text.follow("x")
        #expect(shown(text) == "xy|")
    }
}
