internal import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
    /// Returns the events that are decoded at once and after a flush.
    private func events(_ bytes: [UInt8]) -> [InputEvent] {
        var decoder = KeyDecoder()
        return decoder.decode(bytes) + decoder.flush()
    }

    private func keys(_ text: String) -> [Key] {
        events(Array(text.utf8)).map { event in
            guard case .key(let key) = event else { return .function(-1) }
            return key
        }
    }

    @Test func `digits, letters and control characters are keys`() {
        #expect(
            keys("1q\u{3}\u{1A}\r\n\t") == [
                .character("1"), .character("q"), .control("c"), .control("z"), .enter, .enter, .tab,
            ])
        #expect(keys("\u{7F}\u{8}") == [.backspace, .backspace])
        #expect(keys("\u{0}\u{1C}\u{1F}") == [])
    }

    @Test(
        arguments: [
            ("[A", .up), ("OB", .down), ("[C", .right), ("OD", .left), ("[1;2A", .shiftUp), ("[1;2B", .shiftDown),
            ("[1;2C", .shiftRight), ("[1;2D", .shiftLeft), ("O1;2A", .shiftUp), ("[a", .shiftUp), ("[c", .shiftRight),
            ("[1;5C", .right), ("[1;3A", .up), ("[1;6D", .left), ("[1;2:1A", .shiftUp), ("Oa", .up), ("[1;2H", .home),
            ("[H", .home), ("OH", .home), ("[1~", .home), ("[7~", .home), ("[F", .end), ("OF", .end), ("[4~", .end),
            ("[8~", .end), ("[5~", .pageUp), ("[6;5~", .pageDown), ("[2~", .insert), ("[3~", .delete),
            ("[3;2~", .delete),
            ("[27u", .escape), ("[13u", .enter), ("[9u", .tab), ("[127u", .backspace),
            ("[Z", .backTab), ("[1;2Z", .backTab), ("OP", .function(1)), ("OQ", .function(2)), ("OR", .function(3)),
            ("OS", .function(4)), ("[P", .function(1)), ("[1;2P", .function(1)), ("[11~", .function(1)),
            ("[14~", .function(4)), ("[[A", .function(1)), ("[[E", .function(5)), ("[15~", .function(5)),
            ("[17;5~", .function(6)), ("[21~", .function(10)), ("[23~", .function(11)), ("[24~", .function(12)),
            ("OM", .enter),
        ] as [(String, Key)])
    func `a sequence is a key`(sequence: String, key: Key) {
        #expect(keys("\u{1B}" + sequence + "x") == [key, .character("x")])
    }

    @Test func `a character after an escape is a key with Alt`() {
        #expect(keys("\u{1B}x\u{1B}ä\u{1B} ") == [.alt("x"), .alt("ä"), .alt(" ")])
        #expect(keys("\u{1B}[") == [.alt("[")])
        #expect(keys("\u{1B}O\u{1B}O\r") == [.alt("O"), .alt("O"), .enter])
        #expect(keys("\u{1B}P") == [.alt("P")])
    }

    @Test func `a lone escape stays pending, because it may start a sequence`() {
        var decoder = KeyDecoder()
        #expect(decoder.timeout == nil)
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.timeout == 30)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(decoder.timeout == nil)
        #expect(decoder.flush() == [])
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.decode(Array("[".utf8)) == [])
        #expect(decoder.timeout == 30)
        #expect(decoder.decode(Array("1".utf8)) == [])
        #expect(decoder.timeout == 200, "no key begins so")
        #expect(decoder.decode(Array(";2Aq".utf8)) == [.key(.shiftUp), .key(.character("q"))])
    }

    @Test(arguments: ["[<", "[<0;5", "[1;", "[M", "O1;", "]0;x", "P1", "_x", "P\u{1B}"])
    func `an incomplete sequence does not swallow keys`(beginning: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}\(beginning)".utf8)) == [])
        #expect(decoder.timeout != nil)
        _ = decoder.flush()
        #expect(decoder.timeout == nil)
        #expect(decoder.decode(Array("2q".utf8)) == [.key(.character("2")), .key(.character("q"))])
    }

    @Test func `an escape before another escape or a control character is the key`() {
        #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}\r\u{1B}\u{7F}") == [.escape, .enter, .escape, .backspace])
        #expect(events([0x1B, 0xFF, 0x31]) == [.key(.escape), .key(.character("1"))])
    }

    @Test func `a character of several bytes is one key, however it is split`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xC3]) == [])
        #expect(decoder.timeout == nil)
        #expect(decoder.decode([0xA4]) == [.key(.character("ä"))])
        #expect(keys("e\u{301}👨‍👩‍👧🇩🇪x") == ["e\u{301}", "👨‍👩‍👧", "🇩🇪", "x"].map { .character($0) })
    }

    @Test func `replies, unknown sequences and invalid bytes are ignored`() {
        #expect(
            keys("\u{1B}[12;40R\u{1B}[?62;4c\u{1B}[>0;276;0c\u{1B}[I\u{1B}[99~\u{1B}[u\u{1B}[?1$yx") == [
                .character("x")
            ])
        #expect(keys("\u{1B}]11;rgb:0/0/0\u{7}a\u{1B}]11;x\u{1B}\\b") == [.character("a"), .character("b")])
        #expect(keys("\u{1B}P1+r544e=78\u{1B}\\a\u{1B}_Gi=1;OK\u{1B}\\b") == [.character("a"), .character("b")])
        #expect(events([0xFF, 0xC3, 0x31, 0xE0, 0x80, 0x80, 0xC2, 0x80, 0x32]).count == 2)
        #expect(keys("\u{1B}[1;\u{3}\u{1B}[\u{1B}[A\u{1B}[[\ra") == [.control("c"), .up, .enter, .character("a")])
    }

    @Test func `incomplete input is kept only up to a limit`() {
        #expect(keys("\u{1B}[" + String(repeating: "1", count: 64) + "a") == [.character("a")])
        #expect(keys("\u{1B}O" + String(repeating: "1", count: 64) + "a") == [.character("a")])
        #expect(keys("\u{1B}]" + String(repeating: "1", count: 4096) + "a") == [.character("a")])
        #expect(keys("\u{1B}]1\u{3}a\u{1B}P1\u{1B}[A\u{1B}P1\u{1B}") == [.control("c"), .character("a"), .up, .escape])
    }

    @Test(
        arguments: [
            ("<0;1;1M", .press, 0, 0), ("<0;12;3M", .press, 2, 11), ("<16;2;2M", .press, 1, 1),
            ("<32;300;200M", .drag, 199, 299),
            ("<0;5;6m", .release, 5, 4), ("<32;5;6m", .release, 5, 4), ("<64;1;2M", .wheelUp, 1, 0),
            ("<65;1;2M", .wheelDown, 1, 0), ("<69;1;2M", .wheelDown, 1, 0), ("M !\"", .press, 1, 0),
            ("M#!\"", .release, 1, 0),
            ("M@!\"", .drag, 1, 0), ("M`!\"", .wheelUp, 1, 0),
        ] as [(String, MouseEvent.Kind, Int, Int)])
    func `a mouse report has its cell`(sequence: String, kind: MouseEvent.Kind, row: Int, column: Int) {
        #expect(
            events(Array("\u{1B}[\(sequence)x".utf8)) == [
                .mouse(MouseEvent(kind, row: row, column: column)), .key(.character("x")),
            ])
    }

    @Test(arguments: [
        "<1;1;1M", "<2;1;1M", "<2;1;1m", "<34;1;1M", "<35;1;1M", "<66;1;1M", "<64;1;1m", "<128;1;1M", "<0;0;1M",
        "<0;1;0M", "<0;1M", "<0;1;1;1M", "<0;99999999999999999999;1M", "<0;70000;1M", "<;;M", "<M", "M!!!", "MC!!",
    ])
    func `other buttons, motion alone and invalid places are ignored`(sequence: String) {
        #expect(events(Array("\u{1B}[\(sequence)x".utf8)) == [.key(.character("x"))])
    }

    @Test func `the escape key ends a paste whose end is missing`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[200~abc".utf8)) == [])
        #expect(decoder.timeout == nil)
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.timeout == 30)
        #expect(decoder.flush() == [.paste("abc")])
        #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
    }

    @Test func `a paste is one text without control characters`() {
        func paste(_ text: String) -> [InputEvent] { events(Array("\u{1B}[200~\(text)\u{1B}[201~q".utf8)) }
        #expect(
            paste("a\tb\r\nc\rd\ne\u{1B}[31m\u{7}ä\u{85}🇩🇪") == [.paste("a\tb\nc\nd\ne[31mä🇩🇪"), .key(.character("q"))])
        #expect(paste("\r\r\n\n") == [.paste("\n\n\n"), .key(.character("q"))])
        #expect(paste("\u{1B}[20\u{1B}") == [.paste("[20"), .key(.character("q"))])
        #expect(paste("") == [.key(.character("q"))])
        #expect(paste(String(repeating: "x", count: 70_000)).first == .paste(String(repeating: "x", count: 65_536)))
        #expect(
            paste("x" + String(repeating: "ä", count: 40_000)).first
                == .paste("x" + String(repeating: "ä", count: 32_767)))
        #expect(events(Array("\u{1B}[201~q".utf8)) == [.key(.character("q"))])
    }

    /// Joins successive characters into one text, because a split may separate a mark from its letter.
    private func joined(_ events: [InputEvent]) -> [String] {
        var parts: [String] = []
        var text = ""
        for event in events {
            if case .key(.character(let character)) = event {
                text.append(character)
            } else {
                parts += [text, "\(event)"]
                text = ""
            }
        }
        return parts + [text]
    }

    @Test func `any bytes are the same events however they are split`() {
        let pieces = [
            "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}P", "\u{1B}]", "\u{1B}\\", "\u{7}", "\u{1B}[200~", "\u{1B}[201~",
            "\u{1B}[20",
            "\u{1B}[<0;1;1M", "\u{1B}[<", ";", "1", "A", "~", "M", "[", "ä", "e\u{301}", "👨‍👩‍👧", "\r", "\n", "\u{3}",
            "\u{18}",
        ].map { Array($0.utf8) }
        for _ in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...12) {
                bytes += Bool.random() ? pieces.randomElement() ?? [] : [UInt8.random(in: 0...255)]
            }
            let whole = joined(events(bytes))
            for _ in 0..<4 {
                var decoder = KeyDecoder()
                var rest = bytes[...]
                var cut: [InputEvent] = []
                while !rest.isEmpty {
                    let piece = rest.prefix(Int.random(in: 1...5))
                    cut += decoder.decode(piece)
                    rest.removeFirst(piece.count)
                }
                #expect(joined(cut + decoder.flush()) == whole, "\(bytes)")
            }
        }
    }
}
