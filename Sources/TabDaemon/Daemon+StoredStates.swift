import DBusConnection
import DBusInterface
import Logging
import TabModel
import TabStore

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
