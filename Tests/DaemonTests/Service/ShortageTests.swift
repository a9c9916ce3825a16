import Foundation
import TestSupport

/// libdbus without memory: calls end in errors, and the daemon continues.
@EventLoop @Suite(.bus, .enabled(if: FileManager.default.fileExists(atPath: Shortage.library)))
struct ShortageTests {
    @Test(.whileThereIsTime, arguments: Shortage.all)
    func `stress: without memory for libdbus calls end in errors, and no confirmed change is lost`(
        shortage: Shortage
    ) async throws {
        let log = try PrivateBus.current.directory + "/log"
        guard let daemon = try await Self.start(shortage, log) else {
            // The log has the reason.
            let said = try String(contentsOfFile: log, encoding: .utf8)
            #expect(said.contains("emory") || said.contains("did not reply"), "\(said)")
            return
        }
        let client = try BusClient()
        var confirmed: Set<String> = []
        for number in 0..<12 {
            let identifier = "tabs-\(number)"
            let answer = await complaint {
                let path = try await client.manager.createTabBarController([
                    "RestorationIdentifier": .string(identifier)
                ])
                confirmed.insert(identifier)
                _ = try await client.properties(path).getAll(TabBarControllerInterface.name)
                _ = try await client.call(IntrospectableInterface.introspect, at: path)
                _ = try await client.objectManager(TabNames.root).getManagedObjects()
            }
            // Where libdbus itself lacks memory to validate a message it treats the message as corrupt, and
            // disconnects.
            let allowed = ["none", "NoMemory", "NoReply", "ServiceUnknown", "NameHasNoOwner"]
            #expect(allowed.contains { answer.hasPrefix($0) }, "\(answer)")
        }
        kill(daemon.id, SIGTERM)
        #expect(await daemon.ended() == 0)
        client.connection.close()
        // With memory again.
        let reader = try await BusClient.ofNewDaemon()
        let objects = try await reader.objectManager(TabNames.root).getManagedObjects()
        let found = objects.values.compactMap { $0[ViewControllerInterface.name]?["RestorationIdentifier"] }
        for identifier in confirmed { #expect(found.contains(.string(identifier)), "\(identifier)") }
    }

    /// Starts a daemon. Returns nil when it ended in order before it had its name.
    private static func start(_ shortage: Shortage, _ log: String) async throws -> ChildProcess? {
        let bus = try PrivateBus.current
        let watcher = try Connection.bus(at: bus.address)
        defer { watcher.close() }
        watcher.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(TabNames.busName)'")
        let process = try ChildProcess(
            BuiltProducts.directory + "/tabd", ["--log-level", "warning"],
            environment: bus.environment.merging(shortage.environment) { $1 }, errors: .file(log))
        let status: Int32? = try await EventLoop.waiting(for: "tabd taking its name, or its end") { resolve in
            watcher.onSignal = { signal, reader in
                let hasName = signal.member == "NameOwnerChanged" && (try? reader.readString()) == TabNames.busName
                if hasName { resolve(nil) }
            }
            process.onEnd { resolve($0) }
        }
        guard let status else { return process }
        #expect(status == 1 || status == 69, "\(status)")
        return nil
    }
}
