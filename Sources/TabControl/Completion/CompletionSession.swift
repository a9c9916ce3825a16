internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

/// The connection for the completion of one word.
enum CompletionSession {
    /// The time that a user waits for words, in milliseconds.
    private static let timeout: Int32 = 1000

    /// The result of the loop, which runs on the same thread.
    private final class Reply<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// Returns the objects of the running daemon; nil without one.
    static func managedObjects() -> ManagedObjects? {
        result { connection, completion in
            connection.call(
                ObjectManagerInterface.getManagedObjects, at: TabNames.root, on: TabNames.busName, timeout: timeout,
                autoStart: false
            ) { result in completion((try? result.get()).map(ManagedObjects.init)) }
        }
    }

    /// Returns the types that the running daemon can create; none without one.
    static func viewControllerTypes() -> [String] {
        result { connection, completion in
            connection.call(
                PropertiesInterface.get, at: TabNames.root, on: TabNames.busName, ManagerInterface.name,
                ManagerInterface.viewControllerTypes.name, timeout: timeout, autoStart: false
            ) { result in completion((try? result.get())?.get()) }
        } ?? []
    }

    /// Makes one call on its own connection. It prints nothing, because the user is typing.
    private static func result<Value>(
        _ call: @escaping @Sendable @EventLoop (Connection, @escaping @EventLoop (Value?) -> Void) -> Void
    ) -> Value? {
        let reply = Reply<Value>()
        _ = EventLoop.run {
            guard let address = BusAddress.session(in: Environment.variable),
                let connection = try? Connection.bus(at: address)
            else { return EventLoop.exit(0) }
            call(connection) { value in
                reply.value = value
                connection.close()
                EventLoop.exit(0)
            }
        }
        return reply.value
    }
}
