import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The daemon: its model and store, its parts, and the entry points of calls, events and plugins.
@EventLoop
final class Daemon: EntryPoint {
    let context: Context
    private let exporter: ObjectExporter
    private let numbers: ReservedNumbers
    private let pluginCalls: PluginCalls
    private let portal: SettingsPortal
    /// The contents of the store at the start, until they are restored.
    private var contents: StoreContents?

    /// Called when the bus connection was lost.
    var onLostBus: (@EventLoop () -> Void)?
    /// Called when another client has taken the name.
    var onLostName: (@EventLoop () -> Void)?
    /// Called with every signal from other clients.
    var onSignal: (@EventLoop (IncomingSignal) -> Void)?
    /// Called to execute the program again, after the replies of this turn.
    var onRestart: (@EventLoop () throws(DBusError) -> Void)?
    let configurationReloads = ConfigurationReloads()

    init(
        stateDirectory: String?, lock: StoreLock?, pluginPath: [String], durability: StoreDurability,
        hosting: HostingConfiguration, translations: Translations, environment: [String: String]
    ) {
        let store = Store(directory: stateDirectory, durability: durability, lock: lock)
        let contents = store.load()
        self.contents = contents
        numbers = ReservedNumbers(in: store)
        var hierarchy = Hierarchy(nextID: numbers.reserve(from: contents.nextNumber) ?? contents.nextNumber)
        hierarchy.setDefaultLanguage(translations.language(nil))

        let (quotas, records) = (Quotas(), ControllerRecords())
        let delivery = EventDelivery(hierarchy, numbers: numbers, quotas: quotas, records: records)
        let core = Core(
            bus: Bus(), delivery: delivery, quotas: quotas, records: records, settings: Settings(), store: store)
        let hosts = stateDirectory.map { $0 + "/hosts" } ?? ""
        let context = Context(
            core, translations: translations, sockets: PrivateSockets.directory(in: environment, fallback: hosts))
        self.context = context
        portal = SettingsPortal { preferences in
            context.windows.setDesktop(preferences)
            context.views.noteTraits()
        }
        exporter = ObjectExporter(context)
        pluginCalls = PluginCalls(context: context)

        // The entry points: events, calls of clients, and the plugins.
        delivery.receiver = EventReceiver(context: context, exporter: exporter)
        let tree = core.bus.tree
        tree.delegate = exporter
        tree.adviseLongReplies("\(ManagerInterface.getObjects.name) of \(ManagerInterface.name), which returns pieces")
        // `unowned` is safe: the daemon lives as long as its tree and its connection.
        let manager = Export(ManagerFacade.interface) { [unowned self] caller in
            ManagerFacade(context: context, daemon: self, caller: caller)
        }
        tree.add(TabNames.root, [manager])
        let registry = PluginRegistry(
            searchPath: pluginPath, environment: environment, dataDirectory: stateDirectory.map { $0 + "/plugins" },
            hostDirectory: hosts, configuration: hosting, suspectedPlugins: store.suspectedPlugins(),
            host: pluginCalls)
        context.plugins.open(registry, in: pluginPath)
    }

    // MARK: Start and end

    /// Restores the state, then creates what the layout file declares and does not exist.
    func restore(layoutFile: String) {
        guard let contents else { return }
        self.contents = nil
        Restorer(
            core: core, crashMarkers: crashMarkers, instances: instances, recorder: recorder
        ).restore(contents)
        layouts.createMissing(from: layoutFile)
        recorder.watchStore()
    }

    /// Applies the configuration. Existing views and running plugins are not affected.
    func apply(_ configuration: DaemonConfiguration) {
        settings.viewLimits = configuration.limits
        settings.maximumState = configuration.maximumState
        settings.deadlines = configuration.deadlines
        settings.pluginSettings = configuration.pluginSettings
        quotas.limits = configuration.clientLimits
        context.setup.limitMessages()
        plugins.registry?.configure(configuration.hosting)
    }

