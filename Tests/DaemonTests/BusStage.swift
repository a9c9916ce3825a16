import DBusConnection
import TestSupport

/// A daemon and a client, which all scenarios of a run share.
@EventLoop
final class BusStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let client: BusClient

    /// - Parameter focusDelay: milliseconds that focus on an item waits for its selection.
    init(_ bus: PrivateBus, focusDelay: Int) async throws {
        self.bus = bus
        try bus.configure("[deadlines]\nfocus = \(focusDelay)\n")
        daemon = try await DaemonProcess.start(on: bus)
        client = try BusClient(on: bus)
        try await client.subscribe()
    }
}
