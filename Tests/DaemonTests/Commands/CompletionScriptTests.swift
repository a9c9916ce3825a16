import Foundation
import TestSupport

/// The completions in real shells, with the values of a daemon.
@EventLoop @Suite(.bus) struct CompletionScriptTests {
    nonisolated private static let zsh = HouseCommand.isInstalled("/usr/bin/zsh")
    nonisolated private static let fish = HouseCommand.isInstalled("/usr/bin/fish")

    /// Three tabs in `Desk`. `HostileCompletionTests` have titles that are commands for a careless shell.
    private static func stage() async throws -> CommandStage {
        let (stage, _, children) = try await CommandStage.withTabs(3)
        try await stage.client.viewController(children[1]).set(\.title, to: "World Clock")
        try await stage.client.viewController(children[2]).set(\.title, to: "it's (3);")
        try await stage.client.viewController(children[0]).set(\.restorationIdentifier, to: "first")
        return stage
    }

    private static func run(_ shell: [String], _ script: String) async throws -> [String] {
        let environment = try PrivateBus.current.environment.merging(
            [
                "PATH": BuiltProducts.directory + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                "TABCTL_COMPLETION_TIMEOUT": "60000",
            ]) { $1 }
        let result = try await HouseCommand.runOnThread(shell + ["-c", script], environment: environment)
        #expect(result.errors == "" && result.status == 0, "\(script): \(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The words that bash offers for the last word of a line.
    private static func bash(_ words: String...) async throws -> [String] {
        try await bash(words, in: words.joined(separator: " "))
    }

    private static func bash(_ words: [String], in line: String) async throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        return try await run(
            ["/usr/bin/bash", "--norc"],
            """
            eval "$(tabctl --generate-completion-script bash)"
            COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
            __tabctl_complete tabctl '\(words[words.count - 1])' '\(words[words.count - 2])'
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
    }

    @Test func `bash offers controllers, tabs, types, plugins and properties`() async throws {
        let stage = try await Self.stage()
        let tabs = try stage.number(try #require(try await stage.client.manager.tabBarControllers.first))
        #expect(try await Self.bash("tabctl", "des") == ["destroy"])
        #expect(try await Self.bash("tabctl", "tap", "") == ["Desk", tabs])
        #expect(try await Self.bash("tabctl", "badge", "fi") == ["first"])
        #expect(try await Self.bash("tabctl", "tap", "Desk", "Wo") == [#"World\ Clock"#])
        #expect(try await Self.bash("tabctl", "tap", "Desk", #"World\ C"#) == [#"World\ Clock"#])
        let all = try await Self.bash("tabctl", "select", "Desk", "")
        #expect(all == ["first", "T1", #"World\ Clock"#, #"it\'s\ \(3\)\;"#, "1", "2", "3"])
        #expect(try await Self.bash("tabctl", "create", "clock.W") == ["clock.WorldClock"])
        #expect(try await Self.bash("tabctl", "plugin", "show", "cl") == ["clock"])
        #expect(try await Self.bash("tabctl", "wait", "T1", "--property", "Bad") == ["BadgeColor", "BadgeValue"])
        #expect(try await Self.bash("tabctl", "wait", "Desk", "--selected", "Wo") == [#"World\ Clock"#])
        #expect(try await Self.bash("tabctl", "wait", "T1", "--ti") == ["--timeout"])
    }

    @Test(arguments: [("tabctl --host ada@desk", "--host ada @ desk"), ("tabctl -Hdesk:22", "-Hdesk : 22")])
    func `the pieces of another machine's name are neither commands nor arguments`(line: String, words: String)
        async throws
    {
        let words = ["tabctl"] + words.split(separator: " ").map(String.init)
        #expect(try await Self.bash(words + ["sho"], in: line + " sho") == ["show"])
        #expect(try await Self.bash(words + ["show", "--js"], in: line + " show --js") == ["--json"])
    }

    @Test func `without a daemon nothing is offered, printed or started`() async throws {
        let bus = try PrivateBus.current
        try await bus.offerService("/bin/false")
        #expect(try await Self.bash("tabctl", "tap", "") == [])
        #expect(try await Self.bash("tabctl", "ta") == ["tap"])
    }

    /// Completes a title on the command line of a shell that runs on a terminal, and runs the command.
    private static func complete(in shell: String, _ setup: String, _ start: String) async throws {
        let stage = try await stage()
        let tabs = try #require(try await stage.client.manager.tabBarControllers.first)
        let terminal = try TerminalProcess(script: "cd \"$HOME\" || exit; \(setup)\n\(start)")
        try await terminal.shows("the prompt") { $0.contains { $0.hasPrefix("ready>") } }
        terminal.type("tabctl tap Desk Wo\t")
        try await terminal.shows("the title") { $0.contains { $0.hasPrefix(#"ready> tabctl tap Desk World\ Clock"#) } }
        terminal.type("\r")
        try await EventLoop.until("the tap") { try await stage.client.tabBarController(tabs).selectedIndex == 1 }
        terminal.type("exit\r")
        #expect(try await terminal.exitStatus() == 0, "\(shell)")
    }

    @Test func `bash completes a title on its command line`() async throws {
        try await Self.complete(
            in: "bash",
            """
            tabctl --generate-completion-script bash >complete
            printf '%s\\n' 'source complete' "PS1='ready> '" 'bind "set enable-bracketed-paste off"' >rc
            """, "exec bash --noprofile --rcfile rc -i")
    }

    @Test(.enabled(if: zsh)) func `zsh completes a title on its command line`() async throws {
        try await Self.complete(
            in: "zsh",
            """
            mkdir functions; tabctl --generate-completion-script zsh >functions/_tabctl
            printf '%s\\n' "fpath=($PWD/functions \\$fpath)" 'autoload -Uz compinit && compinit -u -d dump' \
                "PS1='ready> '" 'unsetopt beep' >.zshrc
            """, "ZDOTDIR=$PWD exec zsh -i")
    }

    @Test(.enabled(if: fish)) func `fish completes a title on its command line`() async throws {
        try await Self.complete(
            in: "fish",
            """
            mkdir -p "$XDG_CONFIG_HOME/fish/completions"
            tabctl --generate-completion-script fish >"$XDG_CONFIG_HOME/fish/completions/tabctl.fish"
            printf '%s\\n' 'function fish_prompt; echo "ready> "; end' 'set fish_greeting' \
                >"$XDG_CONFIG_HOME/fish/config.fish"
            """, "exec fish -i")
    }
}
