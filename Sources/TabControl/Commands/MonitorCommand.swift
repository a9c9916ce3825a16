internal import ArgumentParser
internal import Glibc

struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print the signals as they come, until it is interrupted.",
        discussion: """
            With a controller only the signals of its object and its bar. Arguments are printed as the bus has them: \
            positions in them count from 0.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    func run() throws {
        let (path, json) = (controller?.path, format.json)
        try Session.run(handling: [SIGINT, SIGTERM], verbose: format.verbose) { service in
            try await Monitor(service, of: path, json: json).run()
        }
    }
}