    /// Searches for plugins again.
    func findPlugins(in searchPath: [String]) { instances.findPlugins(in: searchPath) }

    /// A child process has stopped or continued.
    func childrenChanged() { plugins.registry?.childrenChanged() }

    /// Requests the current state from all owners at shutdown.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout. An owner that does not answer in time keeps its last state.
    ///   - completion: Called once.
    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        let remotes = records.all.sorted { $0.key < $1.key }.compactMap { $0.value.owner as? RemoteViewController }
        var left = remotes.count + (plugins.registry == nil ? 0 : 1)
        guard left > 0 else { return completion() }
        let deadline = Deadline<Void>(milliseconds: milliseconds) { _ in completion() }
        let answered: @EventLoop () -> Void = {
            left -= 1
            if left == 0 { deadline.meet(()) }
        }
        for remote in remotes { remote.requestState(isAwaited: false, completion: answered) }
        plugins.registry?.collectStates(within: milliseconds, completion: answered)
    }

    /// Saves the state for the next start. Called once, at shutdown.
    func save() {
        // A later layout could no longer be saved.
        layouts.queue.close()
        context.turn.endTurn()
        recorder.commitEverything()
        numbers.release(from: delivery.hierarchy.nextID)
        store.close()
        // Later changes can no longer be saved, so they are not announced.
        for connection in bus.tree.connections { connection.beforeReplies = nil }
    }

    /// The time in which clients on private connections may read the last replies.
    private static let flushTime = Duration.milliseconds(200)

    /// The reply to a call that arrives too late. Nothing was changed, so the caller may repeat it.
    static let ending = DBusError(
        name: DBusError.Name.serviceUnknown,
        message: "the daemon is ending, and nothing was changed; call \(TabNames.busName) again")

    /// Ends the plugins and the private connections, whose unread calls are refused.
    func shutDown() {
        plugins.registry?.shutDown()
        for connection in bus.tree.connections { connection.refuseCalls(with: Self.ending) }
        bus.tree.closePeers(flushingFor: Self.flushTime)
        privateConnections.close()
    }

    // MARK: Connections

    /// Exports the objects on a connection, then requests the name.
    ///
    /// - Parameter completion: Called with false when another instance owns the name.
    func serve(
        on connection: Connection, replacing: Bool, completion: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) {
        if replacing { NameLoss.announceReplacement(on: connection) }
        bus.tree.connection = connection
        context.setup.handleCalls(on: connection)
        connection.onSignal = { [unowned self] signal, reader in receive(signal, reader) }
        connection.onDisconnect = { [unowned self] in lostBus() }
        portal.follow(on: connection)
        connection.requestName(TabNames.busName, replacing: replacing, completion: completion)
    }

    /// Exports the objects on a private connection, whose other side is a client like those on the bus.
    func serve(peer: Connection) {
        bus.tree.add(peer: peer)
        context.setup.handleCalls(on: peer)
        peer.onDisconnect = { [unowned self, unowned peer] in
            bus.tree.remove(peer: peer)
            context.vanishedClients.peerVanished(peer.peerName)
        }
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard signal.sender == "org.freedesktop.DBus", signal.interface == "org.freedesktop.DBus" else {
            onSignal?(signal)
            portal.receive(signal, reader)
            return
        }
        if signal.member == "NameOwnerChanged", signal.signature == "sss" {
            guard let name = try? reader.readString() else { return }
            if name.hasPrefix(":") {
                context.vanishedClients.peerVanished(name)
            } else if name == SettingsPortal.name, (try? reader.readString()) != nil {
                portal.ownerChanged(to: (try? reader.readString()) ?? "")
            }
        } else if signal.member == "NameLost", signal.signature == "s", (try? reader.readString()) == TabNames.busName {
            onLostName?()
        }
    }

    /// Removes everything that belonged to clients on the bus. View controllers that can be registered again stay.
    private func lostBus() {
        bus.tree.connection = nil
        context.vanishedClients.busVanished()
        onLostBus?()
    }
}
