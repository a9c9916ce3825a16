internal import Glibc

extension Terminal {
    /// Stops the process as Control-Z does, with the terminal given back, until somebody continues it.
    ///
    /// All of the process group stops, so that a shell sees its job stopped. It does not matter whether the calling thread
    /// blocks SIGTSTP, or what the process does with it; where nobody could continue it (the process group is orphaned, or
    /// who started it has SIGTSTP ignored) the call returns at once. What is shown is unknown then: the next picture must
    /// be whole.
    ///
    /// - Returns: false when the terminal is gone.
    @discardableResult
    package func stopUntilContinued() -> Bool {
        suspend()
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &action, &before)
        let isIgnored = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == Self.ignored
        if !isIgnored {
            var (stop, mask) = (sigset_t(), sigset_t())
            sigemptyset(&stop)
            sigaddset(&stop, SIGTSTP)
            // Where it is blocked it stops the process only now; else it has already.
            kill(0, SIGTSTP)
            pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
            pthread_sigmask(SIG_SETMASK, &mask, nil)
        }
        sigaction(SIGTSTP, &before, nil)
        return resume()
    }

    /// SIG_IGN.
    private static var ignored: Int { 1 }
}
