internal import DBusConnection
package import EventLoop

/// A command that follows the daemon, and continues over a new connection when the one to another machine is lost. On a
/// bus of this machine the command ends with the bus.
@EventLoop
package final class LastingCommand {
    package private(set) var service: Service
    private let reconnection: BusReconnection
    private var isRunning = true
    private let onLoss: @EventLoop (String) -> Void

    /// - Parameter onLoss: Called with a message when the connection is lost, and when it can't be restored yet.
    package init(_ service: Service, onLoss: @escaping @EventLoop (String) -> Void) {
        self.service = service
        self.onLoss = onLoss
        reconnection = BusReconnection(to: service.location)
    }

    /// Stops waiting for a connection, at once. The command itself ends elsewhere.
    package func stop() {
        isRunning = false
        reconnection.stop()
    }

    /// Runs the command until it ends.
    ///
    /// - Parameter body: Runs it over one connection. `isContinued` is true after the first one.
    package func run(
        _ body: @EventLoop (_ service: Service, _ isContinued: Bool) async throws -> Void
    ) async throws {
        var isContinued = false
        while isRunning {
            do {
                return try await body(service, isContinued)
            } catch {
                guard let host = service.location.host, isRunning, !service.bus.isConnected else { throw error }
                onLoss(HostMessage.lost(host))
            }
            guard let next = await reconnection.connection(after: service.bus, onFailure: onLoss) else { return }
            service = Service(next, at: service.location)
            isContinued = true
        }
    }
}
