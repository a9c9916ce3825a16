import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// The implementation of `org.tabd.Tabs1.Plugin`.
@EventLoop
struct PluginFacade {
    let plugin: Plugin
    let settings: Settings

    typealias Contract = PluginInterface

    static let interface = Interface<PluginFacade>(Contract.self) {
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
        Contract.load.handledLater { (facade, promise, _) in facade.plugin.load(completion: promise.fulfil) }
        Contract.reload.handledLater { (facade, promise, _) in facade.plugin.reload(completion: promise.fulfil) }
        Contract.unload.handledLater { (facade, promise, _) in facade.plugin.unload(completion: promise.fulfil) }
        Contract.reset.handledLater { (facade, promise, _) in facade.plugin.reset(completion: promise.fulfil) }
        Contract.getResourceUsage.handled { $0.plugin.resourceUsage }
        Contract.getConfiguration.handled { $0.settings.pluginSettings[$0.plugin.id] ?? [:] }
        Contract.expectHost.handled { (facade, token, _) throws(DBusError) in
            try facade.plugin.expectHost(token: token)
        }
    }
}
