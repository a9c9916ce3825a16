import Glibc

/// The open file descriptors of this process.
package enum OpenDescriptors {
    /// The least number that the event loop, the bus and the store need.
    static let minimum: rlim_t = 64
    private static let wanted: rlim_t = 65536

    /// Raises the soft limit to the hard limit, at most 65536. Sessions start with a low limit for the sake of programs
    /// that use `select`.
    ///
    /// - Returns: The new limit.
    static func raiseLimit() -> rlim_t {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        guard limit.rlim_cur < min(limit.rlim_max, wanted) else { return limit.rlim_cur }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit.rlim_cur : minimum
    }

    /// Sets close-on-exec for all descriptors from `first` on.
    package static func closeOnExec(from first: Int32) {
        if !closeRangeOnExec(first) { closeListedOnExec(first) }
    }

    /// Sets close-on-exec with one system call, `close_range`.
    ///
    /// - Returns: false when the C library or the kernel (before 5.11) doesn't have it.
    package static func closeRangeOnExec(_ first: Int32) -> Bool {
        // The Glibc module does not import close_range.
        typealias CloseRange = @convention(c) (UInt32, UInt32, Int32) -> Int32
        guard let symbol = dlsym(nil, "close_range") else { return false }
        let closeOnExec: Int32 = 4
        return unsafeBitCast(symbol, to: CloseRange.self)(UInt32(clamping: first), .max, closeOnExec) == 0
    }

    /// Sets close-on-exec for each open descriptor that `/proc` lists.
    package static func closeListedOnExec(_ first: Int32) {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let descriptor = Int32(name), descriptor >= first else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
