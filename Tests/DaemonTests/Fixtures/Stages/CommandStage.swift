import TestSupport

/// A daemon, a client that observes the effects, and `tabctl` processes.
@EventLoop class CommandStage: Stage {
    init() async throws { try await super.init() }

    /// A stage with a tab bar controller `Desk` that has the tabs `T1`, `T2` and so on.
    static func withTabs(
        _ count: Int
    ) async throws -> (stage: CommandStage, tabs: ObjectPath, children: [ObjectPath]) {
        let stage = try await CommandStage()
        let tabs = try await stage.client.manager.createTabBarController(["Title": .string("Desk")])
        var children: [ObjectPath] = []
        for index in 1...count { children.append(try await stage.client.register(["Title": .string("T\(index)")])) }
        try await stage.client.setTabs(children, of: tabs)
        return (stage, tabs, children)
    }

    /// Runs a command to its end, and checks its status and reason.
    @discardableResult
    func run(_ arguments: String..., status: Int32 = 0, reason: String? = nil) async throws -> TabctlProcess {
        try await run(arguments, status: status, reason: reason)
    }

    private func run(_ arguments: [String], status: Int32 = 0, reason: String? = nil) async throws -> TabctlProcess {
        let process = try TabctlProcess(arguments)
        #expect(try await process.exitStatus() == status, "\(arguments): \(process.notes)")
        if let reason { try await process.note(reason) }
        return process
    }

    /// Creates a tab bar controller with the Settings in a navigation controller. Returns its number.
    func createSettings() async throws -> String {
        try number(await create("--navigation", "settings.Settings", "clock.Stopwatch"))
    }

    func number(_ path: ObjectPath) throws -> String { String(try #require(TabNames.number(of: path))) }

    /// Creates a controller with `tabctl create`. Returns its path.
    func create(_ arguments: String...) async throws -> ObjectPath {
        let created = try await run(["create"] + arguments)
        try await created.line("with a path") { $0.hasPrefix(TabNames.viewControllers.text) }
        return ObjectPath(created.lines[0])
    }

    func tabs(of controller: ObjectPath) async throws(DBusError) -> [ObjectPath] {
        try await client.tabBarController(controller).viewControllers
    }
}
