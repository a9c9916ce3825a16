import Testing

@testable import Media

/// What players say about a track, which may be anything.
@Suite struct TrackTests {
    private static let full: [String: PlayerValue] = [
        "mpris:trackid": .text("/track/1"), "mpris:length": .integer(61_500_000),
        "mpris:artUrl": .text("file:///a.png"),
        "xesam:title": .text("Title"), "xesam:artist": .texts(["A", "B"]), "xesam:album": .text("Album"),
        "xesam:albumArtist": .texts(["C"]), "xesam:url": .text("file:///music/a%20song.ogg"),
    ]

    @Test func `all values are read`() {
        let track = Track(Self.full)
        #expect(track.id == "/track/1" && track.title == "Title" && track.artist == "A, B" && track.album == "Album")
        #expect(track.length == 61_500_000 && track.artwork == "file:///a.png" && track.summary == "Title – A, B")
    }

    @Test(
        arguments: [
            (["xesam:title": .text("")], "a song.ogg"), (["xesam:title": .bool(true)], "a song.ogg"),
            (["xesam:title": .text(" \n\t"), "xesam:url": .text("http://x/y%zz?q#f")], "y%zz"),
            (["xesam:title": .text(""), "xesam:url": .text("///")], "Unknown Title"),
            (["xesam:title": .text("A\u{0}B\u{202E}C\r\n  D ")], "A BC D"),
        ] as [([String: PlayerValue], String)])
    func `a track without a title has the name of its file`(changes: [String: PlayerValue], title: String) {
        #expect(Track(Self.full.merging(changes) { $1 }).title == title)
    }

    @Test func `missing and invalid values make no track`() {
        #expect(Track([:]) == Track() && Track().isEmpty)
        let nonsense = Self.full.mapValues { _ in PlayerValue.number(.nan) }
        #expect(Track(nonsense) == Track())
        #expect(Track(["mpris:trackid": .text("/noplaylist")]).isEmpty)
    }

    @Test(
        arguments: [
            (.integer(0), nil), (.integer(-5), nil), (.number(.infinity), nil), (.number(1.5), 1), (.text("5"), nil),
            (.integer(.max), PlayerValue.maximumTime), (.number(1e300), PlayerValue.maximumTime),
        ] as [(PlayerValue, Int64?)])
    func `a length`(value: PlayerValue, length: Int64?) {
        #expect(Track(["mpris:length": value]).length == length)
    }

    @Test(
        arguments: [
            ("/", true), ("/a/B_9", true), ("", false), ("a", false), ("/a/", false), ("//a", false), ("/ä", false),
            ("/a-b", false), ("/" + String(repeating: "a", count: 2000), false),
        ])
    func `a path of an object`(text: String, isPath: Bool) { #expect(Track.isObjectPath(text) == isPath) }

    @Test func `artists are a list or a text, and are limited`() {
        func artist(_ value: PlayerValue) -> String { Track(["xesam:artist": value]).artist }
        #expect(artist(.text("One")) == "One")
        #expect(artist(.texts(["", "A", " ", "B"])) == "A, B")
        #expect(artist(.texts((1...9).map(String.init))) == "1, 2, 3, 4, 5")
        let long = artist(.texts([String](repeating: String(repeating: "x", count: 5000), count: 9)))
        #expect(long.count == 201 && long.hasSuffix("…"))
    }
}
