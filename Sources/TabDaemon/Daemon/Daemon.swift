import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The daemon: its parts, and how they are connected. Each part owns its state and gets the parts that it uses.
@EventLoop
final class Daemon {
    private let bus = Bus()
    private let settings = Settings()
    private let records = ControllerRecords()
    private let store: Store
    private let numbers: ReservedNumbers
    private let delivery: EventDelivery
    private let quotas: Quotas
    private let plugins: PluginCatalog
    private let replies: TurnReplies
    private let recorder: StateRecorder
    private let instances: Instances
    private let layouts: Layouts
    private let departures: ClientDepartures
    private let setup: ConnectionSetup
    private let privateConnections: PrivateConnections
    private let pluginCalls: PluginCalls
    private let portal = SettingsPortal()
    private let restorer: Restorer
    private let turn: Turn
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
        store = Store(directory: stateDirectory, durability: durability, lock: lock)
        let contents = store.load()
        self.contents = contents
        let (bus, settings, records, store) = (bus, settings, records, store)
        numbers = ReservedNumbers(in: store)
        let firstNumber = numbers.reserve(from: contents.nextNumber) ?? contents.nextNumber
        var hierarchy = Hierarchy(nextID: firstNumber)
        hierarchy.setDefaultLanguage(translations.language(nil))
        let quotas = Quotas()
        delivery = EventDelivery(hierarchy, numbers: numbers, quotas: quotas, records: records)
        let delivery = delivery

