internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// Helpers of the host table's functions: the check of the thread, of the plugin, and of the view controller.

/// The plugin that a table was made for.
func owner(of host: UnsafePointer<tab_host_v1>?) -> LoadedPlugin? {
    host?.pointee.context.map { Unmanaged<LoadedPlugin>.fromOpaque($0).takeUnretainedValue() }
}

/// Enters the loop's isolation for a call of a plugin. Refuses a call on another thread.
func enter(
    _ host: UnsafePointer<tab_host_v1>?, _ body: @EventLoop (LoadedPlugin) -> tab_status
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let plugin = owner(of: host) else { return TAB_ERROR_INVALID_ARGUMENT }
    return EventLoop.assumeIsolated {
        guard !plugin.hasFailed else { return TAB_ERROR_NOT_FOUND }
        // Calls from the plugin's tasks arrive here too. No other place records that their code ran.
        plugin.states.noteRun()
        return body(plugin)
    }
}

/// Calls the contract about a view controller that the plugin supplies with content, and logs an error.
func call(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ body: (ControllerCall) throws -> Void
) -> tab_status {
    callReachable(host, controller) { call in
        guard call.isOwned else { throw DBusError.unknownObject("it does not belong to the plugin") }
        try body(call)
    }
}

/// Like `call`, for a setting that a restored view controller ignores while its instance is created.
func set(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ body: (ControllerCall) throws -> Void
) -> tab_status {
    call(host, controller) { if !$0.ignoresSettings { try body($0) } }
}

/// Like `call`, for any view controller. The daemon checks whether it is within the plugin's reach.
func callReachable(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ body: (ControllerCall) throws -> Void
) -> tab_status {
    var call: ControllerCall?
    let status = enter(host) { plugin in
        call = plugin.contract.map { ControllerCall(plugin, $0, ViewControllerID(controller)) }
        return call == nil ? TAB_ERROR_NOT_FOUND : TAB_OK
    }
    guard let call else { return status }
    do {
        try body(call)
        return TAB_OK
    } catch {
        let error = error as? DBusError ?? .failed("\(error)")
        return EventLoop.assumeIsolated { call.plugin.refused("view controller \(call.id)", error) }
    }
}

/// A call of a plugin about one view controller, in terms of the contract. On the loop's thread, in a function of the
/// host table, whose arguments are pointers that only that function may use.
struct ControllerCall: Sendable {
    let plugin: LoadedPlugin
    let contract: any PluginContract
    let id: ViewControllerID
    /// Whether the plugin supplies its content.
    let isOwned: Bool
    /// Whether it was restored, and its instance is being created.
    let ignoresSettings: Bool

    private typealias Controller = ViewControllerInterface

    @EventLoop
    fileprivate init(_ plugin: LoadedPlugin, _ contract: any PluginContract, _ id: ViewControllerID) {
        self.plugin = plugin
        self.contract = contract
        self.id = id
        isOwned = plugin.owns(id)
        ignoresSettings = plugin.restoring.contains(id)
    }

    var path: ObjectPath { id.path }

    func call<each In: DBusType, Out: DBusType>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) -> Out {
        let arguments = (repeat each argument)
        return try EventLoop.assumeIsolated { () throws(DBusError) in
            try contract.call(method, at: path, repeat each arguments)
        }
    }

    func run<each In: DBusType, Out>(
        _ method: Method<(repeat each In) -> Out>, at path: ObjectPath, _ argument: repeat each In
    ) throws(DBusError) {
        let arguments = (repeat each argument)
        try EventLoop.assumeIsolated { () throws(DBusError) in
            try contract.run(method, at: path, repeat each arguments)
        }
    }

    func value<Content>(of property: Property<Content>, at path: ObjectPath) throws(DBusError) -> Content {
        try EventLoop.assumeIsolated { () throws(DBusError) in try contract.value(of: property, at: path) }
    }

    func set<Content>(_ property: Property<Content>, at path: ObjectPath, to content: Content) throws(DBusError) {
        try EventLoop.assumeIsolated { () throws(DBusError) in try contract.set(property, at: path, to: content) }
    }

    // MARK: Containers

    /// The view controller itself if it is a navigation controller, else the one around it.
    func navigationController() throws(DBusError) -> ObjectPath {
        try nearest(NavigationControllerInterface.name, or: Controller.navigationController, "a navigation controller")
    }

    /// The view controller itself if it is a tab bar controller, else the one around it.
    func tabBarController() throws(DBusError) -> ObjectPath {
        try nearest(TabBarControllerInterface.name, or: Controller.tabBarController, "a tab bar controller")
    }

    private func nearest(
        _ interface: String, or container: Property<ObjectPath>, _ name: String
    ) throws(DBusError) -> ObjectPath {
        if EventLoop.assumeIsolated({ contract.implements(interface, at: id) }) { return path }
        let nearest = try value(of: container, at: path)
        guard !nearest.isNone else { throw .unknownObject("\(path) is not in \(name)") }
        return nearest
    }

    /// The object with the nearest popover.
    func popover() throws(DBusError) -> ObjectPath {
        let popover = try call(Controller.getPopoverPresentationController, at: path)
        guard !popover.isNone else {
            throw .unknownInterface("\(path) is not in a popover; its modal presentation style must be popover")
        }
        return popover
    }
}

