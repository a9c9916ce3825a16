internal import CDBus
package import DBusInterface
package import EventLoop

extension Connection {
    /// Sends a signal of the contract to all listeners, or to the peer.
    package func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath,
        _ argument: repeat each Argument
    ) throws(DBusError) {
        try emit(member: signal.name, of: signal.interface, from: path) { (writer) throws(DBusError) in
            try signal.write(repeat each argument, to: writer)
        }
    }

    /// Sends a signal of the contract to single clients, and to no others.
    package func emit<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath, to clients: [String],
        _ argument: repeat each Argument
    ) throws(DBusError) {
        guard isOpen, !clients.isEmpty else { return }
        guard path.isValid else { throw .invalidArgs("'\(path)' is not a valid object path") }
        let message = try message({ signals.message(signal.name, of: signal.interface, from: path.text) }) {
            (writer) throws(DBusError) in
            try signal.write(repeat each argument, to: writer)
        }
        defer { dbus_message_unref(message) }
        for client in clients {
            send(
                try MemoryShortage.retrying { () throws(DBusError) in
                    guard let copy = dbus_message_copy(message) else {
                        throw .noMemory("not enough memory for a message")
                    }
                    dbus_message_set_destination(copy, client)
                    return copy
                })
        }
    }

    /// Sends a signal whose body the caller writes, to all listeners or to one client.
    package func emit(
        member: String, of interface: String, from path: ObjectPath, to client: String? = nil,
        _ body: (MessageWriter) throws(DBusError) -> Void
    ) throws(DBusError) {
        guard isOpen else { return }
        guard path.isValid else { throw .invalidArgs("'\(path)' is not a valid object path") }
        send(
            try message(
                {
                    let message = signals.message(member, of: interface, from: path.text)
                    if let message, let client, !client.isEmpty { dbus_message_set_destination(message, client) }
                    return message
                }, body: body))
    }

    /// Sends a signal with a long body that the caller writes. The body can't contain file descriptors.
    ///
    /// - Parameters:
    ///   - signature: The signature of the body.
    ///   - body: Writes the body. It must not send messages.
    func emit(
        member: String, of interface: String, from path: ObjectPath, to client: String? = nil, signature: String,
        _ body: (any DBusWriter) throws(DBusError) -> Void
    ) throws(DBusError) {
        guard isOpen else { return }
        send(try marshalled.signal(member, of: interface, from: path, to: client, signature: signature, body))
    }

    /// Returns a call that has not been sent yet. The caller releases it.
    func callMessage(
        _ member: String, of interface: String, at path: ObjectPath, on name: String?,
        _ body: (MessageWriter) throws(DBusError) -> Void
    ) throws(DBusError) -> OpaquePointer {
        guard isOpen else { throw .disconnected("the connection is closed") }
        guard path.isValid else { throw .invalidArgs("'\(path)' is not a valid object path") }
        if let name, name.utf8.contains(0) || dbus_validate_bus_name(name, nil) == 0 {
            throw .invalidArgs("'\(name)' is not a valid bus name")
        }
        return try message(
            {
                let message = dbus_message_new_method_call(name, path.text, interface, member)
                if let message { dbus_message_set_auto_start(message, 0) }
                return message
            }, body: body)
    }

    /// Calls a method without asking for a reply.
    package func notify<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, on name: String?,
        _ argument: repeat each In
    ) throws(DBusError) {
        let message = try callMessage(method.name, of: method.interface, at: path, on: name) {
            (writer) throws(DBusError) in
            try method.write(repeat each argument, to: writer)
        }
        dbus_message_set_no_reply(message, 1)
        send(message)
    }

    /// Calls a method with one result. `completion` runs exactly once, at the latest after `timeout` milliseconds.
    ///
    /// - Returns: The serial number of the call, by which the callee knows it; 0 when it was not sent.
    @discardableResult
    package func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, on name: String?,
        _ argument: repeat each In, timeout: Int32, autoStart: Bool = false,
        completion: @escaping @EventLoop (Result<Out, DBusError>) -> Void
    ) -> UInt32 {
        call(
            method.name, of: method.interface, at: path, on: name, returning: method.replySignature, timeout: timeout,
            autoStart: autoStart,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (reader) throws(DBusError) in try Out.read(from: reader) }, completion: completion)
    }

    /// Calls a method with no results or with several.
    @discardableResult
    package func call<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, at path: ObjectPath,
        on name: String?, _ argument: repeat each In, timeout: Int32, autoStart: Bool = false,
        completion: @escaping @EventLoop (Result<(repeat each Out), DBusError>) -> Void
    ) -> UInt32 {
        call(
            method.name, of: method.interface, at: path, on: name, returning: method.replySignature, timeout: timeout,
            autoStart: autoStart,
            body: { (writer) throws(DBusError) in try method.write(repeat each argument, to: writer) },
            reading: { (reader) throws(DBusError) in (repeat try (each Out).read(from: reader)) },
            completion: completion)
    }

    /// The untyped call that the typed ones use.
    @discardableResult
    package func call<Out>(
        _ member: String, of interface: String, at path: ObjectPath, on name: String?, returning signature: String,
        timeout: Int32, autoStart: Bool, body: (MessageWriter) throws(DBusError) -> Void,
        reading read: @escaping (MessageReader) throws(DBusError) -> Out,
        completion: @escaping @EventLoop (Result<Out, DBusError>) -> Void
    ) -> UInt32 {
        do throws(DBusError) {
            let message = try callMessage(member, of: interface, at: path, on: name, body)
            defer { dbus_message_unref(message) }
            if autoStart { dbus_message_set_auto_start(message, 1) }
            return try sendCall(message, to: name, timeout: timeout) { [contentLimit] reply in
                completion(
                    reply.flatMap { Self.decode($0, signature: signature, of: member, within: contentLimit, read) })
            }
        } catch {
            completion(.failure(error))
            return 0
        }
    }

    /// Reads a reply. Its sender is not trusted, so every part is checked.
    ///
    /// - Parameter signature: The signature of the reply; nil for any.
    static func decode<Out>(
        _ reply: OpaquePointer, signature: String?, of member: String, within contentLimit: Int,
        _ read: (MessageReader) throws(DBusError) -> Out
    ) -> Result<Out, DBusError> {
        if dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_ERROR {
            var failure = CDBusError()
            dbus_error_init(&failure)
            dbus_set_error_from_message(&failure, reply)
            var error = DBusError(taking: &failure)
            // The bus itself has its own sender name.
            let sender = dbus_message_get_sender(reply).map { String(cString: $0) } ?? ""
            error.isFromCallee = sender.hasPrefix(":")
            return .failure(error)
        }
        if let signature, dbus_message_has_signature(reply, signature) == 0 {
            let given = String(cString: dbus_message_get_signature(reply))
            return .failure(.invalidArgs("\(member) answered with '\(given)', expected '\(signature)'"))
        }
        let reader = MessageReader()
        reader.begin(reply, budget: contentLimit)
        do throws(DBusError) {
            return .success(try read(reader))
        } catch {
            return .failure(error)
        }
    }
}

extension EventLoop {
    /// Waits for the result that a function passes to its completion.
    @EventLoop package static func result<Success: Sendable>(
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
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, on name: String?,
        _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> Out {
        try await EventLoop.result { completion in
            call(
                method, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart, completion: completion)
        }
    }

    /// Calls a method with no results or with several, and waits for its reply.
    package func call<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, at path: ObjectPath,
        on name: String?, _ argument: repeat each In, timeout: Int32? = nil, autoStart: Bool = true
    ) async throws(DBusError) -> (repeat each Out) {
        try await EventLoop.result { completion in
            call(
                method, at: path, on: name, repeat each argument, timeout: timeout ?? callTimeout,
                autoStart: autoStart, completion: completion)
        }
    }
}
