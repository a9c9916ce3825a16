import Foundation

/// Stands for a full disk, also for root: no file of this process may be larger. For a process of its own.
enum FileSizeLimit {
    static func set(_ bytes: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    static func lift() { set(rlim_t.max) }
}
