import Testing

@testable import Media

/// A player's properties and its position.
@Suite struct PlayerTests {
    private static let values: [String: PlayerValue] = [
        "PlaybackStatus": .text("Playing"), "Rate": .number(1), "Position": .integer(5_000_000), "Volume": .number(0.5),
        "CanPlay": .bool(true), "CanPause": .bool(true), "CanSeek": .bool(true), "CanGoNext": .bool(true),
        "Metadata": .entries(["xesam:title": .text("A"), "mpris:length": .integer(60_000_000)]),
    ]

    private static func player(_ changes: [String: PlayerValue] = [:]) -> Player {
        var player = Player(name: "org.mpris.MediaPlayer2.test")
        player.apply(values.merging(changes) { $1 }, isComplete: true, at: 0)
        return player
    }

    @Test func `a player without a name has the end of its bus name`() {
        var player = Player(name: "org.mpris.MediaPlayer2.vlc.instance7")
        #expect(player.identity == "vlc.instance7")
        player.apply(["Identity": .text("")], at: 0)
        #expect(player.identity == "vlc.instance7")
        player.apply(["Identity": .text("VLC\nPlayer")], at: 0)
        #expect(player.identity == "VLC Player")
    }

    @Test func `a player can do what it says, unless it can't be controlled`() {
        let player = Self.player()
        #expect(player.canGoNext && !player.canGoPrevious && player.canPlayPause && player.canSeek)
        #expect(player.canSetVolume && !player.canShuffle && !player.canLoop)
        let other = Self.player([
            "CanControl": .bool(false), "Shuffle": .bool(true), "LoopStatus": .text("Track"),
        ])
        #expect(other.isShuffled == true && other.loop == .track)
        #expect(!other.canGoNext && !other.canPlayPause && !other.canSeek && !other.canSetVolume)
        #expect(!other.canShuffle && !other.canLoop)
        #expect(!Self.player(["Metadata": .entries([:])]).canSeek, "no length")
        #expect(!Self.player(["CanPause": .bool(false)]).canPlayPause)
    }

    @Test func `a player that could not be read can do what it says later`() {
        var player = Player(name: "org.mpris.MediaPlayer2.test")
        player.apply(["CanPlay": .bool(true)], at: 0)
        #expect(player.canPlayPause && !player.isRead)
        player.apply([:], isComplete: true, at: 0)
        #expect(player.isRead)
    }

    @Test func `a change tells whether the position must be read`() {
        var player = Self.player()
        func change(_ values: [String: PlayerValue], at now: Int64 = 1_000_000) -> Player.Change {
            player.apply(values, at: now)
        }
        #expect(change([:]) == Player.Change())
        #expect(change(["Volume": .number(0.5)]) == Player.Change())
        #expect(change(["Volume": .number(2)]) == Player.Change(isChange: true))
        #expect(player.volume == 1)
        #expect(change(["Volume": .text("x")]) == Player.Change())
        #expect(change(["Position": .integer(6_100_000)]) == Player.Change(), "it runs")
        #expect(change(["Position": .integer(6_300_000)]) == Player.Change(isChange: true))
        #expect(change(["PlaybackStatus": .text("Paused")]) == Player.Change(isChange: true, needsPosition: true))
        #expect(change(["Rate": .number(2)]) == Player.Change(isChange: true, needsPosition: true))
        let next = PlayerValue.entries(["xesam:title": .text("B")])
        #expect(change(["Metadata": next]) == Player.Change(isChange: true, needsPosition: true))
        #expect(player.position.time(at: 1_000_000) == 0)
        #expect(change(["Metadata": next, "Position": .integer(300_000)]) == Player.Change(isChange: true))
        #expect(change(["Position": .integer(300_000)]) == Player.Change())
        #expect(change(["PlaybackStatus": .text("Flying")]).isChange)
        #expect(player.status == .stopped)
        #expect(change(["Position": .integer(0)], at: 9_000_000) == Player.Change(), "it does not run")
    }

    @Test func `without a track no time passes, and a fast one is not shown more than four times a second`() {
        let player = Self.player(["Metadata": .entries([:])])
        #expect(player.isPlaying && player.position.timeToNextSecond(at: 0) == nil)
        #expect(Self.player(["Rate": .number(50)]).position.timeToNextSecond(at: 0) == 250)
    }

    @Test func `missing properties stay, except in the reply with all`() {
        var player = Self.player(["Shuffle": .bool(true)])
        player.apply(["Volume": .number(0.1)], at: 0)
        #expect(player.isShuffled == true && player.track.title == "A")
        player.apply([:], isComplete: true, at: 0)
        #expect(player.isShuffled == nil && player.volume == nil && player.track.isEmpty && !player.canGoNext)
    }

    @Test func `the position goes on while the player plays, up to the length`() {
        var player = Self.player()
        #expect(player.position.time(at: 2_500_000) == 7_500_000)
        #expect(player.position.timeToNextSecond(at: 2_500_000) == 500)
        #expect(player.position.time(at: 900_000_000) == 60_000_000)
        #expect(player.position.timeToNextSecond(at: 900_000_000) == nil)
        player.apply(["PlaybackStatus": .text("Paused")], at: 3_000_000)
        #expect(player.position.time(at: 9_000_000) == 8_000_000)
        #expect(player.position.timeToNextSecond(at: 9_000_000) == nil)
        player.apply(["PlaybackStatus": .text("Playing"), "Rate": .number(2)], at: 10_000_000)
        #expect(player.position.time(at: 12_000_000) == 12_000_000)
        #expect(player.position.timeToNextSecond(at: 12_250_000) == 250)
        player.apply(["Rate": .number(0)], at: 12_000_000)
        #expect(player.position.rate == 1, "a rate that is not allowed")
        player.apply(["PlaybackStatus": .text("Stopped")], at: 13_000_000)
        #expect(player.position.time(at: 20_000_000) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -1, 1e300, 0, 100, 0.01]) func `no rate and no time overflows`(
        rate: Double
    ) {
        var player = Self.player(["Rate": .number(rate), "Position": .number(rate), "Metadata": .entries([:])])
        for now: Int64 in [.min / 2, 0, .max / 2] {
            player.apply(["PlaybackStatus": .text("Playing")], at: now)
            #expect((0...PlayerValue.maximumTime).contains(player.position.time(at: now)))
            _ = player.position.timeToNextSecond(at: now)
        }
    }

    @Test func `the button that repeats goes through all modes`() {
        #expect(Player.Loop.allCases.map(\.next) == [.playlist, .track, .none])
    }
}
