internal import DBusInterface
internal import Glibc

/// What `/proc` says that a process uses.
struct ProcessUsage {
    /// CPU time since its start, in nanoseconds.
    let cpu: UInt64
    /// Resident memory, in bytes.
    let memory: UInt64

    /// nil when there is no such process.
    init?(of process: Int32) {
        guard let stat = Self.read("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")"),
            let statm = Self.read("/proc/\(process)/statm")
        else { return nil }
        // The fields behind the name, which may hold anything.
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        let pages = statm.split(separator: " ")
        guard fields.count > 12, pages.count > 1, let user = UInt64(fields[11]), let system = UInt64(fields[12]),
            let resident = UInt64(pages[1])
        else { return nil }
        cpu = (user + system) * (1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
        memory = resident * UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))
    }

    /// Reads a file of `/proc`, up to 4096 bytes.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
