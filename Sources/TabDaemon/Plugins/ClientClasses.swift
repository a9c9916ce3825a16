import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface

/// The classes of view controllers that clients offer (`Manager.RegisterClasses`).
///
/// A class belongs to a well-known name. Clients with different names can offer classes of the same type, so that none keeps
/// another one out. New view controllers are those of the first one.
@EventLoop
final class ClientClasses: DaemonPart {
    let core: Core
    private let plugins: PluginCatalog
    /// The offers of each type: those with a name in the order of their registration, then the one without.
    private var offers: [String: [ClassOffer]] = [:]
    /// The types of each factory, by client and object path.
    private var types: [String: [ObjectPath: Set<String>]] = [:]
    /// The number of offers of all clients.
    private(set) var count = 0
    /// The list of types as clients know it.
    let announced: AnnouncedTypes

    init(core: Core, plugins: PluginCatalog) {
        self.core = core
        self.plugins = plugins
        announced = AnnouncedTypes(bus: core.bus)
    }

    /// The unique names of the clients that offer classes.
    var clients: Dictionary<String, [ObjectPath: Set<String>]>.Keys { types.keys }

    /// Returns the class of a type that a client itself offers.
    func offer(ofType type: String, by client: String) -> ClassOffer? {
        offers[type]?.first { $0.factory?.name == client }
    }

    // MARK: Registration

    /// Replaces the classes of a factory.
    ///
    /// - Parameters:
    ///   - busName: A well-known name that the client owns; nil for none.
    ///   - tabBarControllers: Which of them are tab bar controllers.
    func register(
        _ list: [String], of factory: ClientObject, busName: String?, tabBarControllers: [String]
    ) throws(DBusError) {
        guard !factory.path.isNone else { throw .invalidArgument("'/' is not an object") }
        try TextRules.path(factory.path, named: "the object path")
        let new = Set(list)
        let own = types[factory.name]?.values.reduce(0) { $0 + $1.count } ?? 0
        let replaced = types[factory.name]?[factory.path]?.count ?? 0
        try quotas.require(
            quotas.limits.classes, "class", "classes", for: new.count - replaced, own: own, used: count)
        for type in list { try check(type, of: factory, busName: busName) }
        if let unknown = Set(tabBarControllers).subtracting(new).min() {
            throw .invalidArgument("TabBarControllers: '\(unknown.prefix(200))' is not one of the classes")
        }
        remove(factory)
        let tabBarControllers = Set(tabBarControllers)
        for type in new {
            // The name may have another owner by now, which then has the classes that belong to it.
            if let former = offers[type]?.first(where: { $0.busName == busName }) { remove(type, of: former) }
            let pluginClass = Manifest.PluginClass(
                name: type, superclass: tabBarControllers.contains(type) ? "TabBarController" : "ViewController")
            add(ClassOffer(provider: .client(factory), pluginClass: pluginClass, busName: busName), ofType: type)
        }
        if !new.isEmpty { types[factory.name, default: [:]][factory.path] = new }
        announced.update()
    }

    private func add(_ offer: ClassOffer, ofType type: String) {
        var list = offers[type] ?? []
        if list.isEmpty { announced.insert(type) }
        let place = offer.busName == nil ? list.count : list.firstIndex { $0.busName == nil } ?? list.count
        list.insert(offer, at: place)
        offers[type] = list
        count += 1
    }

    private func check(_ type: String, of factory: ClientObject, busName: String?) throws(DBusError) {
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
        for other in offers[type] ?? [] {
            guard let holder = other.factory, holder != factory else { continue }
            // A name keeps none out: not one without, not one with another name, and not its former owner.
            guard busName == nil || holder.name == factory.name else { continue }
            throw .invalidArgument("'\(type)' is already offered by \(holder.name) at \(holder.path)")
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Removal

    /// Removes the classes of a client that has left the bus.
    func clientLeft(_ name: String) {
        guard let factories = types[name] else { return }
        for path in factories.keys { remove(ClientObject(name: name, path: path)) }
        announced.update()
    }

    /// Removes the classes whose prefix is the id of a plugin that was installed since. A manifest wins.
    func yieldToPlugins() {
        for (type, list) in offers {
            let prefix = String(type.prefix { $0 != "." })
            guard plugins.registry?.plugin(prefix) != nil else { continue }
            for offer in list {
                log.notice("\(offer.factory?.name ?? "") no longer offers \(type): the plugin '\(prefix)' is installed")
                remove(type, of: offer)
            }
        }
        announced.update()
    }

    private func remove(_ factory: ClientObject) {
        for type in types[factory.name]?[factory.path] ?? [] {
            guard let offer = offers[type]?.first(where: { $0.factory == factory }) else { continue }
            remove(type, of: offer)
        }
    }

    private func remove(_ type: String, of offer: ClassOffer) {
        guard let factory = offer.factory, let index = offers[type]?.firstIndex(where: { $0.factory == factory }) else {
            return
        }
        offers[type]?.remove(at: index)
        count -= 1
        if offers[type]?.isEmpty == true {
            offers[type] = nil
            announced.remove(type)
        }
        types[factory.name]?[factory.path]?.remove(type)
        if types[factory.name]?[factory.path]?.isEmpty == true { types[factory.name]?[factory.path] = nil }
        if types[factory.name]?.isEmpty == true { types[factory.name] = nil }
    }

    // MARK: Lookup

    /// Whether a client offers a class, with or without a bus name.
    func isOffered(_ type: String) -> Bool { offers[type] != nil }

    /// Returns the class of a type for a new view controller, of a plugin or of a client.
    ///
    /// - Throws: `PluginUnavailable` for an unusable plugin, `NoSuchType` for a missing class.
    func offer(ofType type: String) throws(DBusError) -> ClassOffer {
        if let offer = offers[type]?.first { return offer }
        return try pluginOffer(ofType: type)
    }

    /// Returns the class of a view controller that existed before: that of a plugin, or of the client that had it.
    ///
    /// - Throws: `PluginUnavailable` or `NoSuchType` while there is none.
    func offer(for record: ControllerRecord) throws(DBusError) -> ClassOffer {
        if let offer = offers[record.type]?.first(where: record.classOwner.isOwner) { return offer }
        do throws(DBusError) {
            return try pluginOffer(ofType: record.type)
        } catch {
            guard error.tabError == .noSuchType else { throw error }
            if let name = record.classOwner.busName {
                throw .noSuchType("no plugin and no owner of the bus name '\(name)' offers '\(record.type)'")
            }
            guard record.classOwner.client != nil || offers[record.type] != nil else { throw error }
            throw .noSuchType(
                "'\(record.type)' was offered without a BusName, so no other client can continue the view controller")
        }
    }

    private func pluginOffer(ofType type: String) throws(DBusError) -> ClassOffer {
        guard let registry = plugins.registry else { throw .pluginUnavailable("plugins are not available yet") }
        do throws(DBusError) {
            let (plugin, pluginClass) = try registry.pluginClass(ofType: type)
            return ClassOffer(provider: .plugin(plugin), pluginClass: pluginClass)
        } catch {
            guard error.tabError == .noSuchType, !offers.isEmpty else { throw error }
            throw .noSuchType("\(error.message); types of clients: \(announced.beginning)")
        }
    }
}
