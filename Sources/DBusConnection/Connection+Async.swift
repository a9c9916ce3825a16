package import DBusInterface

extension EventLoop {
    /// Waits for the result that a function gives to its completion.
    @EventLoop static func result<Success: Sendable>(
        of start: @EventLoop (_ completion: @escaping @EventLoop (Result<Success, DBusError>) -> Void) -> Void
    ) async throws(DBusError) -> Success {
        let result: Result<Success, DBusError> = await withCheckedContinuation(isolation: shared) { waiting in
            start { waiting.resume(returning: $0) }
        }
        return try result.get()
    }
}

extension Connection {
    /// Calls a method and waits for its result, at most `timeout` or `callTimeout` milliseconds.
    package func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, of interface: String, at path: ObjectPath, on name: String?,
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> Out {
        try await EventLoop.result { completion in
            call(
                method, of: interface, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart, completion: completion)
        }
    }

    /// Calls a method with no results or with several, and waits for its reply.
    package func call<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, of interface: String, at path: ObjectPath,
        on name: String?, _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> (repeat each Out) {
        try await EventLoop.result { completion in
            call(
                method, of: interface, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart, completion: completion)
        }
    }
}
