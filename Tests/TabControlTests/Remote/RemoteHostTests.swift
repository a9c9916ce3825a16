import TestSupport

@testable import TabFrontEnd

/// The command lines of ssh for another machine.
@Suite struct RemoteHostTests {
    private static func destination(of name: String) throws -> [String] {
        let words = try RemoteHost(name).command(isInteractive: true)
        let end = try #require(words.firstIndex(of: "--"))
        let port = words.firstIndex(of: "-p").map { ["-p", words[$0 + 1]] } ?? []
        return port + [words[end + 1]]
    }

    @Test(arguments: [
        ("desk", ["desk"]), ("ada@desk", ["ada@desk"]), ("ada@desk:2222", ["-p", "2222", "ada@desk"]),
        ("ssh://ada@desk:2222", ["ssh://ada@desk:2222"]), ("::1", ["::1"]), ("ada@fe80::1%eth0", ["ada@fe80::1%eth0"]),
        ("desk:0", ["desk:0"]), ("desk:99999", ["desk:99999"]), ("a@b@desk", ["a@b@desk"]),
    ])
    func `ssh gets the destination, and the port as an option`(name: String, words: [String]) throws {
        #expect(try Self.destination(of: name) == words)
    }

    @Test(arguments: ["", "-", "-oProxyCommand=x", "ada@-oProxyCommand=x", "ada@", "a b", "a\tb", "a\nb", "a\u{0}b"])
    func `a name that ssh could misunderstand is refused`(name: String) {
        #expect(throws: DBusError.self) { try RemoteHost(name) }
    }

    @Test(arguments: [
        "", "/run/bus", "unix:path=/a b", "unix:path='", "unix:path=$(x)", "unix:path=a\\b", "unix:path=a!",
    ])
    func `an address that a shell could change is refused`(address: String) {
        #expect(throws: DBusError.self) { try RemoteHost("desk", bus: address) }
    }

    @Test func `ssh may ask the first time only, and its command is one word for every shell`() throws {
        let host = try RemoteHost("desk", bus: "unix:path=/tmp/a%20b,guid=0;tcp:host=x")
        let first = host.command(isInteractive: true)
        let later = host.command(isInteractive: false)
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
}
