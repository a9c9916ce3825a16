internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabFrontEnd
internal import TabInterface

/// The wait for a daemon that is still starting, as after `tabd &` in a script.
///
/// A daemon that the bus starts needs no wait: the bus holds the first call until the daemon owns its name.
@EventLoop
final class DaemonStartupWait {
    /// The environment variable for the number of seconds that a command waits.
    private static let variable = "TABCTL_WAIT"
    private static let defaultSeconds: UInt64 = 2
    private static let allowedSeconds: ClosedRange<UInt64> = 0...3600

    private let connection: Connection
    private var watch: SignalWatch?
    private var timer: LoopTimer?
    private var completion: (@EventLoop () -> Void)?

    /// Returns the number of seconds that a command waits: `TABCTL_WAIT`, or the default if it is unset or empty.
    static func seconds() throws(ControlError) -> UInt64 {
        guard let text = Environment.variable(variable), !text.isEmpty else { return defaultSeconds }
        guard let seconds = UInt64(text), allowedSeconds.contains(seconds) else {
            throw ControlError(
                message: """
                    \(variable) is '\(text)'; expected whole seconds from \(allowedSeconds.lowerBound) to \
                    \(allowedSeconds.upperBound)
                    """,
                status: ExitStatus.usage)
        }
        return seconds
    }

    /// Calls back when a daemon runs, when the bus can start one, or after the given number of seconds.
    static func start(_ seconds: UInt64, on connection: Connection, completion: @escaping @EventLoop () -> Void) {
        connection.owner(of: TabNames.busName) { result in
            guard case .success(nil) = result else { return completion() }
            isActivatable(on: connection) { isActivatable in
                guard !isActivatable else { return completion() }
                DaemonStartupWait(connection, completion).start(seconds)
            }
        }
    }

    /// Passes to `completion` whether the bus starts the daemon when a client calls it.
    static func isActivatable(on connection: Connection, completion: @escaping @EventLoop (Bool) -> Void) {
        let bus = "org.freedesktop.DBus"
        let list = Method<() -> [String]>(
            "ListActivatableNames", of: bus, returns: "names", summary: "Returns the names that the bus can start.")
        connection.call(list, at: "/org/freedesktop/DBus", on: bus, timeout: connection.callTimeout) { result in
            completion((try? result.get().contains(TabNames.busName)) == true)
        }
    }

    private init(_ connection: Connection, _ completion: @escaping @EventLoop () -> Void) {
        self.connection = connection
        self.completion = completion
    }

    /// Starts the wait. The timer retains this object until the end.
    private func start(_ seconds: UInt64) {
        Output.note("\(TabNames.busName) is not running yet; waiting for it")
        timer = LoopTimer(after: seconds * 1000) { self.end() }
        let watch = SignalWatch(connection, onOwner: { [weak self] _ in self?.end() })
        self.watch = watch
        // The daemon may have acquired its name before the watch started.
        watch.start { [weak self] result in
            guard case .success = result, watch.owner == nil else { self?.end(); return }
        }
    }

    private func end() {
        completion?()
        (completion, timer, watch) = (nil, nil, nil)
    }
}
