internal import Glibc

/// The marker file, which exists while a process uses the store. It remains if the process is killed.
///
/// Its text is the first number that is not reserved, in case the log is lost, and on a second line whether the process
/// had opened the database.
struct OpenMarker: Equatable {
    /// All numbers below this one may be in use.
    var nextNumber: UInt64
    /// Whether the process was killed before it had opened the database, whose files are complete. SQLite may have been
    /// about to create the log and its index.
    var isOpening = false

    private static let opening = "opening"

    init(nextNumber: UInt64, isOpening: Bool = false) {
        self.nextNumber = nextNumber
        self.isOpening = isOpening
    }

    /// Reads the marker at a path; nil if there is none. An unreadable number is 1.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let bytes = (try? FileReader.head(of: path, count: 64)) ?? nil
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let number = lines.first.flatMap { UInt64($0) } ?? 1
        nextNumber = StoredController.numbers.contains(number) ? number : 1
        isOpening = lines.dropFirst().first.map { $0 == Self.opening } ?? false
    }

    /// Writes the marker. In an existing file this needs no space, so it usually succeeds on a full disk.
    ///
    /// - Returns: Whether the file has the number.
    func write(to path: String) -> Bool {
        let exists = access(path, F_OK) == 0
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let text = Array("\(nextNumber)\n\(isOpening ? Self.opening + "\n" : "")".utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count else {
            // An empty marker would say that a process was killed.
            if !exists { unlink(path) }
            return false
        }
        ftruncate(descriptor, off_t(text.count))
        return true
    }
}
