internal import BusValues
internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// Creates the table of functions that a plugin calls. It lives as long as the process.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> UnsafePointer<tab_host_v1> {
    var table = tab_host_v1()
    table.size = MemoryLayout<tab_host_v1>.size
    table.abi_version = UInt32(TAB_PLUGIN_ABI_VERSION)
    table.context = context
    table.post = { host, function, context in
        guard let function else { return }
        let call = Call(function: function, context: context)
        let context = pluginContext(host)
        // A post from another thread does not belong to a restoration.
        let origin = EventLoop.isCurrent ? EventLoop.assumeIsolated { context?.plugin?.restorations.notePost() } : nil
        EventLoop.post {
            let plugin = context?.plugin
            plugin?.willRun()
            guard let origin, let plugin else { return call.run() }
            plugin.restorations.run({ call.run() }, of: origin)
        }
    }
    table.log = { host, level, message in
        guard let context = pluginContext(host) else { return }
        let text = String(message) ?? "(a message that is not UTF-8)"
        context.logger.log(level: Logger.Level(level), "\(text)")
    }
    fillContent(&table)
    fillContainers(&table)
    fillPresentations(&table)
    fillEnvironment(&table)
    let result = UnsafeMutablePointer<tab_host_v1>.allocate(capacity: 1)
    result.initialize(to: table)
    return UnsafePointer(result)
}

extension Logger.Level {
    fileprivate init(_ level: tab_log_level) {
        switch level {
        case TAB_LOG_DEBUG: self = .debug
        case TAB_LOG_INFO: self = .info
        case TAB_LOG_WARNING: self = .warning
        default: self = .error
        }
    }
}

private typealias Operations = PluginOperations

/// Fills in the functions for the content of a view controller.
func fillContent(_ table: inout tab_host_v1) {
    table.update_views = { host, controller, changed, changedCount, removed, removedCount in
        var validationError: DBusError?
        let entries = UnsafeBufferPointer(list: changed, count: changedCount)?.compactMap { view in
            let entry = ViewEntry(view)
            if entry == nil, validationError == nil {
                validationError = .invalidArgument(
                    "view \(view.id) has a malformed text or value, or a duplicate property")
            }
            return entry
        }
        return runCommand(
            Operations.updateViews, host, controller, entries,
            UnsafeBufferPointer(list: removed, count: removedCount).map { Array($0) }, unless: validationError)
    }
    table.set_title = { host, controller, title in runCommand(Operations.setTitle, host, controller, String(title)) }
    table.set_tab_bar_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let change = item.flatMap({ [String: Variant]($0.pointee) }) else { return TAB_ERROR_INVALID_ARGUMENT }
        return runCommand(Operations.setTabBarItem, host, controller, change)
    }
    table.set_tab_bar_item_values = { host, controller, values, count, replaces in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard var change = [String: Variant](values, count: count) else { return TAB_ERROR_INVALID_ARGUMENT }
        let validationError = change.tabBarItemError
        if replaces { change["Replacement"] = .bool(true) }
        return runCommand(Operations.setTabBarItem, host, controller, change, unless: validationError)
    }
    table.set_navigation_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let change = item.flatMap({ [String: Variant]($0.pointee) }) else { return TAB_ERROR_INVALID_ARGUMENT }
        return runCommand(Operations.setNavigationItem, host, controller, change)
    }
    table.set_toolbar_items = { host, controller, items, count in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let items = [BarButtonItemEntry](items, count) else { return TAB_ERROR_INVALID_ARGUMENT }
        return runCommand(Operations.setNavigationItem, host, controller, ["ToolbarItems": items.variant])
    }
}
