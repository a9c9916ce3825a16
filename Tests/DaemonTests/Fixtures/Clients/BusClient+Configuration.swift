import Foundation
import Glibc
import TestSupport

extension PrivateBus {
    /// Puts a plugin with a class `Main` into a plugin path. Its library is never loaded.
    func installPlugin(_ id: String, in folder: String) throws {
        let path = "\(folder)/\(id)"
        let files = FileManager.default
        try files.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let manifest = """
            id = "\(id)"
            name = "\(id)"
            version = "1"
            abi = 1
            library = "lib\(id).so"
            isolation = "in-process"

            [[class]]
            name = "Main"
            title = "Main"
            """
        for (name, text) in [("lib\(id).so", ""), ("plugin.toml", manifest)] {
            try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/\(name)")
        }
    }
}

extension BusClient {
    /// Has the daemon read the configuration again, and waits until a new plugin appears.
    func reload(_ daemon: DaemonProcess) async throws {
        let bus = try PrivateBus.current
        let id = "mark\(signals.count)x\(UInt32.random(in: 0..<1_000_000))"
        try bus.installPlugin(id, in: bus.directory + "/plugins")
        daemon.send(SIGHUP)
        try await waitForSignal("the configuration being read") { signal in
            signal.member == "InterfacesAdded" && signal.arguments.first == .objectPath(TabNames.plugin(id))
        }
        // The daemon may have found the plugin by itself. Its signal arrives before this reply.
        try await barrier()
    }
}
