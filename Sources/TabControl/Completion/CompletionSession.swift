internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The connection for the completion of one word.
enum CompletionSession {
    /// The time that a user waits for words, in milliseconds. `TABCTL_COMPLETION_TIMEOUT` gives it for slow machines.
    private static let timeout = given ?? 1000
    /// The same for a connection to another machine.
    private static let remoteTimeout = given ?? 3000

    /// The variable's number; nil for no positive one. A user does not wait longer than a minute.
    private static let given = Environment.variable("TABCTL_COMPLETION_TIMEOUT").flatMap { Int32($0) }
        .flatMap { $0 > 0 ? min($0, 60_000) : nil }

    /// The result of the loop, which runs on the same thread.
    private final class Reply<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// Returns the objects of the running daemon; nil without one.
    ///
    /// - Parameter words: The words of the command line, which may name another machine.
    static func managedObjects(_ words: [String]) -> ManagedObjects? {
        result(words) { connection, completion in
            connection.call(
                ObjectManagerInterface.getManagedObjects, at: TabNames.root, on: TabNames.busName, timeout: timeout,
                autoStart: false
            ) { result in completion((try? result.get()).map(ManagedObjects.init)) }
        }
    }

    /// Returns the types that the running daemon can create; none without one.
    static func viewControllerTypes(_ words: [String]) -> [String] {
        result(words) { connection, completion in
            connection.call(
                PropertiesInterface.get, at: TabNames.root, on: TabNames.busName, ManagerInterface.name,
                ManagerInterface.viewControllerTypes.name, timeout: timeout, autoStart: false
            ) { result in completion((try? result.get())?.get()) }
        } ?? []
    }

    /// Makes one call on its own connection. It prints nothing, because the user is typing.
    private static func result<Value>(
        _ words: [String],
        _ call: @escaping @Sendable @EventLoop (Connection, @escaping @EventLoop (Value?) -> Void) -> Void
    ) -> Value? {
        let reply = Reply<Value>()
        _ = EventLoop.run {
            let finish: @EventLoop (Connection?) -> Void = { connection in
                guard let connection else { return EventLoop.exit(0) }
                call(connection) { value in
                    reply.value = value
                    connection.close()
                    EventLoop.exit(0)
                }
            }
            switch HostWords(words).machine {
            case .host(let host):
                Task { @EventLoop in
                    let program = try? host.start(asking: .none, isLasting: false)
                    finish(try? await program?.joinBus(timeout: remoteTimeout))
                }
            case .this: finish(BusAddress.session(in: Environment.variable).flatMap { try? Connection.bus(at: $0) })
            case .unclear: finish(nil)
            }
        }
        return reply.value
    }
}
