import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The implementation of the bus contract. It owns the model, the exported objects, the plugins and the store, and
/// turns the model's events into signals and calls.
@EventLoop
final class Daemon {
    var hierarchy: Hierarchy {
        didSet {
            speculation = nil
            mayNeedUpdateCycle = true
            mayHaveEvents = true
            mayHaveStaleFocus = true
        }
    }
    /// Whether the model has changed since its events were drained, and since its focus was updated. Asking the model
    /// itself would copy it in every turn.
    private var mayHaveEvents = false
    var mayHaveStaleFocus = false
    /// Whether the model or a view has changed since the last update cycle.
    var mayNeedUpdateCycle = false
    let tree = ObjectTree(managerPath: TabNames.root)
    /// Revisions of the Manager's lists of objects. Each addition or removal increments one.
    var revisions = (viewControllers: UInt64(0), tabBarControllers: UInt64(0))
    let log: Logger
    let store: Store
    /// The store records all numbers below this one as used.
    private var reservedNumbers: UInt64
    private(set) var connection: Connection?
    private(set) var registry: PluginRegistry?

    var records: [ViewControllerID: ControllerRecord] = [:]
    var creations = NestedCreations()
    var remoteOwners = RemoteOwners()
    var attachments: [ViewControllerID: Attachments] = [:]
    var delegates: [ViewControllerID: TabBarDelegate] = [:]
    var popoverDelegates: [ViewControllerID: PopoverDelegate] = [:]
    /// The popover numbers that the entries of `popoverDelegates` belong to.
    var delegatedPopovers: [ViewControllerID: UInt64] = [:]
    /// Popovers whose delegate has answered in this turn.
    var answeredPopovers: [ViewControllerID] = []
    var pendingTaps: [ViewControllerID: PendingTaps] = [:]
    var gestures: [ViewControllerID: GestureQueue] = [:]
    var subscribers: Set<String> = []
    /// The view controllers that Reopen can restore, oldest first.
    var destroyed: [DestroyedController] = []
    /// The changes that the next commit writes: live view controllers, removed rows, destroyed view controllers that
    /// Reopen can restore, and restorable states.
    var unsaved: Set<ViewControllerID> = []
    var removed: Set<ViewControllerID> = []
    var unsavedDestroyed: Set<ViewControllerID> = []
    var changedStates: Set<ViewControllerID> = []
    /// The number of commits that are not yet on the disk, with durability `power`.
    var unsyncedCommits = 0
    var storeTimer: LoopTimer?
    var backupTimer: LoopTimer?
    var storeWatch: DirectoryWatch?
    /// The view controllers whose code was running when an earlier process died (crash markers). They are not restored.
    var suspectedControllers: Set<ViewControllerID> = []
    /// Whether state restoration is running.
    var isRestoring = false
    /// Restored view controllers that are on probation and were shown in this turn.
    var shown: [ViewControllerID] = []

    /// The limits of the views of one view controller.
    var limits = ViewLimits()
    /// The largest restorable state of one view controller, in bytes.
    var maximumState = 4 << 20
    var deadlines = Deadlines()
    var clientLimits = ClientLimits()
    var changeRate = ChangeRate()
    /// The memory accounts: one for all clients together, and one per client or plugin.
    let totalAccount = ClientAccount(in: nil)
    var accounts: [String: ClientAccount] = [:]
    /// Settings for plugins from the configuration, by plugin and key.
    var pluginSettings: [String: [String: Variant]] = [:]
    var pluginPath: [String]
    /// Watches the plugin folders while view controllers wait for missing plugins.
    var pluginWatch: DirectoryWatch?

    /// The number of plugin processes that are still in the callback in which they presented a view controller.
    var heldUpdateCycles = 0

