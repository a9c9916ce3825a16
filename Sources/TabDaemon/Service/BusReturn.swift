import DBusConnection
import DBusInterface
package import EventLoop
import Glibc

/// The wait for a bus that has ended, and may come back at its address: a new process may listen on the socket of one that
/// crashed, and systemd starts the bus whose socket it owns.
///
/// Without such a socket the bus does not come back, and the wait is over at once.
@EventLoop
package final class BusReturn {
    /// The time in which the bus must listen again. A daemon on another bus waits for the state a little longer
    /// (`NameAcquisition.timeout`).
    private static let time = Duration.seconds(2)
    /// The time that a bus which listens has to answer, in milliseconds.
    private static let answerTimeout: Int32 = 2000
    /// The delays between two attempts, in milliseconds.
    private static let delays: (first: UInt64, longest: UInt64) = (5, 100)

    typealias Join =
        @EventLoop (
            _ timeout: Int32, _ joined: @escaping @EventLoop (Result<Connection, DBusError>) -> Void
        ) -> Void

    private let sockets: [String]
    /// Whether the user manager owns the socket of the bus, which it may be creating again.
    private let isSystemd: Bool
    private let join: Join
    private let completion: @EventLoop (Connection?) -> Void
    private let end = SuspendingClock.now + BusReturn.time
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - join: Joins the bus.
    ///   - completion: Called once, with nil when the bus does not come back. Not called after this wait is released.
    init(
        to address: String, in environment: [String: String], join: @escaping Join,
        completion: @escaping @EventLoop (Connection?) -> Void
    ) {
        sockets = BusAddress.sockets(in: address)
        isSystemd = Self.isOfUserManager(sockets, in: environment)
        self.join = join
        self.completion = completion
        retry(after: 0, next: Self.delays.first)
    }

    /// Returns whether one of the sockets is the one of `dbus.socket` in a user manager that runs.
    package nonisolated static func isOfUserManager(_ sockets: [String], in environment: [String: String]) -> Bool {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return false }
        return sockets.contains(directory + "/bus") && isSocket(directory + "/systemd/private")
    }

    private nonisolated static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    private var mayReturn: Bool { isSystemd || sockets.contains(where: Self.isSocket) }

    private func retry(after delay: UInt64, next: UInt64) {
        // Never at once: the connection that was lost is calling.
        timer = LoopTimer(after: delay) { [weak self] in
            guard let self else { return }
            guard .now < end, mayReturn else { return completion(nil) }
            join(Self.answerTimeout) { [weak self] result in
                switch result {
                case .success(let connection): self?.completion(connection)
                case .failure: self?.retry(after: next, next: min(next * 2, Self.delays.longest))
                }
            }
        }
    }
}
