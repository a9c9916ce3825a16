import Logging

/// The arguments of `tabd`.
///
/// This type parses them itself: swift-argument-parser needs FoundationEssentials, which adds 1 ms to the start.
struct DaemonArguments {
    static let usage = """
        Usage: tabd [--introspect] [<interface>] [--qt-header] [--view-classes] [--check-config] [--plugin-path <plugin-path> ...] \
        [--locale-path <locale-path> ...] [--replace] [--log-level <log-level>]
        """

    static let help = """
        OVERVIEW: Run the tab bar controllers of the desktop session.

        USAGE: \(usage.dropFirst("Usage: ".count))

        ARGUMENTS:
          <interface>             The interface that --introspect prints, with or
                                  without the prefix org.tabd.Tabs1.

        OPTIONS:
          --introspect            Print the introspection XML of one interface or of
                                  all, and exit. Needs no bus.
          --qt-header             Print tabd-qt.h, which declares the structures of
                                  the contract for Qt, and exit.
          --view-classes          Print the classes of views as JSON, and exit.
          --check-config          Print the mistakes in tabd.toml, and exit: with the
                                  status 78 if there are any.
          --plugin-path <plugin-path>
                                  A folder with plugins. May be given several times.
          --locale-path <locale-path>
                                  A folder with message catalogs. May be given
                                  several times.
          --replace               Take the name over from a running instance. An
                                  instance that hangs is killed.
          --log-level <log-level> trace, debug, info, notice, warning, error or
                                  critical.
          --version               Show the version.
          -h, --help              Show help information.

        """

    /// An error in the arguments.
    struct UsageError: Error {
        let message: String
    }

    enum Action: Equatable {
        case run, checkConfiguration, introspect, printQtHeader, printViewClasses, showHelp, showVersion
    }

    private(set) var action = Action.run
    private(set) var interface: String?
    private(set) var pluginPath: [String] = []
    private(set) var localePath: [String] = []
    private(set) var isReplacing = false
    private(set) var logLevel: Logger.Level?

    /// - Parameter words: The arguments without the program name.
    init(_ words: some Sequence<String>) throws(UsageError) {
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
            func argument() throws(UsageError) -> String {
                let argument = value ?? words.next() ?? ""
                value = nil
                if !argument.isEmpty, !argument.hasPrefix("-") { return argument }
                throw UsageError(message: "Missing value for '\(name) <\(name.dropFirst(2))>'")
            }
            switch name {
            case "--": onlyOperands = true
            case "--check-config": action = .checkConfiguration
            case "--help", "-h": action = .showHelp
            case "--introspect": action = .introspect
            case "--locale-path": localePath.append(try argument())
            case "--log-level":
                let text = try argument()
                guard let level = Logger.Level(rawValue: text) else {
                    let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                    throw UsageError(message: "'\(text)' is not a log level; expected one of \(levels)")
                }
                logLevel = level
            case "--plugin-path": pluginPath.append(try argument())
            case "--qt-header": action = .printQtHeader
            case "--view-classes": action = .printViewClasses
            case "--replace": isReplacing = true
            case "--version": action = .showVersion
            default: throw UsageError(message: "Unknown option '\(name)'")
            }
            if let value {
                throw UsageError(message: "The option '\(name)' does not take any value, but '\(value)' was specified.")
            }
            if action == .showHelp || action == .showVersion { return }
        }
        interface = operands.first
        if action != .introspect, interface != nil {
            throw UsageError(message: "An interface is only allowed with --introspect")
        }
        if let unexpected = operands.dropFirst().first {
            throw UsageError(message: "Unexpected argument '\(unexpected)'")
        }
    }
}
