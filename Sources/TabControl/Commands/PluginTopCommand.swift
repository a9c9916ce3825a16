internal import ArgumentParser
internal import Glibc

struct PluginTopCommand: ParsableCommand {
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

    func run() throws {
        let (json, interval) = (format.json, UInt64((interval * 1000).rounded()))
        guard once else {
            return try Session.run(handling: PluginTop.signals, verbose: format.verbose) { service in
                try await PluginTop(service, interval: interval, json: json).run()
            }
        }
        try Session.run(verbose: format.verbose) { service in
            let table = PluginTable(try await service.samplePlugins(), since: nil, isTotal: true)
            Output.write(json ? table.json.text + "\n" : table.lines.map { $0 + "\n" }.joined())
            return ExitStatus.done
        }
    }
}
