import Glibc
import Logging

/// Log lines on standard error; with the journal's priorities in front when it reads them.
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    init(level: Logger.Level) { logLevel = level }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let priority =
            switch event.level {
            case .trace, .debug: 7
            case .info: 6
            case .notice: 5
            case .warning: 4
            case .error: 3
            case .critical: 2
            }
        let text = isJournal ? "<\(priority)>\(event.message)\n" : "tabd: \(event.level): \(event.message)\n"
        text.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    }
}
