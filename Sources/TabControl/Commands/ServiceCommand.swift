internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabFrontEnd

/// A command that calls the daemon.
protocol ServiceCommand: ParsableCommand, Sendable {
    var format: FormatOptions { get }
    /// The signals that the command handles; other signals end the process as usual.
    var signals: [Int32] { get }
    /// Whether the command waits for a daemon that is still starting.
    var waitsForDaemon: Bool { get }
    /// Whether the command keeps its connection, and connects again when that is lost.
    var isLasting: Bool { get }

    /// Runs the command.
    ///
    /// - Throws: `ExitCode` for a status other than 0 without a message.
    @EventLoop func run(_ service: Service) async throws
}

extension ServiceCommand {
    var signals: [Int32] { [] }
    var waitsForDaemon: Bool { true }
    var isLasting: Bool { false }

    func run() throws {
        try Session.run(format, handling: signals, waitsForDaemon: waitsForDaemon, lasting: isLasting) { service in
            try await run(service)
        }
    }
}

/// A command for one controller.
protocol ControllerCommand: ServiceCommand {
    /// The controllers that the command is for.
    static var scope: ControllerScope { get }
    var target: ControllerOptions { get }

    /// Runs the command for the controller at a path, which may not exist.
    ///
    /// - Throws: `ExitCode` for a status other than 0 without a message.
    @EventLoop func run(_ service: Service, on path: ObjectPath) async throws
}

extension ControllerCommand {
    static var scope: ControllerScope { .all }
    var format: FormatOptions { target.format }

    func run(_ service: Service) async throws {
        try await run(service, on: try await service.path(of: target.controller, in: Self.scope))
    }
}

/// The options and the first argument of the commands for one controller.
struct ControllerOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument
}

/// The options of all commands except `plugin check` and `plugin run`.
struct FormatOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false

    @Flag(help: Self.verboseHelp)
    var verbose = false

    @OptionGroup var remote: HostOptions

    static let verboseHelp: ArgumentHelp = "Print the D-Bus name of an error before its message."

    /// Prints a result as JSON, or as text if the result has a text.
    func print(_ value: @autoclosure () -> JSON, text: @autoclosure () -> String? = nil) {
        if let line = json ? value().text : text() { Output.print(line) }
    }

    /// Prints whether a tap was accepted.
    ///
    /// - Throws: The exit code of a refused tap.
    func report(isAccepted: Bool) throws(ExitCode) {
        print(["accepted": .bool(isAccepted)], text: isAccepted ? nil : "refused")
        if !isAccepted { throw ExitCode(ExitStatus.refused) }
    }
}

/// The options of the commands that print a table.
struct LegendOptions: ParsableArguments {
    @Flag(help: "Omit the column titles.")
    var noLegend = false

    /// Returns the column titles, or none if the user omits them.
    func legend(_ titles: [String]) -> [String] { noLegend ? [] : titles }
}
