import Foundation
import TestSupport

@testable import TabFrontEnd

/// The command lines of ssh for another machine.
@Suite struct SSHDestinationTests {
    private static func destination(of name: String) throws -> [String] {
        let words = try SSHDestination(name).command(asking: .onTerminal, isLasting: false)
        let end = try #require(words.firstIndex(of: "--"))
        let port = words.firstIndex(of: "-p").map { ["-p", words[$0 + 1]] } ?? []
        return port + [words[end + 1]]
    }

    @Test(arguments: [
        ("desk", ["desk"]), ("ada@desk", ["ada@desk"]), ("ada@desk:2222", ["-p", "2222", "ada@desk"]),
        ("ssh://ada@desk:2222", ["ssh://ada@desk:2222"]), ("::1", ["::1"]), ("ada@fe80::1%eth0", ["ada@fe80::1%eth0"]),
        ("desk:0", ["desk:0"]), ("desk:99999", ["desk:99999"]), ("a@b@desk", ["a@b@desk"]),
        ("ada@[::1]:22", ["-p", "22", "ada@::1"]), ("[fe80::1%eth0]", ["fe80::1%eth0"]), ("[::1]:0", ["[::1]:0"]),
    ])
    func `ssh gets the destination, and the port as an option`(name: String, words: [String]) throws {
        #expect(try Self.destination(of: name) == words)
    }

    @Test(arguments: [
        "", "-", "-oProxyCommand=x", "ada@-oProxyCommand=x", "ada@", "a b", "a\tb", "a\nb", "a\u{0}b", "ssh://-x",
        "a\u{9B}b",
    ])
    func `a name that ssh could misunderstand is refused`(name: String) {
        #expect(throws: DBusError.self) { try SSHDestination(name) }
    }

    @Test(arguments: HostileText.all) func `a text is one word for ssh, and never an option`(hostile: HostileText)
        throws
    {
        guard let host = try? SSHDestination(hostile.text) else { return }
        let words = host.command(asking: .none, isLasting: true)
        #expect(words.dropLast(2).last == "--")
        let name = words[words.count - 2]
        #expect(!name.hasPrefix("-") && !name.contains("@-") && !name.contains("//-"))
        #expect(!name.unicodeScalars.contains { $0.isControlOrDirection || $0.properties.isWhitespace })
        // The text is not in the command of the other machine.
        #expect(words.last == (try SSHDestination("desk")).command(asking: .none, isLasting: true).last)
        #expect(throws: DBusError.self) { try SSHDestination("desk", bus: "unix:path=/" + hostile.text + "$") }
    }

    @Test(arguments: [
        "", "/run/bus", "unix:path=/a b", "unix:path='", "unix:path=$(x)", "unix:path=a\\b", "unix:path=a!",
    ])
    func `an address that a shell could change is refused`(address: String) {
        #expect(throws: DBusError.self) { try SSHDestination("desk", bus: address) }
    }

    @Test func `ssh may ask the first time only, and its command is one word for every shell`() throws {
        let host = try SSHDestination("desk", bus: "unix:path=/tmp/a%20b,guid=0;tcp:host=x")
        let first = host.command(asking: .onTerminal, isLasting: false)
        let later = host.command(asking: .none, isLasting: true)
        // A command may use the connection of a master, which can't notice that it is dead.
        #expect(!first.contains("ControlPath=none"))
        #expect(later.contains("ControlPath=none"))
        #expect(!first.contains("BatchMode=yes"))
        #expect(later.contains("BatchMode=yes"))
        for words in [first, later] {
            let command = try #require(words.last)
            #expect(command.hasPrefix("sh -c '") && command.hasSuffix("'"))
            // Nothing that a login shell such as csh or fish changes within single quotes.
            let script = command.dropFirst(7).dropLast()
            #expect(!script.contains { ["'", "!", "\\", "\n"].contains($0) })
        }
    }

    @Test(.ssh) func `settings of the user for a shell do not replace the bridge`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/config"
        try """
        PermitLocalCommand yes
        LocalCommand echo welcome
        SessionType none
        StdinNull yes
        ForkAfterAuthentication yes
        ControlMaster auto
        ControlPath /tmp/master-%C

        """.write(toFile: path, atomically: true, encoding: .utf8)
        let words = try SSHDestination("desk").command(asking: .none, isLasting: true)
        // ssh prints the settings that it would use.
        let output = folder.path + "/settings"
        let process = try ChildProcess("/usr/bin/ssh", ["-G", "-F", path] + words.dropFirst(), output: .file(output))
        try #require(process.wait() == 0)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        let settings = Set(text.split(separator: "\n").map(String.init))
        #expect(
            settings.isSuperset(of: [
                "permitlocalcommand no", "sessiontype default", "stdinnull no", "forkafterauthentication no",
                "batchmode yes", "connecttimeout 15",
            ]), "\(text)")
        #expect(!text.contains("controlpath"))
    }

    @Test func `the pauses grow, also over connections that end at once`() {
        var backoff = Backoff(from: 200, to: 1500)
        #expect((backoff.pause(), backoff.pause()) == (200, 400))
        backoff.connectionEnded(after: .seconds(1))
        #expect((backoff.pause(), backoff.pause(), backoff.pause()) == (800, 1500, 1500))
        backoff.connectionEnded(after: Backoff.healthyTime)
        #expect(backoff.pause() == 200)
    }
}
