/// The players on the bus, in the order of their names.
struct PlayerDirectory: Sendable {
    /// The number of players that are followed at the same time.
    static let maximumPlayers = 32
    /// It stands for the player that was used last, which has a name of its own.
    private static let ignored = "org.mpris.MediaPlayer2.playerctld"
    private static let maximumName = 255

    private(set) var players: [Player] = []
    /// The unique names of the connections that have the bus names.
    private var owners: [String: String] = [:]
    private var lastPlayed = 0

    /// Whether a bus name is that of a player.
    static func isPlayer(_ name: String) -> Bool {
        name.hasPrefix(Player.prefix) && name.utf8.count > Player.prefix.utf8.count && name.utf8.count <= maximumName
            && name != ignored
    }

    var isFull: Bool { players.count >= Self.maximumPlayers }

    func owner(of name: String) -> String? { owners[name] }

    /// The names that a connection has. A signal is about all of them.
    func names(of owner: String) -> [String] { players.map(\.name).filter { owners[$0] == owner } }

    func player(_ name: String) -> Player? { players.first { $0.name == name } }

    /// Notes the owner of a name; an empty owner removes the player. Returns whether the player is new or gone.
    mutating func setOwner(_ owner: String, of name: String) -> Bool {
        guard Self.isPlayer(name), owners[name] ?? "" != owner else { return false }
        let isKnown = owners[name] != nil
        // Another connection with the same name is another player.
        players.removeAll { $0.name == name }
        owners[name] = nil
        guard !owner.isEmpty, !isFull else { return isKnown }
        owners[name] = owner
        players.insert(Player(name: name), at: players.firstIndex { $0.name > name } ?? players.endIndex)
        return true
    }

    /// Changes a player. Does nothing if it has left.
    mutating func change(_ name: String, _ body: (inout Player) -> Player.Change) -> Player.Change {
        guard let index = players.firstIndex(where: { $0.name == name }) else { return Player.Change() }
        let wasPlaying = players[index].isPlaying
        let change = body(&players[index])
        if players[index].isPlaying, !wasPlaying {
            lastPlayed += 1
            players[index].lastPlayed = lastPlayed
        }
        return change
    }
}

extension [Player] {
    /// The number of parts of a bus name that ends with the name of a program.
    private static var nameParts: Int { 4 }

    /// The player to show.
    ///
    /// - Parameter choice: The bus name that the user has chosen, or its beginning. If it is nil or not here, the player that began to play last is shown. A player that plays comes
    ///   before those that do not.
    func shown(choice: String?) -> Player? {
        chosen(choice)
            ?? self.max {
                ($0.isPlaying ? 1 : 0, $0.lastPlayed, $0.track.isEmpty ? 0 : 1)
                    < ($1.isPlaying ? 1 : 0, $1.lastPlayed, $1.track.isEmpty ? 0 : 1)
            }
    }

    /// The player with a bus name or the beginning of one; nil if it is not here.
    ///
    /// Players add `.instance123` to their names when they run twice, and some always. The number is another one when the
    /// player starts again.
    func chosen(_ choice: String?) -> Player? {
        guard let choice else { return nil }
        var parts = choice.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > Self.nameParts, parts.last?.hasPrefix("instance") == true { parts.removeLast() }
        let name = parts.joined(separator: ".")
        return first { $0.name == choice } ?? first { $0.name == name } ?? first { $0.name.hasPrefix(name + ".") }
    }
}
