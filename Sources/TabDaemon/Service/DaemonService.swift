import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import Logging
import PluginHosting
import Processes
import TabInterface
import TabStore

/// The life of the process: starts the daemon, keeps it connected to the bus, and stops it.
@EventLoop
final class DaemonService {
    /// The time that owners have at shutdown to return their restorable state, in milliseconds.
    private static let shutdownTimeout: UInt64 = 400

    /// Plugin folders from the command line. They are searched before those of the configuration.
    private let pluginPath: [String]
    private let translations: Translations
    /// The log level from the command line. It overrides the configuration.
    private let logLevel: Logger.Level?
    private let isReplacing: Bool
    private let environment: [String: String]
    private let program: ProgramFile
    private let log = Logger(label: "tabd")
    private var daemon: Daemon?
    private var nameAcquisition: NameAcquisition?
    private let nameLoss = NameLoss()
    private var connection: Connection?
    private var signals: [LoopSignal] = []
    /// Runs jobs of `MainActor`, which plugins may use.
    private var mainQueue: MainQueue?
    private var busReturn: BusReturn?
    private var nameRelease: NameRelease?
    private var isStopping = false
    /// The exit code; nil when the process is to execute its program again (`Restart`).
    private var exitCode: Int32?

    nonisolated init(
        pluginPath: [String], localePath: [String], logLevel: Logger.Level?, isReplacing: Bool,
        environment: [String: String]
    ) {
        self.pluginPath = pluginPath
        self.logLevel = logLevel
        self.isReplacing = isReplacing
        self.environment = environment
        translations = Translations(
            CatalogDirectory(extra: localePath, program: ProgramFolder.executable, environment: environment),
            ownLocale: LocaleName(environment: environment))
        program = ProgramFile()
    }

    func start() {
        signals = [
            LoopSignal(SIGTERM) { self.stop(0) }, LoopSignal(SIGINT) { self.stop(0) },
            LoopSignal(SIGHUP) { self.reload() }, LoopSignal(SIGCHLD) { self.daemon?.childrenChanged() },
        ]
        mainQueue = MainQueue()
        joinBus(within: 25_000) { [self] result in
            switch result {
            case .success(let connection):
                self.connection = connection
                nameAcquisition = NameAcquisition(
                    on: connection, isReplacing: isReplacing, stateDirectory: stateDirectory, nameLoss: nameLoss,
                    log: log
                ) { [weak self] in self?.nameAcquisitionEnded(on: connection, $0) }
            case .failure(let error):
                log.critical("no session bus: \(error.message); start a session or run 'dbus-run-session -- tabd'")
                stop(DaemonCommand.noBus)
            }
        }
    }

    /// Restores the contents of the store and serves, unless another instance owns the name.
    private func nameAcquisitionEnded(on connection: Connection, _ result: NameAcquisition.Result) {
        nameAcquisition = nil
        guard !isStopping else { return }
        var lock: StoreLock?
        switch result {
        case .acquired(let storeLock): lock = storeLock
        case .alreadyOwned: return served(on: connection, .success(false))
        case .lost: return lostName(on: connection)
        case .failed(let error): return served(on: connection, .failure(error))
        }
        let configuration = readConfiguration()
        let daemon = Daemon(
            stateDirectory: stateDirectory, lock: lock, pluginPath: pluginPath + configuration.pluginPath,
            durability: configuration.durability, hosting: configuration.hosting, translations: translations,
            environment: environment)
        self.daemon = daemon
        daemon.apply(configuration)
        daemon.restore(layoutFile: DaemonConfiguration.folder(in: environment) + "/layout.toml")
        // The reply to Restart is sent first.
        daemon.onRestart = { [weak self] () throws(DBusError) in
            if let error = self?.program.validationError {
                throw .internalInconsistency("Restart: \(error); install it first")
            }
            EventLoop.post { self?.leave() }
        }
        daemon.configurationReloads.read = { [weak self] in self?.reload() ?? DaemonConfiguration() }
        daemon.onLostBus = { [weak self] in self?.lostBus() }
        daemon.onLostName = { [weak self] in
            if let self, let connection = self.connection { lostName(on: connection) }
        }
        daemon.onSignal = { [nameLoss] in nameLoss.note($0) }
        // A replacement already owns the name, unless the next replacement has taken it since.
        serve(on: connection, replacing: false)
    }

