import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// Answers the contract: owns the model, the objects on the bus, the plugins and the store, and turns the model's
/// events into signals and calls.
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
    /// Whether the model has changed since its events were taken, and since its focus was revised. To ask the model itself
    /// would copy all that it has, in every turn.
    private var mayHaveEvents = false
    var mayHaveStaleFocus = false
    /// Whether the model or a view has changed since the last update cycle.
    var mayNeedUpdateCycle = false
    let tree = ObjectTree(managerPath: TabNames.root)
    /// Count what is added to and taken from the Manager's lists of objects.
    var revisions = (viewControllers: UInt64(0), tabBarControllers: UInt64(0))
    let log: Logger
    let store: Store
    /// Numbers below this are noted in the store as used.
    private var reservedNumbers: UInt64
    private(set) var connection: Connection?
    private(set) var registry: PluginRegistry?

    var records: [ViewControllerID: ControllerRecord] = [:]
    var creations = NestedCreations()
    var remoteOwners = RemoteOwners()
    var attachments: [ViewControllerID: Attachments] = [:]
    var delegates: [ViewControllerID: TabBarDelegate] = [:]
    var popoverDelegates: [ViewControllerID: PopoverDelegate] = [:]
    /// The numbers of the popovers that these are the delegates of.
    var delegatedPopovers: [ViewControllerID: UInt64] = [:]
    /// Popovers whose questions were answered in this turn.
    var answeredPopovers: [ViewControllerID] = []
    var popoverTouches: [ViewControllerID: PopoverTouches] = [:]
    var gestures: [ViewControllerID: GestureQueue] = [:]
    var subscribers: Set<String> = []
    /// What can be brought back, oldest first.
    var destroyed: [DestroyedController] = []
    /// What the store has yet to be told: of live controllers, of those that are gone, of what Reopen can bring back, and
    /// of what owners want back.
    var unsaved: Set<ViewControllerID> = []
    var removed: Set<ViewControllerID> = []
    var unsavedDestroyed: Set<ViewControllerID> = []
    var changedStates: Set<ViewControllerID> = []
    /// How many commits are not on the disk yet, when they have to be.
    var unsyncedCommits = 0
    var storeTimer: LoopTimer?
    var backupTimer: LoopTimer?
    var storeWatch: DirectoryWatch?
    /// During whose restoration the daemon has died.
    var culprits: Set<ViewControllerID> = []
    /// Whether what the store had is being restored.
    var isRestoring = false
    /// Restored ones whose views were shown first in this turn.
    var shown: [ViewControllerID] = []

    /// What views may be, and what plugins get from the configuration, by plugin and key.
    var limits = ViewLimits()
    /// The largest restorable state that is kept of one controller, in bytes.
    var maximumState = 4 << 20
    var deadlines = Deadlines()
    var clientLimits = ClientLimits()
    var changeRate = ChangeRate()
    /// What all view controllers are and hold, and what of that is whose, by client or plugin.
    let everybody = ClientAccount(in: nil)
    var accounts: [String: ClientAccount] = [:]
    var pluginSettings: [String: [String: Variant]] = [:]
    var pluginPath: [String]
    /// While controllers wait for plugins that are not there.
    var pluginWatch: DirectoryWatch?

    /// How many hosts are still in the callback in which they have presented something.
    var heldUpdateCycles = 0

    var restTimer: LoopTimer?
    private var undelivered: [Event] = []
    private(set) var isDelivering = false
    /// How many callbacks that let commands wait are running inside each other.
    var callbackDepth = 0
    /// How many gestures or selections are on their way to their questions.
    var gestureDepth = 0
    var deferredCommands: [DeferredCommand] = []
    /// Whose Edit session the program is ending.
    var closedSession: ViewControllerID?
    /// What the model will be when the deferred commands have run.
    var speculation: Hierarchy?
    /// Of the animated changes of tabs, and of the selections by focus, by tab bar controller.
    var transitionTimers: [ViewControllerID: LoopTimer] = [:]
    var focusTimers: [ViewControllerID: LoopTimer] = [:]
    /// Of the popovers that wait for an anchor.
    var anchorTimers: [ViewControllerID: LoopTimer] = [:]
    /// Changes of orientation that a delegate is asked about, by tab bar controller.
    var turns: [ViewControllerID: OrientationTurn] = [:]
    /// Where controllers were before what the undelivered events tell.
    private(set) var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    /// Who waits for a presented controller to appear.
    var presentations: [ViewControllerID: @EventLoop (Result<Void, DBusError>) -> Void] = [:]
    /// Controllers whose views may have changed in this turn.
    var changedViews: [ViewControllerID] = []
    /// Those of them that the layout pass has not seen since they changed.
    var unsettledViews: [ViewControllerID] = []
    /// Replies that are built at the turn's end, from the state that was announced.
    var repliesAtTurnEnd: [@EventLoop () -> Void] = []
    /// Counts the turns of the loop.
    var turn: UInt64 = 0
    private let memoryTrim = MemoryTrim()
    /// How often they have waited for hosts.
    var replyRounds = 0
    /// The end of the time for which calls wait behind a read that has effects; nil while none do.
    var callsWaitUntil: ContinuousClock.Instant?

    /// What the store had at the start, until it is restored.
    var contents: StoreContents?
    /// What was wrong with single things in the store, as sentences.
    var storeFaults: [String] = []
    /// How many of the store's notices are in the log.
    var toldNotices = 0

    /// The bus is gone.
    var onLostBus: (@EventLoop () -> Void)?
    /// Another client has the name.
    var onLostName: (@EventLoop () -> Void)?
    /// Gets every signal that other clients send.
    var onSignal: (@EventLoop (IncomingSignal) -> Void)?
    /// The program is to be run anew, when this turn's replies have left.
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
            suspects: store.suspectedPlugins(), host: self
        )
        registry?.onChange = { [tree] plugin in tree.markChanged(TabNames.plugin(plugin.id)) }
        exportRoot()
        // The daemon lives as long as its tree and its connection.
        tree.depth = { [unowned self] path in
            TabNames.number(of: path).map { depth(of: ViewControllerID($0)) } ?? 0
        }
        tree.onRead = { [unowned self] interface, path in willRead(interface, at: path) }
        tree.beforeReading = { [unowned self] in commitChanges() }
        tree.authorize = { [unowned self] caller, path, interface, member throws(DBusError) in
            try authorize(caller, path, interface, member)
        }
    }

    // MARK: The bus

    /// Puts the objects on a connection and takes the name, last.
    ///
    /// The completion tells whether the name is ours; false: another instance has it.
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

    /// Everything that belonged to clients goes; the controllers stay.
    private func lostBus() {
        connection = nil
        tree.connection = nil
        let clients =
            subscribers.union(attachments.values.flatMap(\.clients.keys)).union(
                delegates.values.compactMap(\.client?.name) + popoverDelegates.values.compactMap(\.client?.name)
            )
            .union(records.values.compactMap(\.diesWith))
            .union(remoteOwners.clients)
        for client in clients { peerVanished(client) }
        onLostBus?()
    }

    /// Saves what a restart must know. Called once, at the end.
    func save() {
        endTurn()
        while !changedStates.isEmpty { commitChanges() }
        store.releaseNumbers(upTo: reservedNumbers, from: hierarchy.nextID)
        store.close()
        // What happens from here on could not be kept, and so is not told.
        connection?.beforeReplies = nil
    }

    private func noteNumbers(_ next: UInt64) {
        // Also when it can't be noted: the next hundred are the next chance, not the next event.
        reservedNumbers = next
        store.commit(StoreChanges(nextNumber: next))
    }

    // MARK: Commands and events

    /// Runs a command on the model and delivers what happened; on an error the state is unchanged.
    func perform<Result>(_ command: (inout Hierarchy) throws -> Result) throws(DBusError) -> Result {
        let result = try translatingErrors { try command(&hierarchy) }
        deliverEvents()
        return result
    }

    /// Turns the model's events into signals and calls. What a receiver does meanwhile comes behind.
    func deliverEvents() {
        if mayHaveEvents, hierarchy.nextID > reservedNumbers { noteNumbers(hierarchy.nextID + 100) }
        drainEvents()
        guard !isDelivering else { return }
        isDelivering = true
        deliverUndelivered()
        // What is going on is over when its gesture knows what it asks.
        if callbackDepth == 0, gestureDepth == 0 { runDeferredCommands() }
        isDelivering = false
        formerParents = [:]
    }

    /// Makes something of which nothing is told before it is all there.
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
                    // What a callback of another kind asks for waits (S-24).
                    if event.isDirectCallback { deliver(event) } else { inCallback { deliver(event) } }
                    drainEvents()
                }
            }
            drainEvents()
        } while !undelivered.isEmpty || reviseFocus()
    }

    private func drainEvents() {
        guard mayHaveEvents else { return }
        // Taking nothing would be a change as well.
        if hierarchy.hasEvents {
            undelivered += hierarchy.drainEvents()
            formerParents.merge(hierarchy.drainFormerParents()) { earliest, _ in earliest }
        }
        mayHaveEvents = false
    }
}
