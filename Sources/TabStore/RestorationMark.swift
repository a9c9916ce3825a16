internal import Glibc

/// The number of the controller that is being restored, in a file of its own.
///
/// What is written to a file survives the death of the process, as a commit does. It takes one call of the system, where
/// a commit takes a transaction: with 1,000 tab bar controllers of 5 tabs there are 10,000 of them.
struct RestorationMark {
    private let path: String
    private var descriptor: Int32 = -1

    init(directory: String) { path = directory + "/restoring" }

    /// Notes a number in the place of the one before; false when it can't be written.
    mutating func write(_ number: UInt64) -> Bool {
        if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { return false }
        var number = number
        return pwrite(descriptor, &number, MemoryLayout<UInt64>.size, 0) == MemoryLayout<UInt64>.size
    }

    /// Nothing is being restored.
    mutating func remove() {
        close()
        unlink(path)
    }

    /// The next number is written to the file that is in the directory then.
    mutating func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// The number that a process has noted that died; nil when there is none.
    func read() -> UInt64? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var number: UInt64 = 0
        let count = pread(descriptor, &number, MemoryLayout<UInt64>.size, 0)
        return count == MemoryLayout<UInt64>.size && number > 0 ? number : nil
    }
}
