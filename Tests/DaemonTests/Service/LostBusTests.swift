import Foundation
import TabDaemon
import TestSupport

/// A daemon whose bus ends, and the daemon on the next bus, which needs its state.
@EventLoop @Suite struct LostBusTests {
    private static let tabctl = BuiltProducts.directory + "/tabctl"

    /// Runs `tabctl` in a session of its own, whose bus starts the daemon.
    private static func session(_ configuration: String, _ arguments: String...) async throws -> HouseCommand {
        let environment = PrivateBus.environment(in: try PrivateBus.current.directory, address: nil)
        return try await HouseCommand.runOnThread(
            ["dbus-run-session", "--config-file=\(configuration)", "--", tabctl] + arguments, environment: environment
        ).succeeded()
    }

    @Test(.bus) func `the next session has the tabs of the one that has just ended`() async throws {
        let bus = try PrivateBus.current
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try await bus.offerService("\(BuiltProducts.directory)/tabd --plugin-path \(plugins) --log-level warning")
        let configuration = bus.directory + "/session.conf"
        try String(contentsOfFile: bus.directory + "/bus.conf", encoding: .utf8)
            .replacing("unix:path=\(bus.directory)/bus", with: "unix:dir=\(bus.directory)")
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        let created = try await Self.session(configuration, "create", "clock.Alarm")
        let listed = try await Self.session(configuration, "list", "--no-legend")
        let controller = created.output.trimmingCharacters(in: .newlines)
        #expect(listed.output.hasPrefix(controller + " "), "\(listed.output)\(listed.errors)")
        #expect(!listed.errors.contains("not saved"))
        // The last daemon leaves as well.
        let lock = try String(contentsOfFile: bus.directory + "/state/tabd/tabd.lock", encoding: .utf8)
        let process = try #require(lock.split(separator: "\n").first.flatMap { Int32($0) })
        try await EventLoop.until("the end of the last daemon") { !ProcessEntry(process).isAlive }
    }

    /// A bus that was killed leaves its socket, on which another bus may listen soon.
    @Test(.bus, arguments: [SIGTERM, SIGKILL]) func `a bus that does not return ends the daemon in order`(
        signal: Int32
    ) async throws {
        let bus = try PrivateBus.current
        let log = bus.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient(log: log)
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        bus.stop(with: signal)
        #expect(FileManager.default.fileExists(atPath: bus.directory + "/bus") == (signal == SIGKILL))
        #expect(await daemon.status() == 0)
        try bus.restart()
        try await DaemonProcess.start()
        let found = try await BusClient().get(ManagerInterface.tabBarControllers, at: TabNames.root)
        #expect(found == [tabs])
    }

    @Test(.bus)
    func `a second login with the same state folder has tabs of its own, and is told that nothing is saved`()
        async throws
    {
        let first = try PrivateBus.current
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        let state = ["XDG_STATE_HOME": first.directory + "/state"]
        try await PrivateBus.withNew {
            let other = try await DaemonProcess.start(environment: state)
            let another = try BusClient()
            #expect(try await another.manager.tabBarControllers == [])
            #expect(try await another.manager.storeState == "unsaved")
            let own = try await another.manager.createTabBarController(["RestorationIdentifier": .string("own")])
            // The numbers of both differ.
            #expect(own != tabs)
            let list = try TabctlProcess(["list"])
            #expect(try await list.exitStatus() == 0)
            #expect(list.lines.contains { $0.hasPrefix(own.text) })
            let reason = "the state in \(first.directory)/state/tabd is in use by process \(daemon.processID)"
            #expect(list.notes == ["# not saved: \(reason)"])
            // When the first login ends, the second one is saved as well.
            #expect(await daemon.stop() == 0)
            try await another.waitForSignal("the state being saved") { signal in
                signal.path == TabNames.root && signal.changes["StoreState"] == .string("saved")
            }
            let saved = try TabctlProcess(["list"])
            #expect(try await saved.exitStatus() == 0)
            #expect(saved.notes == [])
            #expect(await other.stop() == 0)
        }
        try await DaemonProcess.start()
        let kept = try await BusClient().get(ManagerInterface.tabBarControllers, at: TabNames.root)
        #expect(kept.count == 2 && kept.contains(tabs))
    }

    @Test func `only a user manager that runs is expected to create the socket of its bus again`() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        let sockets = BusAddress.sockets(in: "unix:path=\(folder.path)/bus,guid=0123456789abcdef0123456789abcdef")
        #expect(sockets == [folder.path + "/bus"])
        #expect(!BusReturn.isOfUserManager(sockets, in: environment))
        try FileManager.default.createDirectory(
            atPath: folder.path + "/systemd", withIntermediateDirectories: true)
        let manager = try #require(openUnixSocket(folder.path + "/systemd/private", bind))
        defer { close(manager) }
        #expect(BusReturn.isOfUserManager(sockets, in: environment))
        #expect(!BusReturn.isOfUserManager(["/tmp/other"], in: environment))
        #expect(!BusReturn.isOfUserManager(sockets, in: [:]))
    }

    @Test(
        arguments: [
            ("unix:path=/run/user/1%30/bus", ["/run/user/10/bus"]), ("unix:abstract=/tmp/x", []), ("nonsense", []),
            ("unix:path=/a;unix:path=/b,guid=00112233445566778899aabbccddeeff", ["/a", "/b"]), ("", []),
        ] as [(String, [String])])
    func `the sockets of an address are found`(address: String, sockets: [String]) {
        #expect(BusAddress.sockets(in: address) == sockets)
    }
}
