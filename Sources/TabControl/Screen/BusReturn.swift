internal import DBusConnection
internal import DBusInterface

/// Waits for a bus that has gone.
@EventLoop
enum BusReturn {
    /// Tries again and again, at last every two seconds.
    ///
    /// - Returns: nil when it is not wanted any more.
    static func connection(at address: String, while isWanted: @escaping @EventLoop () -> Bool) async -> Connection? {
        var pause: UInt64 = 100
        while true {
            // Before the first attempt, too: a bus that only greets must not be greeted without end.
            await sleep(milliseconds: pause)
            guard isWanted() else { return nil }
            if let connection = try? await Connection.joiningBus(at: address, timeout: 5000) {
                guard isWanted() else {
                    connection.close()
                    return nil
                }
                return connection
            }
            pause = min(pause * 2, 2000)
        }
    }

    private static func sleep(milliseconds: UInt64) async {
        var timer: LoopTimer?
        await withCheckedContinuation(isolation: EventLoop.shared) { continuation in
            timer = LoopTimer(after: milliseconds) { continuation.resume() }
        }
        withExtendedLifetime(timer) {}
    }
}
