import TestSupport

/// A tab bar controller with some tabs, a client that attaches to it, and another that changes it.
@EventLoop final class WindowStage: ClientStage {
    var front: BusClient { owner }
    /// The owner of the tabs. It is not subscribed.
    var other: BusClient { client }

    init(tabs count: Int = 0) async throws {
        try await super.init()
        try await createTabs(count: count)
    }

    func size(of root: ObjectPath? = nil) async throws(DBusError) -> String {
        let size = try await other.window(root ?? tabs).size
        return "\(size.width)x\(size.height)"
    }

    func setSize(_ width: Double, _ height: Double, of root: ObjectPath) async throws(DBusError) {
        try await other.window(root).set(\.size, to: DBusSize(width: width, height: height))
    }

    /// Waits until the daemon has noticed that a client is gone. By then `other` has received the resulting signals.
    func client(_ client: BusClient, hasLeft root: ObjectPath) async throws {
        let name = Variant.string(client.connection.uniqueName)
        // Only the last signal counts, because the signals from before the attachment do not have the client's name
        // either.
        try await other.waitForSignal("the front end's end") { [other] _ in
            for signal in other.signals.reversed() where signal.path == root {
                guard case .array(_, let clients)? = signal.changes["AttachedClients"] else { continue }
                return !clients.contains(name)
            }
            return false
        }
        try await other.barrier()
    }
}
