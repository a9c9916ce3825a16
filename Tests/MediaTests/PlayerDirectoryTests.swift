import Testing

@testable import Media

/// The players on the bus, and which of them is shown.
@Suite struct PlayerDirectoryTests {
    /// A directory that expectations can change.
    private final class Directory {
        private var content = PlayerDirectory()
        var players: [Player] { content.players }
        var isFull: Bool { content.isFull }

        func setOwner(_ owner: String, of name: String) -> Bool { content.setOwner(owner, of: name) }
        func owner(of name: String) -> String? { content.owner(of: name) }
        func names(of owner: String) -> [String] { content.names(of: owner) }

        func play(_ name: String, _ status: String) -> Player.Change {
            content.change(Player.prefix + name) { $0.apply(["PlaybackStatus": .text(status)], at: 0) }
        }
    }

    private let directory = Directory()

    private static func name(_ name: String) -> String { Player.prefix + name }

    private func play(_ name: String, _ status: String) { _ = directory.play(name, status) }

    private func shown(_ choice: String? = nil) -> String? { directory.players.shown(choice: choice)?.identity }

    @Test(
        arguments: [
            ("org.mpris.MediaPlayer2.mpv", true), ("org.mpris.MediaPlayer2.", false), ("org.mpris.MediaPlayer2", false),
            ("org.mpris.MediaPlayer2.playerctld", false), ("org.example.Player", false), ("", false),
            ("org.mpris.MediaPlayer2." + String(repeating: "x", count: 300), false),
        ])
    func `a bus name`(name: String, isPlayer: Bool) { #expect(PlayerDirectory.isPlayer(name) == isPlayer) }

    @Test func `players come, are replaced and leave, in the order of their names`() {
        #expect(directory.setOwner(":1.2", of: Self.name("b")))
        #expect(directory.setOwner(":1.1", of: Self.name("a")))
        #expect(directory.setOwner(":1.1", of: Self.name("c")))
        #expect(!directory.setOwner(":1.1", of: Self.name("a")))
        #expect(!directory.setOwner(":1.1", of: "org.example.Player"))
        #expect(!directory.setOwner("", of: Self.name("d")))
        #expect(directory.players.map(\.identity) == ["a", "b", "c"])
        #expect(directory.names(of: ":1.1") == [Self.name("a"), Self.name("c")])
        play("b", "Playing")
        #expect(directory.setOwner(":1.9", of: Self.name("b")))
        #expect(directory.players.map(\.isPlaying) == [false, false, false], "another player of the same name")
        #expect(directory.setOwner("", of: Self.name("b")))
        #expect(directory.players.map(\.identity) == ["a", "c"])
        #expect(directory.owner(of: Self.name("b")) == nil)
        #expect(directory.play("b", "Playing") == Player.Change())
    }

    @Test func `the number of players is limited`() {
        for index in 0..<100 { _ = directory.setOwner(":1.\(index)", of: Self.name("p\(index)")) }
        #expect(directory.players.count == PlayerDirectory.maximumPlayers && directory.isFull)
        #expect(directory.setOwner("", of: Self.name("p3")) && !directory.isFull)
        #expect(directory.setOwner(":1.99", of: Self.name("p99")))
    }

    @Test func `the last one that plays is shown`() {
        #expect(shown() == nil)
        for name in ["a", "b", "c"] { _ = directory.setOwner(":1.\(name)", of: Self.name(name)) }
        #expect(shown() != nil)
        play("b", "Playing")
        #expect(shown() == "b")
        play("a", "Playing")
        #expect(shown() == "a")
        play("b", "Playing")
        #expect(shown() == "a", "it has not begun again")
        play("a", "Paused")
        #expect(shown() == "b")
        play("b", "Stopped")
        #expect(shown() == "a", "it began after the other one")
    }

    @Test func `the chosen one is shown while it is here`() {
        for name in ["mpv.instance5", "mpv", "mpvx", "vlc.instance9"] {
            _ = directory.setOwner(":1.\(name)", of: Self.name(name))
        }
        play("mpvx", "Playing")
        #expect(shown(Self.name("mpv")) == "mpv")
        #expect(shown(Self.name("mpv.instance5")) == "mpv.instance5")
        #expect(shown(Self.name("vlc")) == "vlc.instance9")
        #expect(shown(Self.name("other")) == "mpvx")
        #expect(directory.players.chosen(Self.name("other")) == nil)
        _ = directory.setOwner("", of: Self.name("mpv"))
        #expect(shown(Self.name("mpv")) == "mpv.instance5")
        // It has another number when it starts again.
        #expect(shown(Self.name("vlc.instance1234")) == "vlc.instance9")
        #expect(directory.players.chosen(Self.name("instance3")) == nil)
    }
}
