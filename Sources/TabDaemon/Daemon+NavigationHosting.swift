import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Navigation controllers that plugins make.
extension Daemon {
    func createNavigationController(
        _ className: String, root: UInt64, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard let plugin = registry?.plugin(plugin) else {
            throw .pluginUnavailable("there is no plugin '\(plugin)' any more")
        }
        // One that takes a popover's place appears at once (P63), and its owner hears of that.
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
        // Only its plugin could make it again.
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
