import Foundation
import Glibc
import Synchronization

extension Process {
    private static let starting = Mutex(())

    /// Starts it; `prepare` makes its pipes.
    ///
    /// Nothing else of the tests starts meanwhile: a child that began between the making of a descriptor and its marking
    /// would inherit it, and Foundation would hear of this process's end only when that other one ends, too.
    package func start(_ prepare: () -> Void = {}) throws {
        try Self.starting.withLock { _ in
            prepare()
            try run()
        }
    }

    /// Waits for its end without Foundation, which tells of it some time later.
    package func waitForEnd() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }
}
