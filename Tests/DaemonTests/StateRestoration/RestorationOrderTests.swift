import Foundation
import TestSupport

/// The calls to a plugin while its controllers are restored, isolated and in-process.
@EventLoop @Suite(.bus) struct RestorationOrderTests {
    private nonisolated static let hostings = ["in-process", "process"]

    @Test(.rules("I-7 R9"), arguments: hostings)
    func `all instances are created before the first one gets its state, each once`(isolation: String) async throws {
        let stage = try await WitnessStage(isolation: isolation)
        let numbers = stage.witnesses.map(WitnessStage.number)
        for _ in 1...2 {
            try await stage.become("ready", stage.witnesses)
            try await EventLoop.until("all of them decoding") { stage.trail.count { $0.hasPrefix("decode") } >= 3 }
            // A controller without an identifier is created without state (I-2).
            #expect(stage.trail == numbers.map { "create \($0)" } + numbers.dropLast().map { "decode \($0)" })
            try await stage.restart()
        }
        try await stage.stop()
    }

    @Test(arguments: hostings)
    func `a missing plugin that returns creates no instance twice`(isolation: String) async throws {
        let bus = try PrivateBus.current
        let stage = try await WitnessStage(isolation: isolation)
        try await stage.become("ready", stage.witnesses)
        await stage.kill()
        let (folder, aside) = (bus.directory + "/fixtures/witness", bus.directory + "/aside")
        try FileManager.default.moveItem(atPath: folder, toPath: aside)
        try await stage.start()
        try await stage.become("failed", stage.witnesses)
        #expect(await failure { try await stage.respawn(stage.witnesses[0]) } != "none")
        try FileManager.default.moveItem(atPath: aside, toPath: folder)
        // All triggers of a new scan at once: Respawn, a signal, and the folder itself.
        stage.daemon.send(SIGHUP)
        for path in stage.witnesses.reversed() { _ = await failure { try await stage.respawn(path) } }
        try await stage.become("ready", stage.witnesses)
        try await EventLoop.until("all of them decoding") { stage.trail.count { $0.hasPrefix("decode") } >= 3 }
        let numbers = stage.witnesses.map(WitnessStage.number)
        // Respawn recreates an existing instance.
        let destroyed = stage.trail.filter { $0.hasPrefix("destroy") }.compactMap { UInt64($0.dropFirst(8)) }
        for number in numbers {
            let made = stage.trail.count { $0 == "create \(number)" }
            #expect(made - destroyed.count { $0 == number } == 1, "\(stage.trail)")
        }
        let paths = try await stage.client.manager.viewControllers
        #expect(Set(paths).count == paths.count && Set(paths).isSuperset(of: stage.witnesses))
        try await stage.stop()
    }

    @Test func `Respawn finds a plugin whose folder is back`() async throws {
        let bus = try PrivateBus.current
        let stage = try await WitnessStage(isolation: "in-process")
        await stage.kill()
        let (folder, aside) = (bus.directory + "/fixtures/witness", bus.directory + "/aside")
        try FileManager.default.moveItem(atPath: folder, toPath: aside)
        try await stage.start()
        try FileManager.default.moveItem(atPath: aside, toPath: folder)
        let first = stage.witnesses[0]
        try await EventLoop.until("Respawn finding the plugin") {
            await failure { try await stage.respawn(first) } == "none"
        }
        #expect(try await stage.state(first) == "ready")
        #expect(stage.trail.contains("decode \(WitnessStage.number(first))"))
        try await stage.stop()
    }

    // MARK: Crashes in `create`

    @Test func `a controller whose creation ends the daemon is skipped and named, and keeps its data`() async throws {
        let stage = try await WitnessStage(isolation: "in-process")
        // One controller with an identifier, and one without.
        for crasher in [stage.witnesses[1], stage.witnesses[3]] {
            // A daemon that is killed earlier leaves the plugin's crash marker. The next crash would be its second one,
            // and the plugin would leave the daemon.
            try await stage.become("ready", stage.witnesses)
            await stage.kill()
            try stage.poison(crasher)
            #expect(try await stage.startInVain() == SIGSEGV)
            try await stage.start()
            #expect(try await stage.state(crasher) == "failed")
            let reason = try await stage.reason(crasher)
            #expect(reason.contains("witness.Main") && reason.contains("Respawn"), "\(reason)")
            #expect(try await Self.tabs(of: stage) == stage.witnesses)
            try await stage.become("ready", stage.witnesses.filter { $0 != crasher })
            try stage.poison(crasher, false)
            try await stage.respawn(crasher)
            #expect(try await stage.state(crasher) == "ready")
            let decoded = stage.trail.contains("decode \(WitnessStage.number(crasher))")
            #expect(decoded == (crasher != stage.witnesses.last), "\(stage.trail)")
        }
        try await stage.stop()
    }

