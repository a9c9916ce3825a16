import Glibc

/// The file descriptors that this process has open.
package enum OpenDescriptors {
    /// Below that not even the loop, the bus and the store have what they need.
    static let minimum: rlim_t = 64
    private static let wanted: rlim_t = 65536

    /// Lets the process open as many as it may. The lower limit that sessions begin with is for programs that use
    /// `select`, which can't have more.
    ///
    /// - Returns: How many it may open.
    static func raiseLimit() -> rlim_t {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return wanted }
        guard limit.rlim_cur < min(limit.rlim_max, wanted) else { return limit.rlim_cur }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit.rlim_cur : minimum
    }

    /// Has all of them from `first` on closed when the process becomes another program.
    package static func closeOnExec(from first: Int32) {
        if !closeRangeOnExec(first) { closeListedOnExec(first) }
    }

    /// One system call, whatever the limit of open files is.
    ///
    /// - Returns: false when the C library or the kernel (before 5.11) doesn't have it.
    package static func closeRangeOnExec(_ first: Int32) -> Bool {
        // Swift's module of the C library leaves it out.
        typealias CloseRange = @convention(c) (UInt32, UInt32, Int32) -> Int32
        guard let symbol = dlsym(nil, "close_range") else { return false }
        let closeOnExec: Int32 = 4
        return unsafeBitCast(symbol, to: CloseRange.self)(UInt32(clamping: first), .max, closeOnExec) == 0
    }

    /// One after the other, of those that there are.
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
