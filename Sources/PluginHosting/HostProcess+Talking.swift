internal import DBusConnection
internal import DBusInterface
internal import Logging

/// What crosses a host's connection, in both directions; nothing here waits.
extension HostProcess {
    func received(_ call: IncomingCall, _ reader: MessageReader, _ reply: PendingReply) {
        // Not for answers: to a ping there would be another ping.
        noteActivity()
        do throws(DBusError) {
            guard let exported, call.path == HostServicesInterface.path.text else {
                throw .unknownObject("there is no object at \(call.path)")
            }
            guard call.interface == HostServicesInterface.name else {
                throw .unknownInterface("object \(call.path) has \(HostServicesInterface.name) only")
            }
            try exported.answer(call, reading: reader, replyingTo: reply)
        } catch {
            reply.fail(error)
        }
    }

    func tell<each In: DBusType>(_ method: Method<(repeat each In) -> Void>, _ argument: repeat each In) {
        guard let connection = openConnection() else { return }
        do throws(DBusError) {
            try connection.notify(
                method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil,
                repeat each argument)
        } catch {
            logger.error("\(method.name) was not sent: \(error.message)")
        }
        noteTold()
        noteActivity()
    }

    /// Replies of this turn wait for what the host makes of what it was told.
    func noteTold() { settling.noteTold(self) }

    /// Calls a method without results. The completion is called once, also when the host ends.
    func call<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        guard let connection = openConnection() else { return completion(.failure(.disconnected("it has no host"))) }
        connection.call(
            method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil, repeat each argument,
            timeout: .max, completion: afterEnd(connection, completion))
        noteActivity()
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<Out, DBusError>) -> Void
    ) {
        guard let connection = openConnection() else { return completion(.failure(.disconnected("it has no host"))) }
        connection.call(
            method, of: HostedPluginInterface.name, at: HostedPluginInterface.path, on: nil, repeat each argument,
            timeout: .max, completion: afterEnd(connection, completion))
        noteActivity()
    }

    /// Keeps the news that a connection is lost until it is known why, which is told to those who wait before that.
    private func afterEnd<Value>(
        _ connection: Connection, _ completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) -> @EventLoop (Result<Value, DBusError>) -> Void {
        { [weak self, unowned connection] result in
            // Whoever gets one thing after the other done is busy, not hung.
            if case .success = result { self?.heartbeat?.excuse() }
            guard case .failure = result, let self, stage != .ended, !connection.isConnected else {
                return completion(result)
            }
            unanswered.append { completion(result) }
        }
    }

    /// Calls back when the host has handled everything that it was told before; never when it ends first. Its memory is
    /// looked at until then.
    func ping(_ pong: @escaping @EventLoop () -> Void) {
        sendPing { [weak self] hasAnswered in
            guard hasAnswered else { return }
            pong()
            self?.endMemoryWatch()
        }
        if canAnswer { watchMemory() }
    }

    /// Whether an answer can come at all.
    var canAnswer: Bool { stage == .ready && connection?.isConnected == true }

    /// As `ping`, but calls back also when the host ends first. During a handover it waits for the process that goes on.
    func barrier(_ completion: @escaping @EventLoop () -> Void) {
        guard let held else { return sendPing { _ in completion() } }
        held.addBarrier { process in
            guard let process else { return completion() }
            process.barrier(completion)
        }
    }

    private func sendPing(_ completion: @escaping @EventLoop (_ hasAnswered: Bool) -> Void) {
        guard let connection = openConnection() else { return completion(false) }
        HostedPluginInterface.ping(connection, timeout: .max) { [weak self] result in
            guard case .success = result else { return completion(false) }
            self?.isSlow = false
            completion(true)
        }
    }

    private func openConnection() -> Connection? { stage == .ready ? connection : nil }

    /// Whether more waits for it than it can be told for now.
    var isCongested: Bool { (connection?.outgoingSize ?? 0) > Self.maximumBacklog }

    /// Something happened that may have to do with the host: it is asked for a sign of life soon.
    func noteActivity() { heartbeat?.noteActivity() }
}
