internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// Has the daemon run its program again, and waits for the one that comes of it.
@EventLoop
final class DaemonRestart {
    /// In milliseconds.
    private static let deadline: UInt64 = 10_000

    private let service: Service
    private var watch: SignalWatch?
    private var timer: LoopTimer?
    /// Who waits for another owner of the name; it gets nil when none comes.
    private var waiting: CheckedContinuation<String?, Never>?

    init(_ service: Service) { self.service = service }

    func run() async throws -> RestartedDaemon {
        let watch = SignalWatch(
            service.connection, onSignal: { _, _ in },
            onOwner: { [weak self] in if let owner = $0 { self?.give(owner) } })
        self.watch = watch
        try await watch.start()
        guard let old = watch.owner else { return try await describe(isFirst: true) }
        // Nobody else is to be restarted, or started, by this.
        service.destination = old
        do throws(DBusError) {
            try await service.restart()
        } catch {
            throw Self.explain(error)
        }
        guard let owner = await next(after: old) else {
            throw ControlError(
                message: """
                    tabd has answered, but no new one has taken \(TabNames.busName) within \(Self.deadline / 1000) s; see \
                    'systemctl --user status tabd' or 'journalctl --user -t tabd', or start 'tabd' by hand
                    """, status: ExitStatus.timeout)
        }
        service.destination = owner
        return try await describe(isFirst: false)
    }

    private func next(after old: String) async -> String? {
        if let owner = watch?.owner, owner != old { return owner }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            timer = LoopTimer(after: Self.deadline) { [weak self] in self?.give(nil) }
        }
    }

    private func give(_ owner: String?) {
        waiting?.resume(returning: owner)
        waiting = nil
        timer = nil
    }

    private static func explain(_ error: DBusError) -> ControlError {
        let problem = ControlError(error)
        guard error.name == DBusError.unknownMethod("").name else { return problem }
        return ControlError(
            message: "the daemon is too old to restart itself; 'tabd --replace' puts a new one in its place",
            status: problem.status)
    }

    private func describe(isFirst: Bool) async throws(DBusError) -> RestartedDaemon {
        let tree = try await service.managedObjects()
        let name = ViewControllerInterface.name
        let parts = ["MoreNavigationController", "MoreList"]
        return RestartedDaemon(
            version: try await service.get(
                ManagerInterface.version, of: ManagerInterface.name, at: TabNames.root),
            tabBarControllers: tree.paths(with: TabBarControllerInterface.name).count,
            viewControllers: tree.paths(with: name).count { path in
                !parts.contains(tree.value(ViewControllerInterface.type, of: name, at: path) ?? "")
            }, isFirst: isFirst)
    }
}
