import ArgumentParser
import TabFrontEnd
import TestSupport

@testable import TabControl

/// The words that a shell offers, and those that it passes.
@Suite struct CompletionTests {
    @Test func `zsh and fish get descriptions`() {
        let word = CompletionWord("a:b", description: "A: B\n")
        #expect(word.text(for: .zsh) == #"a\:b:A: B"#)
        #expect(word.text(for: .fish) == "a:b\tA: B")
        // The script of bash quotes it.
        #expect(word.text(for: .bash) == "a:b")
        #expect(CompletionWord("x").text(for: .zsh) == "x")
    }

    @Test func `a word that needs several lines, or looks like an option, is not offered`() {
        for text in ["", "-x", "a\nb", "\u{1B}[2J", "a\u{2028}b", String(repeating: "x", count: 201)] {
            #expect(!CompletionWord(text).isUsable(), "\(text)")
        }
        #expect(CompletionWord("a b").isUsable())
    }

    @Test func `a word that a shell may expand although it is quoted is not offered`() {
        for text in ["${x}", "`x`", "a\\b", "hello!"] { #expect(!CompletionWord(text).isUsable(), "\(text)") }
        #expect(CompletionWord("it's (3); <a> & \"b\"").isUsable())
    }

    @Test func `after an open quotation mark only words without special characters are offered`() {
        for text in ["it's", "a;b", "(3)", "a&b", "<b>", "~", "*", "\"", "a#b", "{a}"] {
            #expect(!CompletionWord(text).isUsable(inQuotes: true), "\(text)")
        }
        for text in ["World Clock", "a.b-c_d", "Größe 3", "日本語", "a:b=c@d"] {
            #expect(CompletionWord(text).isUsable(inQuotes: true), "\(text)")
        }
        for (word, isOpen) in [
            ("\"a", true), ("'a b", true), ("a'b'", false), (#"a\'b"#, false), ("'a'\"", true), ("", false),
        ] {
            #expect(CompletionWord.hasOpenQuote(word) == isOpen, "\(word)")
        }
    }

    @Test(arguments: HostileText.all) func `no word has a character that is more than text`(hostile: HostileText) {
        let word = CompletionWord(hostile.text, description: hostile.text)
        for shell in [CompletionShell.bash, .zsh, .fish] {
            guard word.isUsable() else { continue }
            let text = word.text(for: shell)
            let (name, rest) = (text.split(separator: "\t")[0], text.split(separator: "\t").dropFirst())
            #expect(rest.count <= 1)
            #expect(name.unicodeScalars.allSatisfy { !$0.isControlOrDirection }, "\(shell)")
            #expect(shell == .zsh || !name.contains { "$`\\!".contains($0) }, "\(shell)")
        }
    }

    @Test(arguments: [
        (#"World\ Clock"#, "World Clock"), ("'a b'", "a b"), (#""a'b\"""#, "a'b\""), ("'open", "open"), (#"a\"#, "a"),
        (#"'a'\''b'"#, "a'b"),
    ])
    func `quotes and backslashes of the line are removed`(word: String, text: String) {
        #expect(CompletionWord.unquoted(word) == text)
    }

    @Test func `each command is completed with the controllers that it is for`() {
        for command in RootCommand.configuration.subcommands {
            let name = command.configuration.commandName ?? ""
            let scope = (command as? any ControllerCommand.Type)?.scope ?? .all
            #expect(CommandWords(["tabctl", name, ""], before: 2).scope == scope, "\(name)")
        }
    }

    @Test func `the controller before the word is found behind options`() {
        let tree = ExampleTree().tree
        func controller(_ words: String...) -> ObjectPath? {
            CommandWords(words + ["x"], before: words.count).controller(in: tree)
        }
        #expect(controller("tabctl", "tap", "Desk") == ExampleTree.tabs)
        #expect(controller("tabctl", "tap", "--json", "'Desk'") == ExampleTree.tabs)
        #expect(controller("tabctl", "wait", "--timeout", "5", "Desk", "--selected") == ExampleTree.tabs)
        #expect(controller("tabctl", "--host", "desk", "tap", "-H", "desk", "Desk") == ExampleTree.tabs)
        #expect(controller("tabctl", "badge", "Plain") == ExampleTree.plain)
        #expect(controller("tabctl", "tap", "Nothing") == nil)
        #expect(controller("tabctl") == nil)
        #expect(CommandWords(["tabctl", "badge", ""], before: 2).scope == .tabs)
        #expect(CommandWords([], before: 0).scope == .all)
    }

    @Test(arguments: [
        (["-H", "desk"], "desk"), (["-Hdesk"], "desk"), (["--host=desk"], "desk"), (["--host", "'desk'"], "desk"),
        // The pieces of bash.
        (["--host", "=", "desk"], "desk"), (["-H", "ada", "@", "desk", ":", "22"], "ada@desk:22"),
        (["-Hada", "@", "desk"], "ada@desk"), (["--host", "ssh", ":", "//desk"], "ssh://desk"),
    ])
    func `the machine of a line is known before and after the command`(words: [String], name: String) throws {
        let host = HostWords.Machine.host(try SSHDestination(name))
        let before = ["tabctl"] + words + ["tap", "Desk", ""]
        #expect(HostWords(before).machine == host)
        #expect(CommandWords(before, before: before.count - 1).command == "tap")
        #expect(CommandWords(before, before: before.count - 1).controller(in: ExampleTree().tree) == ExampleTree.tabs)
        let after = ["tabctl", "tap"] + words + ["Desk", ""]
        #expect(HostWords(after).machine == host)
        #expect(CommandWords(after, before: after.count - 1).controller(in: ExampleTree().tree) == ExampleTree.tabs)
    }

    @Test func `without a clear machine no words are offered`() {
        #expect(HostWords(["tabctl", "tap", ""]).machine == .this)
        #expect(HostWords(["tabctl", "tap", "--", "-Hdesk"]).machine == .this)
        for words in [["-H"], ["--host", "="], ["-H", "$DESK"], ["--host", "-x"], ["--host-bus", "unix:path=/x"]] {
            #expect(HostWords(["tabctl", "tap"] + words).machine == .unclear, "\(words)")
        }
    }
}
