import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// A class of view controllers, and the plugin or client that creates its instances.
struct ClassOffer {
    enum Provider {
        case plugin(Plugin)
        /// The factory of a client.
        case client(ClientObject)
    }

    let provider: Provider
    let pluginClass: Manifest.PluginClass
    /// The well-known name that a client owned when it offered the class; nil for none.
    var busName: String?

    /// Whether every client can create it; false for a class that only its plugin knows.
    @EventLoop
    var isListed: Bool {
        guard case .plugin(let plugin) = provider else { return true }
        return plugin.classes.contains { $0.name == pluginClass.name }
    }

    /// The plugin that has it; nil for a class of a client.
    var plugin: Plugin? {
        if case .plugin(let plugin) = provider { plugin } else { nil }
    }

    /// The client's factory; nil for a class of a plugin.
    var factory: ClientObject? {
        if case .client(let factory) = provider { factory } else { nil }
    }

    /// Whether its code runs in the daemon.
    @EventLoop
    var isInProcess: Bool { plugin?.isolation == .inProcess }
}

/// The provider of the class of a view controller when it was created. Only this one gets its arguments and its state, when
/// it has to be created again.
struct ClassOwner: Hashable {
    /// The well-known name of the client; nil for none. It is saved.
    var busName: String?
    /// The unique name of the client; nil for a plugin, and after a restart.
    var client: String?

    /// The owner of a class of a plugin.
    static let plugin = ClassOwner()

    /// Whether an offer is that of this owner. A plugin's manifest is the user's choice and wins.
    func isOwner(of offer: ClassOffer) -> Bool {
        guard let factory = offer.factory else { return true }
        return offer.busName != nil && offer.busName == busName || factory.name == client
    }
}

extension ClassOwner {
    /// - Parameter offer: The class of a new view controller.
    init(of offer: ClassOffer) {
        guard let factory = offer.factory else { return }
        (busName, client) = (offer.busName, factory.name)
    }

    /// The view controller continues with an instance of its own class. A class may have got a name meanwhile.
    mutating func noteInstance(of offer: ClassOffer) {
        guard let factory = offer.factory else { return }
        (busName, client) = (offer.busName ?? busName, factory.name)
    }
}
