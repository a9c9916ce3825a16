internal import Glibc

/// A file with the number of the view controller that is being restored.
///
/// Like a commit, a written file survives the death of the process. It takes one system call instead of a transaction:
/// restoring 1,000 tab bar controllers with 5 tabs each writes 10,000 markers.
struct CrashMarker {
    private let path: String
    private var descriptor: Int32 = -1

    init(_ path: String) { self.path = path }

    /// Replaces the number in the file. Returns false if it can't be written.
    mutating func write(_ number: UInt64) -> Bool {
        // O_NONBLOCK: a pipe with the name of the file must not block the loop.
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW
        if descriptor < 0 { descriptor = open(path, flags, 0o600) }
        guard descriptor >= 0 else { return false }
        var number = number
        return pwrite(descriptor, &number, MemoryLayout<UInt64>.size, 0) == MemoryLayout<UInt64>.size
    }

    /// Removes the file: nothing is being restored.
    mutating func remove() {
        close()
        unlink(path)
    }

    /// Closes the file. The next write opens the file at the path again.
    mutating func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Returns the number that a crashed process left; nil without one.
    func read() -> UInt64? {
        guard let bytes = try? FileReader.head(of: path, count: 8), bytes.count == 8 else { return nil }
        let number = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        return number > 0 ? number : nil
    }
}

/// The crash markers of the view controllers that are restored: in the marker file, or else in the database.
struct RestorationMarkers {
    var file: CrashMarker
    /// The view controller that is being restored.
    private(set) var restoring: UInt64?
    /// The view controllers that the database lists as interrupted.
    private var interrupted: Set<UInt64> = []

    init(_ files: StoreFiles) { file = CrashMarker(files.crashMarker) }

    /// Begins to restore a view controller. Returns the previous one, which has survived; nil for none.
    mutating func begin(_ number: UInt64) -> UInt64? {
        defer { restoring = number }
        return restoring == number ? nil : restoring
    }

    /// Ends restoring. Returns the last view controller, which has survived; nil for none.
    mutating func end() -> UInt64? {
        defer { restoring = nil }
        return restoring
    }

    /// Sets the view controllers that the database lists.
    mutating func setInterrupted(_ numbers: [UInt64]) { interrupted = Set(numbers) }

    mutating func noteInterrupted(_ number: UInt64) { interrupted.insert(number) }

    /// Returns whether the database listed a view controller that has survived.
    mutating func noteSurvival(_ number: UInt64) -> Bool { interrupted.remove(number) != nil }

    /// Writes the marker file. Returns false if that fails.
    mutating func writeFile() -> Bool { restoring.map { file.write($0) } ?? true }
}
