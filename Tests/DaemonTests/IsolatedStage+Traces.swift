import DBusConnection
import Foundation
import TabInterface
import TestSupport

/// What hosts leave, and must not.
extension IsolatedStage {
    /// Where the daemon's private socket is.
    var privateFolder: String { bus.directory + "/tabd" }

    /// What there is in it.
    var sockets: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: privateFolder)) ?? []).sorted()
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
