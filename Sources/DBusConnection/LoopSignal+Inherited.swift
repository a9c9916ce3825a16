internal import CSystemd
internal import Glibc

extension LoopSignal {
    /// Forgets what a parent has set for its children: signals that are ignored or blocked. Handlers stay as they are.
    package nonisolated static func forgetInherited() {
        for number in 1...__SIGRTMAX {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0 else { continue }
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_DFL) }
        }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
