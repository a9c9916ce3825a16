import DBusConnection
import DBusInterface
import Glibc
import Logging

/// Starts the daemon, keeps it on a bus, and stops it.
@EventLoop
final class DaemonService {
    /// How long a lost bus is looked for, in milliseconds.
    private static let rejoiningTime: UInt64 = 30_000

    /// What the command line says; the configuration's comes behind.
    private let pluginPath: [String]
    /// The command line's wins over the configuration's.
    private let logLevel: Logger.Level?
    private let isReplacing: Bool
    private let environment: [String: String]
    private let log = Logger(label: "tabd")
    private var daemon: Daemon?
    private var connection: Connection?
    private var signals: [LoopSignal] = []
    /// Plugins may use `MainActor`.
    private var mainQueue: MainQueue?
    private var rejoining: LoopTimer?
    private var isStopping = false

    nonisolated init(
        pluginPath: [String], logLevel: Logger.Level?, isReplacing: Bool, environment: [String: String]
    ) {
        self.pluginPath = pluginPath
        self.logLevel = logLevel
        self.isReplacing = isReplacing
        self.environment = environment
    }

    func start() {
        signals = [
            LoopSignal(SIGTERM) { self.stop(0) }, LoopSignal(SIGINT) { self.stop(0) },
            LoopSignal(SIGHUP) { self.reload() },
        ]
        mainQueue = MainQueue()
        let configuration = readConfiguration()
        let daemon: Daemon
        do {
            daemon = try Daemon(
                stateDirectory: stateDirectory, pluginPath: pluginPath + configuration.pluginPath,
                environment: environment, log: log)
        } catch {
            log.critical("\(error)")
            return EventLoop.exit(1)
        }
        self.daemon = daemon
        daemon.apply(configuration)
        daemon.onLeave = { [weak self] isReplaced in
            if isReplaced { self?.stop(0) } else { self?.rejoin(waited: 0, next: 100) }
        }
        do throws(DBusError) {
            try join()
        } catch {
            log.critical("no session bus: \(error.message); start a session or run 'dbus-run-session -- tabd'")
            stop(DaemonCommand.noBus)
        }
    }

    private var stateDirectory: String {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? home + "/.local/state") + "/tabd"
    }

    private func join() throws(DBusError) {
        guard let busAddress = BusAddress.session(in: { environment[$0] }) else {
            throw .disconnected("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
        }
        let connection = try Connection.bus(at: busAddress)
        self.connection = connection
        daemon?.serve(on: connection, replacing: isReplacing) { [weak self] result in
            self?.served(on: connection, result)
        }
    }

    private func served(on connection: Connection, _ result: Result<Bool, DBusError>) {
        switch result {
        case .success(true):
            ServiceManager.notifyReady()
            log.info("ready as \(connection.uniqueName)")
        case .success(false):
            log.error("another instance owns the name; 'tabd --replace' takes it over")
            stop(DaemonCommand.nameTaken)
        case .failure(let error):
            // When the bus went in the meantime it is looked for again.
            guard connection.isOpen else { return }
            log.error("the name could not be taken: \(error.message)")
            stop(1)
        }
    }

    /// The bus is gone: tries again, each time later, and gives up with the state saved.
    private func rejoin(waited: UInt64, next: UInt64) {
        guard !isStopping else { return }
        connection = nil
        guard waited < Self.rejoiningTime else {
            log.notice("the bus did not come back within \(Self.rejoiningTime / 1000) s")
            return stop(0)
        }
        rejoining = LoopTimer(after: next) { [weak self] in
            guard let self else { return }
            do throws(DBusError) {
                try join()
                log.notice("joined the bus again")
            } catch {
                rejoin(waited: waited + next, next: min(next * 2, 5000))
            }
        }
    }

    private func reload() {
        ServiceManager.notifyReloading()
        let configuration = readConfiguration()
        daemon?.apply(configuration)
        daemon?.findPlugins(in: pluginPath + configuration.pluginPath)
        ServiceManager.notifyReady()
    }

    private func readConfiguration() -> DaemonConfiguration {
        let configuration = DaemonConfiguration(environment: environment)
        JournalLogHandler.setLevel(logLevel ?? configuration.logLevel)
        for warning in configuration.warnings { log.warning("\(warning)") }
        return configuration
    }

    private func stop(_ code: Int32) {
        guard !isStopping else { return }
        isStopping = true
        ServiceManager.notifyStopping()
        daemon?.save()
        connection?.flush(for: .milliseconds(500))
        connection?.close()
        EventLoop.exit(code)
    }
}
