internal import ArgumentParser

struct RestartCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Restart the daemon, and wait until the next one is there.",
        discussion: """
            It saves everything and runs its program file again, which may be a newer one by now; what has an identifier \
            comes back. Front ends of tabctl attach again by themselves. When no daemon runs, one is started.
            """)

    @OptionGroup var format: FormatOptions

    func run(_ service: Service) async throws {
        let daemon = try await DaemonRestart(service).run()
        format.print(daemon.json, text: daemon.text)
    }
}
