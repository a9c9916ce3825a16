internal import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// The daemon's contract, for a plugin's code: directly, or over the private connection of a plugin process.
@EventLoop
package protocol PluginContract: AnyObject, Sendable {
    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> Out
    /// Calls a method whose results don't matter.
    func run<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError)
    /// Whether a view controller has an interface of a container.
    func implements(_ interface: String, at controller: ViewControllerID) -> Bool
    /// Creates a view controller. An instance of a class of the plugin exists when this returns.
    ///
    /// - Parameter root: The root of a navigation controller; nil for a view controller of the class.
    func create(
        _ className: String, root: ObjectPath?, arguments: [String: Variant], restorationIdentifier: String
    ) throws(DBusError) -> ViewControllerID
}

extension PluginContract {
    func value<Content>(of property: Property<Content>, at path: ObjectPath) throws(DBusError) -> Content {
        let value = try call(PropertiesInterface.get, at: path, property.interface, property.name)
        guard let content: Content = value.get() else {
            throw .invalidArgs("\(property.name) has type '\(value.signature)', expected '\(Content.signature)'")
        }
        return content
    }

    func set<Content>(_ property: Property<Content>, at path: ObjectPath, to content: Content) throws(DBusError) {
        try run(PropertiesInterface.set, at: path, property.interface, property.name, content.variant)
    }

    /// Calls the method of the daemon that creates a view controller.
    ///
    /// - Parameter creator: The view controller whose `create` runs; nil outside of one.
    func create(
        _ className: String, root: ObjectPath?, arguments: [String: Variant], restorationIdentifier: String,
        creator: ViewControllerID?
    ) throws(DBusError) -> ViewControllerID {
        typealias Manager = ManagerInterface
        typealias Key = Manager.CreateViewControllerOption
        var options = Options()
        if let creator { options.values[Key.creator.name] = creator.path.variant }
        let path: ObjectPath
        if let root {
            options.values[Manager.CreateNavigationControllerOption.type.name] = .string(className)
            path = try call(Manager.createNavigationController, at: TabNames.root, root, options)
        } else {
            if !arguments.isEmpty { options.values[Key.arguments.name] = arguments.variant }
            if !restorationIdentifier.isEmpty {
                options.values[Key.restorationIdentifier.name] = .string(restorationIdentifier)
            }
            path = try call(Manager.createViewController, at: TabNames.root, className, options)
        }
        return try path.viewController()
    }
}

/// The identity of plugins as callers: a valid unique name that no bus gives.
package enum PluginCaller {
    private static let prefix = ":plugin."

    package static func name(of plugin: String) -> String { prefix + plugin }

    /// The plugin that a caller is; nil for a client.
    package static func plugin(_ caller: String) -> String? {
        caller.hasPrefix(prefix) ? String(caller.dropFirst(prefix.count)) : nil
    }

    /// The name of a class of a plugin, from `.CLASS` or `PLUGIN.CLASS`; nil for other types.
    package static func ownClass(_ type: String, of plugin: String) -> String? {
        for prefix in [".", plugin + "."] where type.hasPrefix(prefix) { return String(type.dropFirst(prefix.count)) }
        return nil
    }
}

extension ObjectPath {
    /// The view controller of a path that the daemon has returned.
    func viewController() throws(DBusError) -> ViewControllerID {
        guard let id = TabNames.viewController(of: self) else { throw .failed("\(self) is not a view controller") }
        return id
    }
}

/// The contract for a plugin in the daemon's own process: its calls go to the daemon's objects, without messages.
@EventLoop
final class DirectContract: PluginContract {
    private unowned let tree: ObjectTree
    private let caller: String

    init(_ tree: ObjectTree, plugin: String) {
        self.tree = tree
        caller = PluginCaller.name(of: plugin)
    }

    private func reply<each In: DBusType, Out>(
        to method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> ValueBuffer {
        let (arguments, reply) = (ValueBuffer(), LocalReply())
        try method.write(repeat each argument, to: arguments)
        let call = ObjectTree.OwnerCall(
            path: path.text, interface: method.interface, member: method.name, caller: caller,
            signature: method.signature)
        try tree.dispatch(call, reading: arguments, replyingTo: reply)
        return try reply.values()
    }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        try Out.read(from: try reply(to: method, at: path, repeat each argument))
    }

    func run<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) {
        _ = try reply(to: method, at: path, repeat each argument)
    }

    func implements(_ interface: String, at controller: ViewControllerID) -> Bool {
        tree.implements(interface, at: controller.path)
    }

    func create(
        _ className: String, root: ObjectPath?, arguments: [String: Variant], restorationIdentifier: String
    ) throws(DBusError) -> ViewControllerID {
        try create(
            className, root: root, arguments: arguments, restorationIdentifier: restorationIdentifier, creator: nil)
    }
}
