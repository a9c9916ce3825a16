internal import Testing

@testable import TabControl

@Suite struct UnknownCommandTests {
    private func message(_ words: String...) -> String? {
        UnknownCommand(in: words, of: RootCommand.self)?.message
    }

    @Test(arguments: [
        (["lst"], "list"), (["lsit"], "list"), (["taps"], "tap"), (["sett-abs"], "set-tabs"), (["cust"], "customize"),
        (["plugin", "relaod", "clock"], "plugin reload"), (["plugins", "shwo"], "plugins show"),
        (["layout", "svae"], "layout save"), (["help", "atach"], "help attach"), (["--host", "desk", "lits"], "list"),
        (["-Hdesk", "--host-bus=unix:path=/a", "tapp"], "tap"),
    ])
    func `an unknown command gets the most similar one as a suggestion`(words: [String], suggestion: String) {
        let unknown = UnknownCommand(in: words, of: RootCommand.self)
        #expect(unknown?.suggestion == suggestion)
        #expect(unknown?.message.hasSuffix("is not a command; did you mean '\(suggestion)'?") == true)
    }

    @Test func `a word without a similar command gets a hint at the list of commands`() {
        #expect(message("frobnicate") == "'frobnicate' is not a command; 'tabctl --help' lists the commands")
        #expect(message("x") == "'x' is not a command; 'tabctl --help' lists the commands")
        #expect(message("") == "'' is not a command; 'tabctl --help' lists the commands")
    }

    @Test(arguments: [
        [], ["list"], ["--help"], ["--version"], ["tap", "lst", "1"], ["plugin"], ["plugins", "--json"],
        ["plugin", "show", "lst"], ["-H", "lst", "list"], ["--host", "desk"], ["--host"], ["help"],
        ["help", "plugin", "show"], ["layout", "--help"],
    ])
    func `a known command is left to the parser`(words: [String]) {
        #expect(UnknownCommand(in: words, of: RootCommand.self) == nil)
    }
}
