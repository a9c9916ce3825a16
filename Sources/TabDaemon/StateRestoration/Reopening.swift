import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// A destroyed view controller that `Manager.Reopen` can restore.
@EventLoop
final class DestroyedController {
    static let maximumKept = 20

    fileprivate(set) var kept: RestorableController
    /// Its restorable state; nil for none, or when only the store has it.
    var state: [String: Variant]?
    /// The client that owned it, while that client is on the bus.
    var client: ClientObject?
    /// The unique name of the client whose disconnection removes it, or nil.
    let destroyedWithClient: String?

    var id: ViewControllerID { kept.archive.id }

    init(_ kept: RestorableController, client: ClientObject? = nil, destroyedWithClient: String? = nil) {
        self.kept = kept
        self.client = client
        self.destroyedWithClient = destroyedWithClient
    }
}

extension Daemon {
    /// Destroys a view controller and keeps it for Reopen.
    func destroyReopenably(_ id: ViewControllerID) throws(DBusError) {
        guard let snapshot = ReopenSnapshot(of: id, in: hierarchy.nodes), let record = records[id],
            var kept = restorableController(id)
        else {
            // The model throws the error for More.
            return try destroy(id)
        }
        kept.place = snapshot.place
        let last = DestroyedController(
            kept, client: (record.owner as? RemoteViewController)?.client,
            destroyedWithClient: record.destroyedWithClient)
        last.state = record.restorableState
        record.owner?.encodeRestorableState { [weak self, weak last] state in
            guard let self, let last else { return }
            last.state = state
            // Reopen may have restored it in the meantime.
            if destroyed.contains(where: { $0 === last }) { changedStates.insert(id) }
        }
        try destroy(id)
        // Only its plugin can create it again.
        guard record.isListed else { return }
        keep(last)
        if last.state != nil { changedStates.insert(id) }
    }

    private func keep(_ last: DestroyedController) {
        last.kept.destroyed = (destroyed.last?.kept.destroyed ?? 0) + 1
        destroyed.append(last)
        if last.destroyedWithClient == nil { unsavedDestroyed.insert(last.id) }
        if destroyed.count > DestroyedController.maximumKept { removed.insert(destroyed.removeFirst().id) }
    }

    /// Restores the view controller that was destroyed last, at its former path. Missing instances wait for their
    /// plugin or client, as after a restart.
    func reopen(for caller: String) throws(DBusError) -> ViewControllerID {
        guard let last = destroyed.last else {
            throw .internalInconsistency("no destroyed view controller to reopen")
        }
        if let container = last.kept.place?.container { try requireWriter(caller, of: container, member: "Reopen") }
        let id = last.id
        guard !hierarchy.nodes.contains(id) else {
            destroyed.removeLast()
            throw .internalInconsistency("\(id.path) exists; only destroyed view controllers can be reopened")
        }
        try requireRoom(for: 1 + last.kept.archive.partIDs.count, of: caller)
        let record = ControllerRecord(last.kept, holder: caller)
        record.destroyedWithClient = last.destroyedWithClient
        record.restorableState = last.state ?? restorableState(of: id, record)
        records[id] = record
        do throws(DBusError) {
            try perform { try last.kept.reopenSnapshot.reopen(in: &$0) }
        } catch {
            if !hierarchy.nodes.contains(id) { records[id] = nil }
            throw error
        }
        destroyed.removeLast()
        // The old row is removed. If the controller is to survive a restart, this turn writes a new row.
        removed.insert(id)
        unsaved.insert(id)
        let identifier = last.kept.archive.restorationIdentifier
        if hierarchy.nodes.restorationIdentifier(of: id) != identifier {
            log.warning(
                "\(id.path) is reopened without its RestorationIdentifier '\(identifier)', which is in use")
        }
        restoreOwner(of: id, record, last)
        restoreWindow(of: id, last.kept)
        return id
    }

    private func restoreOwner(of id: ViewControllerID, _ record: ControllerRecord, _ last: DestroyedController) {
        if !record.pluginID.isEmpty {
            // The plugin may have been installed since the last search.
            _ = try? offer(ofType: record.type)
            respawnInstance(of: id)
            if record.isWaitingForPlugin { watchForPlugins() }
        } else if let client = last.client, remoteOwners[client] == nil {
            let owner = watch(client, of: id, record)
            if let state = restorableState(of: id, record) { owner.decodeRestorableState(state) }
            catchUp(owner, with: id, record)
        } else if !record.remotePath.isNone {
            record.setHealth(.failed, "its owner must register it again")
            // The client has registered its object as another view controller, and no client can register this one.
            if !last.kept.canBeRegisteredAgain { record.destroyedWithClient = last.client?.name }
            tree.markChanged(id.path)
        }
    }
}