    var restTimer: LoopTimer?
    private var undelivered: [Event] = []
    private(set) var isDelivering = false
    /// The nesting depth of callbacks that defer commands.
    var callbackDepth = 0
    /// The nesting depth of gestures and selections that have not yet reached a question to a delegate.
    var gestureDepth = 0
    var deferredCommands: [DeferredCommand] = []
    /// The tab bar controller whose Edit session a program is ending.
    var closedSession: ViewControllerID?
    /// A copy of the model after the deferred commands.
    var speculation: Hierarchy?
    /// Timers of animated tab changes and of selections by focus, by tab bar controller.
    var transitionTimers: [ViewControllerID: LoopTimer] = [:]
    var focusTimers: [ViewControllerID: LoopTimer] = [:]
    /// Timers of popovers that wait for an anchor.
    var anchorTimers: [ViewControllerID: LoopTimer] = [:]
    /// Orientation changes that wait for a delegate, by tab bar controller.
    var orientationChanges: [ViewControllerID: OrientationChange] = [:]
    /// The parents of view controllers before the undelivered events.
    private(set) var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    /// Completions that wait for a presented view controller to appear.
    var presentations: [ViewControllerID: @EventLoop (Result<Void, DBusError>) -> Void] = [:]
    /// View controllers whose views may have changed in this turn.
    var changedViews: [ViewControllerID] = []
    /// View controllers whose views have changed since the last layout pass.
    var viewsNeedingLayout: [ViewControllerID] = []
    /// Replies that are built at the end of the turn, from the announced state.
    var repliesAtTurnEnd: [@EventLoop () -> Void] = []
    /// The number of the turn.
    var turn: UInt64 = 0
    private let memoryTrim = MemoryTrim()
    /// How often the replies of this turn have waited for plugin processes.
    var replyRounds = 0
    /// The time until which calls wait behind a read with side effects; nil when no call waits.
    var callsWaitUntil: ContinuousClock.Instant?

    /// The contents of the store at the start, until they are restored.
    var contents: StoreContents?
    /// Damage found in single rows of the store, as sentences.
    var storeErrors: [String] = []
    /// The number of the store's notices that were logged.
    var loggedNotices = 0

    /// Called when the bus connection was lost.
    var onLostBus: (@EventLoop () -> Void)?
    /// Called when another client has taken the name.
    var onLostName: (@EventLoop () -> Void)?
    /// Called with every signal from other clients.
    var onSignal: (@EventLoop (IncomingSignal) -> Void)?
    /// Called to execute the program again, after the replies of this turn.
    var onRestart: (@EventLoop () throws(DBusError) -> Void)?

    init(
        stateDirectory: String?, lock: StoreLock?, pluginPath: [String], durability: StoreDurability,
        hosting: HostingConfiguration, environment: [String: String], log: Logger
    ) {
        self.log = log
        self.pluginPath = pluginPath
        store = Store(directory: stateDirectory, durability: durability, lock: lock)
        let contents = store.load()
        self.contents = contents
        reservedNumbers = contents.nextNumber
        hierarchy = Hierarchy(nextID: reservedNumbers)
        registry = PluginRegistry(
            searchPath: pluginPath, environment: environment, dataDirectory: stateDirectory.map { $0 + "/plugins" },
            hostDirectory: stateDirectory.map { $0 + "/hosts" } ?? "", configuration: hosting,
            suspectedPlugins: store.suspectedPlugins(), host: self
        )
        registry?.onChange = { [tree] plugin in tree.markChanged(TabNames.plugin(plugin.id)) }
        exportRoot()
        // `unowned` is safe: the daemon lives as long as its tree and its connection.
        tree.depth = { [unowned self] path in
            TabNames.number(of: path).map { depth(of: ViewControllerID($0)) } ?? 0
        }
        tree.onRead = { [unowned self] interface, path in willRead(interface, at: path) }
        tree.beforeReading = { [unowned self] in commitChanges() }
        tree.authorize = { [unowned self] caller, path, interface, member throws(DBusError) in
            try authorize(caller, path, interface, member)
        }
    }

    // MARK: Bus

