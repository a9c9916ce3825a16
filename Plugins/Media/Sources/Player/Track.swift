/// What a player plays, from the property `Metadata`.
struct Track: Equatable, Sendable {
    /// The object path of the track; empty if the player has none, or a text that is not an object path.
    private(set) var id = ""
    /// The title, or the name of the file; empty without a track.
    private(set) var title = ""
    private(set) var artist = ""
    private(set) var album = ""
    /// The length in microseconds; nil for a stream, or if the player does not say it.
    private(set) var length: Int64?
    /// The URL of the artwork; empty for none.
    private(set) var artwork = ""

    static let keys: Set = [
        "mpris:trackid", "mpris:length", "mpris:artUrl", "xesam:title", "xesam:artist", "xesam:albumArtist",
        "xesam:album", "xesam:url",
    ]

    /// The object path that stands for no track.
    private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    private static let maximumArtists = 5

    init() {}

    /// Reads metadata. Values that are missing or have another type count as empty.
    init(_ entries: [String: PlayerValue]) {
        let path = entries["mpris:trackid"]?.text ?? ""
        id = path != Self.noTrack && Self.isObjectPath(path) ? path : ""
        title = line(entries["xesam:title"]?.text ?? "")
        if title.isEmpty { title = line(Self.fileName(of: entries["xesam:url"]?.text ?? "")) }
        artist = Self.names(entries["xesam:artist"])
        if artist.isEmpty { artist = Self.names(entries["xesam:albumArtist"]) }
        album = line(entries["xesam:album"]?.text ?? "")
        length = entries["mpris:length"]?.microseconds.flatMap { $0 > 0 ? $0 : nil }
        artwork = entries["mpris:artUrl"]?.text ?? ""
        if title.isEmpty, !artist.isEmpty || !album.isEmpty { title = "Unknown Title" }
    }

    var isEmpty: Bool { title.isEmpty }

    /// Whether this is the same piece as another, so that its position goes on.
    func isSame(as other: Track) -> Bool {
        (id, title, artist, album) == (other.id, other.title, other.artist, other.album)
    }

    /// "Title – Artist"; the title alone if the artist is unknown.
    var summary: String { artist.isEmpty ? title : "\(title) – \(artist)" }

    private static func names(_ value: PlayerValue?) -> String {
        let names = (value?.texts ?? []).lazy.map { line($0) }.filter { !$0.isEmpty }
        return line(names.prefix(maximumArtists).joined(separator: ", "))
    }

    /// Returns the last part of a URL's path.
    private static func fileName(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let name = path.utf8.split(separator: UInt8(ascii: "/")).last else { return "" }
        return PercentCoding.decode(name).map { String(decoding: $0, as: UTF8.self) } ?? String(Substring(name))
    }

    /// Whether a text follows the grammar of the D-Bus specification. Others can't be sent back.
    static func isObjectPath(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.count <= 1000 else { return false }
        if text.utf8.count == 1 { return true }
        return text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty
                && $0.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}
