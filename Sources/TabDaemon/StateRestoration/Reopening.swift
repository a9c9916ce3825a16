import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// What `Manager.Reopen` brings back.
@EventLoop
final class DestroyedController {
    static let maximumKept = 20

    fileprivate(set) var kept: KeptController
    /// What its owner wants back; nil when there is nothing, or when it is in the store alone.
    var state: [String: Variant]?
    /// The client whose object it was, as long as that client is on the bus.
    var client: ClientObject?
    /// The unique name with whose life it ends, or nil.
    let diesWith: String?

    var id: ViewControllerID { kept.archive.id }

    init(_ kept: KeptController, client: ClientObject? = nil, diesWith: String? = nil) {
        self.kept = kept
        self.client = client
        self.diesWith = diesWith
    }
}

extension Daemon {
    /// Destroys a controller and keeps what brings it back.
    func destroyForNow(_ id: ViewControllerID) throws(DBusError) {
        guard let remains = hierarchy.reopenSnapshot(of: id), let record = records[id], var kept = kept(id) else {
            // The model says why More can't be destroyed.
            return try destroy(id)
        }
        kept.place = remains.place
        let last = DestroyedController(
            kept, client: (record.owner as? RemoteViewController)?.client, diesWith: record.diesWith)
        last.state = record.restorableState
        record.owner?.encodeRestorableState { [weak self, weak last] state in
            guard let self, let last else { return }
            last.state = state
            // It may have been brought back meanwhile, by another owner.
            if destroyed.contains(where: { $0 === last }) { changedStates.insert(id) }
        }
        try destroy(id)
        // Only its plugin could make it again.
        guard record.isListed else { return }
        keep(last)
        if last.state != nil { changedStates.insert(id) }
    }

    private func keep(_ last: DestroyedController) {
        last.kept.destroyed = (destroyed.last?.kept.destroyed ?? 0) + 1
        destroyed.append(last)
        if last.diesWith == nil { unsavedDestroyed.insert(last.id) }
        if destroyed.count > DestroyedController.maximumKept { removed.insert(destroyed.removeFirst().id) }
    }

    /// Brings back what was destroyed last, on its path. What can't be made now waits for its plugin or its client, as
    /// after a restart.
    func reopen(for caller: String) throws(DBusError) -> ViewControllerID {
        guard let last = destroyed.last else {
            throw .internalInconsistency("nothing was destroyed that could be brought back")
        }
        if let container = last.kept.place?.container { try requireWriter(caller, of: container, member: "Reopen") }
        let id = last.id
        guard !hierarchy.contains(id) else {
            destroyed.removeLast()
            throw .internalInconsistency("\(id.path) exists: only what was destroyed can be brought back")
        }
        try requireRoom(for: 1 + last.kept.archive.partIDs.count, of: caller)
        let record = ControllerRecord(last.kept, holder: caller)
        record.diesWith = last.diesWith
        record.restorableState = last.state ?? restorableState(of: id, record)
        records[id] = record
        do throws(DBusError) {
            try perform { try $0.reopen(last.kept.remains) }
        } catch {
            if !hierarchy.contains(id) { records[id] = nil }
            throw error
        }
        destroyed.removeLast()
        // The old row is removed. If the controller is to survive a restart, this turn writes a new row.
        removed.insert(id)
        unsaved.insert(id)
        let identifier = last.kept.archive.restorationIdentifier
        if hierarchy.restorationIdentifier(of: id) != identifier {
            log.warning(
                "\(id.path) is reopened without its RestorationIdentifier '\(identifier)', which another one has")
        }
        revive(id, record, last)
        restoreWindow(of: id, last.kept)
        return id
    }

    private func revive(_ id: ViewControllerID, _ record: ControllerRecord, _ last: DestroyedController) {
        if !record.pluginID.isEmpty {
            // It may be there since the last search.
            _ = try? offer(ofType: record.type)
            revive(id)
            if record.isWaitingForPlugin { watchForPlugins() }
        } else if let client = last.client, remoteOwners[client] == nil {
            let owner = watch(client, of: id, record)
            if let state = restorableState(of: id, record) { owner.decodeRestorableState(state) }
            catchUp(owner, with: id, record)
        } else if !record.remotePath.isNone {
            record.wait(.failed, "its owner must register it again")
            // Its object is another view controller by now, and no client can register this one.
            if !last.kept.canBeRegisteredAgain { record.diesWith = last.client?.name }
            tree.markChanged(id.path)
        }
    }
}
