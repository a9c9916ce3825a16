import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Navigation controllers that plugins make.
extension Daemon {
    func createNavigationController(
        _ className: String, root: UInt64, for plugin: String
    ) throws(DBusError) -> UInt64 {
        guard let registry, let plugin = registry.plugin(plugin) else {
            throw .pluginUnavailable("there is no plugin '\(plugin)' any more")
        }
        let id: ViewControllerID
        do throws(ModelError) {
            id = try hierarchy.createNavigationController(root: ViewControllerID(root), byPopoverDelegate: true)
        } catch {
            throw DBusError(error)
        }
        let record = ControllerRecord(type: "NavigationController", plugin: TabNames.plugin(plugin.id))
        // Only its plugin could make it again.
        record.isListed = false
        adopt(id, record)
        do throws(DBusError) {
            record.owner = try registry.makeOwner(
                plugin.ownClass(className), of: plugin, controller: id.rawValue, arguments: [:])
        } catch {
            try? destroy(id)
            throw error
        }
        return id.rawValue
    }
}
