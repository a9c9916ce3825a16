import TestSupport

@testable import PluginHosting

/// The truncation of log messages.
@Suite struct JournalLogHandlerTests {
    private let limit = JournalLogHandler.maximumLength

    @Test func `a message is truncated at the limit, with the number of omitted bytes`() {
        let whole = String(repeating: "x", count: limit)
        #expect(JournalLogHandler.lines(of: whole, startingWith: "tabd: ") == "tabd: \(whole)\n")
        let cut = JournalLogHandler.lines(of: whole + "yz", startingWith: "tabd: ")
        #expect(cut == "tabd: \(whole)… (2 of \(limit + 2) bytes omitted)\n")
    }

    @Test func `a message is truncated between characters`() {
        let text = "x" + String(repeating: "é", count: limit)
        let cut = JournalLogHandler.lines(of: text, startingWith: "")
        // 4095 bytes: the next character does not fit completely.
        #expect(cut.hasPrefix("x" + String(repeating: "é", count: limit / 2 - 1) + "… (\(limit + 2) of "))
    }

    @Test func `the limit applies to all lines of a message together`() {
        let lines = JournalLogHandler.lines(of: String(repeating: "x\n", count: 1 << 20), startingWith: "tabd: ")
        #expect(lines.split(separator: "\n").count == limit / 2 + 1)
    }

    @Test(arguments: HostileText.all)
    func `each line of a message has the prefix, and is text`(hostile: HostileText) {
        let start = "<4>echo: "
        let lines = JournalLogHandler.lines(of: "title '\(hostile.text)'", startingWith: start)
        #expect(lines.hasSuffix("\n"))
        for line in lines.split(separator: "\n") {
            #expect(line.hasPrefix(start), "\(line.debugDescription)")
            #expect(HostileText.controls(in: line, hasEscapes: true).filter { $0 != "\t" } == [])
        }
    }
}
