internal import Glibc

/// The files of a store: their names, their modes, and where broken ones go.
struct StoreFiles: Sendable {
    /// So many broken stores are kept.
    static let brokenLimit = 10

    private static let companions = ["", "-wal", "-shm", "-journal"]

    let directory: String

    var database: String { directory + "/tabd.sqlite" }
    var log: String { database + "-wal" }
    var lock: String { directory + "/tabd.lock" }
    /// Exists while the database is open and has a log. A leftover marker shows that the process was killed.
    var marker: String { directory + "/tabd.open" }
    /// A complete new database, about to take the database's place.
    var replacement: String { database + ".new" }
    /// A new database that is being made.
    var draft: String { database + ".draft" }

    /// The two backups, the newest first.
    var backups: [String] { [database + ".backup-1", database + ".backup-2"] }
    /// A backup that is being made.
    var backupDraft: String { database + ".backup" }

    /// Makes the directory, for the user alone.
    func makeDirectory() throws(StoreError) {
        guard !directory.isEmpty else {
            throw StoreError("neither XDG_STATE_HOME nor HOME is an absolute path, so the state has no place")
        }
        let ends = directory.indices.filter { directory[$0] == "/" && $0 > directory.startIndex } + [directory.endIndex]
        var reason: Int32 = 0
        for end in ends { reason = mkdir(String(directory[..<end]), 0o700) == 0 ? 0 : errno }
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw StoreError("the directory \(directory) can't be made: \(String(cString: strerror(reason)))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError("\(directory) is no directory") }
    }

    /// Takes away what others may do with the directory and the files.
    func tighten() {
        for path in [directory, lock] + Self.companions.map({ database + $0 }) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK, status.st_mode & 0o077 != 0 else {
                continue
            }
            chmod(path, status.st_mode & 0o700)
        }
    }

    /// The first bytes of a file; nil when there is none.
    ///
    /// - Throws: for what is not a file, and what can't be read.
    static func head(of path: String, count: Int) throws(StoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError("\(path) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError("\(path) can't be read: it is no file")
        }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        // What the disk can't give is zeros.
        pread(descriptor, &bytes, bytes.count, 0)
        return bytes
    }

    /// The names of the files in a directory; none when it can't be read.
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

    /// Whether a file system has less room than opening a database takes.
    static func isDiskFull(at path: String) -> Bool {
        var status = statvfs()
        let directory = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        guard statvfs(String(directory), &status) == 0 else { return false }
        let hasNoFiles = status.f_files > 0 && status.f_favail == 0
        return hasNoFiles || status.f_bavail * status.f_frsize < 64 << 10
    }

    /// What is in the place of the database, when that is no file: "a symbolic link", "a directory".
    var obstacle: String? {
        var status = stat()
        guard lstat(database, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFLNK: return "a symbolic link"
        case S_IFDIR: return "a directory"
        default: return "no file"
        }
    }

    // MARK: Broken stores

    /// Moves what is in the database's place aside, with its log, under a name that nothing has: `tabd.sqlite.broken-1`.
    func setAside() throws(StoreError) -> String {
        let name = nextBroken
        // The next database has no log yet.
        unmark()
        for companion in Self.companions where rename(database + companion, name + companion) != 0 {
            guard errno == ENOENT else {
                throw StoreError(
                    "\(database)\(companion) can't be moved aside: \(String(cString: strerror(errno)))")
            }
        }
        return name
    }

    /// Moves the log aside; returns its new name.
    func setLogAside() throws(StoreError) -> String {
        let name = nextBroken + "-wal"
        try move(log, to: name)
        return name
    }

    /// Where the next broken store goes.
    var nextBroken: String { database + ".broken-\((brokenNumbers.max() ?? 0) + 1)" }

    /// Removes the oldest of too many.
    ///
    /// - Returns: What was removed.
    func removeOldBroken() -> [String] {
        let old = brokenNumbers.dropLast(Self.brokenLimit).map { database + ".broken-\($0)" }
        return old.filter { name in
            // What is a directory was somebody else's; it stays.
            let removed = Self.companions.filter { unlink(name + $0) == 0 }
            return !removed.isEmpty
        }
    }

    /// Ascending.
    private var brokenNumbers: [Int] {
        let prefix = "tabd.sqlite.broken-"
        let numbers = Self.names(in: directory).filter { $0.hasPrefix(prefix) }.compactMap {
            Int($0.dropFirst(prefix.count).prefix(while: \.isNumber))
        }
        return Set(numbers).sorted()
    }

    /// Renames the finished draft to the replacement.
    func completeDraft() throws(StoreError) {
        try move(draft, to: replacement)
        removeDraft()
    }

    func removeDraft() {
        for companion in Self.companions { unlink(draft + companion) }
        unlink(backupDraft)
    }

    /// Puts the replacement in the database's place. A start after a kill in between does the same.
    func useReplacement() throws(StoreError) {
        // The new database has no log yet.
        unmark()
        try move(replacement, to: database)
    }

    private func move(_ path: String, to target: String) throws(StoreError) {
        guard rename(path, target) == 0 else {
            throw StoreError("\(path) can't be renamed: \(String(cString: strerror(errno)))")
        }
    }

    func removeReplacement() {
        for companion in Self.companions { unlink(replacement + companion) }
    }

    func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    // MARK: The marker

    /// Notes that the database has a log, and its next number, in case it is lost. Without room for the marker the
    /// database works all the same.
    func mark(_ nextNumber: UInt64) {
        let descriptor = open(marker, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let text = Array("\(nextNumber)\n".utf8)
        pwrite(descriptor, text, text.count, 0)
        close(descriptor)
    }

    /// The next number of a process that was killed; 1 when there is none.
    var markedNumber: UInt64 {
        let bytes = (try? Self.head(of: marker, count: 32)) ?? nil
        let text = String(decoding: bytes ?? [], as: UTF8.self).prefix(while: \.isNumber)
        let number = UInt64(text) ?? 1
        return StoredController.numbers.contains(number) ? number : 1
    }

    /// Called before the log is removed, so that a kill in between is not mistaken for a lost log.
    func unmark() { unlink(marker) }

    /// A file that must exist after a kill, but is missing; nil for none.
    var missingFile: String? { exists(marker) ? [database, log].first { !exists($0) } : nil }
}

/// The identity of the file at a path, regardless of its content.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// Returns nil when nothing is at the path.
    ///
    /// - Parameter followsLink: Whether the target of a symbolic link is meant, and not the link.
    init?(_ path: String, followsLink: Bool = false) {
        var status = stat()
        guard fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of an open file.
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
