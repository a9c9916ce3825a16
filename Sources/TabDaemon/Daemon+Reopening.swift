import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// What `Manager.Reopen` brings back.
@EventLoop
final class DestroyedController {
    static let maximumKept = 20

    let remains: Hierarchy.Remains
    let record: ControllerRecord
    /// What its owner wants back; nil when there is nothing.
    var state: [String: Variant]?
    /// The client whose object it was, as long as that client is on the bus.
    var client: ClientObject?
    let attachments: Attachments?

    init(_ remains: Hierarchy.Remains, _ record: ControllerRecord, _ attachments: Attachments?) {
        self.remains = remains
        // Views and owner are of the life that ends.
        self.record = record.reborn()
        self.attachments = attachments
        client = (record.owner as? RemoteViewController)?.client
        record.owner?.encodeRestorableState { [weak self] in self?.state = $0 }
    }
}

extension Daemon {
    /// Destroys a controller and keeps what brings it back.
    func destroyForNow(_ id: ViewControllerID) throws(DBusError) {
        guard let remains = hierarchy.remains(of: id), let record = records[id] else {
            throw .unknownObject("there is no view controller \(id.path)")
        }
        let kept = DestroyedController(remains, record, attachments[id])
        try destroy(id)
        // Only its plugin could make it again.
        guard record.isListed else { return }
        destroyed.append(kept)
        if destroyed.count > DestroyedController.maximumKept { destroyed.removeFirst() }
    }

    /// Brings back what was destroyed last, on its path.
    func reopen(for caller: String) throws(DBusError) -> ViewControllerID {
        guard let last = destroyed.last else {
            throw .internalInconsistency("nothing was destroyed that could be brought back")
        }
        if let container = last.remains.container { try requireWriter(caller, of: container, member: "Reopen") }
        let id = last.remains.id
        let record = last.record.reborn()
        if (try? checkIdentifier(record.restorationIdentifier)) == nil { record.restorationIdentifier = "" }
        records[id] = record
        do throws(DBusError) {
            try perform { (model) throws(ModelError) in try model.bringBack(last.remains) }
            try revive(id, record, last)
        } catch {
            try? destroy(id)
            records[id] = nil
            throw error
        }
        destroyed.removeLast()
        return id
    }

    private func revive(
        _ id: ViewControllerID, _ record: ControllerRecord, _ kept: DestroyedController
    ) throws(DBusError) {
        if !record.plugin.isNone {
            let (registry, plugin, pluginClass) = try offer(ofType: record.type)
            let owner = try registry.makeOwner(
                pluginClass, of: plugin, controller: id.rawValue, arguments: record.arguments)
            if let state = kept.state { owner.decodeRestorableState(state) }
            record.owner = owner
            catchUp(owner, with: id, record)
        } else if let client = kept.client, controller(of: client) == nil {
            catchUp(watch(client, of: id, record), with: id, record)
        } else if record.remotePath != .none {
            record.state = .failed
            record.failureReason = "its owner must register it again"
            tree.touch(id.path)
        }
        if var attachments = kept.attachments {
            attachments.clients = [:]
            self.attachments[id] = attachments
            resumeWindow(of: id)
        }
    }
}
