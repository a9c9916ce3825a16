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

/// Deaths of the process.
extension Store {
    /// A controller is about to be made or to decode its state; the one before has survived it.
    ///
    /// When the process dies in it, the next start finds its number in ``StoreContents/interrupted``, and so does each
    /// start after that, until it has survived or was removed.
    package func beginRestoring(_ number: UInt64) {
        let before = restoring
        restoring = number
        markRestoring()
        if let before, before != number { noteSurvived(before) }
    }

    /// Notes in the directory what is being restored; a new directory in the place of a lost one does not have it yet.
    func markRestoring() {
        if connection != nil, let restoring, !mark.write(restoring) { noteInterrupted(restoring) }
    }

    /// - Returns: false when it could not be written.
    @discardableResult func noteInterrupted(_ number: UInt64) -> Bool {
        interrupted.insert(number)
        return note { try $0.mark(number) }
    }

    /// The file has it when it was interrupted before.
    private func noteSurvived(_ number: UInt64) {
        if interrupted.remove(number) != nil { note { try $0.unmark(number) } }
    }

    /// The last one has survived it, too.
    package func endRestoring() {
        guard let number = restoring else { return }
        restoring = nil
        // Without a connection it is the mark of a process before, and the next start needs it.
        if connection != nil { mark.remove() }
        noteSurvived(number)
    }

    /// The view of a restored controller is about to be loaded or shown. When the process has died in it repeatedly,
    /// the next start finds the number in ``StoreContents/interrupted``.
    package func beginShowing(_ number: UInt64) { note { try $0.begin(loading: String(number)) } }

    /// It has survived it.
    package func endShowing(_ number: UInt64) { note { try $0.end(loading: String(number)) } }

    /// What happened to a controller before doesn't count any more.
    package func forget(_ number: UInt64) {
        note { database in
            try database.unmark(number)
            try database.end(loading: String(number))
        }
    }

    /// So many deaths are more than bad luck.
    private static let patience: UInt64 = 2

    /// Plugins during whose loading the process has died repeatedly.
    package func suspects() -> Set<String> {
        var attempts = salvaged.loading
        read { database in attempts = try database.readLoading() }
        return Set(attempts.filter { $0.value >= Self.patience && UInt64($0.key) == nil }.keys)
    }

    /// Controllers whose views are loaded are noted like plugins, by their numbers: no plugin is called so.
    static func interrupted(in attempts: [String: UInt64]) -> [UInt64] {
        attempts.filter { $0.value >= patience }.keys.compactMap { UInt64($0) }.sorted()
    }

    /// Code of a plugin is about to be loaded into this process.
    package func beginLoading(_ plugin: String) { note { try $0.begin(loading: plugin) } }

    /// It was loaded, or may be tried again: what happened before doesn't count any more.
    package func endLoading(_ plugin: String) { note { try $0.end(loading: plugin) } }

    /// Gives back the numbers from `next` on of those that were noted up to `reserved`.
    package func giveBack(_ reserved: UInt64, from next: UInt64) {
        note { try $0.giveBack(reserved, from: next) }
        if connection != nil { files.mark(next) }
    }

    /// - Returns: false when it could not be written.
    @discardableResult private func note(_ body: (Database) throws -> Void) -> Bool {
        checkFiles()
        guard let connection else { return false }
        do throws(StoreError) {
            try prepareLog(connection)
            try connection.write(body)
            return true
        } catch {
            failed(error)
            return false
        }
    }
}
