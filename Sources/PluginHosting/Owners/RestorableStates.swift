internal import DBusConnection
internal import DBusInterface
internal import EventLoop

/// The restorable states of a plugin's instances, told before they are needed: at once after an action, and within a
/// second after any other code of the plugin has run. No timer runs when none has.
@EventLoop
final class RestorableStates {
    /// How long what is told may be old, in milliseconds.
    private static let patience: UInt64 = 900

    /// Takes a state that is not the one that was told last; nil for none.
    var report: (@EventLoop (_ controller: UInt64, _ state: [String: Variant]?) -> Void)?
    /// Called before instances are asked that nobody has called just now.
    var willAsk: (@EventLoop () -> Void)?
    private var owners: [UInt64: InProcessOwner] = [:]
    /// Those whose state was never told.
    private var new: [UInt64] = []
    private var timer: LoopTimer?
    /// Encoding calls the host as well, which is no reason to encode again.
    private var isAsking = false

    func add(_ controller: UInt64, _ owner: InProcessOwner) {
        owners[controller] = owner
        // Not at once: there may be an older state for it, whose decoding comes next.
        new.append(controller)
        noteRun()
    }

    func remove(_ controller: UInt64) {
        owners[controller] = nil
        new.removeAll { $0 == controller }
        noteRun()
    }

    /// Tells the state of a controller after an action, with those of new ones. The states of others may have changed as
    /// well.
    func tell(_ controller: UInt64) {
        let created = new
        new = []
        for number in [controller] + created { ask(number) }
        noteRun()
    }

    /// Code of the plugin runs: what has changed is told within a second.
    func noteRun() {
        guard timer == nil, !isAsking, report != nil else { return }
        timer = LoopTimer(after: Self.patience, accuracy: 100) { [unowned self] in
            timer = nil
            guard let any = owners.values.first, any.keepsState else { return }
            willAsk?()
            tellAll()
        }
    }

    /// Tells all states that have changed.
    func tellAll() {
        new = []
        for number in owners.keys.sorted() { ask(number) }
    }

    private func ask(_ controller: UInt64) {
        guard let owner = owners[controller], owner.keepsState, !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        let told = owner.state
        let state = owner.encodedState()
        guard state != told else { return }
        report?(controller, state)
    }
}

/// What instances of a plugin do because of what was restored: they decode it, and what they post meanwhile comes later
/// but belongs to it, such as `applicationFinishedRestoringState()` of the Swift library (`R9`). A state is survived
/// when all of that has run.
@EventLoop
final class Restorations {
    /// Whose state some code runs for.
    struct Origin {
        let controller: UInt64
        /// How many posts it took to come here.
        fileprivate let depth: Int
    }

    /// So far what was posted by what was posted belongs to the state: who posts for ever is not restored for ever.
    private static let maximumDepth = 8

    /// Runs code that may end the process because of what was restored.
    var run: @EventLoop (_ controller: UInt64, _ body: () -> Void) -> Void = { _, body in body() }
    /// Takes whether an instance has decoded what it was given (nil), or why not.
    var report: @EventLoop (_ controller: UInt64, _ fault: DBusError?) -> Void = { _, _ in }
    private var current: Origin?
    /// How much is posted and has not run, by controller.
    private var posted: [UInt64: Int] = [:]
    private var waiting: [(controller: UInt64?, completion: @EventLoop () -> Void)] = []

    func decode(_ controller: UInt64, _ body: () -> Void) {
        enter(Origin(controller: controller, depth: 0), body)
    }

    /// Something is posted to the loop, by code that runs on it.
    ///
    /// - Returns: To what that belongs, for `run(_:of:)`; nil for nothing.
    func notePost() -> Origin? {
        guard let current, current.depth < Self.maximumDepth else { return nil }
        posted[current.controller, default: 0] += 1
        return Origin(controller: current.controller, depth: current.depth + 1)
    }

    func run(_ body: () -> Void, of origin: Origin) {
        enter(origin, body)
        guard let left = posted[origin.controller] else { return }
        posted[origin.controller] = left > 1 ? left - 1 : nil
        guard left == 1 else { return }
        let waiting = waiting
        self.waiting = []
        for wish in waiting { whenOver(of: wish.controller, wish.completion) }
    }

    /// Calls back when all has run that was posted for the state of a controller, or (nil) of any.
    func whenOver(of controller: UInt64?, _ completion: @escaping @EventLoop () -> Void) {
        let isOver = controller.map { posted[$0] == nil } ?? posted.isEmpty
        if isOver { completion() } else { waiting.append((controller, completion)) }
    }

    private func enter(_ origin: Origin, _ body: () -> Void) {
        let outer = current
        current = origin
        run(origin.controller, body)
        current = outer
    }
}