    /// The directory of the store; nil when the environment does not give one.
    private var stateDirectory: String? {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }).map { $0 + "/tabd" }
    }

    /// The address of the session bus; nil when the environment does not give one.
    private var busAddress: String? { BusAddress.session(in: { environment[$0] }) }

    /// Joins the bus without blocking the event loop: the bus may answer late or never.
    ///
    /// - Parameters:
    ///   - timeout: In milliseconds.
    ///   - joined: Called with the result. Not called when the daemon stops first.
    private func joinBus(within timeout: Int32, joined: @escaping @EventLoop (Result<Connection, DBusError>) -> Void) {
        guard let address = busAddress else {
            return joined(.failure(.disconnected("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")))
        }
        // Not a Swift task: its thread pool has a timer that wakes the process every second from then on.
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
            log.error("another instance owns the name; use 'tabd --replace' to take it over")
            stop(DaemonCommand.nameTaken)
        case .failure(let error):
            // When the bus was lost in the meantime, the daemon is already rejoining it.
            guard connection.isOpen || daemon == nil else { return }
            let isDenied = error.name == DBusError.Name.accessDenied
            let advice = isDenied ? "; the policy of the bus must allow owning \(TabNames.busName)" : ""
            log.error("cannot acquire the name: \(error.message)\(advice)")
            stop(isDenied ? DaemonCommand.nameDenied : 1)
        }
    }

    /// Stops after the loss of the name. A replacement is expected; the loss to any other client is an error.
    private func lostName(on connection: Connection) {
        nameLoss.findCause(on: connection) { [self] cause in
            // When the bus was lost in the meantime, the daemon is already rejoining it.
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

    /// The bus has ended, or has closed this connection. The daemon ends with its bus, unless the bus comes back at the
    /// same address soon: another daemon, on the next bus of the session, needs the state.
    private func lostBus() {
        guard !isStopping else { return }
        connection = nil
        busReturn = BusReturn(to: busAddress ?? "", in: environment) { [self] timeout, joined in
            joinBus(within: timeout) { joined($0) }
        } completion: { [self] connection in
            busReturn = nil
            guard let connection else {
                log.notice("the session bus has ended")
                return stop(0)
            }
            serve(on: connection, replacing: isReplacing)
            log.notice("joined the bus again")
        }
    }

    /// Returns the configuration that was read.
    @discardableResult
    private func reload() -> DaemonConfiguration {
        ServiceManager.notifyReloading()
        let configuration = readConfiguration()
        daemon?.apply(configuration)
        daemon?.findPlugins(in: pluginPath + configuration.pluginPath)
        let mistakes = configuration.warnings.count
        let file =
            configuration.isFound
            ? "read \(configuration.path) again, with \(mistakes == 1 ? "1 mistake" : "\(mistakes) mistakes")"
            : "\(configuration.path) does not exist"
        log.info("reloaded: \(file); looked for plugins")
        ServiceManager.notifyReady()
        return configuration
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

    /// Releases the name, answers the calls that were sent to it, collects the restorable states, saves, and leaves the
    /// bus. Then the process exits, or executes its program again if the exit code is nil.
    private func leave() {
        guard !isStopping else { return }
        isStopping = true
        busReturn = nil
        // From now on the service manager queues requests to start the service, such as those of the bus.
        if exitCode != nil { ServiceManager.notifyStopping() }
        guard let daemon else { return leaveBeforeServing() }
        depart { [self] in
            daemon.collectStates(within: Self.shutdownTimeout) { [self] in
                // Not inside the handler of a message: the connection reads its last messages below.
                EventLoop.post { [self] in end(daemon) }
            }
        }
    }

    /// Releases the name on the bus, if there is one, and calls back when the calls to the name are handled.
    private func depart(completion: @escaping @EventLoop () -> Void) {
        guard let connection, connection.isConnected else { return completion() }
        nameRelease = NameRelease(from: connection, refusingWith: Daemon.ending, completion: completion)
    }

    private func end(_ daemon: Daemon) {
        daemon.save()
        if let connection {
            connection.refuseCalls(with: Daemon.ending)
            connection.flush(for: .milliseconds(500))
            // Calls that wait for a plugin process fail now: the bus reports that this connection is closed.
            connection.close()
        }
        daemon.shutDown()
        finish()
    }

    /// Ends an instance that does not serve yet. A replacement may have the name already, and hold calls.
    private func leaveBeforeServing() {
        nameAcquisition?.cancel()
        nameAcquisition = nil
        guard let connection, isReplacing else { return finish() }
        connection.onCall = { _, _, reply in reply.fail(Daemon.ending) }
        connection.holdsCalls = false
        depart { [self] in
            connection.refuseCalls(with: Daemon.ending)
            connection.flush(for: .milliseconds(500))
            connection.close()
            finish()
        }
    }

    private func finish() {
        if let exitCode { return EventLoop.exit(exitCode) }
        ServiceManager.notifyReloading()
        let error = program.execute()
        log.critical("cannot execute \(program.path): \(error)")
        EventLoop.exit(1)
    }
}
