import CSDBus
import Glibc
import TabPlugin

/// Threads of the plugin, which take no signals.
enum PluginThread {
    private static let stackSize = 512 << 10

    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs a function on a new thread. Returns whether there is one; otherwise it logs the reason.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Signals are for the thread of the loop. A new thread inherits the mask.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let result = pthread_create(
            &thread, &attributes,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result != 0 else { return true }
        body.release()
        log(.error, "no thread for media players: \(String(cString: strerror(result)))")
        return false
    }
}
