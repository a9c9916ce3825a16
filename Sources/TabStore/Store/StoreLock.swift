internal import Glibc

/// The lock that lets one process at a time use a store. It is released when the process ends.
package final class StoreLock: Sendable {
    private let descriptor: Int32
    /// What was in the place of the lock and where it is now, as a message; nil for nothing.
    let obstacle: String?

    package enum Attempt {
        case acquired(StoreLock)
        /// Another process holds the lock, for example "process 123".
        case busy(String)
        /// Locking is not possible, for this reason.
        case failed(String)
    }

    /// The descriptor of the last acquired lock, for `closeInChildren`; -1 for none.
    private nonisolated(unsafe) static var held: Int32 = -1
    /// Closes the lock in child processes that a plugin forks. Otherwise a child would hold the lock after this process
    /// ends.
    private static let closeInChildren: Void = {
        pthread_atfork(nil, nil) { if StoreLock.held >= 0 { close(StoreLock.held) } }
    }()

    private init(_ descriptor: Int32, obstacle: String?) {
        self.descriptor = descriptor
        self.obstacle = obstacle
        Self.held = descriptor
        Self.closeInChildren
    }

    /// Tries to acquire the lock of a directory, which is created if needed.
    package static func acquire(in directory: String?) -> Attempt {
        let files = StoreFiles(directory: directory ?? "")
        do throws(StoreError) {
            try files.makeDirectory()
        } catch {
            return .failed(error.description)
        }
        return acquire(at: files)
    }

    static func acquire(at files: StoreFiles) -> Attempt {
        let path = files.lock
        let obstacle: String?
        do throws(StoreError) {
            obstacle = try files.moveObstacleAside(path)
        } catch {
            return .failed(error.description)
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failed("can't open \(path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(descriptor) }
            guard reason == EWOULDBLOCK else {
                return .failed("can't lock \(path): \(String(cString: strerror(reason)))")
            }
            return .busy(processID(in: descriptor).map { "process \($0)" } ?? "another process")
        }
        // On a full disk the process id can't be written, but the lock still works.
        let name = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, name, name.count, 0)
        return .acquired(StoreLock(descriptor, obstacle: obstacle))
    }

    /// Returns whether the file at the path is still this lock.
    func isInPlace(at path: String) -> Bool {
        FileIdentity(path).map { $0 == FileIdentity(descriptor) } ?? false
    }

    deinit {
        // Unlocked explicitly: a child process that is being spawned shares the descriptor until it executes its program.
        flock(descriptor, LOCK_UN)
        if Self.held == descriptor { Self.held = -1 }
        close(descriptor)
    }

    private static func processID(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self))
    }

    /// Returns whether a process of this user is named in the lock of a directory and has it open.
    package static func isHeld(in directory: String?, by processID: Int32) -> Bool {
        guard let directory else { return false }
        // O_NONBLOCK: a pipe with the name of the lock must not block the loop.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(StoreFiles(directory: directory).lock, flags)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let lock = FileIdentity(descriptor), Self.processID(in: descriptor) == processID else { return false }
        let folder = "/proc/\(processID)/fd"
        var owner = stat()
        guard stat(folder, &owner) == 0, owner.st_uid == getuid() else { return false }
        // Only the user's own processes list their descriptors.
        return StoreFiles.names(in: folder).contains { FileIdentity("\(folder)/\($0)", followsLink: true) == lock }
    }
}
