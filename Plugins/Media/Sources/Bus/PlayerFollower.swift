/// Follows the players on a bus, and calls them. All calls are asynchronous, so that a player that does not answer stops
/// nothing else.
final class PlayerFollower {
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let bus = "org.freedesktop.DBus"
    private static let busPath = "/org/freedesktop/DBus"

    private let connection: SessionBus
    private(set) var directory = PlayerDirectory()
    /// Whether the players have changed since the flag was reset.
    var hasChanges = false
    /// Reports a command that failed.
    private let didFail: (String) -> Void

    /// The calls that read properties. There is at most one of each kind for each player, and one more after it.
    private var reads: [Read: Bool] = [:]

    private struct Read: Hashable {
        enum Kind { case player, root, position }
        let kind: Kind
        let name: String
        let owner: String
    }

    init(_ connection: SessionBus, didFail: @escaping (String) -> Void) throws(BusError) {
        self.connection = connection
        self.didFail = didFail
        let objects = "type='signal',path='\(Player.path)',"
        try connection.receive(
            "type='signal',sender='\(Self.bus)',path='\(Self.busPath)',interface='\(Self.bus)',"
                + "member='NameOwnerChanged',arg0namespace='\(Player.prefix.dropLast())'"
        ) { [weak self] in self?.ownerChanged($0) }
        try connection.receive(objects + "interface='\(Self.properties)',member='PropertiesChanged'") { [weak self] in
            self?.propertiesChanged($0)
        }
        try connection.receive(objects + "interface='\(Player.interface)',member='Seeked'") { [weak self] in
            self?.seeked($0)
        }
        try listNames()
    }

    // MARK: Names

    private func listNames() throws(BusError) {
        try connection.call("ListNames", of: Self.bus, at: Self.busPath, on: Self.bus) { [weak self] reply in
            guard let self, reply.error == nil else { return }
            var names: [String] = []
            reply.eachText { name in
                let isNew = PlayerDirectory.isPlayer(name) && self.directory.owner(of: name) == nil
                if isNew, names.count < PlayerDirectory.maximumPlayers { names.append(name) }
            }
            for name in names { self.findOwner(of: name) }
        }
    }

    private func findOwner(of name: String) {
        try? connection.call("GetNameOwner", of: Self.bus, at: Self.busPath, on: Self.bus, [.string(name)]) {
            [weak self] reply in
            guard reply.error == nil, let owner = reply.text() else { return }
            self?.setOwner(owner, of: name)
        }
    }

    private func ownerChanged(_ signal: BusMessage) {
        guard let name = signal.text(), signal.text() != nil, let owner = signal.text() else { return }
        let wasFull = directory.isFull
        setOwner(owner, of: name)
        // A player that was left out so far may follow now.
        if wasFull, !directory.isFull { try? listNames() }
    }

    private func setOwner(_ owner: String, of name: String) {
        guard directory.setOwner(owner, of: name) else { return }
        hasChanges = true
        readAll(of: name)
    }

    // MARK: Properties

    private func readAll(of name: String) {
        read(.player, of: name)
        read(.root, of: name)
    }

    /// Reads the position of a player, which no signal announces.
    func readPosition(of name: String) { read(.position, of: name) }

    private func read(_ kind: Read.Kind, of name: String) {
        guard let owner = directory.owner(of: name) else { return }
        let read = Read(kind: kind, name: name, owner: owner)
        if reads[read] != nil {
            reads[read] = true
            return
        }
        let isPosition = kind == .position
        let interface = kind == .root ? Player.rootInterface : Player.interface
        do throws(BusError) {
            try connection.call(
                isPosition ? "Get" : "GetAll", of: Self.properties, at: Player.path, on: owner,
                [.string(interface)] + (isPosition ? [.string("Position")] : [])
            ) { [weak self] reply in
                guard let self else { return }
                // A change during the call may or may not be in the reply.
                if self.reads.removeValue(forKey: read) == true { self.read(kind, of: name) }
                if reply.error == nil, self.directory.owner(of: name) == owner { self.take(reply, read) }
            }
            reads[read] = false
        } catch {}
    }

    private func take(_ reply: BusMessage, _ read: Read) {
        switch read.kind {
        case .player:
            if let values = reply.entries(Player.properties) { apply(values, to: read.name, isComplete: true) }
            // A control of the page may show what the player did not accept.
            hasChanges = true
        case .root:
            if let values = reply.entries(["Identity"]) { apply(values, to: read.name) }
        case .position:
            if let value = reply.value() { apply(["Position": value], to: read.name) }
        }
    }

    private func propertiesChanged(_ signal: BusMessage) {
        let names = directory.names(of: signal.sender)
        guard !names.isEmpty, let interface = signal.text(),
            interface == Player.interface || interface == Player.rootInterface
        else { return }
        let values = signal.entries(Player.properties) ?? [:]
        var isIncomplete = false
        signal.eachText { _ in isIncomplete = true }
        for name in names {
            apply(values, to: name)
            if isIncomplete { read(interface == Player.interface ? .player : .root, of: name) }
        }
    }

    private func seeked(_ signal: BusMessage) {
        let names = directory.names(of: signal.sender)
        guard !names.isEmpty, let value = signal.value() else { return }
        for name in names { apply(["Position": value], to: name) }
    }

    private func apply(_ values: [String: PlayerValue], to name: String, isComplete: Bool = false) {
        let now = PlaybackClock.now
        let change = directory.change(name) { $0.apply(values, isComplete: isComplete, at: now) }
        if change.isChange { hasChanges = true }
        if change.needsPosition { readPosition(of: name) }
    }

    // MARK: Commands

    /// Has a player carry out a command. A failure is reported.
    func perform(_ command: PlayerCommand, by name: String) {
        guard let owner = directory.owner(of: name), let player = directory.players.chosen(name) else {
            return didFail("The player has left")
        }
        let (member, interface, arguments) = Self.call(for: command)
        do throws(BusError) {
            try connection.call(member, of: interface, at: Player.path, on: owner, arguments) { [weak self] reply in
                if let error = reply.error {
                    self?.didFail("\(player.identity) could not \(command.purpose): \(error)")
                }
                // Not all players announce what a command has changed, and no player what it has not.
                self?.read(.player, of: name)
            }
            if case .seek(let time, _, _) = command { apply(["Position": .integer(time)], to: name) }
        } catch {
            didFail("\(player.identity) could not \(command.purpose): \(error)")
        }
    }

    private static func call(for command: PlayerCommand) -> (String, String, [SessionBus.Argument]) {
        func set(_ name: String, _ value: SessionBus.Argument) -> (String, String, [SessionBus.Argument]) {
            ("Set", properties, [.string(Player.interface), .string(name), value])
        }
        switch command {
        case .playPause: return ("PlayPause", Player.interface, [])
        case .next: return ("Next", Player.interface, [])
        case .previous: return ("Previous", Player.interface, [])
        case .seek(let time, let from, ""): return ("Seek", Player.interface, [.int64(time - from)])
        case .seek(let time, _, let track):
            return ("SetPosition", Player.interface, [.objectPath(track), .int64(time)])
        case .setVolume(let volume): return set("Volume", .doubleVariant(volume))
        case .setShuffle(let isOn): return set("Shuffle", .boolVariant(isOn))
        case .setLoop(let loop): return set("LoopStatus", .stringVariant(loop.rawValue))
        }
    }
}
