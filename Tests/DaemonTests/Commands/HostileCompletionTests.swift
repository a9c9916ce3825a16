import Foundation
import TestSupport

/// Titles of other programs that are commands for a shell that expands them, completed in real shells. The completed line
/// runs, and no title has run.
@EventLoop @Suite(.bus) struct HostileCompletionTests {
    nonisolated private static let zsh = HouseCommand.isInstalled("/usr/bin/zsh")
    nonisolated private static let fish = HouseCommand.isInstalled("/usr/bin/fish")

    /// A daemon with a view controller for each text, and a folder with a `tabctl` that completes like the real one, and
    /// only notes the arguments of other commands.
    @EventLoop private final class Stage {
        let client: BusClient
        /// The home and the working folder of the shells.
        let folder: String
        /// The titles by the word that the user begins to type, which no other title begins with.
        private(set) var titles: [String: String] = [:]
        var prefixes: [String] { titles.keys.sorted() }

        /// - Parameter hasPrefixes: Whether each title begins with a word of its own. These are for terminals, where a
        ///   completion takes long: all titles that a shell could expand, and two of each other kind.
        init(hasPrefixes: Bool = true) async throws {
            let bus = try PrivateBus.current
            folder = bus.directory + "/home"
            try await DaemonProcess.start()
            client = try BusClient()
            let kinds = HostileText.Kind.allCases.flatMap { kind in
                HostileText.all.filter { $0.kind == kind }.prefix(kind == .shell || !hasPrefixes ? .max : 2)
            }
            var tabs: [ObjectPath] = []
            for (index, hostile) in kinds.enumerated() {
                let prefix = "q" + String(1000 + index)
                titles[prefix] = hasPrefixes ? prefix + hostile.text : hostile.text
                tabs.append(try await client.register(["Title": .string(titles[prefix] ?? "")]))
            }
            let desk = try await client.manager.createTabBarController(["Title": .string("Desk")])
            try await client.setTabs(tabs, of: desk)
            try FileManager.default.createDirectory(atPath: folder + "/bin", withIntermediateDirectories: true)
            let script = """
                #!/bin/sh
                case "$*" in *---completion*|*--generate*) exec '\(BuiltProducts.directory)/tabctl' "$@" ;; esac
                printf '%s\\0' "$@" >'\(folder)/arguments.new'
                mv '\(folder)/arguments.new' '\(folder)/arguments'
                """
            try script.write(toFile: folder + "/bin/tabctl", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/bin/tabctl")
        }

        var variables: [String: String] {
            [
                "HOME": folder, "PATH": folder + "/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "XDG_CONFIG_HOME": folder + "/config",
                // Many tests run at once.
                "TABCTL_COMPLETION_TIMEOUT": "60000",
            ]
        }

        /// Waits for the arguments of the command that the shell runs, and removes them.
        func arguments() async throws -> [String] {
            let file = folder + "/arguments"
            try await EventLoop.until("the command") { FileManager.default.fileExists(atPath: file) }
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try FileManager.default.removeItem(atPath: file)
            return text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        /// Checks that no title has run.
        func expectNothingRan(_ shell: String) throws {
            let found = try FileManager.default.subpathsOfDirectory(atPath: try PrivateBus.current.directory)
            #expect(found.filter { $0.hasSuffix(HostileText.file) } == [], "\(shell)")
        }
    }

    /// Completes each title on the command line of a shell on a terminal, six to a line, and runs the lines.
    ///
    /// - Parameters:
    ///   - setup: The lines of `sh` that write the shell's files.
    ///   - start: The line that starts the shell with the prompt `ready>`.
    private static func complete(in shell: String, _ setup: String, _ start: String) async throws {
        let stage = try await Stage()
        let terminal = try TerminalProcess(
            script: "cd \"$HOME\" || exit; \(setup)\n\(start)", columns: 2000, rows: 60, environment: stage.variables)
        try await terminal.shows("the prompt") { $0.contains { $0.hasPrefix("ready>") } }
        var completed: Set<String> = []
        var rest = stage.prefixes[...]
        while !rest.isEmpty {
            let line = Array(rest.prefix(6))
            rest = rest.dropFirst(6)
            terminal.type("tabctl destroy " + line.map { "\($0)\t " }.joined() + "\r")
            let words = try await stage.arguments()
            #expect(words.count == line.count + 1, "\(shell): \(line) became \(words)")
            for (prefix, word) in zip(line, words.dropFirst()) {
                // fish also finds a number by its description, which is the title.
                let isNumber = shell == "fish" && Int(word) != nil
                #expect(word == prefix || word == stage.titles[prefix] || isNumber, "\(shell): \(prefix)")
                if word.hasPrefix(prefix) { completed.insert(String(word.dropFirst(prefix.count))) }
            }
            try await terminal.shows("the next prompt") { lines in
                lines.last { !$0.isEmpty }?.trimmingCharacters(in: .whitespaces) == "ready>"
            }
        }
        // Words that are special, but not expanded, are completed.
        let harmless: Set = ["it's", "say \"it\"", "; touch found", "(touch found)", ">found", "*", "~"]
        #expect(completed.isSuperset(of: harmless), "\(shell): \(completed)")
        // After a quotation mark no title is inserted that would be code without it.
        for (typed, end) in shell == "fish" ? [] : [("\"q1000", "\""), ("'q1000", "'")] {
            terminal.type("tabctl destroy \(typed)\t\(end)\r")
            #expect(try await stage.arguments() == ["destroy", "q1000"], "\(shell)")
        }
        terminal.type("exit\r")
        #expect(try await terminal.exitStatus() == 0, "\(shell)")
        try stage.expectNothingRan(shell)
    }

    @Test func `a title does not run when bash completes it and runs the line`() async throws {
        try await Self.complete(
            in: "bash",
            """
            tabctl --generate-completion-script bash >complete
            printf '%s\\n' 'source ~/complete' "PS1='ready> '" 'bind "set enable-bracketed-paste off"' >rc
            """, "exec bash --noprofile --rcfile rc -i")
    }

    @Test(.enabled(if: zsh)) func `a title does not run when zsh completes it and runs the line`() async throws {
        try await Self.complete(
            in: "zsh",
            """
            mkdir functions; tabctl --generate-completion-script zsh >functions/_tabctl
            printf '%s\\n' 'fpath=(~/functions $fpath)' 'autoload -Uz compinit && compinit -u -d ~/dump' \
                "PS1='ready> '" 'unsetopt beep' >.zshrc
            """, "ZDOTDIR=$PWD exec zsh -i")
    }

    @Test(.enabled(if: fish)) func `a title does not run when fish completes it and runs the line`() async throws {
        try await Self.complete(
            in: "fish",
            """
            mkdir -p config/fish/completions
            tabctl --generate-completion-script fish >config/fish/completions/tabctl.fish
            printf '%s\\n' 'function fish_prompt; echo "ready> "; end' 'set fish_greeting' >config/fish/config.fish
            """, "exec fish -i")
    }

    /// All words that bash offers, each in the place of a word, and within every kind of quotes: those that bash itself does
    /// not see, such as backticks, or a text that began on an earlier line.
    private static let everyPlace = #"""
        eval "$(tabctl --generate-completion-script bash)"
        for raw in '' '"' "'"; do
            COMP_WORDS=(tabctl $MACHINE view "$raw") COMP_LINE="tabctl $MACHINE view $raw"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_POINT=${#COMP_LINE}
            __tabctl_complete tabctl '' view
            for word in "${COMPREPLY[@]}"; do
                eval "words=($raw$word$raw)"
                [[ ${#words[@]} = 1 ]] || echo "several words: $word"
                printf 'word %s\n' "$words"
                eval ": \"$word\""
                eval ": \`: $word\`" 2>/dev/null
                eval ": \"\`: $word\`\"" 2>/dev/null
                eval ": \"\$(: $word)\""
                eval ": \$'$word'" 2>/dev/null
                # The second line of a text that began on the first one.
                bash -c ": \"
                    $raw$word$raw\"" 2>/dev/null
                bash -c ": '
                    $raw$word$raw'" 2>/dev/null
                bash -c ": <<END
        $word
        END"
            done
        done
        """#

    private static func offered(_ stage: Stage, _ variables: [String: String]) async throws -> Set<String> {
        let environment = try PrivateBus.current.environment.merging(stage.variables) { $1 }
        let result = try await HouseCommand.runOnThread(
            ["/usr/bin/bash", "-c", "cd; \(everyPlace)"], environment: environment.merging(variables) { $1 })
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        // By bytes: a combining character joins the space before it.
        #expect(lines.filter { !$0.utf8.starts(with: "word ".utf8) } == [])
        try stage.expectNothingRan("bash")
        return Set(lines.map { String(decoding: $0.utf8.dropFirst(5), as: UTF8.self) })
    }

    @Test func `a word that bash offers is only itself, in every place of a line`() async throws {
        let stage = try await Stage(hasPrefixes: false)
        let words = try await Self.offered(stage, ["MACHINE": ""])
        let titles = Set(HostileText.all.map(\.text))
        #expect(words.isSuperset(of: ["~", "*", "it's", "=ls", "^a^touch found", "; touch found", "# x", "{a = 1}"]))
        let others = words.subtracting(titles).filter { Int($0) == nil }
        #expect(others == ["Desk"], "\(others)")
    }

    @Test(.ssh) func `a word of another machine is only itself`() async throws {
        let stage = try await Stage(hasPrefixes: false)
        let server = try await SSHServer()
        let words = try await Self.offered(stage, server.environment.merging(["MACHINE": "--host desk"]) { $1 })
        #expect(words.contains("it's") && words.contains("1"))
    }

    @Test func `the name of a file does not run, and is completed`() async throws {
        let stage = try await Stage()
        let names = [
            "a b.toml", "it's.toml", "$(touch found).toml", "${x:-$(touch found)}/x.toml", "d e/x.toml", "x.txt",
        ]
        for name in names {
            let file = URL(fileURLWithPath: stage.folder + "/files/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        let script = #"""
            eval "$(tabctl --generate-completion-script bash)"
            cd files
            for text in '' 'd\ e/' '"d e/' '~/files/a'; do
                COMP_WORDS=(tabctl layout check "$text") COMP_CWORD=3 COMP_LINE="tabctl layout check $text"
                COMP_POINT=${#COMP_LINE}
                __tabctl_complete tabctl "${text#\"}" check
                printf '%s\n' "${COMPREPLY[@]}"
            done
            """#
        let result = try await HouseCommand.runOnThread(
            ["/usr/bin/bash", "-c", "cd; \(script)"],
            environment: try PrivateBus.current.environment.merging(stage.variables) { $1 })
        #expect(result.errors == "")
        #expect(
            result.output.split(separator: "\n") == [
                #"a\ b.toml"#, #"d\ e/"#, #"it\'s.toml"#, #"d\ e/x.toml"#, "d e/x.toml", #"~/files/a\ b.toml"#,
            ], "\(result.output)")
    }
}
