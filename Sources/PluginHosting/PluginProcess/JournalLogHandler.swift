internal import Glibc
package import Logging
internal import Synchronization

/// Log lines of the daemon and of its hosts on standard error; with the journal's priorities in front when it reads them.
package struct JournalLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    private let label: String
    private let isJournal = getenv("JOURNAL_STREAM") != nil
    /// One level for all loggers of the process, so that it can be changed while it runs.
    private static let level = Mutex(Logger.Level.info)

    package init(label: String) { self.label = label }

    package var logLevel: Logger.Level {
        get { Self.level.withLock { $0 } }
        // A logger of its own level would not follow the configuration.
        set {}
    }

    package static var currentLevel: Logger.Level { level.withLock { $0 } }

    package static func setLevel(_ level: Logger.Level) { self.level.withLock { $0 = level } }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// The longest message that is logged whole, in bytes. A client or a plugin can choose the length of a message, and
    /// writing 1 MiB blocks the daemon for 0.25 s.
    static let maximumLength = 4096

    /// The lines of a message, each with the start of a log line; the end of a message that is too long is left out.
    static func lines(of message: String, startingWith start: String) -> String {
        var text = ""
        // Each line gets the start, so that no part of a message can pass for a line of another source.
        for line in shortened(message).split(whereSeparator: \.isNewline) { text += start + printable(line) + "\n" }
        return text
    }

    private static func shortened(_ message: String) -> String {
        let length = message.utf8.count
        guard length > maximumLength else { return message }
        var end = message.utf8.index(message.startIndex, offsetBy: maximumLength)
        while end.samePosition(in: message.unicodeScalars) == nil { end = message.utf8.index(before: end) }
        return "\(message[..<end])… (\(message.utf8[end...].count) of \(length) bytes left out)"
    }

    /// What a client or a plugin put into a message does nothing to the terminal that shows it.
    private static func printable(_ line: Substring) -> String {
        let scalars = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && scalar != "\t" ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    package func log(event: LogEvent) {
        let priority =
            switch event.level {
            case .trace, .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            case .critical: 2
            }
        let start = isJournal ? "<\(priority)>" : "tabd: \(event.level): "
        let name = label == "tabd" ? "" : "\(label.drop { $0 != "." }.dropFirst()): "
        Self.lines(of: "\(event.message)", startingWith: start + name).withCString {
            _ = write(STDERR_FILENO, $0, strlen($0))
        }
    }
}
