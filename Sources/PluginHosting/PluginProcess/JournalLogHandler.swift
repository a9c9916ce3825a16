internal import DBusInterface
internal import Glibc
package import Logging
internal import Synchronization

/// Log lines of the daemon and of plugin processes on standard error, with the journal's priorities when the journal
/// reads them.
package struct JournalLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    private let label: String
    private let isJournal = getenv("JOURNAL_STREAM") != nil
    /// One level for all loggers of the process, so that it can change while it runs.
    private static let level = Mutex(Logger.Level.info)

    package init(label: String) { self.label = label }

    package var logLevel: Logger.Level {
        get { Self.level.withLock { $0 } }
        // A logger with its own level would not follow the configuration.
        set {}
    }

    package static var currentLevel: Logger.Level { level.withLock { $0 } }

    package static func setLevel(_ level: Logger.Level) { self.level.withLock { $0 = level } }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// The maximum length of a logged message in bytes. A client or a plugin can choose the length of a message, and
    /// writing 1 MiB blocks the daemon for 0.25 s.
    static let maximumLength = 4096

    /// Returns the lines of a message, each with a prefix. A long message is truncated.
    static func lines(of message: String, startingWith start: String) -> String {
        var text = ""
        // Each line gets the prefix, so that no part of a message looks like a line of another source.
        for line in shortened(message).split(whereSeparator: \.isNewline) { text += start + printable(line) + "\n" }
        return text
    }

    private static func shortened(_ message: String) -> String {
        let length = message.utf8.count
        guard length > maximumLength else { return message }
        var end = message.utf8.index(message.startIndex, offsetBy: maximumLength)
        while end.samePosition(in: message.unicodeScalars) == nil { end = message.utf8.index(before: end) }
        return "\(message[..<end])… (\(message.utf8[end...].count) of \(length) bytes omitted)"
    }

    /// Replaces characters with which a client or plugin could control the terminal, or reverse what follows.
    private static func printable(_ line: Substring) -> String {
        let scalars = line.unicodeScalars.map { scalar in
            scalar.isControlOrDirection && scalar != "\t" ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The priorities of syslog.
    private static let priorities: [Logger.Level: Int] = [
        .trace: 7, .debug: 7, .info: 6, .notice: 5, .warning: 4, .error: 3, .critical: 2,
    ]

    package func log(event: LogEvent) {
        let start = isJournal ? "<\(Self.priorities[event.level] ?? 3)>" : "tabd: \(event.level): "
        let name = label == "tabd" ? "" : "\(label.drop { $0 != "." }.dropFirst()): "
        Self.lines(of: "\(event.message)", startingWith: start + name).withCString {
            _ = write(STDERR_FILENO, $0, strlen($0))
        }
    }
}
