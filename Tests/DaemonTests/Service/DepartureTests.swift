import TestSupport

/// The end of a daemon that is being called: a call gets its reply, or an error that says that nothing was changed.
@EventLoop @Suite(.bus) struct DepartureTests {
    /// The errors with which the bus or the daemon refuses a call without an effect.
    private static let refusals = ["ServiceUnknown", "NameHasNoOwner"].map { "org.freedesktop.DBus.Error.\($0)" }

    @Test func `calls that have arrived before SIGTERM are answered, and their changes are saved`() async throws {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        daemon.send(SIGSTOP)
        let calls = (1...40).map { number in
            Task.immediate { @EventLoop in try await client.make("\(number)") }
        }
        daemon.send(SIGTERM)
        // The bus has passed the calls on when it answers a later one.
        _ = try await client.connection.owner(of: TabNames.busName)
        daemon.send(SIGCONT)
        var made: [ObjectPath] = []
        for call in calls { made.append(try await call.value) }
        #expect(await daemon.status() == 0)
        try await DaemonProcess.start()
        #expect(try await Set(client.manager.tabBarControllers) == Set(made))
    }

    /// A client that makes one controller after the other until a call fails. It knows which ones replies have confirmed, and
    /// which ones errors have refused.
    @EventLoop private final class Caller {
        let client: BusClient
        private let name: String
        /// The bus name to call: the well-known one, or the unique name of a daemon.
        private let destination: String
        private(set) var made: Set<String> = []
        private(set) var refused: Set<String> = []
        private(set) var failures: [String] = []
        var isDone = false

        init(_ name: String, to destination: String = TabNames.busName) throws {
            client = try BusClient()
            (self.name, self.destination) = (name, destination)
        }

        func run() async {
            var number = 0
            while !isDone {
                number += 1
                let title = "\(name) \(number)"
                do throws(DBusError) {
                    _ = try await client.make(title, on: destination)
                    made.insert(title)
                } catch {
                    isDone = true
                    let isRefusal = DepartureTests.refusals.contains(error.name)
                    if isRefusal { refused.insert(title) } else { failures.append("\(error)") }
                }
            }
        }

        /// Checks the titles that the next daemon has restored.
        func check(_ titles: Set<String>) {
            #expect(made.isSubset(of: titles))
            #expect(refused.isDisjoint(with: titles))
        }
    }

    private static func titles(_ client: BusClient) async throws -> Set<String> {
        var titles: Set<String> = []
        for path in try await client.manager.tabBarControllers {
            titles.insert(try await client.viewController(path).title)
        }
        return titles
    }

    @Test(arguments: [1, 2, 3])
    func `each call to the name while the daemon ends is confirmed and saved, or refused without an effect`(
        round: Int
    ) async throws {
        let daemon = try await DaemonProcess.start()
        let callers = try (1...4).map { try Caller("caller \($0)") }
        let runs = callers.map { caller in Task.immediate { @EventLoop in await caller.run() } }
        try await EventLoop.until("the first calls") { callers.allSatisfy { $0.made.count >= round * 3 } }
        #expect(await daemon.stop() == 0)
        for run in runs { await run.value }
        try await DaemonProcess.start()
        let titles = try await Self.titles(BusClient())
        for caller in callers {
            #expect(caller.failures == [])
            caller.check(titles)
        }
    }

    @Test func `a call to the unique name or on a private connection is confirmed and saved, or has no effect`()
        async throws
    {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let callers = try (1...2).map { try Caller("caller \($0)", to: daemon.uniqueName) }
        let runs = callers.map { caller in Task.immediate { @EventLoop in await caller.run() } }
        let peer = try await BusClient(privateOf: client)
        let peerRun = Task.immediate { @EventLoop in
            var (made, isOpen) = (0, true)
            while isOpen {
                isOpen = (try? await peer.make("peer \(made + 1)")) != nil
                if isOpen { made += 1 }
            }
            return made
        }
        try await EventLoop.until("the first calls") { callers.allSatisfy { $0.made.count >= 5 } }
        #expect(await daemon.stop() == 0)
        for run in runs { await run.value }
        let made = await peerRun.value
        #expect(made > 0)
        try await DaemonProcess.start()
        let titles = try await Self.titles(client)
        for caller in callers { caller.check(titles) }
        #expect(titles.isSuperset(of: (1...max(made, 1)).map { "peer \($0)" }))
    }

    @Test func `a call after the release of the name is still answered while owners return their states`()
        async throws
    {
        let daemon = try await DaemonProcess.start()
        let owner = try RemoteOwner()
        let client = owner.client
        var late: Task<(owner: String?, path: ObjectPath), any Error>?
        _ = try await owner.register(["RestorationIdentifier": .string("slow")])
        owner.methods[RemoteViewControllerInterface.encodeRestorableState.name] = { reply in
            guard late == nil else { return reply.fail(.unknownMethod("it has no state")) }
            late = Task.immediate { @EventLoop in
                defer { reply.fail(.unknownMethod("it has no state")) }
                async let owner = client.connection.owner(of: TabNames.busName)
                async let path = client.make("late", on: daemon.uniqueName)
                return try await (owner, path)
            }
        }
        #expect(await daemon.stop() == 0)
        let answers = try #require(await late?.result).get()
        #expect(answers.owner == nil)
        try await DaemonProcess.start()
        #expect(try await client.viewController(answers.path).title == "late")
    }

    @Test func `no call to the name fails while the daemon restarts, if the bus can start it`() async throws {
        let bus = try PrivateBus.current
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try await bus.offerService("\(BuiltProducts.directory)/tabd --plugin-path \(plugins) --log-level warning")
        let callers = try (1...3).map { try Caller("caller \($0)") }
        let runs = callers.map { caller in Task.immediate { @EventLoop in await caller.run() } }
        for _ in 1...3 {
            let restart = try TabctlProcess(["restart"])
            #expect(try await restart.exitStatus() == 0, "\(restart.notes)")
        }
        for caller in callers { caller.isDone = true }
        for run in runs { await run.value }
        let client = try BusClient()
        let titles = try await Self.titles(client)
        for caller in callers {
            #expect(caller.failures == [] && caller.refused == [])
            #expect(caller.made.count > 0)
            caller.check(titles)
        }
        try await client.endDaemon()
    }
}

extension BusClient {
    fileprivate func make(
        _ title: String, on destination: String? = TabNames.busName
    ) async throws(DBusError) -> ObjectPath {
        try await connection.call(
            ManagerInterface.createTabBarController, at: TabNames.root, on: destination,
            ["Title": .string(title), "RestorationIdentifier": .string(title)])
    }
}
