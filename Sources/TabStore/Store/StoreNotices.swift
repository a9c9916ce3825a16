/// The messages for the user about the files.
final class StoreNotices {
    private let files: StoreFiles
    /// The messages, in order.
    private(set) var all: [String] = []
    /// Whether a lost log was reported, so that later attempts to open the store don't repeat it.
    private(set) var hasReportedLog = false
    /// Called with each later message.
    var onNotice: (@Sendable (String) -> Void)?

    init(_ files: StoreFiles) { self.files = files }

    /// Adds a message, and removes the oldest broken files.
    func log(_ notice: String) {
        let removed = files.removeOldBroken().map {
            "removed \($0); at most \(StoreFiles.brokenLimit) broken files are kept"
        }
        all += [notice] + removed
        for notice in [notice] + removed { onNotice?(notice) }
    }

    /// Adds a message about a lost log, unless there is one.
    func reportLog(_ message: String) {
        if !hasReportedLog { log(message) }
        hasReportedLog = true
    }
}
