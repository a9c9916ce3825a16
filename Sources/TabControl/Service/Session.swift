internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabFrontEnd

/// The run of a command: its connection, here or to another machine, the event loop, the error message and the exit code.
struct Session: Sendable {
    typealias Body = @Sendable @EventLoop (Service) async throws -> Void

    /// Runs a command on the loop until it returns, or throws an exit code or an error to print.
    ///
    /// - Parameters:
    ///   - options: The machine, and whether an error is printed with its D-Bus name.
    ///   - signals: The signals that the command handles; other signals end the process as usual.
    ///   - waitsForDaemon: Whether the body runs only when a daemon that is still starting is ready.
    ///   - isLasting: Whether the command keeps its connection, and must notice when that is lost.
    /// - Throws: `ExitCode`, after the message has been printed.
    static func run(
        _ options: FormatOptions, handling signals: [Int32] = [], waitsForDaemon: Bool = true,
        lasting isLasting: Bool = false, _ body: @escaping Body
    ) throws {
        try run(
            on: try options.remote.remoteHost(), handling: signals, verbose: options.verbose,
            waitsForDaemon: waitsForDaemon, lasting: isLasting, body)
    }

    /// The same for a command without these options.
    ///
    /// - Parameters:
    ///   - host: The other machine; nil for this one.
    ///   - isVerbose: Whether an error is printed with its D-Bus name.
    static func run(
        on host: SSHDestination? = nil, handling signals: [Int32] = [], verbose isVerbose: Bool,
        waitsForDaemon: Bool = true, lasting isLasting: Bool = false, _ body: @escaping Body
    ) throws {
        let code = EventLoop.run {
            Session(
                host, handling: signals, verbose: isVerbose, waitsForDaemon: waitsForDaemon, lasting: isLasting, body
            ).start()
        }
        if code < 0 {
            Output.printError(EventLoop.failure(code))
            throw ExitCode(ExitStatus.unavailable)
        }
        guard code == 0 else { throw ExitCode(code) }
    }

    /// Runs a body without a bus, which may block on the terminal.
    ///
    /// - Throws: `ExitCode`, after the message has been printed.
    static func require<Value>(_ body: () throws(ControlError) -> Value) throws -> Value {
        do throws(ControlError) {
            return try body()
        } catch {
            Output.printError(error.message)
            throw ExitCode(error.status)
        }
    }

    // MARK: Start

    private let host: SSHDestination?
    private let signals: [Int32]
    private let isVerbose: Bool
    private let waitsForDaemon: Bool
    private let isLasting: Bool
    private let body: Body

    private init(
        _ host: SSHDestination?, handling signals: [Int32], verbose isVerbose: Bool, waitsForDaemon: Bool,
        lasting isLasting: Bool, _ body: @escaping Body
    ) {
        self.host = host
        self.signals = signals
        self.isVerbose = isVerbose
        self.waitsForDaemon = waitsForDaemon
        self.isLasting = isLasting
        self.body = body
    }

    @EventLoop
    private func start() {
        let seconds: UInt64
        do throws(ControlError) {
            seconds = try DaemonStartupWait.seconds()
        } catch {
            return fail(error)
        }
        if let host { return connect(to: host) { begin(on: $0, at: .host(host), waiting: seconds) } }
        guard let address = BusAddress.session(in: Environment.variable) else {
            return fail(.noBus(": DBUS_SESSION_BUS_ADDRESS is not set"))
        }
        do throws(DBusError) {
            begin(on: try Connection.bus(at: address), at: .address(address), waiting: seconds)
        } catch {
            fail(.noBus(" at \(address): \(error.message)"))
        }
    }

    /// How long the first connection may take without a terminal on which ssh can ask, in milliseconds.
    private static let timeLimit: Int32 = 120_000

    /// Whether ssh can ask on the terminal of this process.
    private var canAsk: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    /// Connects with ssh, which may ask for a password. Ctrl-C ends both. Ctrl-Z does nothing, because ssh must not wait
    /// for an answer, without an echo of it, on the terminal of a shell.
    @EventLoop
    private func connect(to host: SSHDestination, completion: @escaping @EventLoop (Connection) -> Void) {
        let ends = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
        let handled = ends + [SIGTSTP]
        // No thread has started yet.
        LoopSignal.block(handled + signals)
        let program: ForwardingProgram
        do throws(DBusError) {
            program = try host.start(asking: .onTerminal, isLasting: isLasting)
        } catch {
            return fail(.noConnection(to: host, error))
        }
        var isEnding = false
        var sources = ends.map { number in
            LoopSignal(number) {
                isEnding = true
                program.cancel()
                // ssh restores the terminal.
                Task { @EventLoop in
                    await program.waitForEnd()
                    EventLoop.exit(128 + number)
                }
            }
        }
        sources.append(LoopSignal(SIGTSTP) {})
        Task { @EventLoop in
            do throws(DBusError) {
                let connection = try await program.joinBus(timeout: canAsk ? .max : Self.timeLimit)
                guard !isEnding else { return }
                sources = []
                LoopSignal.drop([SIGTSTP])
                LoopSignal.unblock(handled.filter { !signals.contains($0) })
                completion(connection)
            } catch {
                guard !isEnding else { return }
                fail(.noConnection(to: host, error, exitCode: program.exitCode))
            }
            withExtendedLifetime(sources) {}
        }
    }

    /// Runs the body over a connection.
    @EventLoop
    private func begin(on connection: Connection, at location: BusLocation, waiting seconds: UInt64) {
        let begin: @EventLoop () -> Void = {
            // Signals are blocked only now, because Ctrl-C must work while the bus or the daemon does not reply. No
            // thread has started yet.
            if !signals.isEmpty { LoopSignal.block(signals) }
            Task { @EventLoop in
                do {
                    var status = ExitStatus.done
                    do {
                        let service = Service(connection, at: location)
                        try await body(service)
                        // A lasting command ends on request, long after its work.
                        if !isLasting { await service.noteUnsavedState() }
                    } catch let code as ExitCode {
                        status = code.rawValue
                    }
                    connection.flush(for: .milliseconds(500))
                    EventLoop.exit(status)
                } catch let error as DBusError {
                    fail(ControlError(error))
                } catch let error as ControlError {
                    fail(error)
                } catch {
                    fail(ControlError(message: "\(error)"))
                }
                connection.close()
            }
        }
        if waitsForDaemon { DaemonStartupWait.start(seconds, on: connection, completion: begin) } else { begin() }
    }

    @EventLoop
    private func fail(_ error: ControlError) {
        let error = host.map(error.on) ?? error
        Output.printError(isVerbose ? error.verboseMessage : error.message)
        EventLoop.exit(error.status)
    }
}