        let plugins = PluginCatalog(bus: bus, records: records, settings: settings)
        let recentlyDestroyed = RecentlyDestroyed(images: quotas.images)
        let images = ImageReferences(plugins: plugins, quotas: quotas)
        plugins.onChange = { images.library.pluginChanged($0) }
        let properties = ControllerProperties(bus: bus, delivery: delivery, images: images, records: records)
        let storeReport = StoreReport(bus: bus, store: store)
        let crashMarkers = CrashMarkers(delivery: delivery, plugins: plugins, records: records, store: store)
        let delegates = DelegateRegistry(bus: bus, delivery: delivery, quotas: quotas, records: records)
        let states = RestorableStateRecorder(
            bus: bus, delivery: delivery, quotas: quotas, recentlyDestroyed: recentlyDestroyed, records: records,
            settings: settings, store: store, storeReport: storeReport)
        let windows = WindowAttachments(bus: bus, delivery: delivery, quotas: quotas, translations: translations)
        let pluginAccess = PluginAccess(delivery: delivery, records: records)
        let references = ObjectReferences(
            access: pluginAccess, delivery: delivery, records: records, windows: windows)
        let popovers = PopoverConfigurator(
            delivery: delivery, plugins: plugins, records: records, references: references)
        let access = AccessControl(plugins: pluginAccess, quotas: quotas, windows: windows)
        let gestures = GestureQueues(delegates: delegates, delivery: delivery)
        let popoverTaps = PopoverTaps(delegates: delegates, delivery: delivery)
        let recorder = StateRecorder(
            bus: bus, delivery: delivery, images: images.library, recentlyDestroyed: recentlyDestroyed,
            records: records, states: states, store: store, storeReport: storeReport, windows: windows)
        let views = ViewStore(
            bus: bus, crashMarkers: crashMarkers, delivery: delivery, quotas: quotas, records: records,
            settings: settings, windows: windows)
        let instances = Instances(
            bus: bus, classes: ClientClasses(bus: bus, plugins: plugins, quotas: quotas), crashMarkers: crashMarkers,
            delivery: delivery, plugins: plugins, properties: properties,
            records: records, settings: settings, states: states, store: store, views: views)
        let popoverQuestions = PopoverQuestions(
            bus: bus, delegates: delegates, delivery: delivery, popoverTaps: popoverTaps, references: references)
        let touches = Touches(
            delivery: delivery, gestures: gestures, popoverTaps: popoverTaps, records: records, views: views)
        let transitions = TransitionClock(
            delegates: delegates, delivery: delivery, gestures: gestures, settings: settings)
        let replies = TurnReplies(bus: bus, plugins: plugins, recorder: recorder, settings: settings, store: store)
        let factory = ControllerFactory(
            delivery: delivery, instances: instances, plugins: plugins, properties: properties, quotas: quotas,
            records: records, states: states)
        let delegateChanges = DelegateChanges(
            access: pluginAccess, bus: bus, delegates: delegates, delivery: delivery, gestures: gestures,
            popoverQuestions: popoverQuestions, settings: settings, transitions: transitions)
        let presentations = Presentations(
            delivery: delivery, popovers: popovers, records: records, replies: replies, transitions: transitions,
            windows: windows)
        let reopener = Reopener(
            bus: bus, delivery: delivery, instances: instances, quotas: quotas, recentlyDestroyed: recentlyDestroyed,
            recorder: recorder, records: records, states: states, windows: windows)
        let restorer = Restorer(
            bus: bus, crashMarkers: crashMarkers, delivery: delivery, images: images.library, instances: instances,
            recentlyDestroyed: recentlyDestroyed, recorder: recorder, records: records, states: states, store: store,
            storeReport: storeReport, windows: windows)
        let viewActions = ViewActions(
            delivery: delivery, instances: instances, records: records, replies: replies, settings: settings,
            touches: touches, views: views)
        let alerts = AlertPresenter(
            bus: bus, delivery: delivery, popovers: popovers, presentations: presentations, quotas: quotas,
            records: records, views: views)
        let layoutQueue = LayoutQueue()
        let layouts = Layouts(
            delivery: delivery, factory: factory, images: images, instances: instances, plugins: plugins,
            queue: layoutQueue, quotas: quotas, records: records, reopener: reopener, windows: windows)
        let turn = Turn(
            bus: bus, crashMarkers: crashMarkers, delivery: delivery, popoverTaps: popoverTaps,
            presentations: presentations, recorder: recorder, replies: replies, views: views)
        let setup = ConnectionSetup(bus: bus, quotas: quotas, replies: replies, turn: turn)
        let fallback = stateDirectory.map { $0 + "/hosts" } ?? ""
        let privateConnections = PrivateConnections(
            bus: bus, quotas: quotas, setup: setup,
            directory: PrivateSockets.directory(in: environment, fallback: fallback))
        let departures = ClientDepartures(
            bus: bus, delegateChanges: delegateChanges, delegates: delegates, delivery: delivery,
            images: images.library, instances: instances, layouts: layoutQueue, privateConnections: privateConnections,
            quotas: quotas, recentlyDestroyed: recentlyDestroyed, recorder: recorder, records: records,
            transitions: transitions, windows: windows)
        let tabGestures = TabGestures(delivery: delivery, gestures: gestures, reopener: reopener, touches: touches)
        let exporter = ObjectExporter(
            alerts: alerts, bus: bus, delegateChanges: delegateChanges, delivery: delivery, gestures: gestures,
            instances: instances, plugins: plugins, popoverTaps: popoverTaps, popovers: popovers,
            presentations: presentations, properties: properties, records: records, references: references,
            replies: replies, tabGestures: tabGestures, touches: touches, transitions: transitions,
            viewActions: viewActions, views: views, windows: windows)
        let pluginCalls = PluginCalls(
            bus: bus, crashMarkers: crashMarkers, delivery: delivery, instances: instances, records: records,
            states: states, store: store)
        let events = EventReceiver(
            alerts: alerts, bus: bus, crashMarkers: crashMarkers, delegateChanges: delegateChanges,
            delegates: delegates, delivery: delivery, exporter: exporter, gestures: gestures, instances: instances,
            popoverQuestions: popoverQuestions, popoverTaps: popoverTaps, popovers: popovers,
            presentations: presentations, quotas: quotas, recorder: recorder, records: records, references: references,
            transitions: transitions, views: views, windows: windows)

