import Glibc
import TabPlugin

/// The time zone of the machine: `TZ` of the environment, otherwise `/etc/localtime`.
@PluginActor
enum LocalZone {
    /// The attributes that identify a version of the file.
    private struct Version: Equatable {
        var device, inode: UInt64
        var size, seconds, nanoseconds: Int
    }

    /// The path of the zone file; nil if `TZ` has a name or a rule, which can't change.
    static let path: String? = {
        guard let setting = getenv("TZ").map({ String(cString: $0) }), !setting.isEmpty else { return "/etc/localtime" }
        let name = setting.first == ":" ? String(setting.dropFirst()) : setting
        return name.first == "/" ? name : nil
    }()

    private static var cached: (version: Version?, zone: TimeZone)?

    /// The current zone. It is cached until the file changes.
    static var current: TimeZone {
        guard let path else {
            let zone = cached?.zone ?? named()
            cached = (nil, zone)
            return zone
        }
        let version = version(of: path)
        if let cached, cached.version == version { return cached.zone }
        let zone = TimeZone(path: path) ?? .utc
        cached = (version, zone)
        return zone
    }

    private static func named() -> TimeZone {
        let setting = getenv("TZ").map { String(cString: $0) } ?? ""
        let name = setting.first == ":" ? String(setting.dropFirst()) : setting
        return TimeZone(named: name) ?? ZoneRule(name).map { TimeZone($0) } ?? .utc
    }

    private static func version(of path: String) -> Version? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Version(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
}

/// An observer of the machine's time zone. With the first observer it starts a thread, which only wakes up when the
/// zone file changes.
@PluginActor
final class ZoneWatch {
    static let shared = ZoneWatch()

    private struct Observer {
        weak var owner: AnyObject?
        let action: @PluginActor () -> Void
    }

    private var observers: [Observer] = []
    private var isWatching = false

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - owner: The object whose release ends the observation.
    ///   - action: The code to run after a change. Capture the owner weakly.
    func observe(_ owner: AnyObject, _ action: @escaping @PluginActor () -> Void) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, action: action))
        watch()
    }

    private func changed() {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.action() }
    }

    private func watch() {
        guard !isWatching, let path = LocalZone.path, let slash = path.lastIndex(of: "/") else { return }
        isWatching = true
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = String(path[path.index(after: slash)...])
        let queue = inotify_init1(Int32(IN_CLOEXEC))
        // Watch the folder, because the file is usually replaced.
        let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE)
        guard queue >= 0, inotify_add_watch(queue, folder, events) >= 0 else {
            if queue >= 0 { close(queue) }
            return log(.warning, "can't watch \(folder); changes of the time zone will not be noticed")
        }
        runThread {
            while Self.waitForEvent(of: name, in: queue) {
                Task { @PluginActor in Self.shared.changed() }
            }
            close(queue)
        }
    }

    /// Waits until a file with a name appears in the folder. Returns false if the watch has ended.
    private nonisolated static func waitForEvent(of name: String, in queue: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(queue, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            // An event has a watch, a mask, a cookie and a length, 32 bits each, followed by the name with padding.
            var rest = buffer.prefix(count)
            while rest.count >= 16 {
                let header = Array(rest.prefix(16))
                let length = header[12...].reversed().reduce(0) { $0 << 8 | Int($1) }
                let found = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
                if found.elementsEqual(name.utf8) { return true }
                rest = rest.dropFirst(16 + length)
            }
        }
    }
}

/// Runs blocking work on a new thread, in which all signals are blocked.
private func runThread(_ work: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Work(work)).toOpaque()
    let result = pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, context)
    guard result == 0 else { return Unmanaged<Work>.fromOpaque(context).release() }
    pthread_detach(thread)
}
