import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// Restorable states from the owners of view controllers.
extension Daemon {
    /// The maximum number of store errors in `StoreReason`.
    private static let maximumShownErrors = 10

    func restorableStateChanged(of controller: UInt64, to state: [String: Variant]?) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return }
        let growth = (state?.variant.extent.content ?? 0) - (record.restorableState?.variant.extent.content ?? 0)
        guard growth <= 0 || growth <= contentRoom(of: record) else {
            if !record.isStateRejected { log.error("\(Self.quotaError(for: id, growth))") }
            record.isStateRejected = true
            return
        }
        record.restorableState = state
        noteContent(of: record)
        changedStates.insert(id)
        if record.stateDecodingError != nil { noteDecoding(of: controller, error: nil) }
    }

    private static func quotaError(for id: ViewControllerID, _ bytes: Int) -> String {
        "rejecting the restorable state of \(id.path), keeping the previous one: \(bytes) more bytes exceed the quota "
            + "(content in [limits] of tabd.toml)"
    }

    func noteDecoding(of controller: UInt64, error: DBusError?) {
        let id = ViewControllerID(controller)
        guard let record = records[id], record.stateDecodingError != error?.message else { return }
        record.stateDecodingError = error?.message
        tree.markChanged(id.path)
    }

    /// Requests the current state from all owners at shutdown.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout. An owner that does not answer in time keeps its last state.
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
        for remote in remotes { remote.requestState(isAwaited: false, completion: answered) }
        registry?.collectStates(within: milliseconds, completion: answered)
    }

    /// Returns the last restorable state; nil for none, or if it was written by another class (`R8`).
    func restorableState(of id: ViewControllerID, _ record: ControllerRecord) -> [String: Variant]? {
        if let state = record.restorableState { return state }
        guard let stored = store.state(of: id.rawValue), stored.type == record.type else { return nil }
        guard let state = MarshalledValues.values(in: stored.content) else {
            reportDamage(["the restorable state of \(id.path) is damaged and was skipped"])
            // The damaged state is removed, as it would be reported at each start.
            if store.keepCopy() { changedStates.insert(id) }
            return nil
        }
        return state
    }

    /// The value of `StoreReason`: why the state is unsaved, else the notices and errors from opening the store.
    var storeReason: String {
        if case .unsaved(let reason) = store.condition { return reason }
        let shown = storeErrors.prefix(Self.maximumShownErrors).joined(separator: "; ")
        let more = storeErrors.count - Self.maximumShownErrors
        let errors = more > 0 ? "\(shown); and \(more) more, see the log" : shown
        return (store.notices + (errors.isEmpty ? [] : [errors])).joined(separator: " ")
    }

    /// Reports damage in the store, and keeps a copy of the damaged file.
    ///
    /// - Parameter isKept: Whether the store keeps the damaged data itself, so no copy is needed.
    func reportDamage(_ errors: [String], isKept: Bool = false) {
        guard !errors.isEmpty else { return }
        for error in errors { log.error("restoring: \(error)") }
        storeErrors += errors
        if !isKept { _ = store.keepCopy() }
        logStoreNotices()
        tree.markChanged(TabNames.root)
    }

    /// Logs the new notices of the store.
    func logStoreNotices() {
        for notice in store.notices.dropFirst(loggedNotices) { log.warning("\(notice)") }
        loggedNotices = store.notices.count
    }
}

/// The commit of restorable states.
extension Daemon {
    /// The size of states after which a transaction takes no more, in bytes.
    private static let maximumStates = 64 << 20

    /// Removes and returns the changed states for one transaction. The rest stays in ``changedStates``.
    func drainChangedStates() -> [UInt64: StoredState?] {
        var states: [UInt64: StoredState?] = [:]
        var size = 0
        for id in changedStates.sorted() where size < Self.maximumStates {
            changedStates.remove(id)
            guard let state = rowOfState(of: id) else { continue }
            states[id.rawValue] = .some(state)
            size += state?.content.count ?? 0
        }
        return states
    }

    /// Returns a state as a row of the store; nil for a rejected state, which leaves the previous row.
    private func rowOfState(of id: ViewControllerID) -> StoredState?? {
        if let record = records[id] {
            guard record.destroyedWithClient == nil, isRestored(id) else { return nil }
            let state = stored(record.restorableState, of: id, type: record.type, isLogged: record.isStateRejected)
            record.isStateRejected = state == nil
            // The next owner gets the previous state from the store.
            if state == nil { record.restorableState = nil }
            return state
        }
        guard let kept = destroyed.first(where: { $0.id == id }), kept.destroyedWithClient == nil else { return nil }
        let state = stored(kept.state, of: id, type: kept.kept.type, isLogged: false)
        if state == nil { kept.state = nil }
        return state
    }

    private func stored(
        _ state: [String: Variant]?, of id: ViewControllerID, type: String, isLogged: Bool
    ) -> StoredState?? {
        guard let state else { return .some(nil) }
        do throws(DBusError) {
            let content = try MarshalledValues.bytes(of: state)
            guard content.count <= maximumState else {
                throw .limitsExceeded("it has \(content.count) bytes: at most \(maximumState) are allowed")
            }
            return StoredState(type: type, content: content)
        } catch {
            if !isLogged {
                log.error("rejecting the restorable state of \(id.path), keeping the previous one: \(error.message)")
            }
            return nil
        }
    }
}
