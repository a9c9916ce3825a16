internal import Glibc

/// Lets one process at a time have a store; it goes with the process.
package final class StoreLock: Sendable {
    private let descriptor: Int32

    package enum Attempt {
        case taken(StoreLock)
        /// By whom, such as "the process 123".
        case busy(String)
        /// Nobody can have it, for this reason.
        case failed(String)
    }

    /// The lock that was taken last, for `closeInChildren`; -1 for none.
    private nonisolated(unsafe) static var held: Int32 = -1
    /// Closes the lock in children that a plugin forks. Such a child would hold the lock even after this process died.
    private static let closeInChildren: Void = {
        pthread_atfork(nil, nil) { if StoreLock.held >= 0 { close(StoreLock.held) } }
    }()

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        Self.held = descriptor
        Self.closeInChildren
    }

    /// Tries to take the one of a directory, which is made if need be.
    package static func take(in directory: String?) -> Attempt {
        let files = StoreFiles(directory: directory ?? "")
        do throws(StoreError) {
            try files.makeDirectory()
        } catch {
            return .failed(error.description)
        }
        return take(at: files.lock)
    }

    static func take(at path: String) -> Attempt {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .failed("\(path) can't be opened: \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            defer { close(descriptor) }
            guard reason != EWOULDBLOCK else { return .busy(holder(descriptor)) }
            return .failed("\(path) can't be locked: \(String(cString: strerror(reason)))")
        }
        // On a full disk nobody can be named, but nobody else gets in.
        let name = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        pwrite(descriptor, name, name.count, 0)
        return .taken(StoreLock(descriptor))
    }

    /// Whether who opens the path finds this lock.
    func isInPlace(at path: String) -> Bool {
        FileIdentity(path).map { $0 == FileIdentity(descriptor) } ?? false
    }

    deinit {
        // A child that is being spawned has it, too, until it runs its program.
        flock(descriptor, LOCK_UN)
        if Self.held == descriptor { Self.held = -1 }
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> String {
        processID(in: descriptor).map { "the process \($0)" } ?? "another process"
    }

    private static func processID(in descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self))
    }

    /// Whether a process of this user is the one that the lock of a directory names, and really has it open.
    package static func isHeld(in directory: String?, by processID: Int32) -> Bool {
        guard let directory else { return false }
        let descriptor = open(StoreFiles(directory: directory).lock, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let lock = FileIdentity(descriptor), Self.processID(in: descriptor) == processID else { return false }
        let folder = "/proc/\(processID)/fd"
        var owner = stat()
        guard stat(folder, &owner) == 0, owner.st_uid == getuid() else { return false }
        // Others' are not listed.
        return StoreFiles.names(in: folder).contains { FileIdentity("\(folder)/\($0)", followsLink: true) == lock }
    }
}
