/// What the user asks of a player.
enum PlayerCommand: Equatable, Sendable {
    case playPause, next, previous
    /// Moves to a time in microseconds. Without an object path of the track it moves from the present time.
    case seek(to: Int64, from: Int64, track: String)
    case setVolume(Double)
    case setShuffle(Bool)
    case setLoop(Player.Loop)

    /// What the user wanted, for an error message.
    var purpose: String {
        switch self {
        case .playPause: "play or pause"
        case .next: "go to the next track"
        case .previous: "go to the previous track"
        case .seek: "move to that time"
        case .setVolume: "change the volume"
        case .setShuffle: "change the order"
        case .setLoop: "change what is repeated"
        }
    }
}
