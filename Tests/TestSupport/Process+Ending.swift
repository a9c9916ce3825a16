import Foundation
import Glibc

extension Process {
    /// Waits for its end without Foundation, and returns its exit status or the signal that ended it.
    ///
    /// Foundation hears of an end when a descriptor is closed that a child which began at the same moment may have
    /// inherited: then it tells of it when that other one ends, which may be waiting for us.
    @discardableResult
    package func waitForEnd() -> Int32 {
        var info = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) == -1 {
            guard errno == EINTR else {
                // Foundation has taken the status.
                waitUntilExit()
                return terminationStatus
            }
        }
        return info._sifields._sigchld.si_status
    }

    /// Calls `body` with the status when it has ended.
    package func onEnd(_ body: @escaping @Sendable (Int32) -> Void) {
        Thread.detachNewThread { body(self.waitForEnd()) }
    }
}