    @Test func `a controller whose creation ends its process is skipped and named, and keeps its data`() async throws {
        let stage = try await WitnessStage(isolation: "process")
        for crasher in [stage.witnesses[1], stage.witnesses[3]] {
            await stage.kill()
            try stage.poison(crasher)
            try await stage.start()
            try await stage.become("failed", [crasher])
            let reason = try await stage.reason(crasher)
            #expect(reason.contains("SIGSEGV") && reason.contains("Respawn"), "\(reason)")
            let others = stage.witnesses.filter { $0 != crasher }
            try await stage.become("ready", others)
            #expect(try await Self.tabs(of: stage) == stage.witnesses)
            // It ends another process, and the other controllers get a new one.
            #expect(await complaint { try await stage.respawn(crasher) }.contains("SIGSEGV"))
            try await stage.become("ready", others)
            #expect(try await stage.state(crasher) == "failed")
            try stage.poison(crasher, false)
            try await stage.respawn(crasher)
            try await stage.become("ready", stage.witnesses)
            let decoded = stage.trail.contains("decode \(WitnessStage.number(crasher))")
            #expect(decoded == (crasher != stage.witnesses.last), "\(stage.trail)")
        }
        try await stage.stop()
    }

    private static func tabs(of stage: WitnessStage) async throws(DBusError) -> [ObjectPath] {
        try await stage.client.tabBarController(stage.tabs).viewControllers
    }
}

/// A tab bar controller with controllers of `Fixtures/witness.c`, restored by one daemon after the other.
@EventLoop private final class WitnessStage: RestartStage {
    /// The last one has no identifier.
    private(set) var witnesses: [ObjectPath] = []

    /// - Parameter isolation: The value of the plugin's setting, `process` or `in-process`.
    init(isolation: String) async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [isolation]
            witness = "\(isolation)"
            [hosts]
            restart_delay = 20
            failures = 3
            """)
        let folder = bus.directory + "/fixtures"
        // Not on the loop: other tests wait on it.
        try await onThread { try CPlugin.build("witness", in: folder) }
        try await super.init(DaemonOptions(plugins: [folder], hasLog: true), isSubscribed: true)
        try await createTabs(["RestorationIdentifier": .string("tabs")])
        for name in ["c", "a", "b", ""] {
            witnesses.append(try await client.createViewController("witness.Main", identifiedBy: name))
        }
        try await client.setTabs(witnesses, of: tabs)
        // An orderly stop saves all states.
        try await stop()
        try await start()
    }

    override func start(environment: [String: String] = [:], wrapper: [String]? = nil) async throws {
        try? FileManager.default.removeItem(atPath: bus.directory + "/trail")
        try await super.start(environment: environment, wrapper: wrapper)
    }

    func stop() async throws {
        guard await daemon.stop() == 0 else { throw TestTimeoutError(description: "the daemon did not end well") }
    }

    static func number(_ path: ObjectPath) -> UInt64 { TabNames.number(of: path) ?? 0 }

    /// The calls to the plugin since the start.
    var trail: [String] {
        let text = (try? String(contentsOfFile: bus.directory + "/trail", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Makes the creation of an instance crash, or succeed again.
    func poison(_ path: ObjectPath, _ isPoisoned: Bool = true) throws {
        let file = bus.directory + "/poison-\(Self.number(path))"
        guard isPoisoned else { return try FileManager.default.removeItem(atPath: file) }
        try Data().write(to: URL(fileURLWithPath: file))
    }

    /// Waits until controllers are in a state.
    func become(_ state: String, _ paths: [ObjectPath]) async throws {
        try await EventLoop.until("\(paths) being \(state)") {
            for path in paths where try await self.state(path) != state { return false }
            return true
        }
    }
}
