package import DBusInterface

extension Connection {
    /// Calls a method and waits for its result, at most `timeout` or `callTimeout` milliseconds.
    package func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, of interface: String, at path: ObjectPath, on name: String?,
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> Out {
        let result: Result<Out, DBusError> = await withCheckedContinuation(isolation: EventLoop.shared) {
            continuation in
            call(
                method, of: interface, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart
            ) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Calls a method without results and waits for its reply, at most `timeout` or `callTimeout` milliseconds.
    package func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, of interface: String, at path: ObjectPath, on name: String?,
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) {
        let result: Result<Void, DBusError> = await withCheckedContinuation(isolation: EventLoop.shared) {
            continuation in
            call(
                method, of: interface, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart
            ) { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    /// Calls a method with two results and waits for them, at most `timeout` or `callTimeout` milliseconds.
    package func call<each In: DBusType, First: DBusType, Second: DBusType>(
        _ method: Method<(repeat each In) -> (First, Second)>, of interface: String, at path: ObjectPath,
        on name: String?, _ argument: repeat each In, timeout: Int32? = nil
    ) async throws(DBusError) -> (First, Second) {
        let result: Result<(First, Second), DBusError> = await withCheckedContinuation(isolation: EventLoop.shared) {
            continuation in
            call(method, of: interface, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }
}
