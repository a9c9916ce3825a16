import Foundation
import Glibc
import TestSupport

/// A daemon whose store fails or is damaged, and a client that reads the store's condition.
@EventLoop final class StoreStage {
    let bus: PrivateBus
    private(set) var daemon: DaemonProcess
    let client: BusClient
    private let wrapper: [String]
    private let environment: [String: String]
    private var made = 0

    var directory: String { bus.directory + "/state/tabd" }
    var file: String { directory + "/tabd.sqlite" }

    init(environment: [String: String] = [:], wrapper: [String] = []) async throws {
        bus = try PrivateBus.current
        self.environment = environment
        self.wrapper = wrapper
        daemon = try await DaemonProcess.start(environment: environment, wrapper: wrapper)
        client = try BusClient()
    }

    /// Kills the daemon, and starts the next one.
    func restart(wrapper: [String]? = nil) async throws {
        await kill()
        try await start(wrapper: wrapper ?? self.wrapper)
    }

    /// Kills the daemon.
    func kill() async {
        daemon.send(SIGKILL)
        _ = await daemon.status()
    }

    /// Starts the next daemon.
    func start(environment: [String: String] = [:], wrapper: [String] = []) async throws {
        client.clearSignals()
        daemon = try await DaemonProcess.start(
            environment: self.environment.merging(environment) { $1 }, wrapper: wrapper)
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
