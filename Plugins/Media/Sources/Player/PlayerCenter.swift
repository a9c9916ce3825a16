import TabPlugin

/// The players, for all pages of the plugin. It exists as long as a page does, and has the thread that talks to the bus.
@PluginActor
final class PlayerCenter {
    private static weak var current: PlayerCenter?

    /// The center, which is created for the first page.
    static var shared: PlayerCenter {
        if let current { return current }
        let center = PlayerCenter()
        current = center
        return center
    }

    private struct Observer {
        weak var owner: ViewController?
        let playersChanged: @PluginActor () -> Void
        let commandFailed: @PluginActor (_ player: String, String) -> Void
    }

    /// The players in the order of their names.
    private(set) var players: [Player] = []
    private let thread: PlayerThread
    private var observers: [Observer] = []

    private init() {
        thread = PlayerThread { report in
            // It runs on the loop. The thread waits for nothing.
            Task { @PluginActor in PlayerCenter.current?.receive(report) }
        }
    }

    isolated deinit { thread.stop() }

    /// Calls functions when the players have changed, and when a command has failed, as long as the owner exists.
    func observe(
        _ owner: ViewController, playersChanged: @escaping @PluginActor () -> Void,
        commandFailed: @escaping @PluginActor (_ player: String, String) -> Void
    ) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, playersChanged: playersChanged, commandFailed: commandFailed))
    }

    /// Has a player carry out a command. The value of a slider counts at once.
    func perform(_ command: PlayerCommand, by player: Player) {
        if let (property, value) = command.sliderValue,
            let index = players.firstIndex(where: { $0.name == player.name })
        {
            players[index].apply([property: value], at: PlaybackClock.now)
        }
        thread.request(.command(command, player: player.name))
    }

    /// Asks for the position of a player, and for what could not be read before. They are reported as changes.
    func refresh(_ player: Player?) { thread.request(.refresh(player: player?.name)) }

    private func receive(_ report: PlayerThread.Report) {
        observers.removeAll { $0.owner == nil }
        switch report {
        case .playersChanged:
            guard let players = thread.takePlayers() else { return }
            self.players = players
            for observer in observers { observer.playersChanged() }
        case .failure(let player, let text):
            for observer in observers { observer.commandFailed(player, text) }
        }
    }
}
