internal import ArgumentParser
internal import Glibc

struct MonitorCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print the signals as they come, until it is interrupted.",
        discussion: """
            With a controller only the signals of its object and its bar. Arguments are printed as the bus has them: \
            positions in them count from 0.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    var signals: [Int32] { [SIGINT, SIGTERM] }

    func run(_ service: Service) async throws {
        try await Monitor(service, of: controller?.path, json: format.json).run()
    }
}
