import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// What the plugins' hosts ask of the daemon when they come and go.
extension Daemon: ControllerHost {
    func exists(_ controller: UInt64) -> Bool { hierarchy.contains(ViewControllerID(controller)) }

    func setHealth(_ health: OwnerHealth, reason: String, of controller: UInt64) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return }
        record.state = health
        record.failureReason = reason
        tree.touch(id.path)
    }

    func replaceOwner(of controller: UInt64, with owner: any ContentOwner) {
        guard let record = records[ViewControllerID(controller)] else { return }
        record.owner = owner
        record.isUpdatingContent = false
        record.views.beginNewLife()
        watchCreation(of: ViewControllerID(controller), by: owner)
    }

    func catchUp(_ owner: any ContentOwner, of controller: UInt64) {
        let id = ViewControllerID(controller)
        if let record = records[id] { catchUp(owner, with: id, record) }
    }

    func discard(_ controller: UInt64) {
        let id = ViewControllerID(controller)
        guard hierarchy.contains(id) else { return }
        do throws(DBusError) {
            try destroy(id)
        } catch {
            log.warning("\(id.path) stays: \(error.message)")
        }
    }

    func holdUpdateCycle() -> @EventLoop () -> Void {
        heldUpdateCycles += 1
        var isHeld = true
        return { [unowned self] in
            if isHeld { heldUpdateCycles -= 1 }
            isHeld = false
        }
    }

    func noteLoading(_ plugin: String, isOver: Bool) {
        if isOver { store.endLoading(plugin) } else { store.beginLoading(plugin) }
    }

    /// Calls back when the instances of new controllers are there. Without one of them none of the controllers stays, nor
    /// what was made around them.
    func whenReady(
        _ ids: [ViewControllerID], in container: ViewControllerID? = nil,
        completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        whenSettled(ids) { [unowned self] error in
            if error != nil {
                for id in ([container].compactMap(\.self) + ids) where hierarchy.contains(id) { try? destroy(id) }
            }
            completion(error)
        }
    }

    /// Calls back when the instances of controllers are there, or why one of them is not.
    func whenSettled(_ ids: [ViewControllerID], completion: @escaping @EventLoop (DBusError?) -> Void) {
        var left = ids.count
        var isOver = false
        guard left > 0 else { return completion(nil) }
        for id in ids {
            guard let owner = records[id]?.owner else {
                left -= 1
                continue
            }
            owner.whenReady { error in
                left -= 1
                guard !isOver, error != nil || left == 0 else { return }
                isOver = true
                completion(error)
            }
        }
        if left == 0, !isOver { completion(nil) }
    }
}