/// Returns a copied argument.
///
/// - Parameter argument: nil when the plugin passed a malformed text, list or value.
/// - Throws: `InvalidArgs` for a value, `InvalidArgument` for anything else.
func wellFormed<Argument>(_ argument: Argument?) throws(DBusError) -> Argument {
    if let argument { return argument }
    let isValue = Argument.self == Variant.self || Argument.self == [String: Variant].self
    throw isValue ? .invalidArgs("a malformed value") : .invalidArgument("a malformed text or list, or no memory")
}

extension LoadedPlugin {
    /// Logs the error of a call.
    ///
    /// - Returns: Its status.
    func refused(_ subject: String, _ error: DBusError) -> tab_status {
        // Not a warning: a controller may call while it is destroyed, or read the popover of a view controller without
        // one.
        let isGone = tab_status(error) == TAB_ERROR_NOT_FOUND
        logger.log(level: isGone ? .debug : .warning, "\(subject): \(error.message)")
        return tab_status(error)
    }
}

/// Copies the paths of view controllers; nil when the plugin passed a null pointer.
func paths(_ start: UnsafePointer<UInt64>?, _ count: Int) -> [ObjectPath]? {
    UnsafeBufferPointer(list: start, count: count).map { $0.map { ViewControllerID($0).path } }
}

/// Copies an `a{sv}`; empty for a null pointer, nil when it is malformed.
func options(_ value: UnsafePointer<tab_value>?) -> [String: Variant]? {
    value == nil ? [:] : Variant(value)?.get()
}

func pass(_ text: String, to receive: tab_receive_string?, _ context: UnsafeMutableRawPointer?) {
    Arena.use { receive?(context, $0.string(text)) }
}

func pass(_ value: Variant, to receive: tab_receive?, _ context: UnsafeMutableRawPointer?) {
    Arena.use { receive?(context, $0.pointer(to: value)) }
}

extension tab_status {
    /// The statuses by the name of an error of the daemon.
    private static let statuses: [String: tab_status] = [
        TabError.invalidArgument.name: TAB_ERROR_INVALID_ARGUMENT,
        TabError.outOfRange.name: TAB_ERROR_OUT_OF_RANGE,
        DBusError.Name.invalidArgs: TAB_ERROR_INVALID_ARGS,
        DBusError.Name.limitsExceeded: TAB_ERROR_LIMITS_EXCEEDED,
        DBusError.Name.notSupported: TAB_ERROR_NOT_SUPPORTED,
        DBusError.Name.unknownObject: TAB_ERROR_NOT_FOUND,
        DBusError.Name.unknownInterface: TAB_ERROR_NOT_FOUND,
        DBusError.Name.unknownProperty: TAB_ERROR_INVALID_ARGUMENT,
        DBusError.Name.propertyReadOnly: TAB_ERROR_NOT_SUPPORTED,
    ]

    /// Returns the status for a plugin, from an error of the daemon.
    init(_ error: DBusError) { self = Self.statuses[error.name] ?? TAB_ERROR_FAILED }

    /// Returns the error for a caller on the bus when a plugin returned this status for `what`; nil for success.
    func error(_ what: String) -> DBusError? {
        switch self {
        case TAB_OK: nil
        case TAB_ERROR_NOT_SUPPORTED: .notSupported("the plugin does not handle \(what)")
        case TAB_ERROR_INVALID_ARGS: .invalidArgs("the plugin expects a value of another type for \(what)")
        case TAB_ERROR_INVALID_ARGUMENT: .invalidArgument("the plugin does not accept this value for \(what)")
        case TAB_ERROR_OUT_OF_RANGE: .outOfRange("the plugin does not accept this index for \(what)")
        case TAB_ERROR_LIMITS_EXCEEDED: .limitsExceeded("the plugin's limit is exceeded for \(what)")
        default: .pluginFailed("the plugin failed with status \(rawValue) in \(what)")
        }
    }
}

/// A C function with its argument, on its way to the loop.
struct Call: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?

    func run() { function(context) }
}
