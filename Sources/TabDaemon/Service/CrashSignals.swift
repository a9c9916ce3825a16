import Glibc

/// The signals that end the process with a backtrace.
enum CrashSignals {
    private typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// The handler of the Swift runtime, which is the same for all of these signals.
    private nonisolated(unsafe) static var writeBacktrace: Handler?

    /// Makes a crash signal from another process end this one after the backtrace.
    ///
    /// The handler of the Swift runtime returns after it has written the backtrace. A hardware fault then happens again
    /// and ends the process. A signal from outside, such as the watchdog's SIGABRT, would be lost.
    static func endProcess() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
            var action = sigaction()
            sigaction(number, nil, &action)
            // Without backtraces, the default action is in place and ends the process.
            guard action.sa_flags & SA_SIGINFO != 0, let handler = action.__sigaction_handler.sa_sigaction else {
                continue
            }
            writeBacktrace = handler
            action.__sigaction_handler.sa_sigaction = { number, info, context in
                CrashSignals.writeBacktrace?(number, info, context)
                signal(number, SIG_DFL)
                // The kernel's signals have a positive code: the fault happens again, and the core dump has its
                // address.
                if let info, info.pointee.si_code <= 0 { raise(number) }
            }
            sigaction(number, &action, nil)
        }
    }
}
