internal import Glibc

/// Counts the bytes that libdbus reads from a socket. libdbus itself does not say how many it keeps.
///
/// The kernel moves the peek offset of a Unix socket back by every byte that is read (`SO_PEEK_OFF` in socket(7)). Nothing
/// here peeks, so the offset is an exact counter, which takes one system call to read.
struct ReadCounter {
    /// A large offset, so that it never reaches 0 between two counts.
    private static let start: Int32 = 1 << 30
    /// `SO_PEEK_OFF`, which the Glibc module does not import.
    private static let option: Int32 = 42

    private let socket: Int32
    private var offset: Int32

    /// Returns nil when the descriptor is not a Unix socket.
    init?(_ socket: Int32) {
        self.socket = socket
        offset = Self.start
        guard Self.set(Self.start, of: socket) else { return nil }
    }

    /// Returns the number of bytes that were read since the last call.
    mutating func count() -> Int {
        var now: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(socket, SOL_SOCKET, Self.option, &now, &size) == 0 else { return 0 }
        let count = Int(offset) - Int(now)
        offset = now
        if now < Self.start / 2, Self.set(Self.start, of: socket) { offset = Self.start }
        return max(0, count)
    }

    private static func set(_ offset: Int32, of socket: Int32) -> Bool {
        var offset = offset
        return setsockopt(socket, SOL_SOCKET, option, &offset, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// Whether bytes have arrived that were not read yet.
    var hasMore: Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }
}
