/// Follows the players on a bus, and calls them. All calls are asynchronous, so that a player that does not answer stops
/// nothing else.
final class PlayerFollower {
    /// The reads that may run at the same time: three for each player, and some for players that have left.
    private static let maximumReads = 4 * PlayerDirectory.maximumPlayers

    private let connection: SessionBus
    private(set) var directory = PlayerDirectory()
    /// Whether the players have changed since the flag was reset.
    var hasChanges = false
    /// Reports why a command of a player failed.
    private let didFail: (_ player: String, String) -> Void

    /// The calls that read, and whether each is repeated when it ends. Two calls never read the same.
    private var reads: [PlayerRead: Bool] = [:]
    /// Whether the names on the bus and their owners could be read.
    private var isListed = false
    private var retries = Retries()
    private var sliders = SliderQueue()

    init(_ connection: SessionBus, didFail: @escaping (_ player: String, String) -> Void) throws(BusError) {
        self.connection = connection
        self.didFail = didFail
        let objects = "type='signal',path='\(Player.path)',"
        try connection.receive(
            "type='signal',sender='\(PlayerCall.bus)',path='\(PlayerCall.busPath)',interface='\(PlayerCall.bus)',"
                + "member='NameOwnerChanged',arg0namespace='\(Player.prefix.dropLast())'"
        ) { [weak self] in self?.ownerChanged($0) }
        try connection.receive(objects + "interface='\(PlayerCall.properties)',member='PropertiesChanged'") {
            [weak self] in self?.propertiesChanged($0)
        }
        try connection.receive(objects + "interface='\(Player.interface)',member='Seeked'") { [weak self] in
            self?.seeked($0)
        }
        read(.names)
    }

    // MARK: Names

    private func takeNames(_ reply: BusMessage) {
        var names: [String] = []
        reply.eachText { name in
            let isNew = PlayerDirectory.isPlayer(name) && directory.owner(of: name) == nil
            if isNew, names.count < PlayerDirectory.maximumPlayers { names.append(name) }
        }
        isListed = true
        for name in names { read(.owner, of: name) }
    }

    private func ownerChanged(_ signal: BusMessage) {
        guard let name = signal.text(), signal.text() != nil, let owner = signal.text() else { return }
        let wasFull = directory.isFull
        setOwner(owner, of: name)
        // A player that was left out so far may follow now.
        if wasFull, !directory.isFull { read(.names) }
    }

    private func setOwner(_ owner: String, of name: String) {
        guard directory.setOwner(owner, of: name) else { return }
        hasChanges = true
        retries.reset(at: PlaybackClock.now)
        readAll(of: name)
    }

    // MARK: Reading

    /// The time in microseconds at which `retry(at:)` has something to do; nil for never.
    var deadline: Int64? { retries.next }

    /// Reads again what could not be read, if it is time for that.
    func retry(at now: Int64) { if retries.isDue(at: now) { readMissing() } }

    /// Reads the position of a player, which no signal announces, and what could not be read before.
    func refresh(_ name: String?) {
        readMissing()
        if let name { read(.position, of: name) }
    }

    private func readMissing() {
        if !isListed { read(.names) }
        for player in directory.players where !player.isRead { readAll(of: player.name) }
    }

    private func readAll(of name: String) {
        read(.player, of: name)
        read(.root, of: name)
    }

    private func read(_ kind: PlayerRead.Kind, of name: String = "") {
        let isOfBus = kind == .names || kind == .owner
        guard let destination = isOfBus ? PlayerCall.bus : directory.owner(of: name) else { return }
        send(PlayerRead(kind: kind, name: name, destination: destination))
    }

    private func send(_ read: PlayerRead) {
        if reads[read] != nil {
            reads[read] = true
            return
        }
        guard reads.count < Self.maximumReads else { return failed(read) }
        do throws(BusError) {
            try connection.call(PlayerCall(read), on: read.destination) { [weak self] in self?.ended(read, $0) }
            reads[read] = false
        } catch {
            failed(read)
        }
    }

