import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import Logging
import PluginHosting
import TabInterface
import TabStore

/// Starts the daemon, keeps it on a bus, and stops it.
@EventLoop
final class DaemonService {
    /// How long a lost bus is looked for, in milliseconds.
    private static let rejoiningTime = Duration.seconds(30)
    /// How long the owners of view controllers have at the end, in milliseconds.
    private static let lastWords: UInt64 = 400

    /// What the command line says; the configuration's comes behind.
    private let pluginPath: [String]
    /// The command line's wins over the configuration's.
    private let logLevel: Logger.Level?
    private let isReplacing: Bool
    private let environment: [String: String]
    private let program: ProgramFile
    private let log = Logger(label: "tabd")
    private var daemon: Daemon?
    private var arrival: Arrival?
    private let nameLoss = NameLoss()
    private var connection: Connection?
    private var signals: [LoopSignal] = []
    /// Plugins may use `MainActor`.
    private var mainQueue: MainQueue?
    private var rejoining: LoopTimer?
    private var isStopping = false
    /// nil while the process is to go on, as the next program.
    private var exitCode: Int32?

    nonisolated init(
        pluginPath: [String], logLevel: Logger.Level?, isReplacing: Bool, environment: [String: String]
    ) {
        self.pluginPath = pluginPath
        self.logLevel = logLevel
        self.isReplacing = isReplacing
        self.environment = environment
        program = ProgramFile()
    }

    func start() {
        signals = [
            LoopSignal(SIGTERM) { self.stop(0) }, LoopSignal(SIGINT) { self.stop(0) },
            LoopSignal(SIGHUP) { self.reload() }, LoopSignal(SIGCHLD) { self.daemon?.registry?.childrenChanged() },
        ]
        mainQueue = MainQueue()
        joinBus(within: 25_000) { [self] result in
            switch result {
            case .success(let connection):
                self.connection = connection
                arrival = Arrival(
                    on: connection, isReplacing: isReplacing, stateDirectory: stateDirectory, nameLoss: nameLoss,
                    log: log
                ) { [weak self] in self?.arrived(on: connection, $0) }
            case .failure(let error):
                log.critical("no session bus: \(error.message); start a session or run 'dbus-run-session -- tabd'")
                stop(DaemonCommand.noBus)
            }
        }
    }

    /// The store is nobody else's: brings back what is in it, and serves.
    private func arrived(on connection: Connection, _ result: Arrival.Result) {
        arrival = nil
        guard !isStopping else { return }
        var lock: StoreLock?
        switch result {
        case .alone(let taken): lock = taken
        case .late: return served(on: connection, .success(false))
        case .lost: return lostName(on: connection)
        case .failed(let error): return served(on: connection, .failure(error))
        }
        let configuration = readConfiguration()
        let daemon = Daemon(
            stateDirectory: stateDirectory, lock: lock, pluginPath: pluginPath + configuration.pluginPath,
            durability: configuration.durability, hosting: configuration.hosting, environment: environment, log: log)
        self.daemon = daemon
        daemon.apply(configuration)
        daemon.restore()
        daemon.makeMissing(of: DaemonConfiguration.folder(in: environment) + "/layout.toml")
        // The reply leaves first.
        daemon.onRestart = { [weak self] () throws(DBusError) in
            if let fault = self?.program.fault { throw .internalInconsistency("Restart: \(fault); install it first") }
            EventLoop.post { self?.leave() }
        }
        daemon.watchStore()
        daemon.onLostBus = { [weak self] in self?.rejoin(until: .now + Self.rejoiningTime, next: 100) }
        daemon.onLostName = { [weak self] in
            if let self, let connection = self.connection { lostName(on: connection) }
        }
        daemon.onSignal = { [nameLoss] in nameLoss.note($0) }
        // A replacement has the name since its arrival, unless the next one has taken it from there.
        serve(on: connection, replacing: false)
    }

