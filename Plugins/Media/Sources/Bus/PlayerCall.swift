/// A call of a method of a player or of the bus.
struct PlayerCall {
    static let properties = "org.freedesktop.DBus.Properties"
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"

    let member: String
    var interface = Player.interface
    var path = Player.path
    var arguments: [SessionBus.Argument] = []
}

extension PlayerCall {
    /// - Parameter time: The present position in microseconds.
    init(_ command: PlayerCommand, at time: Int64) {
        switch command {
        case .play: self.init(member: "Play")
        case .pause: self.init(member: "Pause")
        case .next: self.init(member: "Next")
        case .previous: self.init(member: "Previous")
        case .seek(let target, ""): self.init(member: "Seek", arguments: [.int64(target - time)])
        case .seek(let target, let track):
            self.init(member: "SetPosition", arguments: [.objectPath(track), .int64(target)])
        case .setVolume(let volume): self.init(setting: "Volume", .doubleVariant(volume))
        case .setShuffle(let isOn): self.init(setting: "Shuffle", .boolVariant(isOn))
        case .setLoop(let loop): self.init(setting: "LoopStatus", .stringVariant(loop.rawValue))
        }
    }

    private init(setting property: String, _ value: SessionBus.Argument) {
        self.init(
            member: "Set", interface: Self.properties, arguments: [.string(Player.interface), .string(property), value])
    }

    init(_ read: PlayerRead) {
        switch read.kind {
        case .names: self.init(member: "ListNames", interface: Self.bus, path: Self.busPath)
        case .owner:
            self.init(
                member: "GetNameOwner", interface: Self.bus, path: Self.busPath, arguments: [.string(read.name)])
        case .player: self.init(member: "GetAll", interface: Self.properties, arguments: [.string(Player.interface)])
        case .root: self.init(member: "GetAll", interface: Self.properties, arguments: [.string(Player.rootInterface)])
        case .position:
            self.init(
                member: "Get", interface: Self.properties,
                arguments: [.string(Player.interface), .string("Position")])
        }
    }
}

/// A call that reads something.
struct PlayerRead: Hashable {
    enum Kind {
        /// The names on the bus, and the owner of one.
        case names, owner
        /// The properties of both interfaces of a player, and its position alone.
        case player, root, position
    }

    let kind: Kind
    /// The bus name of the player; empty for all names.
    let name: String
    let destination: String

    var isOfBus: Bool { destination == PlayerCall.bus }
}
