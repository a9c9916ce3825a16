import Foundation
import TestSupport

/// A stage whose daemon ends, and whose next daemon restores its state.
@EventLoop class RestartStage: Stage {
    /// Kills the daemon, and starts the next one.
    func restart(wrapper: [String]? = nil) async throws {
        await kill()
        try await start(wrapper: wrapper)
    }

    /// Starts a daemon that fails to start. Returns its exit status or the signal that ended it.
    func startInVain() async throws -> Int32 {
        try await ChildProcess(
            BuiltProducts.directory + "/tabd", ["--plugin-path", folder], environment: bus.environment, errors: .none
        ).ended()
    }
}

/// A daemon whose store fails or is damaged, and a client that reads the store's condition.
@EventLoop final class StoreStage: RestartStage {
    private var made = 0

    var directory: String { bus.directory + "/state/tabd" }
    var file: String { directory + "/tabd.sqlite" }

    init(environment: [String: String] = [:], wrapper: [String] = []) async throws {
        try await super.init(DaemonOptions(environment: environment, wrapper: wrapper))
    }

    /// Creates a tab bar controller that is restored. Returns its path.
    @discardableResult
    func make(_ title: String) async throws(DBusError) -> ObjectPath {
        made += 1
        return try await client.manager.createTabBarController([
            "Title": .string(title), "RestorationIdentifier": .string("\(title) \(made)"),
        ])
    }

    /// The titles of all tab bar controllers, in the order of creation.
    func titles() async throws(DBusError) -> [String] {
        let paths = try await client.manager.tabBarControllers
        var titles: [String] = []
        for path in paths.sorted(by: { (TabNames.number(of: $0) ?? 0) < (TabNames.number(of: $1) ?? 0) }) {
            titles.append(try await client.viewController(path).title)
        }
        return titles
    }

    func state() async throws(DBusError) -> String {
        try await client.manager.storeState
    }

    func reason() async throws(DBusError) -> String {
        try await client.manager.storeReason
    }

    /// Waits until a property of the manager is announced with a matching value.
    func announced(_ property: String, _ fits: @escaping @EventLoop (String) -> Bool) async throws {
        try await client.waitForSignal("\(property) being announced") { signal in
            signal.path == TabNames.root && signal.changes[property]?.get().map(fits) == true
        }
    }

    /// Limits the size of files to a number of bytes. nil removes the limit.
    func limitFiles(to bytes: Int?) throws {
        let limit = bytes.map(String.init) ?? "unlimited"
        let result = try HouseCommand.run(["prlimit", "--pid", "\(daemon.processID)", "--fsize=\(limit):"])
        guard result.status == 0 else { throw TestTimeoutError(description: "prlimit: \(result.errors)") }
    }
}

/// Counters of a plugin, restored by one daemon after the other.
@EventLoop final class RestoringStage: RestartStage {
    var plugins: String { folder }

    init(isolation: String) async throws {
        let folder = try PrivateBus.current.directory + "/fixtures"
        try await MisbehavingPlugin.install(isolation: isolation, in: folder)
        try await super.init(DaemonOptions(plugins: [folder], hasLog: true), isSubscribed: true)
    }

    /// Replaces the plugin's code between two daemons.
    func restart(with code: MisbehavingPlugin.Code, isolation: String) async throws {
        await kill()
        try await MisbehavingPlugin.install(code, isolation: isolation, in: plugins)
        try await start()
    }

    /// The daemon's log since its start.
    var log: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }

    func create(_ identifier: String) async throws(DBusError) -> ObjectPath {
        try await client.createViewController(MisbehavingPlugin.type, identifiedBy: identifier)
    }

    func run(_ command: String, _ controller: ObjectPath) async throws {
        try await loadView(controller)
        try await client.type(command, into: "Run", of: controller)
    }

    func count(_ controller: ObjectPath) async throws -> String {
        try await run("", controller)
        return try await client.text(of: "Count", in: controller)
    }

    /// Loads a view. A plugin process creates it asynchronously.
    private func loadView(_ controller: ObjectPath) async throws {
        try await client.viewController(controller).loadViewIfNeeded()
        try await EventLoop.until("the view or a failure") {
            if try await client.getView(of: controller).views.named("Version") != nil { return true }
            return try await state(controller) == "failed"
        }
    }

    /// The count in the view, without an action on it.
    func shownCount(_ controller: ObjectPath) async throws -> String {
        try await loadView(controller)
        return try await client.text(of: "Count", in: controller)
    }

    /// Waits for a reason that contains a text.
    func hasReason(_ text: String, _ controller: ObjectPath) async throws {
        try await EventLoop.until("a reason with '\(text)'") { try await self.reason(controller).contains(text) }
    }

    /// Waits for a state.
    func becomes(_ state: String, _ controller: ObjectPath) async throws {
        try await EventLoop.until("\(controller) becoming \(state)") { try await self.state(controller) == state }
    }
}
