import DBusConnection
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// What hosts leave, and must not.
extension IsolatedStage {
    /// Where the daemon's private socket is.
    var privateFolder: String { bus.directory + "/tabd" }

    /// What there is in it.
    var sockets: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: privateFolder)) ?? []).sorted()
    }

    /// Leaves a socket there as a daemon with that number does that is killed.
    func leaveSocket(for process: pid_t) throws {
        let path = "\(privateFolder)/hosts-\(process)"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    /// Waits for processes that have lost their daemon.
    func untilGone(_ processes: [ProcessEntry]) async throws {
        let other = try BusClient(on: bus)
        let deadline = Patience.end
        // Whoever has to hear of an orphan's end may take its time.
        while processes.contains(where: \.isAlive), .now < deadline {
            _ = try await other.connection.owner(of: TabNames.busName)
        }
        let left = processes.filter(\.isAlive)
        guard left.isEmpty else { throw NothingHappened(description: "\(left) did not end") }
    }
}
