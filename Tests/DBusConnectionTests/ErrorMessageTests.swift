import TestSupport

/// The part of a caller's text that is repeated in its error message.
@Suite struct ErrorMessageTests {
    private func printed(_ text: String) -> String { DBusError.invalidArgs(text).printableMessage }

    @Test func `a message is on one line`() {
        #expect(printed("line 1: é\n\tline 2: 👩‍👩‍👧") == #"line 1: é\n\tline 2: 👩‍👩‍👧"#)
    }

    @Test func `terminal control characters are escaped`() {
        #expect(printed("'\u{1B}[2J\0\u{202E}\u{9B}\u{2028}'") == #"'\u{1B}[2J\u{0}\u{202E}\u{9B}\u{2028}'"#)
    }

    @Test(arguments: HostileText.all) func `an error message has no character that is more than text`(
        hostile: HostileText
    ) {
        let message = printed("'\(hostile.text)' is not allowed")
        #expect(HostileText.controls(in: message, hasEscapes: true) == [])
        #expect(message.utf8.starts(with: "'".utf8) && message.hasSuffix("' is not allowed"))
    }

    @Test func `the middle of a long message is omitted, even within a character`() {
        let long = printed("unknown option '" + String(repeating: "x", count: 100_000) + "'; known are: Title")
        #expect(long.hasPrefix("unknown option 'xxx"))
        #expect(long.hasSuffix("xxx'; known are: Title"))
        #expect(long.unicodeScalars.count == 2001)
        let character = printed("a" + String(repeating: "\u{301}", count: 100_000))
        #expect(character.unicodeScalars.count == 2001)
    }
}
