import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The restorable states from the owners of view controllers.
@EventLoop
final class RestorableStateRecorder: DaemonPart {
    let core: Core
    private let recentlyDestroyed: RecentlyDestroyed
    private let storeReport: StoreReport

    /// The view controllers whose states the next commit writes.
    private var changed: Set<ViewControllerID> = []

    init(core: Core, recentlyDestroyed: RecentlyDestroyed, storeReport: StoreReport) {
        self.core = core
        self.recentlyDestroyed = recentlyDestroyed
        self.storeReport = storeReport
    }

    var isEmpty: Bool { changed.isEmpty }

    /// Writes states with the next commit.
    func markChanged(_ ids: some Sequence<ViewControllerID>) { changed.formUnion(ids) }

    /// Records a new state of an owner, unless it exceeds the quota.
    func restorableStateChanged(of id: ViewControllerID, to state: [String: Variant]?) {
        guard let record = records[id] else { return }
        let growth = (state?.variant.extent.content ?? 0) - (record.restorableState?.variant.extent.content ?? 0)
        guard growth <= 0 || growth <= quotas.contentRoom(of: record) else {
            if !record.isStateRejected { log.error("\(Self.quotaError(for: id, growth))") }
            record.isStateRejected = true
            return
        }
        record.restorableState = state
        quotas.noteContent(of: record)
        changed.insert(id)
        if record.stateDecodingError != nil { noteDecoding(of: id, error: nil) }
    }

    private static func quotaError(for id: ViewControllerID, _ bytes: Int) -> String {
        "rejecting the restorable state of \(id.path), keeping the previous one: \(bytes) more bytes exceed the quota "
            + "(content in [limits] of tabd.toml)"
    }

    /// Records whether an owner could decode its state.
    func noteDecoding(of id: ViewControllerID, error: DBusError?) {
        guard let record = records[id], record.stateDecodingError != error?.message else { return }
        record.stateDecodingError = error?.message
        bus.tree.markChanged(id.path)
    }

    /// Returns the last restorable state; nil for none, or if it was written by another class (`R8`).
    func restorableState(of id: ViewControllerID, _ record: ControllerRecord) -> [String: Variant]? {
        if let state = record.restorableState { return state }
        guard let stored = store.state(of: id.rawValue), stored.type == record.type else { return nil }
        guard let state = MarshalledValues.values(in: stored.content) else {
            storeReport.reportDamage(["the restorable state of \(id.path) is damaged and was skipped"])
            // The damaged state is removed, as it would be reported at each start.
            if store.keepCopy() { changed.insert(id) }
            return nil
        }
        return state
    }

    /// The size of states after which a transaction takes no more, in bytes.
    private static let maximumStates = 64 << 20

    /// Removes and returns the changed states for one transaction. The rest stays in ``changed``.
    func drainChangedStates() -> [UInt64: StoredState?] {
        var states: [UInt64: StoredState?] = [:]
        var size = 0
        for id in changed.sorted() where size < Self.maximumStates {
            changed.remove(id)
            guard let state = rowOfState(of: id) else { continue }
            states[id.rawValue] = .some(state)
            size += state?.content.count ?? 0
        }
        return states
    }

    /// Returns a state as a row of the store; nil for a rejected state, which leaves the previous row.
    private func rowOfState(of id: ViewControllerID) -> StoredState?? {
        if let record = records[id] {
            guard record.destroyedWithClient == nil, delivery.hierarchy.nodes.isRestored(id, in: records) else {
                return nil
            }
            let state = stored(record.restorableState, of: id, type: record.type, isLogged: record.isStateRejected)
            record.isStateRejected = state == nil
            // The next owner gets the previous state from the store.
            if state == nil { record.restorableState = nil }
            return state
        }
        guard let kept = recentlyDestroyed.all.first(where: { $0.id == id }), kept.destroyedWithClient == nil else {
            return nil
        }
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
            guard content.count <= settings.maximumState else {
                throw .limitsExceeded("it has \(content.count) bytes: at most \(settings.maximumState) are allowed")
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
