internal import Testing

@testable import TerminalUI

@Suite struct KeyDecoderTests {
    @Test func `digits, letters and controls are keys of their own`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("1q".utf8)) == [.character("1"), .character("q")])
        #expect(decoder.decode([3]) == [.control("c")])
        #expect(decoder.decode([13, 9, 127]) == [.enter, .tab, .backspace])
    }

    @Test func `arrows come in both of the terminals' spellings`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D".utf8)) == [.up, .down, .right, .left])
    }

    @Test func `a sequence that is cut into pieces is one key`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.decode(Array("Aq".utf8)) == [.up, .character("q")])
    }

    @Test func `a lone escape is the escape key`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [.escape])
    }

    @Test func `a character of several bytes is one key, however it is cut`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0xC3]) == [])
        #expect(decoder.decode([0xA4]) == [.character("ä")])
    }

    @Test func `unknown sequences and broken bytes are no keys and stop nothing`() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[15~".utf8) + [0xFF, 0xC3, 0x31]) == [.character("1")])
    }

    @Test func `any bytes at all are taken`() {
        var generator = SystemRandomNumberGenerator()
        var decoder = KeyDecoder()
        for _ in 0..<10_000 {
            _ = decoder.decode((0..<Int.random(in: 0...8, using: &generator)).map { _ in UInt8.random(in: 0...255) })
        }
    }
}
