import TestSupport

/// A media player on the bus, as programs with MPRIS are. It says what a test gives it.
@EventLoop final class FakePlayer {
    static let interface = "org.mpris.MediaPlayer2.Player"
    static let prefix = "org.mpris.MediaPlayer2."
    private static let root = "org.mpris.MediaPlayer2"
    private static let path: ObjectPath = "/org/mpris/MediaPlayer2"
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    let client: BusClient
    let name: String
    /// The properties of the interface of players.
    private(set) var properties: [String: Variant]
    private let identity: Variant
    /// The calls of methods other than those that read, with their arguments as texts.
    private(set) var calls: [String] = []
    /// The calls that read properties.
    private(set) var reads = 0
    /// Whether calls get no reply.
    var isSilent = false
    /// The error that calls which read reply with; nil for success.
    var readError: DBusError?
    /// The error that methods reply with; nil for success.
    var error: DBusError?
    private var unanswered: [PendingReply] = []

    /// A player that plays a track of 200 seconds.
    static let playing: [String: Variant] = [
        "PlaybackStatus": .string("Playing"), "LoopStatus": .string("None"), "Shuffle": .bool(false),
        "Volume": .double(0.25), "Position": .int64(10_000_000), "Rate": .double(1), "CanGoNext": .bool(true),
        "CanGoPrevious": .bool(false), "CanPlay": .bool(true), "CanPause": .bool(true), "CanSeek": .bool(true),
        "CanControl": .bool(true), "Metadata": track("One", artists: ["Ann", "Bob"], album: "First"),
    ]

    /// The value of `Metadata` for a track.
    static func track(
        _ title: String, artists: [String] = [], album: String = "", id: String? = "/track/1", artwork: String = "",
        seconds: Int64 = 200
    ) -> Variant {
        let id: [String: Variant] = id.map { ["mpris:trackid": .objectPath(ObjectPath($0))] } ?? [:]
        let others: [String: Variant] = [
            "mpris:length": .int64(seconds * 1_000_000),
            "mpris:artUrl": .string(artwork), "xesam:title": .string(title), "xesam:artist": artists.variant,
            "xesam:album": .string(album), "xesam:useCount": .int32(3),
        ]
        return id.merging(others) { $1 }.variant
    }

    /// Takes the name after `org.mpris.MediaPlayer2.` on the bus.
    init(
        _ name: String = "fake", _ properties: [String: Variant] = playing, identity: Variant = .string("Fake Player")
    ) async throws {
        self.properties = properties
        self.identity = identity
        self.name = Self.prefix + name
        client = try BusClient(isSubscribed: false)
        client.handlers[Self.path] = { [weak self] call, arguments, reply in self?.answer(call, arguments, reply) }
        #expect(try await client.connection.requestName(self.name, replacing: false))
    }

    /// Gives up the name.
    func leave() async throws { try await client.connection.releaseName(name) }

    /// Changes properties, and sends the signal.
    func set(_ changes: [String: Variant]) throws {
        properties.merge(changes) { $1 }
        try announce([.string(Self.interface), changes.variant, [String]().variant])
    }

    /// Sends PropertiesChanged with any arguments.
    func announce(_ arguments: [Variant]) throws {
        try client.connection.emit(member: "PropertiesChanged", of: Self.propertiesInterface, from: Self.path) {
            (writer) throws(DBusError) in
            for argument in arguments { try argument.writeContent(to: writer) }
        }
    }

    /// Replies to all calls that got none.
    func answerAll() {
        isSilent = false
        for reply in unanswered { reply.succeed() }
        unanswered = []
    }

    /// Sends Seeked with a position.
    func seek(to position: Variant) throws {
        properties["Position"] = position
        try client.connection.emit(member: "Seeked", of: Self.interface, from: Self.path) {
            (writer) throws(DBusError) in try position.writeContent(to: writer)
        }
    }

    private func answer(_ call: IncomingCall, _ arguments: [Variant], _ reply: PendingReply) {
        if !call.member.hasPrefix("Get") {
            calls.append(([call.member] + arguments.map(Self.text)).joined(separator: " "))
            if call.member == "Seek", case .int64(let offset)? = arguments.first,
                case .int64(let position)? = properties["Position"]
            {
                properties["Position"] = .int64(position + offset)
            }
        }
        guard !isSilent else { return unanswered.append(reply) }
        if call.member.hasPrefix("Get") {
            reads += 1
            if let readError { return reply.fail(readError) }
        }
        let interface: String = arguments.first?.get() ?? ""
        let known = interface == Self.root ? ["Identity": identity] : properties
        switch call.member {
        case "GetAll":
            reply.succeed { (writer) throws(DBusError) in try known.write(to: writer) }
        case "Get":
            guard let name: String = arguments.last?.get(), let value = known[name] else {
                return reply.fail(DBusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "unknown"))
            }
            reply.succeed { (writer) throws(DBusError) in try value.write(to: writer) }
        default:
            if let error { return reply.fail(error) }
            reply.succeed()
        }
    }

    private static func text(_ value: Variant) -> String {
        switch value {
        case .variant(let inner): text(inner)
        case .string(let text): text
        case .objectPath(let path): path
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let value): "\(value)"
        default: "?"
        }
    }
}
