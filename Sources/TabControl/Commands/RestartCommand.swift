internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct RestartCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Restart the daemon, and wait until it is ready.",
        discussion: """
            The daemon saves its state and executes its program file again, which may be a newer version. View \
            controllers with identifiers are restored. Front ends of tabctl attach again automatically. If no daemon \
            runs, one is started.
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
    /// The number of tab bar controllers, and the number of all view controllers.
    let tabBarControllers: Int
    let viewControllers: Int
    /// Whether no daemon ran before.
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

/// Asks the daemon to execute its program again, and waits for the new daemon.
@EventLoop
final class DaemonRestart {
    /// The time to wait for the new daemon, in milliseconds: ten seconds, or the value of `TABCTL_WAIT` if that is
    /// longer.
    private static var deadline: UInt64 {
        max(10, (try? DaemonStartupWait.seconds()) ?? 0) * 1000
    }

    /// The time that the daemon has to reply, and then to end after SIGTERM, in milliseconds.
    private static let replyTimeout: Int32 = 5000
    private static let terminationTimeout: UInt64 = 2000

    private let service: Service
    private var watch: SignalWatch?
    private var timer: LoopTimer?
    /// The wait for a new owner of the name, or for no owner if `none` is true. It resumes with false after a timeout.
    private var waiting: (old: String, none: Bool, continuation: CheckedContinuation<Bool, Never>)?

    init(_ service: Service) { self.service = service }

    func run() async throws -> RestartedDaemon {
        let watch = SignalWatch(service.bus, onOwner: { [weak self] _ in self?.ownerChanged() })
        self.watch = watch
        try await watch.start()
        guard let old = watch.owner else { return try await describe(isFirst: true) }
        // The call goes to this daemon only: it must not start or restart another one.
        service.busDestination = old
        do throws(DBusError) {
            try await service.manager.restart(timeout: Self.replyTimeout)
        } catch {
            guard error.name == DBusError.Name.noReply, watch.owner == old else {
                throw Self.explain(error)
            }
            try await terminate(old)
            return try await describe(isFirst: false)
        }
        var last = old
        while await isGone(last, orNone: false, within: Self.deadline), let owner = watch.owner {
            last = owner
            service.busDestination = owner
            do throws(DBusError) {
                return try await describe(isFirst: false)
            } catch {
                // A daemon that the bus started meanwhile makes room for the restarted one.
                guard watch.owner != owner else { throw error }
            }
        }
        throw ControlError(
            message: """
                tabd accepted the restart, but no daemon acquired \(TabNames.busName) within \(Self.deadline / 1000) s; see \
                'systemctl --user status tabd' or 'journalctl --user -t tabd', or start 'tabd' by hand
                """, status: ExitStatus.timeout)
    }

    /// Ends a daemon that hangs. Its committed changes are saved, and the bus starts a new daemon at the next call.
    private func terminate(_ old: String) async throws {
        if let host = service.location.host {
            // The number of its process means another one here.
            throw ControlError(
                message: """
                    tabd on \(host.name) did not reply within \(Self.replyTimeout / 1000) s; run 'tabctl restart' there, \
                    which ends it
                    """, status: ExitStatus.timeout)
        }
        let credentials = try? await service.bus.credentials(of: old)
        let number = credentials?.userID == getuid() ? credentials?.processID : nil
        guard await service.isActivatable(), let process = number.flatMap({ OtherProcess(Int32(clamping: $0)) }) else {
            throw ControlError(
                message: """
                    tabd did not reply within \(Self.replyTimeout / 1000) s; 'tabd --replace' replaces a daemon that hangs
                    """, status: ExitStatus.timeout)
        }
        Output.note(
            "tabd (process \(process.processID)) did not reply within \(Self.replyTimeout / 1000) s; ending it")
        process.send(SIGTERM)
        // Lets a stopped process handle SIGTERM.
        process.send(SIGCONT)
        if await !isGone(old, orNone: true, within: Self.terminationTimeout) {
            process.send(SIGKILL)
            _ = await isGone(old, orNone: true, within: Self.deadline)
        }
        service.busDestination = TabNames.busName
    }

    private func isGone(_ old: String, orNone: Bool, within milliseconds: UInt64) async -> Bool {
        if isGone(old, orNone: orNone) { return true }
        return await withCheckedContinuation { continuation in
            waiting = (old, orNone, continuation)
            timer = LoopTimer(after: milliseconds) { [weak self] in self?.finishWaiting(false) }
        }
    }

    private func isGone(_ old: String, orNone: Bool) -> Bool { watch?.owner.map { $0 != old } ?? orNone }

    private func ownerChanged() {
        guard let waiting, isGone(waiting.old, orNone: waiting.none) else { return }
        finishWaiting(true)
    }

    private func finishWaiting(_ isGone: Bool) {
        waiting?.continuation.resume(returning: isGone)
        waiting = nil
        timer = nil
    }

    private static func explain(_ error: DBusError) -> ControlError {
        guard error.name == DBusError.Name.unknownMethod else { return ControlError(error) }
        return ControlError(error).withMessage("the daemon is too old to restart itself; 'tabd --replace' replaces it")
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
