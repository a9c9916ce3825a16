internal import Glibc

/// Directories, symbolic links and the like in the places of files.
extension StoreFiles {
    /// Returns the kind of file at a path, for example "a directory"; nil for a regular file and for none.
    static func obstacle(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFLNK: return "a symbolic link"
        case S_IFDIR: return "a directory"
        default: return "not a regular file"
        }
    }

    /// Moves each obstacle aside, except for one in the place of the database. Returns a message for each.
    ///
    /// Without this, SQLite or a backup would fail for ever because of it.
    func moveObstaclesAside() throws(StoreError) -> [String] {
        let files = [log, index, journal, marker, crashMarker, replacement, draft, backupDraft] + backups
        var messages: [String] = []
        for path in files {
            if let message = try moveObstacleAside(path) { messages.append(message) }
        }
        return messages
    }

    /// Moves an obstacle aside; nil if there is none.
    ///
    /// - Returns: A message.
    func moveObstacleAside(_ path: String) throws(StoreError) -> String? {
        guard let kind = Self.obstacle(at: path) else { return nil }
        // For example the directory `tabd.sqlite-wal` becomes `tabd.sqlite.broken-1-wal`.
        let name = path.dropFirst(directory.count + 1)
        let prefix = ["tabd.sqlite-", "tabd.sqlite.", "tabd."].first { name.hasPrefix($0) } ?? ""
        let target = "\(nextBroken)-\(name.dropFirst(prefix.count))"
        guard rename(path, target) == 0 else {
            throw StoreError("\(path) is \(kind) and can't be moved aside: \(String(cString: strerror(errno)))")
        }
        return "\(path) was \(kind) and is now \(target)"
    }
}
