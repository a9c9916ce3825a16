internal import CSystemd

/// Calls a function after entries of directories were added, removed, moved, written or changed in their attributes, or
/// after a directory itself was. Writes into a file that stays open are not noticed.
///
/// A directory that does not exist yet is noticed when it is created: its nearest existing parent is watched until
/// then.
@EventLoop
package final class DirectoryWatch {
    private static let events = UInt32(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)

    private let directories: @EventLoop () -> [String]
    private let rest: UInt64
    private let onChange: @EventLoop () -> Void
    private var sources: [LoopSource] = []
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - directories: Absolute paths, read again after each change.
    ///   - rest: How long the directories must be quiet before the call, in milliseconds. One command causes several
    ///     events.
    package init(
        _ directories: @escaping @EventLoop () -> [String], rest: UInt64, onChange: @escaping @EventLoop () -> Void
    ) {
        self.directories = directories
        self.rest = rest
        self.onChange = onChange
        watch()
    }

    /// Watches what is now at the paths of the directories.
    private func watch() { sources = directories().map(source) }

    private func source(_ directory: String) -> LoopSource {
        LoopSource({ [unowned self] in changed() }) { event, source, context in
            var path = directory[...]
            while true {
                let result = sd_event_add_inotify(
                    event, &source, String(path), Self.events, { _, _, context in LoopSource.fire(context) }, context)
                guard result < 0, path != "/", let slash = path.lastIndex(of: "/") else { return result }
                path = slash == path.startIndex ? "/" : path[..<slash]
            }
        }
    }

    private func changed() {
        timer = LoopTimer(after: rest) { [unowned self] in
            timer = nil
            watch()
            onChange()
        }
    }
}