        self.quotas = quotas
        self.plugins = plugins
        self.replies = replies
        self.recorder = recorder
        self.instances = instances
        self.layouts = layouts
        self.departures = departures
        self.setup = setup
        self.privateConnections = privateConnections
        self.pluginCalls = pluginCalls
        self.restorer = restorer
        self.turn = turn

        delivery.receive = { event in events.deliver(event) }
        delivery.createLazyInstances = { [unowned instances] in instances.createLazyInstances(after: $0) }
        // `unowned` is safe: the daemon lives as long as its tree and its connection.
        let manager = Export(ManagerFacade.interface) { [unowned self] caller in
            ManagerFacade(
                bus: bus, delegates: delegates, delivery: delivery, factory: factory, images: images,
                instances: instances, layouts: layouts, plugins: plugins, privateConnections: privateConnections,
                quotas: quotas, records: records, references: references, reopener: reopener, store: store,
                storeReport: storeReport, windows: windows,
                configurationReloads: configurationReloads,
                restart: { [unowned self] () throws(DBusError) in try onRestart?() }, caller: caller)
        }
        bus.tree.add(TabNames.root, [manager])
        plugins.open(
            PluginRegistry(
                searchPath: pluginPath, environment: environment,
                dataDirectory: stateDirectory.map { $0 + "/plugins" },
                hostDirectory: fallback, configuration: hosting,
                suspectedPlugins: store.suspectedPlugins(), host: pluginCalls), in: pluginPath)
        portal.onChange = { preferences in
            windows.setDesktop(preferences)
            views.noteTraits()
        }
        bus.tree.adviseLongReplies(
            "\(ManagerInterface.getObjects.name) of \(ManagerInterface.name), which returns pieces")
        bus.tree.unadded = { path in TabNames.viewController(of: path).map { exporter.interfaces(of: $0) } ?? [] }
        bus.tree.depth = { path in
            TabNames.viewController(of: path).map { delivery.hierarchy.nodes.depth(of: $0) } ?? 0
        }
        bus.tree.onRead = { interface, path in turn.willRead(interface, at: path) }
        bus.tree.beforeReading = { recorder.commitChanges() }
        bus.tree.delaysBarrier = { caller, reply in layoutQueue.runAfterCalls(of: caller, reply) }
        bus.tree.authorize = { caller, path, interface, member throws(DBusError) in
            try access.authorize(caller, path, interface, member)
        }
    }

    // MARK: Start and end

    /// Restores the state, then creates what the layout file declares and does not exist.
    func restore(layoutFile: String) {
        guard let contents else { return }
        self.contents = nil
        restorer.restore(contents)
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
        setup.limitMessages()
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
        turn.endTurn()
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
        setup.handleCalls(on: connection)
        connection.onSignal = { [unowned self] signal, reader in receive(signal, reader) }
        connection.onDisconnect = { [unowned self] in lostBus() }
        portal.follow(on: connection)
        connection.requestName(TabNames.busName, replacing: replacing, completion: completion)
    }

    /// Exports the objects on a private connection, whose other side is a client like those on the bus.
    func serve(peer: Connection) {
        bus.tree.add(peer: peer)
        setup.handleCalls(on: peer)
        peer.onDisconnect = { [unowned self, unowned peer] in
            bus.tree.remove(peer: peer)
            departures.peerVanished(peer.peerName)
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
                departures.peerVanished(name)
            } else if name == SettingsPortal.name, (try? reader.readString()) != nil {
                portal.ownerChanged(to: (try? reader.readString()) ?? "")
            }
        } else if signal.member == "NameLost", signal.signature == "s", (try? reader.readString()) == TabNames.busName {
            onLostName?()
        }
    }

    /// Removes everything that belonged to clients on the bus. The view controllers stay.
    private func lostBus() {
        bus.tree.connection = nil
        departures.busVanished()
        onLostBus?()
    }
}
