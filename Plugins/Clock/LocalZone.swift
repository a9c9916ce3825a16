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
