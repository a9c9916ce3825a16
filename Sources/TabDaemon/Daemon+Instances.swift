import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The instances of view controllers. When a `create` fails, the view controllers created within it are removed.
extension Daemon {
    /// Has a plugin make the instance of a view controller, now or later.
    ///
    /// - Throws: `PluginUnavailable`, `PluginFailed`. View controllers created within the `create` are removed then.
    func makeInstance(
        of id: ViewControllerID, _ record: ControllerRecord, _ pluginClass: Manifest.PluginClass, of plugin: Plugin,
        origin: InstanceOrigin = .new
    ) throws(DBusError) -> any ContentOwner {
        let outer = creations.enter(id)
        let owner: any ContentOwner
        do throws(DBusError) {
            defer { _ = creations.enter(outer) }
            owner = try plugin.makeOwner(
                pluginClass.name, controller: id.rawValue, arguments: record.arguments, origin: origin)
        } catch {
            discardCreations(within: id)
            throw error
        }
        watchCreation(of: id, by: owner)
        return owner
    }

    /// Waits for the end of an owner's `create`.
    func watchCreation(of id: ViewControllerID, by owner: any ContentOwner) {
        owner.whenReady { [unowned self] error in
            if error == nil { creations.succeed(id) } else { discardCreations(within: id) }
        }
    }

    private func discardCreations(within id: ViewControllerID) {
        for created in creations.fail(id) { discard(created.rawValue) }
    }

    func discardCreation(of controller: UInt64) {
        discardCreations(within: ViewControllerID(controller))
        discard(controller)
    }

    func creating(
        within creator: UInt64?, _ body: () throws(DBusError) -> UInt64
    ) throws(DBusError) -> UInt64 {
        let outer = creations.enter(creator.map { ViewControllerID($0) })
        defer { _ = creations.enter(outer) }
        return try body()
    }
}
