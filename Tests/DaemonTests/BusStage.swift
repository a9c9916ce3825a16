import DBusConnection
import TestSupport

/// A daemon and a client, which all scenarios of a run share.
@EventLoop
final class BusStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let client: BusClient
    /// What the client knows of all objects by what it was told.
    private var mirror: ObjectMirror

    /// - Parameter focusDelay: milliseconds that focus on an item waits for its selection.
    init(_ bus: PrivateBus, focusDelay: Int) async throws {
        self.bus = bus
        let isPatient = focusDelay > 1000
        try bus.configure("[deadlines]\nfocus = \(focusDelay)\nanchor = \(isPatient ? 5000 : 50)\n")
        daemon = try await DaemonProcess.start(on: bus)
        client = try BusClient(on: bus)
        try await client.subscribe()
        mirror = ObjectMirror(try await client.managedObjects())
        client.forgetSignals()
    }

    /// What the client was told since the last time, which its mirror knows from then on.
    func takeSignals() -> [HeardSignal] {
        let signals = client.signals
        client.forgetSignals()
        mirror.apply(signals)
        return signals
    }

    /// What the client was told that is not so, or not as it should be; nil when there is nothing.
    func fault() async throws -> String? {
        let objects = try await client.managedObjects()
        _ = takeSignals()
        let differences = mirror.differences(from: objects)
        mirror.forgetFaults()
        return differences.isEmpty ? nil : differences.joined(separator: "; ")
    }
}
