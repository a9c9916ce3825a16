internal import Foundation

/// Lets one process at a time have a store; it goes with the process.
final class StoreLock {
    private let descriptor: Int32

    enum Attempt {
        case taken(StoreLock)
        /// By whom, such as "the process 123".
        case busy(String)
        /// Nobody can have it, for this reason.
        case failed(String)
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

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

    deinit {
        // A child that was forked a moment ago has it, too, until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
        return Int32(text).map { "the process \($0)" } ?? "another process"
    }
}
