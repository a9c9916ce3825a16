internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface
internal import TabMirror

struct RestartCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Restart the daemon, and wait until the next one is there.",
        discussion: """
            It saves everything and runs its program file again, which may be a newer one by now; what has an identifier \
            comes back. Front ends of tabctl attach again by themselves. When no daemon runs, one is started.
            """)

    @OptionGroup var format: FormatOptions

    func run(_ service: Service) async throws {
        let daemon = try await DaemonRestart(service).run()
        format.print(daemon.json, text: daemon.text)
    }
}

/// The daemon after a restart.
struct RestartedDaemon: Hashable, Sendable {
    let version: String
    /// How many tab bar controllers there are, and how many view controllers with them and in them.
    let tabBarControllers: Int
    let viewControllers: Int
    /// Whether there was none before.
    let isFirst: Bool

    var text: String {
        let tabs = "\(tabBarControllers) tab bar controller\(tabBarControllers == 1 ? "" : "s")"
        let all = "\(viewControllers) view controller\(viewControllers == 1 ? "" : "s")"
        return "tabd \(version) \(isFirst ? "started" : "restarted"): \(tabs), \(all) in all"
    }

    var json: JSON {
        [
            "version": .string(version), "tabBarControllers": .integer(tabBarControllers),
            "viewControllers": .integer(viewControllers), "restarted": .bool(!isFirst),
        ]
    }
}

/// Has the daemon run its program again, and waits for the one that comes of it.
@EventLoop
final class DaemonRestart {
    /// In milliseconds: ten seconds, or as many as `TABCTL_WAIT` says when these are more.
    private static var deadline: UInt64 {
        let seconds = try? DaemonArrival.seconds(in: { name in getenv(name).map { String(cString: $0) } })
        return max(10, seconds ?? 0) * 1000
    }

    /// How long the daemon has to answer, and then to leave when it is told by SIGTERM, in milliseconds.
    private static let patience: Int32 = 5000
    private static let termination: UInt64 = 2000

    private let service: Service
    private var watch: SignalWatch?
    private var timer: LoopTimer?
    /// Who waits until the name has another owner, or none when that will do; false: it was too long.
    private var waiting: (old: String, none: Bool, continuation: CheckedContinuation<Bool, Never>)?

    init(_ service: Service) { self.service = service }

    func run() async throws -> RestartedDaemon {
        let watch = SignalWatch(service.connection, onOwner: { [weak self] _ in self?.ownerChanged() })
        self.watch = watch
        try await watch.start()
        guard let old = watch.owner else { return try await describe(isFirst: true) }
        // Nobody else is to be restarted, or started, by this.
        service.destination = old
        do throws(DBusError) {
            try await service.manager.call(\.restart, Options(), timeout: Self.patience)
        } catch {
            guard error.name == DBusError.standardPrefix + "NoReply", watch.owner == old else {
                throw Self.explain(error)
            }
            try await end(old)
            return try await describe(isFirst: false)
        }
        var last = old
        while await isGone(last, orNone: false, within: Self.deadline), let owner = watch.owner {
            last = owner
            service.destination = owner
            do throws(DBusError) {
                return try await describe(isFirst: false)
            } catch {
                // One that the bus has started meanwhile makes room for the one that was restarted.
                guard watch.owner != owner else { throw error }
            }
        }
        throw Self.lost
    }

    private static var lost: ControlError {
        ControlError(
            message: """
                tabd has answered, but no new one has taken \(TabNames.busName) within \(deadline / 1000) s; see \
                'systemctl --user status tabd' or 'journalctl --user -t tabd', or start 'tabd' by hand
                """, status: ExitStatus.timeout)
    }

    /// Ends a daemon that hangs: what it has told is saved. The bus starts the next one when that is called.
    private func end(_ old: String) async throws {
        let credentials = try? await service.connection.credentials(of: old)
        let number = credentials?.userID == getuid() ? credentials?.processID : nil
        guard await service.isActivatable(), let process = number.flatMap({ OtherProcess(Int32(clamping: $0)) }) else {
            throw ControlError(
                message: """
                    tabd has not answered within \(Self.patience / 1000) s; 'tabd --replace' takes over from one that hangs
                    """, status: ExitStatus.timeout)
        }
        Output.note("tabd (process \(process.processID)) has not answered within \(Self.patience / 1000) s; ending it")
        process.send(SIGTERM)
        // One that was stopped can leave in order.
        process.send(SIGCONT)
        if await !isGone(old, orNone: true, within: Self.termination) {
            process.send(SIGKILL)
            _ = await isGone(old, orNone: true, within: Self.deadline)
        }
        service.destination = TabNames.busName
    }

    private func isGone(_ old: String, orNone: Bool, within milliseconds: UInt64) async -> Bool {
        if isGone(old, orNone: orNone) { return true }
        return await withCheckedContinuation { continuation in
            waiting = (old, orNone, continuation)
            timer = LoopTimer(after: milliseconds) { [weak self] in self?.give(false) }
        }
    }

    private func isGone(_ old: String, orNone: Bool) -> Bool { watch?.owner.map { $0 != old } ?? orNone }

    private func ownerChanged() {
        guard let waiting, isGone(waiting.old, orNone: waiting.none) else { return }
        give(true)
    }

    private func give(_ isGone: Bool) {
        waiting?.continuation.resume(returning: isGone)
        waiting = nil
        timer = nil
    }

    private static func explain(_ error: DBusError) -> ControlError {
        let problem = ControlError(error)
        guard error.name == DBusError.unknownMethod("").name else { return problem }
        return problem.saying("the daemon is too old to restart itself; 'tabd --replace' puts a new one in its place")
    }

    private func describe(isFirst: Bool) async throws(DBusError) -> RestartedDaemon {
        let tree = try await service.managedObjects()
        return RestartedDaemon(
            version: try await service.manager.version,
            tabBarControllers: tree.paths(with: TabBarControllerInterface.name).count,
            viewControllers: tree.paths(with: ViewControllerInterface.name).count { path in
                !TreeText.moreTypes.contains(tree.viewController(path).type ?? "")
            }, isFirst: isFirst)
    }
}
