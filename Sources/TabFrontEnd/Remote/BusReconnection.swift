package import DBusConnection
internal import DBusInterface
package import EventLoop

/// The wait for a bus that has ended, or for another machine whose connection is lost.
@EventLoop
package enum BusReconnection {
    /// Connects with exponential back-off: up to every two seconds, to another machine up to every 15 seconds.
    ///
    /// - Parameters:
    ///   - shouldContinue: Returns whether the connection is still needed.
    ///   - onFailure: Called with the reason why an attempt failed, when it is not that of the attempt before.
    /// - Returns: nil as soon as `shouldContinue` returns false.
    package static func connection(
        to location: BusLocation, while shouldContinue: @escaping @EventLoop () -> Bool,
        onFailure: @EventLoop (String) -> Void = { _ in }
    ) async -> Connection? {
        let isRemote = location.host != nil
        var pause: UInt64 = isRemote ? 200 : 100
        var reason = ""
        while true {
            // Pauses before the first attempt too, so that a bus that accepts and closes connections does not cause a
            // busy loop.
            await sleep(milliseconds: pause)
            guard shouldContinue() else { return nil }
            do throws(DBusError) {
                let connection = try await location.connection(timeout: isRemote ? 30_000 : 5000)
                guard shouldContinue() else {
                    connection.close()
                    return nil
                }
                return connection
            } catch {
                guard shouldContinue() else { return nil }
                if error.message != reason { onFailure(error.message) }
                reason = error.message
            }
            pause = min(pause * 2, isRemote ? 15_000 : 2000)
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
