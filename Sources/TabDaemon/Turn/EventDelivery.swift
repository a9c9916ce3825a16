import DBusInterface
import EventLoop
import Logging
import TabModel

/// The model, and the delivery of its events. Commands change the model at once. Their events are delivered in order,
/// each completely before the next one, whatever the receivers do meanwhile.
@EventLoop
final class EventDelivery {
    /// The number of generations of deferred commands in one turn. The limit keeps plugins whose callbacks trigger each
    /// other endlessly from blocking the daemon.
    private static let maximumGenerations = 8

    /// Only ``perform(_:recording:)`` and ``change(_:recording:)`` change the model, so that no change is forgotten.
    private(set) var hierarchy: Hierarchy {
        didSet {
            revision &+= 1
            deferred.forgetModel()
            mayNeedUpdateCycle = true
            mayHaveEvents = true
            mayHaveStaleFocus = true
        }
    }
    /// A number that each change of the model increments.
    private(set) var revision: UInt64 = 0
    /// Whether the model or a view has changed since the last update cycle.
    var mayNeedUpdateCycle = false
    /// Gets each event; nil until the daemon is made.
    var receiver: EventReceiver?

    private let records: ControllerRecords
    private let numbers: ReservedNumbers
    private let quotas: Quotas
    private var reentrancy = Reentrancy()
    private var deferred = DeferredCommands()
    private var undelivered: [Event] = []
    /// The parents of view controllers before the undelivered events.
    private var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    /// The view controllers that have changed since instances were last created, while some are lazy.
    private var changed: Set<ViewControllerID> = []
    /// Whether the model has changed since its events were drained, and since its focus was updated. Asking the model
    /// itself would copy it in every turn.
    private var mayHaveEvents = false
    private var mayHaveStaleFocus = false

    init(_ hierarchy: Hierarchy, numbers: ReservedNumbers, quotas: Quotas, records: ControllerRecords) {
        self.hierarchy = hierarchy
        self.numbers = numbers
        self.quotas = quotas
        self.records = records
        // The model asks for every command that sets a text, so no way to a text leads past the accounts. Dry runs are
        // copies of the model: they ask, and count nothing.
        self.hierarchy.refuseGrowth { [quotas, records] id, bytes in
            EventLoop.assumeIsolated { records[id].flatMap { quotas.refusal(of: bytes, for: $0) } }
        }
    }

    // MARK: Commands

    /// Runs a command on the model and delivers its events. On an error the model is unchanged.
    ///
    /// - Parameter record: Records the result before its events are delivered.
    @discardableResult
    func perform<Result>(
        _ command: (inout Hierarchy) throws -> Result, recording record: (Result) -> Void = { _ in }
    ) throws(DBusError) -> Result {
        let result = try translatingErrors { try command(&hierarchy) }
        record(result)
        deliverEvents()
        return result
    }

    /// Runs a command that cannot fail on the model, and delivers its events.
    ///
    /// - Parameter record: Records the result before its events are delivered.
    @discardableResult
    func change<Result>(
        _ command: (inout Hierarchy) -> Result, recording record: (Result) -> Void = { _ in }
    ) -> Result {
        let result = command(&hierarchy)
        record(result)
        deliverEvents()
        return result
    }

    func destroy(_ id: ViewControllerID) throws(DBusError) { try perform { try $0.destroy(id) } }

    /// Destroys those of these view controllers that still exist.
    func destroy(_ ids: [ViewControllerID]) {
        if !ids.isEmpty { change { $0.destroy(ids) } }
    }

    /// Removes view controllers from the containers that lose many of them, before they are destroyed in several steps.
    func detach(_ ids: [ViewControllerID], destroyedBy count: Int) {
        if ids.count > count { change { $0.detach(ids, destroyedBy: count) } }
    }

    /// Runs a command now, or after the callback of a plugin in which the plugin issues it. Then the result is that of a
    /// trial on a copy of the model.
    func command<Result>(_ change: @escaping (inout Hierarchy) throws -> Result) throws(DBusError) -> Result {
        guard reentrancy.defersCommands else { return try perform(change) }
        var result: Result?
        try command {
            result = try change(&$0)
        } run: { [unowned self] () throws(DBusError) in
            _ = try perform(change)
        }
        guard let result else { throw .failed("the command has no result") }
        return result
    }

