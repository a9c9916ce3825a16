import Glibc
import TabPlugin

/// The zone that the machine's wall clocks show: `TZ` of the environment, else `/etc/localtime`.
@PluginActor
enum LocalZone {
    /// What tells one content of the file from another.
    private struct Version: Equatable {
        var device, inode: UInt64
        var size, seconds, nanoseconds: Int
    }

    /// The file that says what the zone is; nil when `TZ` gives a name or a rule, which stay.
    static let path: String? = {
        guard let setting = getenv("TZ").map({ String(cString: $0) }), !setting.isEmpty else { return "/etc/localtime" }
        let name = setting.first == ":" ? String(setting.dropFirst()) : setting
        return name.first == "/" ? name : nil
    }()

    private static var known: (version: Version?, zone: TimeZone)?

    /// As it is now: an administrator, or a traveller's desktop, may change it at any time.
    static var current: TimeZone {
        guard let path else {
            let zone = known?.zone ?? named()
            known = (nil, zone)
            return zone
        }
        let version = version(of: path)
        if let known, known.version == version { return known.zone }
        let zone = TimeZone(path: path) ?? .utc
        known = (version, zone)
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

/// Tells when the machine's time zone may have changed. Costs a sleeping thread from the first observer on, and no
/// wake-up before something changes.
@PluginActor
final class ZoneWatch {
    static let shared = ZoneWatch()

    private struct Observer {
        weak var owner: AnyObject?
        let action: @PluginActor () -> Void
    }

    private var observers: [Observer] = []
    private var isWatching = false

    /// - Parameters:
    ///   - owner: Until it is gone, it is told.
    ///   - action: Capture the owner weakly.
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
        // The file is replaced, not written to.
        let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE)
        guard queue >= 0, inotify_add_watch(queue, folder, events) >= 0 else {
            if queue >= 0 { close(queue) }
            return log(.warning, "changes of the time zone go unnoticed: \(folder) can't be watched")
        }
        runThread {
            while Self.waitForEvent(of: name, in: queue) {
                Task { @PluginActor in Self.shared.changed() }
            }
            close(queue)
        }
    }

    /// Waits until a file of that name was put into the folder; false when no more can come.
    private nonisolated static func waitForEvent(of name: String, in queue: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(queue, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            // An event is a watch, a mask, a cookie and a length of 32 bits each, then the name, filled up with zeros.
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

/// Runs blocking work on a thread of its own, which takes no signals.
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
