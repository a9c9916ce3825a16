internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import Logging

/// What the functions of the host's table have in common: on which thread, for which plugin, about whose controller.

/// A C function with its argument, on its way to the loop.
struct Call: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?

    func run() { function(context) }
}

func pluginContext(_ host: UnsafePointer<tab_host_v1>?) -> PluginContext? {
    host?.pointee.context.map { Unmanaged<PluginContext>.fromOpaque($0).takeUnretainedValue() }
}

/// Enters the loop's isolation for a call of a plugin; refuses one on another thread.
func enter(
    _ host: UnsafePointer<tab_host_v1>?, _ body: @EventLoop (LoadedPlugin) -> tab_status
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let context = pluginContext(host) else { return TAB_ERROR_INVALID_ARGUMENT }
    return EventLoop.assumeIsolated {
        guard let plugin = context.plugin else { return TAB_ERROR_NOT_FOUND }
        // Also code of threads and tasks comes by here, of which nobody knows otherwise.
        plugin.states.noteRun()
        return body(plugin)
    }
}

/// Asks the daemon for a controller that must be the plugin's own; what it refuses is logged.
///
/// - Parameters:
///   - moved: Controllers to move, which must be the plugin's own as well.
///   - present: Returns the controllers that are already in that place; these may have any owner.
///   - asTabs: Whether they become tabs: then tabs of other owners within the plugin's reach may be moved as well.
func ask(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64, moving moved: [UInt64] = [],
    unlessIn present: @EventLoop (any ContentHost) throws(DBusError) -> [UInt64] = { _ in [] },
    asTabs: Bool = false, _ body: @EventLoop (any ContentHost) throws(DBusError) -> Void
) -> tab_status {
    enter(host) { plugin in
        plugin.ask(about: controller) { (daemon) throws(DBusError) in
            try plugin.requireOwn(moved, in: daemon, asTabs: asTabs) { () throws(DBusError) in try present(daemon) }
            try body(daemon)
        }
    }
}

/// Has the daemon set what a controller is like; what a restored one sets while it is made doesn't count.
///
/// - Parameter body: Gets the daemon, and whether the instance is just being made.
func set(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ body: @EventLoop (any ContentHost, _ isCreating: Bool) throws(DBusError) -> Void
) -> tab_status {
    enter(host) { plugin in
        guard !plugin.restoring.contains(controller) else { return TAB_OK }
        let isCreating = plugin.creating.contains(controller)
        return plugin.ask(about: controller) { daemon throws(DBusError) in try body(daemon, isCreating) }
    }
}

/// Asks the daemon about a navigation controller within the plugin's reach, or around a controller of its own.
///
/// - Parameter moved: Controllers that are put on its stack. They must be there already, or the plugin's own.
func askNavigation(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64, moving moved: [UInt64] = [],
    _ body: @EventLoop (any ContentHost) throws(DBusError) -> Void
) -> tab_status {
    enter(host) { plugin in
        guard let daemon = plugin.host, plugin.mayNavigate(controller, in: daemon) else { return TAB_ERROR_NOT_FOUND }
        return plugin.refusable("view controller \(controller)") { () throws(DBusError) in
            try plugin.requireOwn(moved, in: daemon) { () throws(DBusError) in
                try daemon.navigationStack(of: controller)
            }
            try body(daemon)
        }
    }
}

extension LoadedPlugin {
    fileprivate func ask(
        about controller: UInt64, _ body: @EventLoop (any ContentHost) throws(DBusError) -> Void
    ) -> tab_status {
        guard owns(controller), let host else { return TAB_ERROR_NOT_FOUND }
        return refusable("view controller \(controller)") { () throws(DBusError) in try body(host) }
    }

    func refusable(_ subject: String, _ body: () throws(DBusError) -> Void) -> tab_status {
        do throws(DBusError) {
            try body()
            return TAB_OK
        } catch {
            // One that is just being destroyed may still try, and whether there is a popover may be asked.
            let isGone = tab_status(error) == TAB_ERROR_NOT_FOUND
            logger.log(level: isGone ? .debug : .warning, "\(subject): \(error.message)")
            return tab_status(error)
        }
    }
}

func give(_ text: String, to receive: tab_receive_string?, _ context: UnsafeMutableRawPointer?) {
    let arena = Arena()
    withExtendedLifetime(arena) { receive?(context, arena.string(text)) }
}

func give(_ value: Variant, to receive: tab_receive?, _ context: UnsafeMutableRawPointer?) {
    let arena = Arena()
    withExtendedLifetime(arena) {
        var value = arena.value(value)
        receive?(context, &value)
    }
}
