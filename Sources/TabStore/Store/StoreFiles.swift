internal import Glibc

/// The files of a store: their names, their permissions, and the broken files beside them.
struct StoreFiles: Sendable {
    /// The maximum number of broken stores to keep.
    static let brokenLimit = 10

    /// The maximum length of the directory's path in bytes. SQLite refuses a database whose path has more than 504, and the
    /// longest name here is that of a broken file.
    static let maximumPath = 480

    private static let companions = ["", "-wal", "-shm", "-journal"]

    let directory: String

    var database: String { directory + "/tabd.sqlite" }
    var log: String { database + "-wal" }
    /// SQLite's index of the log.
    var index: String { database + "-shm" }
    var journal: String { database + "-journal" }
    var lock: String { directory + "/tabd.lock" }
    /// The marker file, which exists while the database is open and has a log. It remains if the process is killed.
    var marker: String { directory + "/tabd.open" }
    /// The file of ``CrashMarker``.
    var crashMarker: String { directory + "/restoring" }
    /// A complete new database that is about to replace the old one.
    var replacement: String { database + ".new" }
    /// An incomplete new database.
    var draft: String { database + ".draft" }

    /// The two backups, the newest first.
    var backups: [String] { [database + ".backup-1", database + ".backup-2"] }
    /// An incomplete backup.
    var backupDraft: String { database + ".backup" }

    /// Creates the directory and its parents, accessible only to the user.
    func makeDirectory() throws(StoreError) {
        guard !directory.isEmpty else {
            throw StoreError("no state directory: neither XDG_STATE_HOME nor HOME is an absolute path")
        }
        guard directory.utf8.count <= Self.maximumPath else {
            throw StoreError(
                "the path of the state directory has \(directory.utf8.count) bytes, and at most \(Self.maximumPath) are"
                    + " possible; set XDG_STATE_HOME to a shorter path")
        }
        let ends = directory.indices.filter { directory[$0] == "/" && $0 > directory.startIndex } + [directory.endIndex]
        var reason: Int32 = 0
        for end in ends { reason = mkdir(String(directory[..<end]), 0o700) == 0 ? 0 : errno }
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw StoreError("can't create the directory \(directory): \(String(cString: strerror(reason)))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError("\(directory) is not a directory") }
    }

    /// Removes access of other users to the directory and the files.
    func restrictPermissions() {
        for path in [directory, lock] + Self.companions.map({ database + $0 }) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK, status.st_mode & 0o077 != 0 else {
                continue
            }
            chmod(path, status.st_mode & 0o700)
        }
    }

    /// Whether the header of the database names a format that SQLite only reads, though all of its files are as before:
    /// one wrong bit is enough. See https://www.sqlite.org/fileformat2.html#file_format_version_numbers.
    var hasUnknownFormat: Bool {
        guard let head = (try? FileReader.head(of: database, count: 19)) ?? nil, head.count == 19 else { return false }
        return !(1...2).contains(head[18])
    }

    /// Returns the names of the files in a directory; empty if it can't be read.
    static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = UnsafeRawPointer(entry) + offset
            names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
        return names
    }

    // MARK: Broken stores

    /// Moves the database and its log aside, to a new name such as `tabd.sqlite.broken-1`, which it returns.
    func moveAside() throws(StoreError) -> String {
        let name = nextBroken
        // The next database does not have a log yet.
        removeMarker()
        for companion in Self.companions where rename(database + companion, name + companion) != 0 {
            guard errno == ENOENT else {
                throw StoreError(
                    "can't move \(database)\(companion) aside: \(String(cString: strerror(errno)))")
            }
        }
        return name
    }

    /// Moves the log aside; returns its new name.
    func moveLogAside() throws(StoreError) -> String {
        let name = nextBroken + "-wal"
        try move(log, to: name)
        return name
    }

    /// The path for the next broken store.
    var nextBroken: String { database + ".broken-\((brokenNumbers.max() ?? 0) + 1)" }

    /// Removes the oldest broken stores beyond the limit, and returns their paths.
    func removeOldBroken() -> [String] {
        let old = brokenNumbers.dropLast(Self.brokenLimit).map { database + ".broken-\($0)" }
        let names = Self.names(in: directory).map { directory + "/" + $0 }
        return old.filter { name in
            // A directory is not a store of this program, so it stays.
            let removed = names.filter { ($0 == name || $0.hasPrefix(name + "-")) && unlink($0) == 0 }
            return !removed.isEmpty
        }
    }

    /// The numbers of the broken stores, ascending.
    private var brokenNumbers: [Int] {
        let prefix = "tabd.sqlite.broken-"
        let numbers = Self.names(in: directory).filter { $0.hasPrefix(prefix) }.compactMap {
            Int($0.dropFirst(prefix.count).prefix(while: \.isNumber))
        }
        return Set(numbers).sorted()
    }

    /// Renames the complete draft to the replacement.
    func completeDraft() throws(StoreError) {
        try move(draft, to: replacement)
        removeDraft()
    }

    func removeDraft() {
        for companion in Self.companions { unlink(draft + companion) }
        unlink(backupDraft)
    }

    /// Renames the replacement to the database. If the process is killed before, the next start does it.
    func useReplacement() throws(StoreError) {
        // The new database has no log yet.
        removeMarker()
        try move(replacement, to: database)
    }

    private func move(_ path: String, to target: String) throws(StoreError) {
        guard rename(path, target) == 0 else {
            throw StoreError("can't rename \(path): \(String(cString: strerror(errno)))")
        }
    }

    func removeReplacement() {
        for companion in Self.companions { unlink(replacement + companion) }
    }

    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: Marker

    /// Writes the marker.
    ///
    /// - Parameter isOpening: Whether the database is not open yet; nil to keep what the marker says.
    /// - Returns: Whether the file has the number.
    @discardableResult func writeMarker(_ nextNumber: UInt64, isOpening: Bool? = false) -> Bool {
        let isOpening = isOpening ?? OpenMarker(marker)?.isOpening ?? true
        return OpenMarker(nextNumber: nextNumber, isOpening: isOpening).write(to: marker)
    }

    /// The next number in the marker of a killed process; 1 without a marker.
    var markedNumber: UInt64 { OpenMarker(marker)?.nextNumber ?? 1 }

    /// Whether the last process was killed while it had the database open.
    var wasKilled: Bool { OpenMarker(marker)?.isOpening == false }

    /// Removes the marker. Called before the log is removed, so that a kill in between does not look like a lost log.
    func removeMarker() { unlink(marker) }
}

/// The identity of a file, independent of its path and content.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Identifies the file at a path; nil if it does not exist.
    ///
    /// - Parameter followsLink: Whether to identify the target of a symbolic link instead of the link.
    init?(_ path: String, followsLink: Bool = false) {
        var status = stat()
        guard fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// Identifies an open file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}
