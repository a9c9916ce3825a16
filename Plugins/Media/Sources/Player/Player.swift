/// A media player on the bus, as it describes itself.
struct Player: Equatable, Sendable {
    enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// What the player repeats.
    enum Loop: String, CaseIterable, Sendable {
        case none = "None"
        case playlist = "Playlist"
        case track = "Track"

        /// The next one when the user taps the button.
        var next: Loop {
            switch self {
            case .none: .playlist
            case .playlist: .track
            case .track: .none
            }
        }
    }

    /// What a change of properties requires.
    struct Change: Equatable {
        /// Whether something is different.
        var isChange = false
        /// Whether the position may have changed, which players do not announce.
        var needsPosition = false
    }

    static let interface = "org.mpris.MediaPlayer2.Player"
    static let rootInterface = "org.mpris.MediaPlayer2"
    static let path = "/org/mpris/MediaPlayer2"
    /// The beginning of the bus names of players.
    static let prefix = "org.mpris.MediaPlayer2."

    /// The properties that are read, of both interfaces.
    static let properties: Set = [
        "Identity", "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "CanGoNext",
        "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
    ]

    /// The bus name.
    let name: String
    private(set) var identity: String
    private(set) var status = Status.stopped
    private(set) var track = Track()
    var position = PlaybackPosition()
    /// The volume from 0 to 1; nil if the player has none.
    private(set) var volume: Double?
    /// Whether the order is random; nil if the player does not have that.
    private(set) var isShuffled: Bool?
    private(set) var loop: Loop?
    /// What it says that it can. Players that do not say so can be controlled.
    private var abilities: Set = ["CanControl"]
    /// Whether all properties were read at least once.
    private(set) var isRead = false
    /// The order in which players began to play: the highest number played last. 0 has not played.
    var lastPlayed = 0

    init(name: String) {
        self.name = name
        identity = line(String(name.dropFirst(Self.prefix.count)), maximum: 60)
    }

    var isPlaying: Bool { status == .playing }

    // MARK: Abilities

    /// Whether it can be controlled at all.
    private var canControl: Bool { abilities.contains("CanControl") }
    var canGoNext: Bool { canControl && abilities.contains("CanGoNext") }
    var canGoPrevious: Bool { canControl && abilities.contains("CanGoPrevious") }
    /// Whether a tap on the button that plays or pauses has an effect.
    var canPlayPause: Bool { canControl && abilities.contains(isPlaying ? "CanPause" : "CanPlay") }
    var canSeek: Bool { canControl && abilities.contains("CanSeek") && track.length != nil }
    var canSetVolume: Bool { canControl && volume != nil }
    var canShuffle: Bool { canControl && isShuffled != nil }
    var canLoop: Bool { canControl && loop != nil }

    // MARK: Changes

    /// Takes over properties of the player.
    ///
    /// - Parameters:
    ///   - isComplete: Whether these are all properties. What is missing is then reset.
    ///   - now: The present time in microseconds.
    @discardableResult
    mutating func apply(_ values: [String: PlayerValue], isComplete: Bool = false, at now: Int64) -> Change {
        let before = self
        if let name = values["Identity"]?.text.map({ line($0, maximum: 60) }), !name.isEmpty { identity = name }
        if isComplete { (volume, isShuffled, loop, abilities, isRead) = (nil, nil, nil, ["CanControl"], true) }
        for ability in Self.properties where ability.hasPrefix("Can") {
            guard let value = values[ability]?.bool else { continue }
            if value { abilities.insert(ability) } else { abilities.remove(ability) }
        }
        if let number = values["Volume"]?.number { volume = min(max(number, 0), 1) }
        if let value = values["Shuffle"]?.bool { isShuffled = value }
        if let text = values["LoopStatus"]?.text { loop = Loop(rawValue: text) }
        applyPlayback(values, isComplete: isComplete, at: now)
        let isOther =
            status != before.status || !track.isSame(as: before.track) || position.rate != before.position.rate
        return Change(isChange: self != before, needsPosition: isOther && values["Position"] == nil)
    }

    private mutating func applyPlayback(_ values: [String: PlayerValue], isComplete: Bool, at now: Int64) {
        if let entries = values["Metadata"]?.entries ?? (isComplete ? [:] : nil) {
            let next = Track(entries)
            if !next.isSame(as: track) { position.move(to: 0, at: now) }
            track = next
        }
        position.length = track.length
        if let text = values["PlaybackStatus"]?.text { status = Status(rawValue: text) ?? .stopped }
        position.setRate(values["Rate"]?.number, isRunning: isPlaying && !track.isEmpty, at: now)
        if status == .stopped {
            position.move(to: 0, at: now)
        } else if let time = values["Position"]?.microseconds {
            position.move(to: time, at: now)
        }
    }
}

/// The position in a track. It goes on by itself while the player plays.
struct PlaybackPosition: Equatable, Sendable {
    /// The length of the track in microseconds, which no position exceeds; nil for none.
    var length: Int64?
    private var known: Int64 = 0
    private var knownAt: Int64 = 0
    private(set) var rate = 1.0
    private var isRunning = false

    private static let rates = 0.01...100
    /// The largest difference from the expected position that is ignored, in microseconds.
    private static let tolerance: Int64 = 250_000

    /// Returns the position in microseconds at a time in microseconds.
    func time(at now: Int64) -> Int64 {
        let passed = isRunning ? min(Double(max(now - knownAt, 0)) * rate, Double(PlayerValue.maximumTime)) : 0
        return min(max(known + Int64(passed), 0), length ?? PlayerValue.maximumTime)
    }

    /// Returns the number of milliseconds until the next full second of the track, at least 250; nil while it does not
    /// run.
    func timeToNextSecond(at now: Int64) -> UInt64? {
        guard isRunning, length.map({ time(at: now) < $0 }) ?? true else { return nil }
        let left = 1_000_000 - time(at: now) % 1_000_000
        return UInt64(max(Double(left) / 1000 / rate, 250).rounded(.up))
    }

    mutating func move(to time: Int64, at now: Int64) {
        guard abs(max(time, 0) - self.time(at: now)) > (isRunning ? Self.tolerance : 0) else { return }
        (known, knownAt) = (max(time, 0), now)
    }

    /// - Parameter rate: The speed; nil does not change it.
    mutating func setRate(_ rate: Double?, isRunning: Bool, at now: Int64) {
        let next = rate.map { Self.rates.contains($0) ? $0 : 1 } ?? self.rate
        guard next != self.rate || isRunning != self.isRunning else { return }
        (known, knownAt) = (time(at: now), now)
        self.rate = next
        self.isRunning = isRunning
    }
}
