import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The services for plugin processes and in-process plugins as they start and end.
extension Daemon: OwnerServices {
    func exists(_ controller: UInt64) -> Bool { hierarchy.nodes.contains(ViewControllerID(controller)) }

    func setHealth(_ health: OwnerHealth, reason: String, of controller: UInt64) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return }
        record.state = health
        record.failureReason = reason
        tree.markChanged(id.path)
    }

    func replaceOwner(of controller: UInt64, with owner: any ContentOwner) {
        guard let record = records[ViewControllerID(controller)] else { return }
        record.owner = owner
        record.isUpdatingContent = false
        record.views.prepareForNewOwner()
        watchCreation(of: ViewControllerID(controller), by: owner)
    }

    func catchUp(_ owner: any ContentOwner, of controller: UInt64) {
        let id = ViewControllerID(controller)
        if let record = records[id] { catchUp(owner, with: id, record) }
    }

    func discard(_ controller: UInt64) {
        let id = ViewControllerID(controller)
        guard hierarchy.nodes.contains(id) else { return }
        do throws(DBusError) {
            try destroy(id)
        } catch {
            log.warning("cannot destroy \(id.path): \(error.message)")
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

    /// Waits for the instances of new view controllers. If one fails, destroys all of them and the container.
    func requireInstances(
        of ids: [ViewControllerID], in container: ViewControllerID? = nil,
        completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        waitForInstances(of: ids) { [unowned self] error in
            if error != nil {
                for id in ([container].compactMap(\.self) + ids) where hierarchy.nodes.contains(id) { try? destroy(id) }
            }
            completion(error)
        }
    }

    /// Waits for the instances of view controllers. The completion gets the first error, or nil when all are ready.
    func waitForInstances(of ids: [ViewControllerID], completion: @escaping @EventLoop (DBusError?) -> Void) {
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

/// Navigation controllers created by plugins.
extension Daemon {
    func createNavigationController(
        _ className: String, root: UInt64, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard let plugin = registry?.plugin(plugin) else {
            throw .pluginUnavailable("the plugin '\(plugin)' is not installed")
        }
        // A replacement for a popover appears at once (P63), so its owner must exist before the events are delivered.
        return try holdingEvents { () throws(DBusError) in
            try makeNavigationController(plugin.ownClass(className), of: plugin, root: root)
        }
    }

    private func makeNavigationController(
        _ pluginClass: Manifest.PluginClass, of plugin: Plugin, root: UInt64
    ) throws(DBusError) -> UInt64 {
        try requireRoom(for: 1, of: plugin.id)
        let id = try translatingErrors {
            try hierarchy.createNavigationController(root: ViewControllerID(root), byPopoverDelegate: true)
        }
        let record = ControllerRecord(type: "NavigationController", pluginID: plugin.id, holder: plugin.id)
        // Only its plugin can create it again.
        record.isListed = false
        adopt(id, record)
        creations.note(id)
        do throws(DBusError) {
            record.owner = try makeInstance(of: id, record, pluginClass, of: plugin)
        } catch {
            try? destroy(id)
            throw error
        }
        return id.rawValue
    }
}
