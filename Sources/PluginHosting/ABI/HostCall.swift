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

/// Has the daemon run a command, and logs an error.
///
/// - Parameters:
///   - argument: Each is nil when the plugin passed a malformed text, list or value.
///   - validationError: The reason not to call the daemon.
func runCommand<each In>(
    _ command: PluginCommand<repeat each In>, _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ argument: repeat (each In)?, unless validationError: DBusError? = nil
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    do throws(MalformedArgument) {
        let arguments = (repeat try wellFormed(each argument))
        return enter(host) {
            $0.runCommand(
                command, of: ViewControllerID(controller), repeat each arguments, unless: validationError)
        }
    } catch {
        return error.status
    }
}

private func wellFormed<Argument>(_ argument: Argument?) throws(MalformedArgument) -> Argument {
    if let argument { return argument }
    let isValue = Argument.self == Variant.self || Argument.self == [String: Variant].self
    throw MalformedArgument(status: isValue ? TAB_ERROR_INVALID_ARGS : TAB_ERROR_INVALID_ARGUMENT)
}

/// Passes the daemon's result to a plugin, and logs an error.
func runQuery<Out, each In>(
    _ query: PluginQuery<Out, repeat each In>, _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ argument: repeat each In, receive: (Out) -> Void
) -> tab_status {
    let (controller, arguments) = (ViewControllerID(controller), (repeat each argument))
    var result: Out?
    let status = enter(host) { plugin in
        guard let services = plugin.services else { return TAB_ERROR_NOT_FOUND }
        let isKnown = query.isNavigation ? plugin.mayNavigate(controller, in: services) : plugin.owns(controller)
        guard isKnown else { return TAB_ERROR_NOT_FOUND }
        return plugin.refusable("view controller \(controller)") { () throws(DBusError) in
            do throws(DBusError) {
                result = try services.runQuery(query, about: controller, repeat each arguments)
            } catch {
                guard let fallback = query.fallback else { throw error }
                result = fallback
            }
        }
    }
    if let result { receive(result) }
    return status
}

/// Writes the daemon's result to the memory of a plugin.
///
/// - Parameter convert: Returns nil for a malformed result.
func runQuery<Out, Result>(
    _ query: PluginQuery<Out>, _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    into memory: UnsafeMutablePointer<Result>?, convert: (Out) -> Result?
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let memory else { return TAB_ERROR_INVALID_ARGUMENT }
    return runQuery(query, host, controller) { if let result = convert($0) { memory.pointee = result } }
}

extension LoadedPlugin {
    fileprivate func runCommand<each In>(
        _ command: PluginCommand<repeat each In>, of controller: ViewControllerID, _ argument: repeat each In,
        unless validationError: DBusError?
    ) -> tab_status {
        guard command.kind != .setting || !restoring.contains(controller) else { return TAB_OK }
        guard let services else { return TAB_ERROR_NOT_FOUND }
        let isKnown = command.kind == .navigation ? mayNavigate(controller, in: services) : owns(controller)
        guard isKnown else { return TAB_ERROR_NOT_FOUND }
        return refusable("view controller \(controller)") { () throws(DBusError) in
            if let validationError { throw validationError }
            try requireOwn(command.moved?(repeat each argument) ?? [], in: services, for: command.kind, of: controller)
            try services.runCommand(
                command, of: controller, isCreating: creating.contains(controller), repeat each argument)
        }
    }

    func refusable(_ subject: String, _ body: () throws(DBusError) -> Void) -> tab_status {
        do throws(DBusError) {
            try body()
            return TAB_OK
        } catch {
            // Not a warning: a controller may call while it is destroyed, or read the popover of a view controller
            // without one.
            let isGone = tab_status(error) == TAB_ERROR_NOT_FOUND
            logger.log(level: isGone ? .debug : .warning, "\(subject): \(error.message)")
            return tab_status(error)
        }
    }
}

/// Copies the numbers of view controllers; nil when the plugin passed a null pointer.
func viewControllers(_ start: UnsafePointer<UInt64>?, _ count: Int) -> [ViewControllerID]? {
    UnsafeBufferPointer(list: start, count: count).map { $0.map { ViewControllerID($0) } }
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
        DBusError.invalidArgument("").name: TAB_ERROR_INVALID_ARGUMENT,
        DBusError.outOfRange("").name: TAB_ERROR_OUT_OF_RANGE,
        DBusError.invalidArgs("").name: TAB_ERROR_INVALID_ARGS,
        DBusError.limitsExceeded("").name: TAB_ERROR_LIMITS_EXCEEDED,
        DBusError.notSupported("").name: TAB_ERROR_NOT_SUPPORTED,
        DBusError.unknownObject("").name: TAB_ERROR_NOT_FOUND,
        DBusError.unknownInterface("").name: TAB_ERROR_NOT_FOUND,
        DBusError.unknownProperty("").name: TAB_ERROR_INVALID_ARGUMENT,
        DBusError.propertyReadOnly("").name: TAB_ERROR_NOT_SUPPORTED,
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

private struct MalformedArgument: Error {
    let status: tab_status
}
