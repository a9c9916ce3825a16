import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The destruction of view controllers that `Manager.Reopen` can restore, and their restoration.
@EventLoop
struct Reopener: DaemonPart {
    let core: Core
    let instances: Instances
    let recorder: StateRecorder

    private var recentlyDestroyed: RecentlyDestroyed { recorder.recentlyDestroyed }
    private var states: RestorableStateRecorder { recorder.states }
    var windows: WindowAttachments { recorder.windows }

    /// Destroys a view controller and keeps it for Reopen.
    func destroyReopenably(_ id: ViewControllerID) throws(DBusError) {
        guard let snapshot = ReopenSnapshot(of: id, in: delivery.hierarchy.nodes), let record = records[id],
            var kept = recorder.restorableController(id)
        else {
            // The model throws the error for More.
            return try delivery.destroy(id)
        }
        kept.place = snapshot.place
        let last = DestroyedController(
            kept, owner: record.owner as? RemoteViewController,
            destroyedWithClient: record.destroyedWithClient)
        last.state = record.restorableState
        last.classClient = record.classOwner.client
        record.owner?.encodeRestorableState { [recentlyDestroyed, states, weak last] state in
            guard let last else { return }
            last.state = state
            // Reopen may have restored it in the meantime.
            if recentlyDestroyed.contains(last) { states.markChanged([id]) }
        }
        try delivery.destroy(id)
        // Only its plugin can create it again.
        guard record.isListed else { return }
        keep(last)
        if last.state != nil { states.markChanged([id]) }
    }

    private func keep(_ last: DestroyedController) {
        let oldest = recentlyDestroyed.keep(last)
        if last.destroyedWithClient == nil { recorder.noteDestroyed([last.id]) }
        if let oldest { recorder.noteRemoved([oldest.id]) }
    }

    /// Restores the view controller that was destroyed last, at its former path. Missing instances wait for their
    /// plugin or client, as after a restart.
    func reopen(for caller: String) throws(DBusError) -> ViewControllerID {
        guard let last = recentlyDestroyed.all.last else {
            throw .internalInconsistency("no destroyed view controller to reopen")
        }
        if let container = last.kept.place?.container {
            try windows.requireWriter(caller, of: container, member: "Reopen")
        }
        let id = last.id
        guard !delivery.hierarchy.nodes.contains(id) else {
            recentlyDestroyed.removeLast()
            throw .internalInconsistency("\(id.path) exists; only destroyed view controllers can be reopened")
        }
        try quotas.requireRoom(for: 1 + last.kept.archive.partIDs.count, of: caller)
        let record = ControllerRecord(last.kept, holder: caller)
        record.classOwner.client = last.classClient
        record.restorableState = last.state ?? states.restorableState(of: id, record)
        records[id] = record
        records.setDestroyed(id, withClient: last.destroyedWithClient)
        do throws(DBusError) {
            try delivery.perform { try $0.reopen(last.kept.reopenSnapshot) }
        } catch {
            if !delivery.hierarchy.nodes.contains(id) { records[id] = nil }
            throw error
        }
        recentlyDestroyed.removeLast()
        // The old row is removed. If the controller is to survive a restart, this turn writes a new row.
        recorder.noteRemoved([id])
        recorder.noteUnsaved(id)
        let identifier = last.kept.archive.restorationIdentifier
        if delivery.hierarchy.nodes.restorationIdentifier(of: id) != identifier {
            log.warning(
                "\(id.path) is reopened without its RestorationIdentifier '\(identifier)', which is in use")
        }
        restoreOwner(of: id, record, last)
        windows.restoreWindow(of: id, last.kept)
        return id
    }

    private func restoreOwner(of id: ViewControllerID, _ record: ControllerRecord, _ last: DestroyedController) {
        if !record.pluginID.isEmpty {
            // The plugin may have been installed since the last search.
            _ = try? instances.offer(ofType: record.type)
            instances.respawnInstance(of: id)
            if record.isWaitingForPlugin { instances.watchForPlugins() }
        } else if let client = last.client, let methods = last.methods, instances.controller(of: client) == nil {
            let owner = instances.watch(client, methods, of: id, record)
            if let state = states.restorableState(of: id, record) { owner.decodeRestorableState(state) }
            instances.catchUp(owner, with: id, record)
            owner.restorationEnded()
        } else if !record.remotePath.isNone {
            instances.awaitRegistration(of: id)
            // The client has registered its object as another view controller, and no client can register this one.
            if !last.kept.canBeRegisteredAgain { records.setDestroyed(id, withClient: last.client?.name) }
            bus.tree.markChanged(id.path)
        }
    }
}
