import Foundation
import TestSupport

/// A daemon that hangs, or meets other instances: in the end there is a single one, with all changes that were
/// confirmed.
@EventLoop @Suite(.bus) struct TakeoverTests {
    @Test func `--replace makes a resumed daemon leave in order`() async throws {
        let stage = try await StoreStage()
        try await stage.make("confirmed")
        stage.daemon.send(SIGSTOP)
        try await DaemonProcess.start(arguments: ["--replace"])
        #expect(try await stage.state() == "saved")
        #expect(try await stage.titles() == ["confirmed"])
        #expect(await stage.daemon.status() == 0)
    }

    /// A daemon in which a plugin blocks the thread forever.
    private static func hang() async throws -> StoreStage {
        let bus = try PrivateBus.current
        try bus.configure("[isolation]\n\"*\" = \"in-process\"\n")
        try await MisbehavingPlugin.install(in: bus.directory + "/data/tabd/plugins")
        let stage = try await StoreStage()
        let controller = try await stage.client.createViewController(MisbehavingPlugin.type, identifiedBy: "counter")
        try await stage.client.viewController(controller).loadViewIfNeeded()
        try await stage.make("confirmed")
        Task.immediate { @EventLoop in
            try? await stage.client.sendAction(
                "editingDidEnd", .string("loop"), to: 0, of: controller, ["Identifier": .string("Run")])
        }
        // Later calls get no reply.
        let answer = await complaint {
            try await stage.client.connection.call(
                PeerInterface.ping, at: TabNames.root, on: TabNames.busName, timeout: 1000)
        }
        #expect(answer.contains("NoReply"), "\(answer)")
        return stage
    }

    @Test func `--replace ends a hanging daemon`() async throws {
        let stage = try await Self.hang()
        try await DaemonProcess.start(arguments: ["--replace"])
        #expect(try await stage.state() == "saved")
        #expect(try await stage.titles() == ["confirmed"])
        #expect(await stage.daemon.status() == SIGKILL)
    }

    @Test func `tabctl restart ends a hanging daemon when the bus starts the next`() async throws {
        let stage = try await Self.hang()
        let refused = try TabctlProcess(["restart"])
        #expect(try await refused.exitStatus() == 75)
        try await refused.note("'tabd --replace' replaces a daemon that hangs")
        try await PrivateBus.current.offerService("\(BuiltProducts.directory)/tabd --log-level warning")
        let restart = try TabctlProcess(["restart"])
        #expect(try await restart.exitStatus() == 0, "\(restart.notes)")
        try await restart.note("did not reply within 5 s; ending it")
        try await restart.line("tabd 0.1.0 restarted: 1 tab bar controller, 2 view controllers in all")
        #expect(await stage.daemon.status() == SIGKILL)
        #expect(try await stage.state() == "saved")
        try await stage.client.endDaemon()
    }

    @Test func `two replacements at once end with a single daemon, with all controllers`() async throws {
        let stage = try await StoreStage()
        var titles: [String] = []
        var daemon = stage.daemon
        for round in 1...5 {
            titles.append("round \(round)")
            try await stage.make(titles[round - 1])
            async let one = DaemonProcess.start(arguments: ["--replace"])
            async let other = DaemonProcess.start(arguments: ["--replace"])
            let both = try await [one, other]
            #expect(await daemon.status() == 0)
            // A daemon that is replaced while it starts ends without a reply.
            while both.allSatisfy({ ProcessEntry($0.processID).isAlive }) { try? await stage.client.barrier() }
            let left = try #require(both.firstIndex { !ProcessEntry($0.processID).isAlive })
            #expect(await both[left].status() == 0)
            daemon = both[1 - left]
            #expect(try await stage.state() == "saved")
            #expect(try await stage.titles() == titles)
        }
    }

    @Test func `another client that takes the name ends the daemon with 75 and a line in the log`() async throws {
        let log = try PrivateBus.current.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient(log: log)
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        #expect(try await client.connection.requestName(TabNames.busName, replacing: true))
        #expect(await daemon.status() == 75)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        let name = client.connection.uniqueName
        #expect(text.contains("lost the name org.tabd.Tabs1 to the client \(name) (process \(getpid()))"), "\(text)")
        try await client.connection.releaseName(TabNames.busName)
        try await DaemonProcess.start()
        #expect(try await client.tabBarController(tabs).selectedIndex == TabNames.notFound)
    }

    @Test(arguments: [false, true])
    func `a client that takes the name from a replacement and leaves at once ends it with 75`(
        isReady: Bool
    ) async throws {
        let log = try PrivateBus.current.directory + "/log"
        let daemon = try await DaemonProcess.start(arguments: ["--replace"], log: log)
        let client = try BusClient()
        // A replacement requests the name when it arrives, and again when it is ready.
        if isReady { _ = try await client.managedObjects() }
        daemon.send(SIGSTOP)
        #expect(try await client.connection.requestName(TabNames.busName, replacing: true))
        try await client.connection.releaseName(TabNames.busName)
        daemon.send(SIGCONT)
        #expect(await daemon.status() == 75)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains("lost the name org.tabd.Tabs1 to another client"), "\(text)")
    }

    @Test func `a restart during calls, with another start by the bus, ends with a single complete daemon`()
        async throws
    {
        let bus = try PrivateBus.current
        let stage = try await StoreStage()
        try await stage.make("confirmed")
        let plugins = bus.directory + "/plugins"
        try await bus.offerService("\(BuiltProducts.directory)/tabd --plugin-path \(plugins) --log-level warning")
        let callers = try (1...4).map { _ in try Caller() }
        let calls = callers.map { caller in Task { @EventLoop in await caller.run() } }
        for _ in 1...3 {
            let restart = try TabctlProcess(["restart"])
            #expect(try await restart.exitStatus() == 0, "\(restart.notes)")
        }
        for caller in callers { caller.isDone = true }
        for call in calls { await call.value }
        for caller in callers {
            #expect(caller.failures == [])
            #expect(caller.count > 0)
        }
        #expect(try await stage.state() == "saved")
        #expect(try await stage.titles() == ["confirmed"])
        try await stage.client.endDaemon()
    }

    /// Reads the state of the store repeatedly, from whichever daemon runs or is started for the call.
    @EventLoop private final class Caller {
        private let client: BusClient
        var isDone = false
        private(set) var count = 0
        private(set) var failures: Set<String> = []

        init() throws { client = try BusClient() }

        func run() async {
            while !isDone {
                do throws(DBusError) {
                    let state = try await client.manager.storeState
                    if state != "saved" { failures.insert(state) }
                    count += 1
                } catch {
                    // The called daemon may have left or been killed meanwhile.
                    let expected = ["NoReply", "ChildExited", "NameHasNoOwner", "ServiceUnknown"]
                    if !expected.contains(where: error.name.hasSuffix) { failures.insert("\(error)") }
                }
            }
        }
    }
}
