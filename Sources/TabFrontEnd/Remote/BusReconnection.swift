package import DBusConnection
package import DBusInterface
package import EventLoop

/// The reconnection to a bus that has ended, or to another machine whose connection is lost. It owns the attempt to connect
/// that runs at the moment, and `stop` ends that at once.
@EventLoop
package final class BusReconnection {
    private let location: BusLocation
    private var backoff: Backoff
    private var isStopped = false
    /// When the last attempt was successful.
    private var connectedAt: ContinuousClock.Instant?
    /// The program that connects, or that has lost the connection and is about to end.
    private var program: ForwardingProgram?
    private var timer: LoopTimer?
    private var sleeper: CheckedContinuation<Void, Never>?

    package init(to location: BusLocation) {
        self.location = location
        backoff = Self.backoff(to: location)
    }

    /// Up to every two seconds; to another machine up to every 15 seconds.
    private static func backoff(to location: BusLocation) -> Backoff {
        location.host == nil ? Backoff(from: 100, to: 2000) : Backoff(from: 200, to: 15_000)
    }

    /// Connects with exponential back-off, without asking the user.
    ///
    /// - Parameters:
    ///   - lost: The connection that has ended.
    ///   - onFailure: Called with the reason of its end, and after each attempt that failed.
    /// - Returns: nil after `stop`.
    package func connection(
        after lost: Connection, onFailure: @EventLoop (String) -> Void
    ) async -> Connection? {
        if location.host == nil { backoff = Self.backoff(to: location) }
        if let connectedAt { backoff.connectionEnded(after: connectedAt.duration(to: .now)) }
        connectedAt = nil
        if let ending = lost.program, !isStopped {
            program = ending
            let reason = await ending.reasonOfEnd()
            program = nil
            if !isStopped { onFailure(reason) }
        }
        while !isStopped {
            // Pauses before the first attempt too, so that a bus that accepts and closes connections does not cause a
            // busy loop.
            await sleep(milliseconds: backoff.pause())
            guard !isStopped else { break }
            do throws(DBusError) {
                let connection = try await attempt()
                guard !isStopped else {
                    connection.close()
                    break
                }
                connectedAt = .now
                return connection
            } catch {
                if !isStopped { onFailure(error.message) }
            }
        }
        return nil
    }

    /// Ends the attempt that runs, and makes no other one.
    package func stop() {
        isStopped = true
        program?.cancel()
        wake()
    }

    private func attempt() async throws(DBusError) -> Connection {
        switch location {
        case .address(let address): return try await Connection.joiningBus(at: address, timeout: 5000)
        case .host(let host):
            let program = try host.start(asking: .none, isLasting: true)
            self.program = program
            defer { self.program = nil }
            return try await program.joinBus(timeout: 30_000)
        }
    }

    private func sleep(milliseconds: UInt64) async {
        await withCheckedContinuation(isolation: EventLoop.shared) { continuation in
            sleeper = continuation
            timer = LoopTimer(after: milliseconds) { [weak self] in self?.wake() }
        }
    }

    private func wake() {
        timer = nil
        let sleeper = sleeper
        self.sleeper = nil
        sleeper?.resume()
    }
}

extension SSHDestination {
    /// Starts ssh.
    ///
    /// - Parameters:
    ///   - questions: How ssh may ask for a password.
    ///   - isLasting: Whether the connection is kept, and must notice a dead link.
    @EventLoop
    package func start(
        asking questions: ForwardingProgram.Questions, isLasting: Bool
    ) throws(DBusError) -> ForwardingProgram {
        // An ssh to a machine on the way does not get these options.
        try ForwardingProgram(
            command(asking: questions, isLasting: isLasting), asking: questions,
            environment: questions == .none ? ["SSH_ASKPASS_REQUIRE": "never"] : [:])
    }
}
