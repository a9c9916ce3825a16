package import DBusInterface
package import EventLoop
package import TabInterface

/// An operation of a plugin on a view controller, on the daemon's side of the private connection.
protocol PluginOperation: Sendable {
    @EventLoop var member: Member<PluginProcessServices> { get }
}

/// The view controllers that a command may change, and when it runs.
enum PluginCommandKind {
    /// Changes a view controller of the plugin at once.
    case change
    /// Like `change`, except that a restored view controller ignores it while its instance is created.
    case setting
    /// Changes where a view controller of the plugin is, after the running callbacks.
    case placement
    /// Like `placement`, for the stack of a navigation controller within the plugin's reach. The moved view controllers
    /// may already be on the stack.
    case navigation
    /// Like `placement`, for a list of tabs. The moved view controllers may already be tabs.
    case tabs

    var isPlacement: Bool { self != .change && self != .setting }
}

/// A change that a plugin makes. It runs in the daemon, called by the C table or by a plugin process.
package struct PluginCommand<each In: DBusType>: Sendable {
    let kind: PluginCommandKind
    let method: Method<(ViewControllerID, repeat each In) -> Void>
    /// Returns the view controllers that the command moves; nil for none.
    let moved: (@Sendable (repeat each In) -> [ViewControllerID])?
    /// Returns the function of the daemon.
    let run: @EventLoop (any ViewControllerServices) -> @EventLoop (repeat each In) throws(DBusError) -> Void

    init(
        _ kind: PluginCommandKind, _ name: String, _ inputs: repeat Name<each In>,
        moving moved: (@Sendable (repeat each In) -> [ViewControllerID])? = nil,
        run: @escaping @EventLoop (any ViewControllerServices) -> @EventLoop (repeat each In) throws(DBusError) -> Void
    ) {
        self.kind = kind
        self.moved = moved
        self.run = run
        method = Method(
            name, of: DaemonServicesInterface.name, first: "controller", repeat each inputs,
            summary: "ViewControllerServices's.")
    }
}

/// A question of a plugin about its own view controller, or about a navigation controller within its reach.
package struct PluginQuery<Out: DBusType, each In: DBusType>: Sendable {
    let isNavigation: Bool
    let method: Method<(ViewControllerID, repeat each In) -> Out>
    /// The result in a plugin process when the daemon refuses; nil returns the error instead.
    let fallback: Out?
    /// Returns the function of the daemon.
    let run: @EventLoop (any ViewControllerServices) -> @EventLoop (repeat each In) throws(DBusError) -> Out

    init(
        _ name: String, _ inputs: repeat Name<each In>, isNavigation: Bool = false, returns output: Name<Out>,
        fallback: Out? = nil, summary: String = "ViewControllerServices's.",
        run: @escaping @EventLoop (any ViewControllerServices) -> @EventLoop (repeat each In) throws(DBusError) -> Out
    ) {
        self.isNavigation = isNavigation
        self.fallback = fallback
        method = Method(
            name, of: DaemonServicesInterface.name, first: "controller", repeat each inputs, returns: output,
            summary: summary)
        self.run = run
    }
}

extension PluginCommand: PluginOperation {
    @EventLoop var member: Member<PluginProcessServices> {
        method.handledAsTuple { (services, controller, arguments) throws(DBusError) in
            try services.runCommand(self, of: controller, repeat each arguments)
        }
    }

    /// Dispatches an operation with further steps.
    @EventLoop func handled(
        by handler:
            @escaping @EventLoop (PluginProcessServices, ViewControllerID, repeat each In) throws(DBusError) -> Void
    ) -> Member<PluginProcessServices> {
        method.handledAsTuple { (services, controller, arguments) throws(DBusError) in
            try handler(services, controller, repeat each arguments)
        }
    }
}

extension PluginQuery: PluginOperation {
    @EventLoop var member: Member<PluginProcessServices> {
        method.handledAsTuple { (services, controller, arguments) throws(DBusError) in
            try services.runQuery(self, about: controller, repeat each arguments)
        }
    }
}

/// The daemon, for a plugin's code: directly, or over the private connection of a plugin process.
@EventLoop
package protocol PluginServices: AnyObject {
    func runCommand<each In>(
        _ command: PluginCommand<repeat each In>, of controller: ViewControllerID, isCreating: Bool,
        _ argument: repeat each In
    ) throws(DBusError)
    func runQuery<Out, each In>(
        _ query: PluginQuery<Out, repeat each In>, about controller: ViewControllerID, _ argument: repeat each In
    ) throws(DBusError) -> Out

    /// Creates a view controller of any type, including classes of the plugin that its manifest does not list. If a
    /// restored view controller has the identifier and has not been claimed, returns that one.
    func createViewController(
        _ type: String, arguments: [String: Variant], restorationIdentifier: String, for plugin: String
    ) throws(DBusError) -> ViewControllerID
    /// Creates a navigation controller whose owner is an instance of one of the plugin's classes.
    func createNavigationController(
        _ className: String, root: ViewControllerID, for plugin: String
    ) throws(DBusError) -> ViewControllerID
    func destroyViewController(_ controller: ViewControllerID) throws(DBusError)
    /// Whether this is a navigation controller whose stack the owner may change: its own, one with its own view
    /// controller on the stack, or More of a tab bar controller with one of its tabs.
    func isNavigationController(_ controller: ViewControllerID, reachableBy isOwn: (ViewControllerID) -> Bool) -> Bool
    /// Returns the value of a key in the plugin's section of the configuration, or nil.
    func configurationValue(_ key: String, of plugin: String) -> Variant?
}