    /// - Parameter trial: The command on a copy of the model, which tells the plugin at once whether it is allowed.
    func command(
        _ trial: @escaping (inout Hierarchy) throws -> Void, run: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) {
        guard reentrancy.defersCommands else { return try run() }
        try deferred.add(DeferredCommands.Command(trial: trial, run: run), to: hierarchy)
    }

    /// Whether a command of a plugin would be deferred.
    var defersCommands: Bool { reentrancy.defersCommands }

    /// The model as it will be after the deferred commands.
    var expectedHierarchy: Hierarchy { deferred.model(after: hierarchy) }

    /// The views that can have the focus beside a view controller have changed. The focus follows when events are next
    /// delivered.
    func noteFocus(around id: ViewControllerID) { hierarchy.noteFocus(of: hierarchy.nodes.root(of: id)) }

    // MARK: Activities

    /// Calls a plugin and defers the commands that it issues meanwhile.
    func inCallback(_ body: () -> Void) {
        reentrancy.begin(.callback)
        body()
        reentrancy.end(.callback)
        guard !reentrancy.defersCommands, reentrancy.startsDelivery, !deferred.isEmpty else { return }
        EventLoop.post { self.deliverEvents() }
    }

    /// Runs a gesture up to its end or its question. Commands of plugins are deferred until then (`S-24`).
    func inGesture(_ body: () throws(DBusError) -> Void) throws(DBusError) {
        reentrancy.begin(.gesture)
        defer {
            reentrancy.end(.gesture)
            if !reentrancy.isIn(.gesture) { deliverEvents() }
        }
        try body()
    }

    /// Runs a body and delivers its events only when it is complete.
    func holdingEvents<Result>(_ body: () throws(DBusError) -> Result) throws(DBusError) -> Result {
        guard reentrancy.startsDelivery else { return try body() }
        reentrancy.begin(.delivery)
        defer {
            reentrancy.end(.delivery)
            deliverEvents()
        }
        return try body()
    }

    /// Whether the state is being restored from the store.
    var isRestoring: Bool { reentrancy.isIn(.restoration) }

    func restoring(_ body: () -> Void) {
        reentrancy.begin(.restoration)
        body()
        reentrancy.end(.restoration)
    }

    /// Whether the end of a turn runs the update cycle of presentations.
    var runsUpdateCycle: Bool { reentrancy.runsUpdateCycle }

    /// Delays the update cycle of presentations until the result is called.
    func holdUpdateCycle() -> @EventLoop () -> Void {
        reentrancy.begin(.presentation)
        var isHeld = true
        return { [unowned self] in
            if isHeld { reentrancy.end(.presentation) }
            isHeld = false
        }
    }

    // MARK: Delivery

    /// Delivers the model's events. Changes made by receivers are delivered after them.
    func deliverEvents() {
        if mayHaveEvents, let next = numbers.reserve(from: hierarchy.nextID) {
            hierarchy.reserve([ViewControllerID(next - 1)])
        }
        drainEvents()
        guard reentrancy.startsDelivery, !undelivered.isEmpty || !deferred.isEmpty || mayHaveStaleFocus else { return }
        reentrancy.begin(.delivery)
        deliverUndelivered()
        if reentrancy.runsDeferredCommands { runDeferredCommands() }
        reentrancy.end(.delivery)
        formerParents = [:]
    }

    private func deliverUndelivered() {
        repeat {
            while !undelivered.isEmpty {
                let events = undelivered
                undelivered = []
                for event in events {
                    if !records.lazy.isEmpty, let id = event.changedController { changed.insert(id) }
                    // Commands from other callbacks are deferred (S-24).
                    if event.isDirectCallback {
                        receiver?.deliver(event)
                    } else {
                        inCallback { receiver?.deliver(event) }
                    }
                    drainEvents()
                }
            }
            drainEvents()
        } while !undelivered.isEmpty || updateStaleFocus() || hasCreatedInstances()
    }

    private func hasCreatedInstances() -> Bool {
        guard !changed.isEmpty else { return false }
        let ids = changed
        changed = []
        return receiver?.instances.createLazyInstances(after: ids) == true
    }

