/// A client that owns the name of the desktop's settings portal, and has its settings.
@EventLoop
package final class FakePortal {
    package static let name = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"

    package let client: BusClient
    /// The settings by namespace and key.
    package private(set) var settings: [String: [String: Variant]]
    /// Replies to `ReadAll` in place of the settings; nil for the settings.
    package var reply: (@EventLoop (PendingReply) -> Void)?
    /// The received calls.
    package private(set) var calls: [String] = []

    /// A portal that does not own its name so far.
    package init(_ settings: [String: [String: Variant]] = [:]) throws {
        self.settings = settings
        client = try BusClient(isSubscribed: false)
        client.handlers[Self.path] = { [weak self] call, arguments, reply in self?.answer(call, arguments, reply) }
    }

    /// A colour scheme and a contrast, as the portal numbers them.
    package static func appearance(scheme: UInt32, contrast: UInt32) -> [String: [String: Variant]] {
        ["org.freedesktop.appearance": ["color-scheme": .uint32(scheme), "contrast": .uint32(contrast)]]
    }

    /// Takes the name, from another portal if there is one.
    package func start() async throws {
        #expect(try await client.connection.requestName(Self.name, replacing: true))
    }

    /// Gives up the name.
    package func stop() async throws { try await client.connection.releaseName(Self.name) }

    /// Changes a setting, and sends the signal.
    package func set(_ namespace: String, _ key: String, to value: Variant) throws {
        settings[namespace, default: [:]][key] = value
        try emit([.string(namespace), .string(key), .variant(value)])
    }

    /// Sends SettingChanged with any arguments, to one client or to all listeners.
    package func emit(_ arguments: [Variant], to client: String? = nil) throws {
        try self.client.connection.emit(member: "SettingChanged", of: Self.interface, from: Self.path, to: client) {
            (writer) throws(DBusError) in
            for argument in arguments { try argument.writeContent(to: writer) }
        }
    }

    private func answer(_ call: IncomingCall, _ arguments: [Variant], _ reply: PendingReply) {
        calls.append(call.member)
        if let body = self.reply { return body(reply) }
        switch call.member {
        case "ReadAll":
            let namespaces: [String] = arguments.first?.get() ?? []
            let found = settings.filter { namespaces.contains($0.key) }
            reply.succeed { (writer) throws(DBusError) in try found.write(to: writer) }
        case "Read", "ReadOne":
            let names = arguments.compactMap { $0.get(as: String.self) }
            guard names.count == 2, let value = settings[names[0]]?[names[1]] else {
                return reply.fail(DBusError(name: "org.freedesktop.portal.Error.NotFound", message: "no such setting"))
            }
            // Read has a variant in a variant.
            let result = call.member == "Read" ? Variant.variant(value) : value
            reply.succeed { (writer) throws(DBusError) in try result.write(to: writer) }
        default: reply.fail(.unknownMethod(call.member))
        }
    }
}
