import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// What the owners of controllers want back in another life.
extension Daemon {
    /// So many things that are wrong with the store are told on the bus.
    private static let shownFaults = 10

    func restorableStateChanged(of controller: UInt64, to state: [String: Variant]?) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return }
        let growth = (state?.variant.extent.content ?? 0) - (record.restorableState?.variant.extent.content ?? 0)
        guard growth <= 0 || growth <= contentRoom(of: record) else {
            if !record.isStateRefused { log.error("\(Self.noRoom(for: id, growth))") }
            record.isStateRefused = true
            return
        }
        record.restorableState = state
        noteContent(of: record)
        changedStates.insert(id)
        if record.unreadState != nil { noteDecoding(of: controller, fault: nil) }
    }

    private static func noRoom(for id: ViewControllerID, _ bytes: Int) -> String {
        "the restorable state of \(id.path) is not kept, but the one before: there is no room for \(bytes) bytes more "
            + "(content in [limits] of tabd.toml)"
    }

    func noteDecoding(of controller: UInt64, fault: DBusError?) {
        let id = ViewControllerID(controller)
        guard let record = records[id], record.unreadState != fault?.message else { return }
        record.unreadState = fault?.message
        tree.markChanged(id.path)
    }

    /// Asks all owners once more what they want back, as the last thing before the daemon leaves.
    ///
    /// - Parameters:
    ///   - milliseconds: The end of patience: what was told before counts for who is late.
    ///   - completion: Called once.
    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        let remotes = records.sorted { $0.key < $1.key }.compactMap { $0.value.owner as? RemoteViewController }
        var left = remotes.count + (registry == nil ? 0 : 1)
        guard left > 0 else { return completion() }
        let deadline = Deadline<Void>(milliseconds: milliseconds) { _ in completion() }
        let answered: @EventLoop () -> Void = {
            left -= 1
            if left == 0 { deadline.meet(()) }
        }
        for remote in remotes { remote.askState(matters: false, completion: answered) }
        registry?.collectStates(within: milliseconds, completion: answered)
    }

    /// What a controller's owner wanted back last; nil when there is nothing, or another class said it (`R8`).
    func restorableState(of id: ViewControllerID, _ record: ControllerRecord) -> [String: Variant]? {
        if let state = record.restorableState { return state }
        guard let stored = store.state(of: id.rawValue), stored.type == record.type else { return nil }
        guard let state = MarshalledValues.values(in: stored.content) else {
            storeIsDamaged(["the restorable state of \(id.path) can't be read, and is not given to its owner"])
            // What can't be read would be found at each start anew.
            if store.keepCopy() { changedStates.insert(id) }
            return nil
        }
        return state
    }

    /// Why not everything is saved, else what happened when the store was opened.
    var storeReason: String {
        if case .unsaved(let reason) = store.condition { return reason }
        let shown = storeFaults.prefix(Self.shownFaults).joined(separator: "; ")
        let more = storeFaults.count - Self.shownFaults
        let faults = more > 0 ? "\(shown); and \(more) more, which are in the log" : shown
        return (store.notices + (faults.isEmpty ? [] : [faults])).joined(separator: " ")
    }

    /// Something in the store can't be: it is told, and what was there is kept beside it.
    ///
    /// - Parameter isKept: Whether it stays in the store as it is.
    func storeIsDamaged(_ faults: [String], isKept: Bool = false) {
        guard !faults.isEmpty else { return }
        for fault in faults { log.error("restoring: \(fault)") }
        storeFaults += faults
        if !isKept { _ = store.keepCopy() }
        tellNotices()
        tree.markChanged(TabNames.root)
    }

    /// Says in the log what the store has to say since the last time.
    func tellNotices() {
        for notice in store.notices.dropFirst(toldNotices) { log.warning("\(notice)") }
        toldNotices = store.notices.count
    }
}

/// Restorable states on their way to the store.
extension Daemon {
    /// What one transaction takes of them, in bytes; it begins no other one behind that.
    private static let maximumStates = 64 << 20

    /// The states that have changed, as far as one transaction takes them; the rest is in ``changedStates``.
    func takeStates() -> [UInt64: StoredState?] {
        var states: [UInt64: StoredState?] = [:]
        var size = 0
        for id in changedStates.sorted() where size < Self.maximumStates {
            changedStates.remove(id)
            guard let state = takeState(of: id) else { continue }
            states[id.rawValue] = .some(state)
            size += state?.content.count ?? 0
        }
        return states
    }

    /// A state as a row of the store; nil for one that can't be kept: then the one before counts.
    private func takeState(of id: ViewControllerID) -> StoredState?? {
        if let record = records[id] {
            guard record.diesWith == nil, comesBack(id) else { return nil }
            let state = stored(record.restorableState, of: id, type: record.type, isToldAlready: record.isStateRefused)
            record.isStateRefused = state == nil
            // The next owner gets the one that is in the store.
            if state == nil { record.restorableState = nil }
            return state
        }
        guard let kept = destroyed.first(where: { $0.id == id }), kept.diesWith == nil else { return nil }
        let state = stored(kept.state, of: id, type: kept.kept.type, isToldAlready: false)
        if state == nil { kept.state = nil }
        return state
    }

    private func stored(
        _ state: [String: Variant]?, of id: ViewControllerID, type: String, isToldAlready: Bool
    ) -> StoredState?? {
        guard let state else { return .some(nil) }
        do throws(DBusError) {
            let content = try MarshalledValues.bytes(of: state)
            guard content.count <= maximumState else {
                throw .limitsExceeded("it has \(content.count) bytes: at most \(maximumState) are allowed")
            }
            return StoredState(type: type, content: content)
        } catch {
            if !isToldAlready {
                log.error("the restorable state of \(id.path) is not kept, but the one before: \(error.message)")
            }
            return nil
        }
    }
}