    private func drainEvents() {
        guard mayHaveEvents else { return }
        if hierarchy.hasTextChanges {
            for id in hierarchy.drainTextChanges() { countTexts(of: id) }
        }
        // Draining an empty queue would also count as a change of the model.
        if hierarchy.hasEvents {
            undelivered += hierarchy.drainEvents()
            formerParents.merge(hierarchy.drainFormerParents()) { earliest, _ in earliest }
        }
        mayHaveEvents = false
    }

    /// Counts the texts of a view controller in its account. It may be gone by now.
    func countTexts(of id: ViewControllerID) {
        guard let record = records[id], hierarchy.nodes.contains(id) else { return }
        record.textContent = hierarchy.nodes.textContent(of: id)
        quotas.noteContent(of: record)
    }

    /// Runs the waiting commands in order. Generations beyond the limit run in the next turn.
    private func runDeferredCommands() {
        guard !deferred.isEmpty else { return }
        for _ in 0..<Self.maximumGenerations where !deferred.isEmpty {
            for _ in 0..<deferred.count {
                do throws(DBusError) {
                    try deferred.removeFirst().run()
                } catch {
                    log.warning("deferred plugin command failed: \(error.message)")
                }
                deliverUndelivered()
            }
        }
        if !deferred.isEmpty { EventLoop.post { self.deliverEvents() } }
    }

    // MARK: State between events

    /// The root of the tree that contained a view controller before the events that are being delivered.
    func formerRoot(of id: ViewControllerID) -> ViewControllerID {
        var root = id
        while let owner = formerParents[root] ?? hierarchy.nodes.owner(of: root) { root = owner }
        return root
    }

    /// Moves the focus away from views that were removed.
    ///
    /// - Returns: Whether a focus was on such a view.
    private func updateStaleFocus() -> Bool {
        guard mayHaveStaleFocus else { return false }
        mayHaveStaleFocus = false
        let isMoved = updateMovingFocus()
        guard hierarchy.hasStaleFocus else { return isMoved }
        for id in hierarchy.drainStaleFocus() {
            hierarchy.reviseFocus(of: id, content: focusContent(of: id))
        }
        return true
    }

    /// Moves a focus outside of profile tv, if the bar or the content no longer has its place.
    private func updateMovingFocus() -> Bool {
        var isMoved = false
        for id in hierarchy.movingFocus {
            let content = focusContent(of: id)
            // A copy of the model is only made for a change.
            guard hierarchy.needsFocusRevision(of: id, content: content) else { continue }
            hierarchy.reviseFocus(of: id, content: content)
            isMoved = true
        }
        return isMoved
    }

    /// The focusable views of the displayed content. A view that is only loaded, and was never shown, can't have the focus.
    func focusContent(of id: ViewControllerID) -> FocusContent {
        var views: [FocusableView] = []
        var preferred: ViewAddress?
        for controller in hierarchy.nodes.focusChain(of: id) {
            guard hierarchy.nodes.hasAppeared(controller), let record = records[controller] else { continue }
            views += record.views.focusable(in: controller, at: hierarchy.geometry.windowOrigin(of: controller))
            // The preference of the innermost view controller wins.
            guard record.preferredFocusedView != 0 else { continue }
            preferred = ViewAddress(viewController: controller, view: record.preferredFocusedView)
        }
        return FocusContent(views: views, preferred: preferred)
    }
}

extension Event {
    /// Whether the commands that a plugin issues in this callback run at once (`S-24`).
    fileprivate var isDirectCallback: Bool {
        switch self {
        case .didSelect, .didEndCustomizing: true
        default: false
        }
    }

    /// The view controller that is new, has moved, has changed or has loaded its view.
    fileprivate var changedController: ViewControllerID? {
        switch self {
        case .created(let id), .changed(let id), .viewDidLoad(let id), .didMove(let id, _): id
        default: nil
        }
    }
}

extension Nodes {
    /// The view controllers of a subtree, parents first.
    func subtree(of id: ViewControllerID) -> [ViewControllerID] {
        [id] + branches(of: id).flatMap { subtree(of: $0) }
    }

    /// The number of ancestors of a view controller, including presenting view controllers.
    func depth(of id: ViewControllerID) -> Int {
        var depth = 0
        var current = id
        while let owner = owner(of: current) {
            depth += 1
            current = owner
        }
        return depth
    }
}
