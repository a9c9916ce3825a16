internal import DBusConnection
internal import DBusInterface

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
