import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface

/// `org.tabd.Tabs1.Plugin`.
@EventLoop
struct PluginFacade {
    let plugin: Plugin

    typealias Contract = PluginInterface

    static let interface = Interface<PluginFacade, LibDBus>(Contract.description) {
        Contract.id.reading { $0.plugin.id }
        Contract.pluginName.reading { $0.plugin.name }
        Contract.version.reading { $0.plugin.version }
        Contract.abiVersion.reading { $0.plugin.abi }
        Contract.isolation.reading { $0.plugin.isolation.rawValue }
        Contract.state.reading { $0.plugin.state.rawValue }
        Contract.reason.reading { $0.plugin.reason }
        Contract.processId.reading { $0.plugin.processId }
        Contract.restarts.reading { $0.plugin.restarts }
        Contract.types.reading { $0.plugin.types }
        Contract.path.reading { $0.plugin.path }
        Contract.load.answered { (facade, _) throws(DBusError) in try facade.plugin.load() }
        Contract.reload.answered { (facade, _) throws(DBusError) in try facade.refuse("Reload") }
        Contract.unload.answered { (facade, _) throws(DBusError) in try facade.refuse("Unload") }
        Contract.reset.answered { (facade, _) throws(DBusError) in try facade.refuse("Reset") }
    }

    /// Code that runs in the daemon can't be unloaded (architecture, decision 5).
    private func refuse(_ verb: String) throws(DBusError) {
        guard plugin.state == .running else {
            throw .internalInconsistency("\(verb): plugin '\(plugin.id)' is \(plugin.state.rawValue), not running")
        }
        throw .notSupported(
            "\(verb): plugin '\(plugin.id)' runs in the daemon, from where no code is ever unloaded; "
                + "restart the daemon for new code")
    }
}