    /// nil: nobody says where.
    private var stateDirectory: String? {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }).map { $0 + "/tabd" }
    }

    /// Joins the bus, which may take its time, or never answer: everything else goes on meanwhile.
    ///
    /// - Parameters:
    ///   - timeout: in milliseconds.
    ///   - joined: Not called when the daemon leaves before.
    private func joinBus(within timeout: Int32, joined: @escaping @EventLoop (Result<Connection, DBusError>) -> Void) {
        guard let address = BusAddress.session(in: { environment[$0] }) else {
            return joined(.failure(.disconnected("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")))
        }
        // Not as a task: the threads that those may use have a timer that wakes the process each second from then on.
        Connection.joinBus(at: address, timeout: timeout) { [self] result in
            if !isStopping {
                if case .success(let connection) = result { nameLoss.watch(connection) }
                joined(result)
            }
        }
    }

    private func serve(on connection: Connection, replacing: Bool) {
        self.connection = connection
        daemon?.serve(on: connection, replacing: replacing) { [weak self] result in
            self?.served(on: connection, result)
        }
        connection.holdsCalls = false
    }

    private func served(on connection: Connection, _ result: Result<Bool, DBusError>) {
        switch result {
        case .success(true):
            ServiceManager.notifyReady()
            log.info("ready as \(connection.uniqueName)")
        case .success(false) where isReplacing && daemon != nil: lostName(on: connection)
        case .success(false):
            log.error("another instance owns the name; 'tabd --replace' takes it over")
            stop(DaemonCommand.nameTaken)
        case .failure(let error):
            // When the bus went in the meantime it is looked for again.
            guard connection.isOpen || daemon == nil else { return }
            let isDenied = error.name == DBusError.accessDenied("").name
            let advice = isDenied ? "; the policy of the bus must allow to own \(TabNames.busName)" : ""
            log.error("the name could not be taken: \(error.message)\(advice)")
            stop(isDenied ? DaemonCommand.nameDenied : 1)
        }
    }

    /// Ends in order, and says why: a replacement was wanted, any other client that takes the name was not.
    private func lostName(on connection: Connection) {
        nameLoss.findCause(on: connection) { [self] cause in
            // When the bus went in the meantime it is looked for again.
            guard !isStopping, connection.isOpen || daemon == nil else { return }
            switch cause {
            case .replaced(let successor):
                log.notice("replaced by another instance\(successor.isEmpty ? "" : ", \(successor)")")
                stop(0)
            case .taken(let client, let process):
                let owner = client.map { "the client \($0)" } ?? "another client"
                let place = process.map { " (process \($0))" } ?? ""
                log.error("lost the name \(TabNames.busName) to \(owner)\(place), which is not 'tabd --replace'")
                stop(DaemonCommand.nameTaken)
            }
        }
    }

    /// The bus is gone: tries again, each time later, and gives up with the state saved.
    private func rejoin(until end: SuspendingClock.Instant, next: UInt64) {
        guard !isStopping else { return }
        connection = nil
        guard .now < end else {
            log.notice("the bus did not come back within \(Self.rejoiningTime.components.seconds) s")
            return stop(0)
        }
        rejoining = LoopTimer(after: next) { [weak self] in
            guard let self else { return }
            joinBus(within: 5000) { [self] result in
                switch result {
                case .success(let connection):
                    serve(on: connection, replacing: isReplacing)
                    log.notice("joined the bus again")
                case .failure: rejoin(until: end, next: min(next * 2, 5000))
                }
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
        exitCode = code
        leave()
    }

    /// Saves, with what the owners of view controllers want back now, and says goodbye: for good, when there is an exit
    /// code by then.
    private func leave() {
        guard !isStopping else { return }
        isStopping = true
        guard let daemon else { return finish() }
        daemon.collectStates(within: Self.lastWords) { [self] in
            daemon.save()
            connection?.flush(for: .milliseconds(500))
            // Who waits for an answer of a plugin's process, which ends now, is told by the bus that this one has left.
            connection?.close()
            daemon.registry?.shutDown()
            finish()
        }
    }

    private func finish() {
        if let exitCode {
            ServiceManager.notifyStopping()
            return EventLoop.exit(exitCode)
        }
        ServiceManager.notifyReloading()
        let error = program.execute()
        log.critical("\(program.path) can't be run: \(error)")
        EventLoop.exit(1)
    }
}
