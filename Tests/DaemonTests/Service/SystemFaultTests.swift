import Foundation
import TestSupport

/// Failures of the system other than those of the disk.
@Suite(.bus) struct SystemFaultTests {
    @Test @EventLoop func `a bus that denies the name is reported, and the state is unchanged`() async throws {
        let bus = try PrivateBus.current
        let daemon = try await DaemonProcess.start()
        _ = try await BusClient().call(
            ManagerInterface.createTabBarController, at: TabNames.root, ["RestorationIdentifier": .string("desk")])
        #expect(await daemon.stop() == 0)
        let file = bus.directory + "/bus.conf"
        let policy = try String(contentsOfFile: file, encoding: .utf8)
        bus.stop()
        try policy.replacing("<allow own=\"*\"/>", with: "<deny own=\"*\"/>")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try bus.restart()
        let refused = try HouseCommand.run([HouseCommand.binaries + "/tabd"], environment: bus.environment)
        #expect(refused.status == 77)
        #expect(refused.errors.contains("the policy of the bus must allow owning org.tabd.Tabs1"))
        bus.stop()
        try policy.write(toFile: file, atomically: true, encoding: .utf8)
        try bus.restart()
        try await DaemonProcess.start()
        let tabs = try await BusClient().get(ManagerInterface.tabBarControllers, at: TabNames.root)
        #expect(tabs.count == 1)
    }

    @Test @EventLoop func `the daemon can be ended while a bus does not reply, before and after it has joined`()
        async throws
    {
        let bus = try PrivateBus.current
        bus.freeze()
        let early = try ChildProcess(
            BuiltProducts.directory + "/tabd", environment: bus.environment, errors: .none)
        try await EventLoop.until("the connection") { Self.isConnected(early.id) }
        early.send(SIGTERM)
        #expect(await early.ended() == 0)
        bus.thaw()
        let daemon = try await DaemonProcess.start()
        bus.stop()
        try bus.restart()
        bus.freeze()
        try await EventLoop.until("the connection") { Self.isConnected(daemon.processID) }
        #expect(await daemon.stop() == 0)
        bus.thaw()
    }

    /// Whether the process is running tabd's code, with its signal handlers and a connection.
    private static func isConnected(_ process: Int32) -> Bool {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        let files = ProcessEntry(process).descriptors.values
        return program?.hasSuffix("/tabd") == true && files.contains { $0.hasSuffix("[signalfd]") }
            && files.contains { $0.hasPrefix("socket:") }
    }

    @Test func `with too few descriptors it does not start, and reports how many it needs`() throws {
        let bus = try PrivateBus.current
        let refused = try HouseCommand.run(
            ["/usr/bin/prlimit", "--nofile=40:40", HouseCommand.binaries + "/tabd"], environment: bus.environment)
        #expect(refused.status == 71)
        #expect(refused.errors.contains("the limit of open files is 40; at least 64 are needed"))
    }

    @Test func `a failure to create the event loop ends it with 70, and the log has the reason`() throws {
        let bus = try PrivateBus.current
        // A single free descriptor is enough to load the program.
        let command = "for n in {3..62}; do eval \"exec $n</dev/null\"; done; exec \(HouseCommand.binaries)/tabd"
        let refused = try HouseCommand.run(
            ["/usr/bin/prlimit", "--nofile=64:64", "/bin/bash", "-c", command], environment: bus.environment)
        #expect(refused.status == 70)
        #expect(refused.errors.contains("the event loop failed: Too many open files"), "\(refused.errors)")
    }

    @Test @EventLoop func `without a folder for sockets a plugin process is refused with the reason`() async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"process\"\n")
        try await DaemonProcess.start(environment: ["XDG_RUNTIME_DIR": "", "XDG_STATE_HOME": "", "HOME": ""])
        let client = try BusClient()
        let answer = await complaint { _ = try await client.createViewController("clock.WorldClock") }
        #expect(answer.contains("none of XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME is an absolute path"), "\(answer)")
    }

    @Test @EventLoop func `in a runtime folder with a long path plugin processes and private connections work`()
        async throws
    {
        let bus = try PrivateBus.current
        try bus.configure("[isolation]\n\"*\" = \"process\"\n")
        let folder = bus.directory + "/" + String(repeating: "x", count: 200)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await DaemonProcess.start(environment: ["XDG_RUNTIME_DIR": folder])
        let client = try BusClient()
        let clock = try await client.createViewController("clock.WorldClock")
        let peer = try await BusClient(privateOf: client)
        #expect(try await peer.viewController(clock).state == "ready")
    }

    @Test @EventLoop func `the memory of a burst is returned when the daemon is idle`() async throws {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        func resident() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/\(daemon.processID)/statm", encoding: .utf8)
                .split(separator: " ")
            return (try #require(Int(pages[1])) * sysconf(Int32(_SC_PAGESIZE))) >> 20
        }
        // More than the limit for destroyed controllers.
        let text = Variant.string(String(repeating: "x", count: 999))
        let labels = (2..<200).map { ViewEntry.view($0, "Label", with: ["Text": text]) }
        let before = try resident()
        var pages: [ObjectPath] = []
        for _ in 0..<300 {
            let page = try await client.register()
            try await client.viewController(page).loadViewIfNeeded()
            try await client.updateView(of: page, labels)
            pages.append(page)
        }
        let peak = try resident()
        #expect(peak > before + 48)
        for page in pages { try await client.manager.destroy(page) }
        let end = TestTimeout.deadline
        while try resident() > before + (peak - before) / 2, .now < end { await EventLoop.pause(20) }
        let rest = try resident()
        #expect(rest <= before + (peak - before) / 2, "\(before) MiB, then \(peak) and \(rest)")
    }

    @Test @EventLoop func `it raises the limit of open files of its session`() async throws {
        let daemon = try await DaemonProcess.start(wrapper: ["prlimit", "--nofile=100:500"])
        let limits = try String(contentsOfFile: "/proc/\(daemon.processID)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        #expect(line.split(separator: " ").dropFirst(3).prefix(2) == ["500", "500"])
    }

    @Test @EventLoop func `without free descriptors only calls that need one fail, with the reason`() async throws {
        let bus = try PrivateBus.current
        try bus.configure("[isolation]\n\"*\" = \"process\"\n")
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        let pages = [try await client.register(), try await client.register()]
        try await client.setTabs(pages, of: tabs)
        func limit(_ count: Int) throws {
            let command = ["/usr/bin/prlimit", "--pid", "\(daemon.processID)", "--nofile=\(count):"]
            #expect(try HouseCommand.run(command).status == 0)
        }
        // The lower descriptors are permanent. The number of higher ones changes while the store works.
        try limit(4)
        func create() async throws(DBusError) -> ObjectPath {
            try await client.manager.createViewController("clock.WorldClock")
        }
        do {
            _ = try await create()
            Issue.record("a process was started without a descriptor")
        } catch {
            #expect(error.message.contains("Too many open files"), "\(error)")
        }
        // Descriptors of a caller can't be received either. The bus must not disconnect the daemon for that.
        #expect(try await client.tap(1, in: tabs))
        try await client.viewController(tabs).set(\.title, to: "kept")
        #expect(try await client.manager.storeState == "saved")
        try limit(1000)
        _ = try await create()
        await daemon.kill()
        try await DaemonProcess.start()
        let title = try await client.viewController(tabs).title
        #expect(title == "kept")
    }
}
