internal import ArgumentParser

struct PluginTopCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show what the plugins' processes use, again and again.",
        discussion: """
            One line for each plugin: the process, its state, its view controllers, the share of one processor and the \
            processor time, resident memory, messages in a second that the daemon got from it (in) and sent it (out), \
            and how often it was started again. A plugin that has no process of its own has its state alone.

            On a terminal it is drawn in place, and q or Ctrl-C leaves. Otherwise a block is printed after each \
            interval, with --json one line.
            """)

    @Flag(help: "Print the present values once: messages are counted since the process was started.")
    var once = false

    @Option(help: ArgumentHelp("Seconds between two looks, 0.1 to 3600.", valueName: "seconds"))
    var interval = 1.0

    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("--interval is a number of seconds, 0.1 to 3600.")
        }
    }

    var signals: [Int32] { once ? [] : PluginTop.signals }

    func run(_ service: Service) async throws {
        guard once else {
            let milliseconds = UInt64((interval * 1000).rounded())
            return try await PluginTop(service, interval: milliseconds, json: format.json).run()
        }
        let table = PluginTable(try await service.samplePlugins(), since: nil, isTotal: true)
        format.print(table.json, text: table.lines.joined(separator: "\n"))
    }
}
