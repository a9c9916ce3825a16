/// What the user asks of a player.
enum PlayerCommand: Equatable, Sendable {
    case play, pause, next, previous
    /// Moves to a time in microseconds. Without an object path of the track it moves from the present time.
    case seek(to: Int64, track: String)
    case setVolume(Double)
    case setShuffle(Bool)
    case setLoop(Player.Loop)

    /// What the user wanted, for an error message.
    var purpose: String {
        switch self {
        case .play: "play"
        case .pause: "pause"
        case .next: "go to the next track"
        case .previous: "go to the previous track"
        case .seek: "move to that time"
        case .setVolume: "change the volume"
        case .setShuffle: "change the order"
        case .setLoop: "change what is repeated"
        }
    }

    /// The property that a slider sets, with its value. It is shown at once; what the player says later is right.
    var sliderValue: (property: String, value: PlayerValue)? {
        switch self {
        case .seek(let time, _): ("Position", .integer(time))
        case .setVolume(let volume): ("Volume", .number(volume))
        default: nil
        }
    }
}
