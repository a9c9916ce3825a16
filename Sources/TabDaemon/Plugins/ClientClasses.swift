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

    /// Whether its code runs in the daemon.
    @EventLoop
    var isInProcess: Bool {
        guard case .plugin(let plugin) = provider else { return false }
        return plugin.isolation == .inProcess
    }
}

/// The classes of view controllers that clients offer (`Manager.RegisterClasses`).
@EventLoop
final class ClientClasses {
    private static let maximum = 256
    /// How many types an error lists.
    private static let listed = 20

    private let bus: Bus
    private let plugins: PluginCatalog
    private var offers: [String: ClassOffer] = [:]
    private var factories: [String: ClientObject] = [:]

    init(bus: Bus, plugins: PluginCatalog) {
        self.bus = bus
        self.plugins = plugins
    }

    /// The types of all classes.
    var types: Dictionary<String, ClassOffer>.Keys { offers.keys }

    /// The unique names of the clients that offer classes.
    var clients: Set<String> { Set(factories.values.map(\.name)) }

    subscript(type: String) -> ClassOffer? { offers[type] }

    /// Replaces the classes of a factory.
    ///
    /// - Parameter tabBarControllers: Which of them are tab bar controllers.
    func register(
        _ types: [String], of factory: ClientObject, tabBarControllers: [String]
    ) throws(DBusError) {
        guard !factory.path.isNone else { throw .invalidArgument("'/' is not an object") }
        let others = factories.filter { $0.value.name == factory.name && $0.value != factory }.count
        guard others + types.count <= Self.maximum else {
            throw .limitsExceeded(
                "the client would offer \(others + types.count) classes; the limit is \(Self.maximum)")
        }
        for type in types { try check(type, of: factory) }
        if let unknown = Set(tabBarControllers).subtracting(types).min() {
            throw .invalidArgument("TabBarControllers: '\(unknown.prefix(200))' is not one of the classes")
        }
        remove { $0 == factory }
        for type in types {
            factories[type] = factory
            offers[type] = ClassOffer(
                provider: .client(factory),
                pluginClass: Manifest.PluginClass(
                    name: type, superclass: tabBarControllers.contains(type) ? "TabBarController" : "ViewController"))
        }
        bus.tree.markChanged(TabNames.root)
    }

    private func check(_ type: String, of factory: ClientObject) throws(DBusError) {
        let parts = type.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isName = parts.count == 2 && parts[1].utf8.count <= 128 && parts[1].utf8.allSatisfy(Self.isNameByte)
        guard isName, !parts[1].isEmpty, TextRules.isPluginIdentifier(String(parts[0])) else {
            throw .invalidArgument(
                "'\(type.prefix(200))' is not a class; expected PREFIX.CLASS: a prefix of a-z, 0-9 and _ that begins with "
                    + "a letter, and a name of letters, digits and _")
        }
        guard plugins.registry?.plugin(String(parts[0])) == nil else {
            throw .invalidArgument("'\(type)' has the id of a plugin as its prefix; choose another prefix")
        }
        guard let other = factories[type], other != factory else { return }
        throw .invalidArgument("'\(type)' is already offered by \(other.name) at \(other.path)")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Removes the classes of a client that has left the bus.
    func clientLeft(_ name: String) {
        guard factories.values.contains(where: { $0.name == name }) else { return }
        remove { $0.name == name }
        bus.tree.markChanged(TabNames.root)
    }

    private func remove(where isRemoved: (ClientObject) -> Bool) {
        for (type, factory) in factories where isRemoved(factory) {
            factories[type] = nil
            offers[type] = nil
        }
    }

    /// Returns the class of a type, of a plugin or of a client.
    ///
    /// - Throws: `PluginUnavailable` for an unusable plugin, `NoSuchType` for a missing class.
    func offer(ofType type: String) throws(DBusError) -> ClassOffer {
        if let offer = offers[type] { return offer }
        guard let registry = plugins.registry else { throw .pluginUnavailable("plugins are not available yet") }
        do throws(DBusError) {
            let (plugin, pluginClass) = try registry.pluginClass(ofType: type)
            return ClassOffer(provider: .plugin(plugin), pluginClass: pluginClass)
        } catch {
            guard error.tabError == .noSuchType, !offers.isEmpty else { throw error }
            let known = offers.keys.sorted().prefix(Self.listed).joined(separator: ", ")
            throw .noSuchType("\(error.message); types of clients: \(known)")
        }
    }
}
