internal import TerminalUI
internal import Testing

@testable import TabControl

/// What keys make of a text.
@Suite struct ScreenTextEditorTests {
    private func editor(_ text: String, at caret: Int? = nil, isMultiline: Bool = false) -> TextEditor {
        var editor = TextEditor(ScreenExample.target(2), text: text, isMultiline: isMultiline)
        if let caret { editor.place(caret: caret) }
        return editor
    }

    /// The text with a bar where the caret is.
    private func shown(_ editor: TextEditor) -> String {
        "\(editor.text.prefix(editor.caret))|\(editor.text.dropFirst(editor.caret))"
    }

    private func after(_ keys: Key..., on editor: TextEditor) -> String {
        var editor = editor
        for key in keys { _ = editor.edit(key) }
        return shown(editor)
    }

    @Test func `who begins to type is at the end`() { #expect(shown(editor("abc")) == "abc|") }

    @Test func `characters come in at the caret`() {
        #expect(after(.character("x"), .character("y"), on: editor("ab", at: 1)) == "axy|b")
    }

    @Test func `a letter with marks is one step and goes as one`() {
        let text = editor("ae\u{301}o\u{308}\u{323}", at: 3)
        #expect(after(.left, on: text) == "ae\u{301}|o\u{308}\u{323}")
        #expect(after(.backspace, on: text) == "ae\u{301}|")
        #expect(after(.left, .delete, on: text) == "ae\u{301}|")
    }

    @Test func `a mark that is typed joins the letter before`() {
        var text = editor("e")
        #expect(text.edit(.character("\u{301}")) == true)
        #expect(text.text.count == 1)
        #expect(shown(text) == "e\u{301}|")
    }

    @Test func `a mark typed between letters leaves the caret behind it`() {
        #expect(after(.character("\u{301}"), on: editor("eb", at: 1)) == "e\u{301}|b")
    }

    @Test func `two letters of a flag that meet are one character`() {
        let half = editor("\u{1F1E9}")
        #expect(after(.character("\u{1F1EA}"), on: half) == "🇩🇪|")
        #expect(after(.backspace, on: editor("🇩🇪")) == "|")
    }

    @Test func `removing what was between them makes a mark join the letter before`() {
        let text = editor("a \u{301}b", at: 1)
        #expect(after(.delete, on: text) == "a|b")
    }

    @Test func `at the ends nothing happens`() {
        #expect(after(.left, .backspace, on: editor("a", at: 0)) == "|a")
        #expect(after(.right, .delete, on: editor("a")) == "a|")
        var empty = editor("")
        #expect(empty.edit(.backspace) == false)
        #expect(empty.edit(.delete) == false)
    }

    @Test func `home and end are those of the text in a field`() {
        #expect(after(.home, on: editor("one two", at: 4)) == "|one two")
        #expect(after(.end, on: editor("one two", at: 4)) == "one two|")
        #expect(after(.control("a"), .control("f"), on: editor("one", at: 2)) == "o|ne")
        #expect(after(.control("e"), .control("b"), on: editor("one", at: 0)) == "on|e")
    }

    @Test func `home and end are those of the line in a text of several`() {
        #expect(after(.home, on: editor("one\ntwo\nsix", at: 6, isMultiline: true)) == "one\n|two\nsix")
        #expect(after(.end, on: editor("one\ntwo\nsix", at: 5, isMultiline: true)) == "one\ntwo|\nsix")
    }

    @Test func `up and down keep the column where the line is long enough`() {
        let text = "longer\nab\nlonger"
        #expect(after(.down, on: editor(text, at: 4, isMultiline: true)) == "longer\nab|\nlonger")
        #expect(after(.up, on: editor(text, at: 11, isMultiline: true)) == "longer\na|b\nlonger")
        #expect(after(.up, .up, on: editor(text, at: 9, isMultiline: true)) == "|longer\nab\nlonger")
        #expect(after(.down, on: editor(text, at: 12, isMultiline: true)) == "longer\nab\nlonger|")
    }

    @Test func `up, down, home and end go by the lines that are shown`() {
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
        // The column is that of the beginning, also behind a shorter line.
        #expect(after(.down, .up, at: 7) == "one two| three four")
        #expect(after(.down, .left, .up, at: 7) == "one |two three four")
    }

    @Test func `empty lines are lines`() {
        #expect(after(.up, on: editor("a\n\nb", at: 3, isMultiline: true)) == "a\n|\nb")
        #expect(after(.up, .up, on: editor("a\n\nb", at: 3, isMultiline: true)) == "|a\n\nb")
        #expect(after(.down, .down, on: editor("a\n\n", at: 0, isMultiline: true)) == "a\n\n|")
    }

    @Test func `a line break of two characters is one`() {
        #expect(after(.up, on: editor("ab\r\ncd", at: 4, isMultiline: true)) == "a|b\r\ncd")
        #expect(after(.backspace, on: editor("ab\r\ncd", at: 3, isMultiline: true)) == "ab|cd")
    }

    @Test func `up, down and enter mean something else in a field of one line`() {
        var field = editor("abc", at: 1)
        for key in [Key.up, .down, .enter, .tab, .escape, .pageUp] { #expect(field.edit(key) == nil) }
        #expect(shown(field) == "a|bc")
    }

    @Test func `enter breaks the line of a text`() {
        #expect(after(.enter, .character("x"), on: editor("ab", at: 1, isMultiline: true)) == "a\nx|b")
    }

    @Test func `ctrl-w takes the word before, with the spaces behind it`() {
        #expect(after(.control("w"), on: editor("one two  ", at: 9)) == "one |")
        #expect(after(.control("w"), .control("w"), on: editor("one two", at: 5)) == "|wo")
        #expect(after(.control("w"), on: editor("  ")) == "|")
    }

    @Test func `ctrl-u and ctrl-k take what is before and behind on the line`() {
        #expect(after(.control("u"), on: editor("one\ntwo", at: 6, isMultiline: true)) == "one\n|o")
        #expect(after(.control("k"), on: editor("one\ntwo", at: 1, isMultiline: true)) == "o|\ntwo")
        #expect(after(.control("u"), on: editor("one two", at: 3)) == "| two")
        #expect(after(.control("k"), on: editor("one two", at: 3)) == "one|")
    }

    @Test func `a move is no change`() {
        var text = editor("abc")
        for key in [Key.left, .right, .home, .end, .control("k")] { #expect(text.edit(key) == false) }
        #expect(text.edit(.backspace) == true)
    }

    @Test func `the caret can't be put outside`() {
        #expect(shown(editor("abc", at: -5)) == "|abc")
        #expect(shown(editor("abc", at: 50)) == "abc|")
    }

    // MARK: Clipboard

    @Test func `line breaks of the clipboard are spaces in a field`() {
        var field = editor("<>", at: 1)
        field.insert("a\nb\r\nc\u{2028}d")
        #expect(shown(field) == "<a b c d|>")
    }

    @Test func `line breaks of the clipboard stay in a text`() {
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

    // MARK: The owner

    @Test func `an echo that comes late changes nothing`() {
        var text = editor("")
        for character in "abc" {
            _ = text.edit(.character(character))
            text.tell(text.text)
        }
        text.follow("a")
        #expect(shown(text) == "abc|")
        text.follow("ab")
        text.follow("abc")
        #expect(shown(text) == "abc|")
    }

    @Test func `an echo may leave others out`() {
        var text = editor("")
        for character in "abc" {
            _ = text.edit(.character(character))
            text.tell(text.text)
        }
        text.follow("abc")
        // What was told before is not on its way any more: this is the owner's own.
        text.follow("a")
        #expect(shown(text) == "a|")
    }

    @Test func `what the owner makes of a text counts`() {
        var text = editor("")
        _ = text.edit(.character("a"))
        text.tell(text.text)
        text.follow("A")
        #expect(shown(text) == "A|")
    }

    @Test func `the caret stays where it was in a text of the owner`() {
        var text = editor("abcdef", at: 2)
        text.follow("ABCDEF")
        #expect(shown(text) == "AB|CDEF")
        text.follow("Z")
        #expect(shown(text) == "Z|")
    }

    @Test func `what the owner goes on showing takes nothing back`() {
        var text = editor("x")
        _ = text.edit(.character("y"))
        text.tell(text.text)
        text.follow("x")
        #expect(shown(text) == "xy|")
    }
}
