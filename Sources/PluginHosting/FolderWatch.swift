package import DBusConnection
internal import Glibc

/// Tells when something in some folders, or in the folders in them, has become another thing.
///
/// A folder that isn't there is noticed when it comes: the nearest one above it is watched instead.
@EventLoop
package final class FolderWatch {
    /// Installing a plugin makes several files: it is looked at when that rests for so long, in milliseconds.
    private static let rest: UInt64 = 300
    private static let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_ATTRIB | IN_ONLYDIR)

    private let descriptor: Int32
    private let folders: [String]
    private let onChange: @EventLoop () -> Void
    private var input: LoopInput?
    private var timer: LoopTimer?

    /// nil when the system lets nobody watch any more.
    package init?(_ folders: [String], onChange: @escaping @EventLoop () -> Void) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        self.folders = folders
        self.onChange = onChange
        guard descriptor >= 0 else { return nil }
        watch()
        input = LoopInput(descriptor) { [unowned self] in changed() }
    }

    isolated deinit {
        input?.cancel()
        close(descriptor)
    }

    private func watch() {
        for folder in folders {
            var path = folder
            while inotify_add_watch(descriptor, path, Self.events) < 0, let slash = path.lastIndex(of: "/"), path != "/"
            {
                path = slash == path.startIndex ? "/" : String(path[..<slash])
            }
            guard path == folder, let entries = opendir(folder) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                // Files are no folders, and are not watched.
                if Manifest.isValidIdentifier(name) { inotify_add_watch(descriptor, "\(folder)/\(name)", Self.events) }
            }
        }
    }

    private func changed() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        timer = LoopTimer(after: Self.rest) { [unowned self] in
            timer = nil
            watch()
            onChange()
        }
    }
}
