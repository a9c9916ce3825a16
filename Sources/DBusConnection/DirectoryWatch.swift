internal import CSystemd
internal import Glibc

/// Calls after entries of directories were added, removed, moved, written or given other attributes, or a directory itself
/// was. What a process writes into a file that it keeps open is not noticed.
///
/// A directory that does not exist is noticed when it is made: its nearest existing parent is watched until then.
@EventLoop
package final class DirectoryWatch {
    private static let events = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)

    private let directories: @EventLoop () -> [String]
    private let rest: UInt64
    private let onChange: @EventLoop () -> Void
    private var sources: [OpaquePointer] = []
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - directories: Absolute paths, asked for again after each change.
    ///   - rest: How long the directories must be quiet before the call, in milliseconds: one command makes several
    ///     events.
    package init(
        _ directories: @escaping @EventLoop () -> [String], rest: UInt64, onChange: @escaping @EventLoop () -> Void
    ) {
        self.directories = directories
        self.rest = rest
        self.onChange = onChange
        watch()
    }

    isolated deinit { for source in sources { sd_event_source_disable_unref(source) } }

    /// Watches what is in the place of the directories now.
    private func watch() {
        let previous = sources
        sources = directories().compactMap(source)
        for source in previous { sd_event_source_disable_unref(source) }
    }

    private func source(_ directory: String) -> OpaquePointer? {
        var source: OpaquePointer?
        var path = directory[...]
        while !path.isEmpty, let event = EventLoop.shared.executor.event {
            let result = sd_event_add_inotify(
                event, &source, String(path), Self.events,
                { _, _, context in
                    guard let context else { return 0 }
                    let watch = Unmanaged<DirectoryWatch>.fromOpaque(context).takeUnretainedValue()
                    EventLoop.assumeIsolated { watch.changed() }
                    EventLoop.shared.executor.endTurn()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
            guard result < 0, path != "/", let slash = path.lastIndex(of: "/") else { break }
            path = slash == path.startIndex ? "/" : path[..<slash]
        }
        return source
    }

    private func changed() {
        timer = LoopTimer(after: rest) { [unowned self] in
            timer = nil
            watch()
            onChange()
        }
    }
}
