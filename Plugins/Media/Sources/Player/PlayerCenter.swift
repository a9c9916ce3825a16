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
        let commandFailed: @PluginActor (String) -> Void
    }

    /// The players in the order of their names.
    private(set) var players: [Player] = []
    private let thread: PlayerThread
    private var observers: [Observer] = []
    private var artworks: [String: [@PluginActor ([UInt8]?) -> Void]] = [:]

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
        commandFailed: @escaping @PluginActor (String) -> Void
    ) {
        observers.append(Observer(owner: owner, playersChanged: playersChanged, commandFailed: commandFailed))
    }

    func perform(_ command: PlayerCommand, by player: Player) {
        thread.request(.command(command, player: player.name))
    }

    /// Asks for the position, which is reported as a change of the player.
    func readPosition(of player: Player) { thread.request(.readPosition(player: player.name)) }

    /// Reads an artwork, and calls a function with the encoded image; nil if it can't be read.
    func loadArtwork(_ url: String, _ body: @escaping @PluginActor ([UInt8]?) -> Void) {
        artworks[url, default: []].append(body)
        guard artworks[url]?.count == 1, !thread.request(.loadArtwork(url: url)) else { return }
        artworks[url] = nil
        body(nil)
    }

    private func receive(_ report: PlayerThread.Report) {
        observers.removeAll { $0.owner == nil }
        switch report {
        case .playersChanged:
            guard let players = thread.takePlayers() else { return }
            self.players = players
            for observer in observers { observer.playersChanged() }
        case .artwork(let url, let bytes):
            for body in artworks.removeValue(forKey: url) ?? [] { body(bytes) }
        case .failure(let text):
            for observer in observers { observer.commandFailed(text) }
        }
    }
}
