import Foundation
import TestSupport

extension BusClient {
    /// Has the daemon read the configuration again, and waits until a new plugin appears.
    func reload(_ daemon: DaemonProcess) async throws {
        let bus = try PrivateBus.current
        let id = "mark\(signals.count)x\(UInt32.random(in: 0..<1_000_000))"
        // Its library is never loaded.
        try CPlugin.install(
            id, isolation: "in-process", classes: [CPlugin.plain("Main")], in: bus.directory + "/plugins"
        ) { try CPlugin.put(Data(), at: $0, mode: 0o644) }
        daemon.send(SIGHUP)
        try await waitForSignal("the configuration being read") { signal in
            signal.member == "InterfacesAdded" && signal.arguments.first == .objectPath(TabNames.plugin(id))
        }
        // The daemon may have found the plugin by itself. Its signal arrives before this reply.
        try await barrier()
    }
}
