internal import Glibc

/// Counts how often a file is opened, by any program.
package final class FileOpenings {
    private let watch: Int32

    package init(of path: String) {
        watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        inotify_add_watch(watch, path, UInt32(IN_OPEN))
    }

    deinit { close(watch) }

    /// The number of openings since the last call. Several at a time count as one.
    package var count: Int {
        var events = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while read(watch, &events, events.count) > 0 { count += 1 }
        return count
    }
}
