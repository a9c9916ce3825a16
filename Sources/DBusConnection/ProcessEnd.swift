internal import Glibc

/// How a process ended, and how much it had used.
package struct ProcessEnd: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// Somebody else in this process has waited for it.
        case unknown
    }

    package let cause: Cause
    /// The most memory that was resident at once, in bytes; 0 when it was less than its parent's.
    package let maximumMemory: UInt64

    package init(cause: Cause, maximumMemory: UInt64) {
        self.cause = cause
        self.maximumMemory = maximumMemory
    }

    /// The end of a sentence about the process, such as `was killed by SIGSEGV (invalid memory reference)`.
    package var text: String {
        switch cause {
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal):
            Self.signals[signal].map { "was killed by \($0)" } ?? "was killed by signal \(signal)"
        case .unknown: "has ended"
        }
    }

    private static let signals: [Int32: String] = [
        SIGABRT: "SIGABRT (it aborted)", SIGBUS: "SIGBUS (bad memory access)",
        SIGFPE: "SIGFPE (bad arithmetic)", SIGHUP: "SIGHUP", SIGILL: "SIGILL (illegal instruction, as of a Swift trap)",
        SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
        SIGSEGV: "SIGSEGV (invalid memory reference)", SIGSYS: "SIGSYS (bad system call)", SIGTERM: "SIGTERM",
        SIGTRAP: "SIGTRAP (a Swift trap or a breakpoint)", SIGXCPU: "SIGXCPU (CPU time limit)",
    ]
}
