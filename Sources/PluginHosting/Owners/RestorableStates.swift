internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// Reports the restorable states of a plugin's instances before they are needed: at once after an action, and within a
/// second after other code of the plugin has run. No timer runs without that.
@EventLoop
final class RestorableStates {
    /// The maximum age of a reported state in milliseconds.
    private static let timeout: UInt64 = 900

    /// Gets a state that differs from the last reported one; nil for none.
    var report: (@EventLoop (_ controller: ViewControllerID, _ state: [String: Variant]?) -> Void)?
    /// Called before states are encoded outside of a call from the daemon.
    var willEncode: (@EventLoop () -> Void)?
    private var owners: [ViewControllerID: InProcessOwner] = [:]
    /// The instances whose state was never reported.
    private var new: [ViewControllerID] = []
    private var timer: LoopTimer?
    /// Encoding also calls functions of the host table, which must not trigger another encoding.
    private var isEncoding = false

    func add(_ controller: ViewControllerID, _ owner: InProcessOwner) {
        owners[controller] = owner
        // Not at once: an older state may be decoded next.
        new.append(controller)
        noteRun()
    }

    func remove(_ controller: ViewControllerID) {
        owners[controller] = nil
        new.removeAll { $0 == controller }
        noteRun()
    }

    /// Reports the state of a view controller after an action, with those of new ones. Other states may have changed as
    /// well.
    func notify(_ controller: ViewControllerID) {
        let created = new
        new = []
        for number in [controller] + created { reportIfChanged(number) }
        noteRun()
    }

    /// Code of the plugin runs. Changed states are reported within a second.
    func noteRun() {
        guard timer == nil, !isEncoding, report != nil else { return }
        timer = LoopTimer(after: Self.timeout, accuracy: 100) { [unowned self] in
            timer = nil
            guard let any = owners.values.first, any.keepsState else { return }
            willEncode?()
            reportAll()
        }
    }

    /// Reports all states that have changed.
    func reportAll() {
        new = []
        for number in owners.keys.sorted() { reportIfChanged(number) }
    }

    private func reportIfChanged(_ controller: ViewControllerID) {
        guard let owner = owners[controller], owner.keepsState, !isEncoding else { return }
        isEncoding = true
        defer { isEncoding = false }
        let lastReported = owner.state
        let state = owner.encodedState()
        guard state != lastReported else { return }
        report?(controller, state)
    }
}

/// Code that runs in a plugin's instances because of a restoration. They decode the state, and whatever they post
/// meanwhile also belongs to it, such as `applicationFinishedRestoringState()` of the Swift library (R9). A state is
/// survived when all of that has run.
@EventLoop
final class Restorations {
    /// The restoration that some code belongs to.
    struct Origin {
        let controller: ViewControllerID
        /// The number of posts between the restoration and this code.
        fileprivate let depth: Int
    }

    /// The depth up to which nested posts belong to a restoration. Otherwise an instance that keeps posting would never
    /// finish its restoration.
    private static let maximumDepth = 8

    /// Runs code that may crash because of a restored state.
    var run: @EventLoop (_ controller: ViewControllerID, _ body: () -> Void) -> Void = { _, body in body() }
    /// Called when an instance has decoded its state (nil), or with the error.
    var report: @EventLoop (_ controller: ViewControllerID, _ error: DBusError?) -> Void = { _, _ in }
    private var current: Origin?
    /// The number of pending posts, by view controller.
    private var posted: [ViewControllerID: Int] = [:]
    private var waiting: [(controller: ViewControllerID?, completion: @EventLoop () -> Void)] = []

    func decode(_ controller: ViewControllerID, _ body: () -> Void) {
        enter(Origin(controller: controller, depth: 0), body)
    }

    /// Records a post to the loop from code on the loop.
    ///
    /// - Returns: The restoration it belongs to, for `run(_:of:)`; nil for none.
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

    /// Calls back when all posts for the state of a view controller, or of any (nil), have run.
    func whenOver(of controller: ViewControllerID?, _ completion: @escaping @EventLoop () -> Void) {
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