    private func ended(_ read: PlayerRead, _ reply: BusMessage) {
        let isRepeated = reads.removeValue(forKey: read) == true
        guard read.isOfBus || directory.owner(of: read.name) == read.destination else { return }
        // A change during the call may or may not be in the reply.
        if isRepeated { send(read) }
        if reply.error != nil || !take(reply, read) { failed(read) }
    }

    private func failed(_ read: PlayerRead) {
        switch read.kind {
        case .names, .owner: isListed = false
        case .player: break
        case .root, .position: return
        }
        retries.plan(at: PlaybackClock.now)
    }

    /// Takes over what was read. Returns whether it has the right type.
    private func take(_ reply: BusMessage, _ read: PlayerRead) -> Bool {
        switch read.kind {
        case .names: takeNames(reply)
        case .owner:
            guard let owner = reply.text() else { return false }
            setOwner(owner, of: read.name)
        case .player:
            guard let values = reply.entries(Player.properties) else { return false }
            apply(values, to: read.name, isComplete: true)
            // A control of the page may show what the player did not accept.
            hasChanges = true
        case .root:
            guard let values = reply.entries(["Identity"]) else { return false }
            apply(values, to: read.name)
        case .position:
            guard let value = reply.value() else { return false }
            apply(["Position": value], to: read.name)
        }
        return true
    }

    // MARK: Signals

    /// The players that a signal is about. One that could not be read may reply now.
    private func players(of signal: BusMessage) -> [String] {
        let names = directory.names(of: signal.sender)
        for name in names where directory.player(name)?.isRead == false { readAll(of: name) }
        return names
    }

    private func propertiesChanged(_ signal: BusMessage) {
        let names = players(of: signal)
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
        let names = players(of: signal)
        guard !names.isEmpty, let value = signal.value() else { return }
        for name in names { apply(["Position": value], to: name) }
    }

    private func apply(_ values: [String: PlayerValue], to name: String, isComplete: Bool = false) {
        guard let owner = directory.owner(of: name) else { return }
        let now = PlaybackClock.now
        var values = values
        sliders.correct(&values, of: name, owner, isComplete: isComplete)
        let change = directory.change(name) { $0.apply(values, isComplete: isComplete, at: now) }
        if change.isChange { hasChanges = true }
        if change.needsPosition { read(.position, of: name) }
    }

    // MARK: Commands

    /// Has a player carry out a command. A failure is reported.
    func perform(_ command: PlayerCommand, by name: String) {
        guard let owner = directory.owner(of: name), let player = directory.player(name) else {
            return didFail(name, "The player has left")
        }
        guard let (property, value) = command.sliderValue else { return send(command, by: player, owner) }
        let slider = SliderQueue.Slider(player: name, owner: owner, property: property)
        let isWaiting = sliders.wait(command, for: slider)
        apply([property: value], to: name)
        if !isWaiting { send(command, by: player, owner, slider) }
    }

    /// - Parameter player: The player as it was before the command.
    private func send(
        _ command: PlayerCommand, by player: Player, _ owner: String, _ slider: SliderQueue.Slider? = nil
    ) {
        let now = PlaybackClock.now
        do throws(BusError) {
            try connection.call(PlayerCall(command, at: player.position.time(at: now)), on: owner) {
                [weak self] reply in
                if let error = reply.error { self?.failed(command, by: player, error) }
                self?.ended(player, owner, slider)
            }
            if let slider { sliders.send(command, by: slider, from: player.position, at: now) }
        } catch {
            failed(command, by: player, error.description)
        }
    }

    private func ended(_ player: Player, _ owner: String, _ slider: SliderQueue.Slider?) {
        let next = slider.flatMap { sliders.end($0) }
        guard directory.owner(of: player.name) == owner else { return }
        if let next {
            var player = player
            player.position = next.position
            send(next.command, by: player, owner, slider)
        } else {
            // Not all players announce what a command has changed, and no player what it has not.
            read(.player, of: player.name)
        }
    }

    private func failed(_ command: PlayerCommand, by player: Player, _ reason: String) {
        didFail(player.name, "\(player.identity) could not \(command.purpose): \(reason)")
    }
}