    /// Exports the objects on a connection, then requests the name.
    ///
    /// - Parameter completion: Called with false when another instance owns the name.
    func serve(
        on connection: Connection, replacing: Bool, completion: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) {
        if replacing { NameLoss.announceReplacement(on: connection) }
        self.connection = connection
        tree.connection = connection
        connection.contentLimit = clientLimits.message
        connection.limitCalls(each: clientLimits.calls.each, total: clientLimits.calls.total)
        connection.onCall = { [tree] call, reader, reply in tree.dispatch(call, reader, reply) }
        connection.onSignal = { [unowned self] signal, reader in receive(signal, reader) }
        connection.beforeReplies = { [unowned self] in
            endTurn()
            memoryTrim.turnEnded()
        }
        connection.holdReplies = { [unowned self] replies, release in holdReplies(replies, release) }
        connection.onDisconnect = { [unowned self] in lostBus() }
        connection.requestName(TabNames.busName, replacing: replacing, completion: completion)
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard signal.sender == "org.freedesktop.DBus", signal.interface == "org.freedesktop.DBus" else {
            onSignal?(signal)
            return
        }
        if signal.member == "NameOwnerChanged", signal.signature == "sss" {
            guard let name = try? reader.readString(), name.hasPrefix(":") else { return }
            peerVanished(name)
        } else if signal.member == "NameLost", signal.signature == "s", (try? reader.readString()) == TabNames.busName {
            onLostName?()
        }
    }

    /// Removes everything that belonged to clients. The view controllers stay.
    private func lostBus() {
        connection = nil
        tree.connection = nil
        let clients =
            subscribers.union(attachments.values.flatMap(\.clients.keys)).union(
                delegates.values.compactMap(\.client?.name) + popoverDelegates.values.compactMap(\.client?.name)
            )
            .union(records.values.compactMap(\.destroyedWithClient))
            .union(remoteOwners.clients)
        for client in clients { peerVanished(client) }
        onLostBus?()
    }

    /// Saves the state for the next start. Called once, at shutdown.
    func save() {
        endTurn()
        while !changedStates.isEmpty { commitChanges() }
        store.releaseNumbers(upTo: reservedNumbers, from: hierarchy.nextID)
        store.close()
        // Later changes can no longer be saved, so they are not announced.
        connection?.beforeReplies = nil
    }

    private func noteNumbers(_ next: UInt64) {
        // Set before the commit, so that a failing store is retried every 100 numbers and not at every event.
        reservedNumbers = next
        store.commit(StoreChanges(nextNumber: next))
    }

    // MARK: Commands and events

    /// Runs a command on the model and delivers its events. On an error the model is unchanged.
    func perform<Result>(_ command: (inout Hierarchy) throws -> Result) throws(DBusError) -> Result {
        let result = try translatingErrors { try command(&hierarchy) }
        deliverEvents()
        return result
    }

    /// Delivers the model's events as signals and calls. Changes made by receivers are delivered after them.
    func deliverEvents() {
        if mayHaveEvents, hierarchy.nextID > reservedNumbers { noteNumbers(hierarchy.nextID + 100) }
        drainEvents()
        guard !isDelivering else { return }
        isDelivering = true
        deliverUndelivered()
        // Deferred commands run when neither a callback nor a gesture is in progress.
        if callbackDepth == 0, gestureDepth == 0 { runDeferredCommands() }
        isDelivering = false
        formerParents = [:]
    }

    /// Runs a body and delivers its events only when it is complete.
    func holdingEvents<Result>(_ body: () throws(DBusError) -> Result) throws(DBusError) -> Result {
        guard !isDelivering else { return try body() }
        isDelivering = true
        defer {
            isDelivering = false
            deliverEvents()
        }
        return try body()
    }

    func deliverUndelivered() {
        repeat {
            while !undelivered.isEmpty {
                let events = undelivered
                undelivered = []
                for event in events {
                    // Commands from other callbacks are deferred (S-24).
                    if event.isDirectCallback { deliver(event) } else { inCallback { deliver(event) } }
                    drainEvents()
                }
            }
            drainEvents()
        } while !undelivered.isEmpty || updateStaleFocus()
    }

    private func drainEvents() {
        guard mayHaveEvents else { return }
        // Draining an empty queue would also count as a change of the model.
        if hierarchy.hasEvents {
            undelivered += hierarchy.drainEvents()
            formerParents.merge(hierarchy.drainFormerParents()) { earliest, _ in earliest }
        }
        mayHaveEvents = false
    }
}
