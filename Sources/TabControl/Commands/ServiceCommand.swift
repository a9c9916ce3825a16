internal import ArgumentParser
internal import DBusConnection

/// A command that calls the daemon.
protocol ServiceCommand: ParsableCommand, Sendable {
    var format: FormatOptions { get }
    /// The signals that the command handles; other signals end the process as usual.
    var signals: [Int32] { get }

    /// Runs the command.
    ///
    /// - Throws: `ExitCode` for a status other than 0 without a message.
    @EventLoop func run(_ service: Service) async throws
}

extension ServiceCommand {
    var signals: [Int32] { [] }

    func run() throws {
        try Session.run(handling: signals, verbose: format.verbose) { service in try await run(service) }
    }
}
