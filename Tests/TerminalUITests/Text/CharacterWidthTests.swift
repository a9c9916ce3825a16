internal import Testing

@testable import TerminalUI

@Suite struct CharacterWidthTests {
    @Test(arguments: [
        // Joined emoji, flags, keycaps, presentation selectors, skin tones.
        ("👩‍👩‍👧", 2), ("🏴‍☠️", 2), ("👁‍🗨", 2), ("🇩🇪", 2), ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("❤\u{FE0E}", 1), ("⌚", 2),
        ("⌚\u{FE0E}", 1), ("👍🏽", 2), ("⛹🏽", 2), ("a\u{FE0F}", 1), ("\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", 2),
        // Hangul, composed and decomposed; a spacing mark; signs that span numbers.
        ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{1161}", 0), ("\u{915}\u{93F}", 2), ("\u{E01}\u{E33}", 2),
        ("\u{600}1", 2), ("\u{FF76}", 1), ("\u{FF21}", 2), ("\u{4E16}\u{3099}", 2),
        // Characters without width, and similar ones.
        ("\u{301}", 0), ("a\u{301}", 1), ("\u{200B}", 0), ("a\u{200C}", 1), ("\u{2060}", 0), ("\u{AD}", 1),
        ("\u{E000}", 1), ("é", 1), ("🙂", 2),
        ("\u{7F}", 0), ("\u{9B}", 0), ("\r\n", 0),
    ])
    func `a cluster has its width`(text: String, width: Int) {
        #expect(CharacterWidth.width(of: text) == width)
        #expect(text.reduce(0) { $0 + CharacterWidth.width(of: $1) } == width)
        #expect(CharacterWidth.width(of: "ab" + text + "世") == width + 4)
    }

    @Test func `no scalar is wider than two cells or its bytes`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let width = CharacterWidth.width(of: Character(scalar))
            let isPossible = (0...min(2, scalar.utf8.count)).contains(width)
            if !isPossible { Issue.record("U+\(String(value, radix: 16)) takes \(width)") }
        }
    }

    @Test func `ASCII text is as wide as its characters`() {
        #expect(CharacterWidth.width(of: "") == 0)
        #expect(CharacterWidth.width(of: "World Clock") == 11)
        #expect(CharacterWidth.width(of: "a\tb\u{1B}\r\nc\u{7F}") == 3)
    }

    @Test(arguments: [
        ("a", false), ("é", false), ("e\u{301}", false), ("世", false), ("🙂", false), ("─", false),
        ("\u{5D0}\u{5B8}", false),
        ("❤️", true), ("❤\u{FE0E}", true), ("👩‍👩‍👧", true), ("🇩🇪", true), ("🇩", true), ("👍🏽", true), ("1️⃣", true),
        ("\u{1100}\u{1161}", true), ("\u{915}\u{93F}", true), ("a\u{200C}", true), ("\u{AD}", true), ("\u{4DC0}", true),
    ])
    func `terminals disagree about some characters`(character: Character, isUncertain: Bool) {
        #expect(CharacterWidth.isWidthUncertain(character) == isUncertain)
    }

    @Test func `marks without a base get one`() {
        #expect(CharacterWidth.printable("\u{301}a") == "\u{25CC}\u{301}a")
        #expect(CharacterWidth.printable("\u{1B}\u{301}") == "\u{FFFD}\u{25CC}\u{301}")
        #expect(CharacterWidth.printable("\u{20DD}") == "\u{25CC}\u{20DD}")
        #expect(CharacterWidth.width(of: CharacterWidth.printable("\u{1161}")) == 2)
        #expect(CharacterWidth.width(of: CharacterWidth.printable("\u{11A8}")) == 2)
        // A selector is invisible.
        #expect(CharacterWidth.printable("\u{FE0F}") == "\u{FE0F}")
    }

    @Test(arguments: ["", "World Clock", "é – “世界” …", "e\u{301}", "👩‍👩‍👧🇩🇪1️⃣", "שָׁלוֹם", "👩🏽‍❤️‍💋‍👨🏿", "각", "─│┌"])
    func `visible text stays unchanged`(text: String) {
        #expect(CharacterWidth.printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func `control characters of every kind are replaced`() {
        let controls = "\0\u{1B}\u{7F}\u{80}\u{9F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}"
        for control in controls.unicodeScalars {
            #expect(CharacterWidth.printable("a\(control)b") == "a\u{FFFD}b")
        }
        #expect(CharacterWidth.printable("a\tb\nc\rd") == "a b c d")
    }

    @Test(arguments: [
        "\u{301}", "\u{20DD}", "\u{FE0F}", "\u{93F}", "\u{200D}", "\u{200C}", "\u{1F3FD}", "\u{E0061}",
        "\u{94D}\u{915}",
    ])
    func `the length of a character is limited`(addition: String) {
        for base in ["a", "👍", "\u{915}"] {
            let text = CharacterWidth.printable(base + String(repeating: addition, count: 5_000) + "z")
            #expect(text.hasPrefix(base) || text.unicodeScalars.first == base.unicodeScalars.first)
            #expect(text.last == "z")
            for character in text { #expect(character.unicodeScalars.count <= 32) }
        }
    }

    @Test func `eight marks are kept`() {
        let kept = "a" + String(repeating: "\u{301}", count: 8)
        #expect(CharacterWidth.printable(kept + "\u{302}\u{303}b") == kept + "b")
    }

    @Test(arguments: [
        ("World Clock", 11, "World Clock"), ("World Clock", 5, "World"), ("世界", 4, "世界"), ("世界", 3, "世"), ("世界", 1, ""),
        ("e\u{301}e\u{301}", 1, "e\u{301}"), ("👍🏽👍🏽", 2, "👍🏽"), ("x", 0, ""), ("x", -1, ""), ("", 0, ""),
    ])
    func `a prefix fits`(text: String, columns: Int, beginning: String) {
        #expect(CharacterWidth.prefix(text, columns: columns) == beginning)
    }

    @Test(arguments: [
        ("", 5, [""]), ("one", 5, ["one"]), ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]),
        ("one   two", 4, ["one", "two"]), ("one two   ", 7, ["one two"]), ("one\n\ntwo", 9, ["one", "", "two"]),
        ("a\r\nb\n", 9, ["a", "b", ""]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("a bcdefg", 3, ["a", "bcd", "efg"]),
        ("世界世界", 5, ["世界", "世界"]), ("世界 世界", 6, ["世界", "世界"]), ("ab世界cd", 5, ["ab世", "界cd"]),
        ("  indented text", 10, ["  indented", "text"]), ("      word", 4, ["word"]), ("       ", 4, [""]),
        ("ab", 0, ["a", "b"]), ("世a", 1, ["世", "a"]), ("ein\u{A0}Wort hier", 8, ["ein\u{A0}Wort", "hier"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ])
    func `lines are broken between words`(text: String, columns: Int, lines: [String]) {
        #expect(CharacterWidth.wrap(text, to: columns) == lines)
        #expect(CharacterWidth.wrapped(text, to: columns).allSatisfy { $0.base == text })
    }

    @Test func `random text is wrapped into lines that fit, without losing text`() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...30, using: &generator)
            let text = String((0..<count).compactMap { _ in "ab  世界é🙂".randomElement(using: &generator) })
            let columns = Int.random(in: 2...9, using: &generator)
            let lines = CharacterWidth.wrap(text, to: columns)
            #expect(lines.allSatisfy { CharacterWidth.width(of: $0) <= columns && $0.last != " " }, "\(text)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            #expect(lines.count == 1 || lines.allSatisfy { !$0.isEmpty }, "\(text)")
        }
    }
}
