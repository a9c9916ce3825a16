import TestSupport

/// A client of a turmoil with a tab of an isolated plugin that fails all the time. The plugin must never lose a count.
@EventLoop final class TurmoilCrasher {
    static let id = "crashing"
    private static let identifier = "crashing page"
    private static let faults = [
        "crash", "abort", "trap", "exit 3", "close", "shut", "garbage", "soon crash", "thread abort", "loop", "sleep",
        "allocate 4000",
    ]

    private let bus: PrivateBus
    private let state: TurmoilState
    private var numbers: Numbers
    private var client: BusClient
    private var page = ObjectPath("/")
    /// The possible counts. There are several after a call without a reply.
    private var counts = 0...0

    init(_ state: TurmoilState, seed: UInt64) throws {
        (bus, self.state) = (try PrivateBus.current, state)
        numbers = Numbers(state: seed)
        client = try BusClient(isSubscribed: false)
    }

    func run() async {
        await TurmoilCrowd.whileNotOver(state, "the client of the crashing plugin") {
            client.connection.close()
            client = try BusClient(isSubscribed: false)
            try await prepare()
            while !state.isOver { try await round() }
        }
    }

    /// Finds or creates its page.
    private func prepare() async throws {
        let objects = try await client.managedObjects()
        let found = objects.first { _, object in
            object[ViewControllerInterface.name]?["RestorationIdentifier"] == .string(Self.identifier)
        }
        if let found {
            page = found.key
        } else {
            guard counts.upperBound == 0 else { return state.note("the crashing page is lost") }
            page = try await client.manager.createViewController(
                Self.id + ".Counter", ["RestorationIdentifier": .string(Self.identifier)])
        }
        let parent = try await client.viewController(page).parent
        guard parent == .none else { return }
        // The tab bar controller's content is restored with it.
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("crashing tabs")])
        try await client.setTabs([page], of: tabs)
    }

    /// Counts, makes the plugin fail, and checks the count after the recovery.
    private func round() async throws {
        try await recover()
        for _ in 0..<Int.random(in: 0...5, using: &numbers) {
            counts = counts.lowerBound...counts.upperBound + 1
            guard await failure({ try await run("count") }) == "none" else { break }
            counts = counts.lowerBound + 1...counts.upperBound
        }
        let fault = Self.faults.randomElement(using: &numbers) ?? "crash"
        _ = await failure { try await run(fault) }
        state.count("faults of a plugin")
        try await recover()
        // The reply implies that earlier calls were handled.
        guard await failure({ try await run("") }) == "none",
            let text: String = try await client.getView(of: page).views.named("Count")?.properties["Text"]?.get(),
            let count = Int(text)
        else { return }
        guard counts.contains(count) else {
            return state.note("the crashing page shows \(count), expected \(counts)")
        }
        counts = count...count
        state.count("counts that came back")
    }

    private func run(_ command: String) async throws {
        try await client.sendAction("editingDidEnd", .string(command), to: 0, of: page, ["Identifier": .string("Run")])
    }

    /// Brings the plugin back from any state, as a user would.
    private func recover() async throws {
        let plugin = TabNames.plugin(Self.id)
        for _ in 0..<600 {
            guard !state.isOver else { return }
            let plugins = try await client.plugin(plugin).state
            let own = try await client.viewController(page).state
            if plugins == "running", own == "ready" { return try await client.viewController(page).loadViewIfNeeded() }
            switch plugins {
            case "quarantined", "failed":
                state.count("quarantines")
                _ = await failure {
                    try await self.client.plugin(plugin).reset()
                }
            case "available": _ = await failure { try await self.client.viewController(self.page).loadViewIfNeeded() }
            default: break
            }
            await EventLoop.pause(50)
        }
        throw TestTimeoutError(description: "the crashing plugin did not run again within 30 s")
    }
}
