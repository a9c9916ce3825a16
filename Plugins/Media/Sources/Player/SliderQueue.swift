/// The values that the user sets with a slider, of which one at a time is on its way to the player.
///
/// A slider sends values while it is dragged, faster than a player may reply. Only the newest of them waits. What a player
/// says meanwhile is older than what the user sees, and does not count.
struct SliderQueue {
    struct Slider: Hashable {
        let player: String
        let owner: String
        let property: String
    }

    private struct Entry {
        let sent: PlayerCommand
        /// The position that the player has when it has done what was sent.
        let position: PlaybackPosition
        var waiting: PlayerCommand?
    }

    private var entries: [Slider: Entry] = [:]

    /// Notes a command that is sent. The position is the one before it.
    mutating func send(_ command: PlayerCommand, by slider: Slider, from position: PlaybackPosition, at now: Int64) {
        var position = position
        if case .seek(let time, _) = command { position.move(to: time, at: now) }
        entries[slider] = Entry(sent: command, position: position)
    }

    /// Has a command wait for the reply to the one before it. Returns false if there is none.
    mutating func wait(_ command: PlayerCommand, for slider: Slider) -> Bool {
        guard entries[slider] != nil else { return false }
        entries[slider]?.waiting = command
        return true
    }

    /// Notes the reply. Returns the command to send now, and the position of the player.
    mutating func end(_ slider: Slider) -> (command: PlayerCommand, position: PlaybackPosition)? {
        guard let entry = entries.removeValue(forKey: slider) else { return nil }
        return entry.waiting.map { ($0, entry.position) }
    }

    /// Puts the newest values of the sliders in the place of those that a player has sent.
    ///
    /// - Parameter isComplete: Whether these are all properties of the player.
    func correct(_ values: inout [String: PlayerValue], of player: String, _ owner: String, isComplete: Bool) {
        for (slider, entry) in entries where slider.player == player && slider.owner == owner {
            guard isComplete || values[slider.property] != nil else { continue }
            values[slider.property] = (entry.waiting ?? entry.sent).sliderValue?.value
        }
    }
}
