internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabFrontEnd

/// The run of a command: its connection, the event loop, the error message and the exit code.
enum Session {
    typealias Body = @Sendable @EventLoop (Service) async throws -> Void

    /// Runs a command on the loop until it returns, or throws an exit code or an error to print.
    ///
    /// - Parameters:
    ///   - signals: The signals that the command handles; other signals end the process as usual.
    ///   - isVerbose: Whether an error is printed with its D-Bus name.
    ///   - waitsForDaemon: Whether the body runs only when a daemon that is still starting is ready.
    /// - Throws: `ExitCode`, after the message has been printed.
    static func run(
        handling signals: [Int32] = [], verbose isVerbose: Bool, waitsForDaemon: Bool = true, _ body: @escaping Body
    ) throws {
        let code = EventLoop.run {
            start(handling: signals, verbose: isVerbose, waitsForDaemon: waitsForDaemon, body)
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

    @EventLoop
    private static func start(
        handling signals: [Int32], verbose isVerbose: Bool, waitsForDaemon: Bool, _ body: @escaping Body
    ) {
        func fail(_ error: ControlError) {
            Output.printError(isVerbose ? error.verboseMessage : error.message)
            EventLoop.exit(error.status)
        }
        let seconds: UInt64
        do throws(ControlError) {
            seconds = try DaemonStartupWait.seconds()
        } catch {
            return fail(error)
        }
        guard let address = BusAddress.session(in: Environment.variable) else {
            return fail(.noBus(": DBUS_SESSION_BUS_ADDRESS is not set"))
        }
        let connection: Connection
        do throws(DBusError) {
            connection = try Connection.bus(at: address)
        } catch {
            return fail(.noBus(" at \(address): \(error.message)"))
        }
        let begin: @EventLoop () -> Void = {
            // Signals are blocked only now, because Ctrl-C must work while the bus or the daemon does not reply. No
            // thread has started yet.
            if !signals.isEmpty { LoopSignal.block(signals) }
            Task { @EventLoop in
                do {
                    var status = ExitStatus.done
                    do {
                        try await body(Service(connection, at: address))
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
}
