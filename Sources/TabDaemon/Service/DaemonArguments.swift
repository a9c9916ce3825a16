import Logging

/// The arguments of `tabd`.
///
/// They are parsed here because swift-argument-parser needs FoundationEssentials, which costs 1 ms at the start.
struct DaemonArguments {
    static let usage = """
        Usage: tabd [--introspect] [<interface>] [--plugin-path <plugin-path> ...] [--replace] [--log-level <log-level>]
        """

    static let help = """
        OVERVIEW: Tab bar controllers as a service of the desktop session.

        USAGE: \(usage.dropFirst("Usage: ".count))

        ARGUMENTS:
          <interface>             The interface that --introspect prints, with or
                                  without org.tabd.Tabs1.

        OPTIONS:
          --introspect            Print the introspection XML, of one interface or of
                                  all, and exit; needs no bus.
          --plugin-path <plugin-path>
                                  A folder with plugins; may be given several times.
          --replace               Take the name over from a running instance; one that
                                  hangs is ended.
          --log-level <log-level> trace, debug, info, notice, warning, error or
                                  critical.
          --version               Show the version.
          -h, --help              Show help information.

        """

    /// Arguments that are not allowed.
    struct Mistake: Error {
        let message: String
    }

    enum Action: Equatable {
        case run, introspect, showHelp, showVersion
    }

    private(set) var action = Action.run
    private(set) var interface: String?
    private(set) var pluginPath: [String] = []
    private(set) var isReplacing = false
    private(set) var logLevel: Logger.Level?

    /// - Parameter words: Without the program's name.
    init(_ words: some Sequence<String>) throws(Mistake) {
        var words = words.makeIterator()
        var operands: [String] = []
        var onlyOperands = false
        while let word = words.next() {
            guard word.hasPrefix("-"), word != "-", !onlyOperands else {
                operands.append(word)
                continue
            }
            let name = String(word.prefix { $0 != "=" })
            var value = name == word ? nil : String(word.dropFirst(name.count + 1))
            func argument() throws(Mistake) -> String {
                let argument = value ?? words.next() ?? ""
                value = nil
                if !argument.isEmpty, !argument.hasPrefix("-") { return argument }
                throw Mistake(message: "Missing value for '\(name) <\(name.dropFirst(2))>'")
            }
            switch name {
            case "--": onlyOperands = true
            case "--help", "-h": action = .showHelp
            case "--introspect": action = .introspect
            case "--log-level":
                let text = try argument()
                guard let level = Logger.Level(rawValue: text) else {
                    throw Mistake(message: "--log-level \(text) is unknown: trace … critical are allowed.")
                }
                logLevel = level
            case "--plugin-path": pluginPath.append(try argument())
            case "--replace": isReplacing = true
            case "--version": action = .showVersion
            default: throw Mistake(message: "Unknown option '\(name)'")
            }
            if let value {
                throw Mistake(message: "The option '\(name)' does not take any value, but '\(value)' was specified.")
            }
            if action == .showHelp || action == .showVersion { return }
        }
        interface = operands.first
        if action != .introspect, interface != nil {
            throw Mistake(message: "An interface can only be given together with --introspect.")
        }
        if let unexpected = operands.dropFirst().first {
            throw Mistake(message: "Unexpected argument '\(unexpected)'")
        }
    }
}
