internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import Logging
internal import TabInterface

/// Makes the functions that a plugin calls; the table lives as long as the process. What is not offered yet is null.
func makeHostTable(_ context: UnsafeMutableRawPointer) -> UnsafePointer<tab_host_v1> {
    var table = tab_host_v1()
    table.size = MemoryLayout<tab_host_v1>.size
    table.abi_version = UInt32(TAB_PLUGIN_ABI_VERSION)
    table.context = context
    table.post = { _, function, context in
        guard let function else { return }
        let call = Call(function: function, context: context)
        EventLoop.post { call.run() }
    }
    table.log = { host, level, message in
        guard let context = pluginContext(host) else { return }
        let text = String(message) ?? "(a message that is not UTF-8)"
        context.logger.log(level: Logger.Level(level), "\(text)")
    }
    table.update_views = { host, controller, changed, changedCount, removed, removedCount in
        let views = UnsafeBufferPointer(start: changed, count: changed == nil ? 0 : changedCount)
        let entries = views.compactMap { ViewEntry($0) }
        guard entries.count == views.count else { return TAB_ERROR_INVALID_ARGUMENT }
        let removed = Array(UnsafeBufferPointer(start: removed, count: removed == nil ? 0 : removedCount))
        return ask(host, controller) { daemon throws(DBusError) in
            try daemon.updateViews(changed: entries, removed: removed, of: controller)
        }
    }
    table.set_title = { host, controller, title in
        guard let title = String(title) else { return TAB_ERROR_INVALID_ARGUMENT }
        return ask(host, controller) { daemon throws(DBusError) in try daemon.setTitle(title, of: controller) }
    }
    table.set_tab_bar_item = { host, controller, item in
        guard let item, let change = TabBarItemChange(item.pointee) else { return TAB_ERROR_INVALID_ARGUMENT }
        return ask(host, controller) { daemon throws(DBusError) in try daemon.setTabBarItem(change, of: controller) }
    }
    table.add_timer = { host, after, leeway, function, context, timer in
        guard let function, let timer else { return TAB_ERROR_INVALID_ARGUMENT }
        let call = Call(function: function, context: context)
        var number: UInt64 = 0
        let status = enter(host) { plugin in
            number = plugin.addTimer(after: after, leeway: leeway) { call.run() }
            return TAB_OK
        }
        timer.pointee = number
        return status
    }
    table.cancel_timer = { host, timer in
        enter(host) { $0.cancelTimer(timer) ? TAB_OK : TAB_ERROR_NOT_FOUND }
    }
    table.data_directory = { host, receive, context in
        var path: String?
        let status = enter(host) { plugin in
            path = plugin.dataDirectory
            return path.map(makeFolders) ?? false ? TAB_OK : TAB_ERROR_FAILED
        }
        if status == TAB_OK, let path { give(path, to: receive, context) }
        return status
    }
    table.locale = { host, receive, context in
        let status = enter(host) { _ in TAB_OK }
        guard status == TAB_OK else { return status }
        let names: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
        give(values.first { !$0.isEmpty } ?? "C", to: receive, context)
        return TAB_OK
    }
    let result = UnsafeMutablePointer<tab_host_v1>.allocate(capacity: 1)
    result.initialize(to: table)
    return UnsafePointer(result)
}

/// A C function with its argument, on its way to the loop.
private struct Call: @unchecked Sendable {
    let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?

    func run() { function(context) }
}

private func pluginContext(_ host: UnsafePointer<tab_host_v1>?) -> PluginContext? {
    host?.pointee.context.map { Unmanaged<PluginContext>.fromOpaque($0).takeUnretainedValue() }
}

/// Enters the loop's isolation for a call of a plugin; refuses one on another thread.
private func enter(
    _ host: UnsafePointer<tab_host_v1>?, _ body: @EventLoop (LoadedPlugin) -> tab_status
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let context = pluginContext(host) else { return TAB_ERROR_INVALID_ARGUMENT }
    return EventLoop.assumeIsolated {
        guard let plugin = context.plugin else { return TAB_ERROR_NOT_FOUND }
        return body(plugin)
    }
}

/// Asks the daemon for a controller that must be the plugin's own.
private func ask(
    _ host: UnsafePointer<tab_host_v1>?, _ controller: UInt64,
    _ body: @EventLoop (any ContentHost) throws(DBusError) -> Void
) -> tab_status {
    enter(host) { plugin in
        guard plugin.owns(controller) else { return TAB_ERROR_NOT_FOUND }
        let daemon = plugin.host
        do throws(DBusError) {
            try body(daemon)
            return TAB_OK
        } catch {
            plugin.logger.warning("view controller \(controller): \(error.message)")
            return tab_status(error)
        }
    }
}

private func give(_ text: String, to receive: tab_receive_string?, _ context: UnsafeMutableRawPointer?) {
    let arena = Arena()
    withExtendedLifetime(arena) { receive?(context, arena.string(text)) }
}

/// Makes a folder and those above it, for the user alone; false when that fails.
private func makeFolders(_ path: String) -> Bool {
    var prefix = ""
    for part in path.split(separator: "/") {
        prefix += "/" + part
        guard mkdir(prefix, 0o700) == 0 || errno == EEXIST else { return false }
    }
    return true
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
