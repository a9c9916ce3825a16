import DBusConnection
import Glibc

/// Tells when something in a directory has come, gone, been moved or written by somebody who is done with it, or when the
/// directory itself is gone. What this process writes into files that it has open is no event.
@EventLoop
final class DirectoryWatch {
    /// One command makes several events: it is looked at when that rests for so long, in milliseconds.
    private static let rest: UInt64 = 100
    private static let events = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    private let descriptor: Int32
    private let directory: String
    private let onChange: @EventLoop () -> Void
    private var watch: Int32 = -1
    private var input: LoopInput?
    private var timer: LoopTimer?

    /// nil when the system lets nobody watch any more.
    init?(_ directory: String, onChange: @escaping @EventLoop () -> Void) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        self.directory = directory
        self.onChange = onChange
        guard descriptor >= 0 else { return nil }
        begin()
        input = LoopInput(descriptor) { [unowned self] in changed() }
    }

    isolated deinit {
        input?.cancel()
        close(descriptor)
    }

    /// Watches what is in the directory's place now.
    private func begin() {
        let current = inotify_add_watch(descriptor, directory, Self.events)
        if watch >= 0, current != watch { inotify_rm_watch(descriptor, watch) }
        watch = current
    }

    private func changed() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        guard timer == nil else { return }
        timer = LoopTimer(after: Self.rest) { [unowned self] in
            timer = nil
            onChange()
            begin()
        }
    }
}
