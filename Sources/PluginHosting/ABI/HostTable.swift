internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import Glibc
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
        guard let plugin = owner(of: host) else { return EventLoop.post { call.run() } }
        // A post from another thread does not belong to a restoration.
        let origin = EventLoop.isCurrent ? EventLoop.assumeIsolated { plugin.restorations.notePost() } : nil
        EventLoop.post {
            plugin.willRun()
            guard let origin else { return call.run() }
            plugin.restorations.run({ call.run() }, of: origin)
        }
    }
    table.log = { host, level, message in
        guard let plugin = owner(of: host) else { return }
        let text = String(message) ?? "(a message that is not UTF-8)"
        plugin.logger.log(level: levels[level] ?? .error, "\(text)")
    }
    fillContent(&table)
    fillContainers(&table)
    fillProperties(&table)
    fillPresentations(&table)
    fillEnvironment(&table)
    let result = UnsafeMutablePointer<tab_host_v1>.allocate(capacity: 1)
    result.initialize(to: table)
    return UnsafePointer(result)
}

private let levels: [tab_log_level: Logger.Level] = [
    TAB_LOG_DEBUG: .debug, TAB_LOG_INFO: .info, TAB_LOG_WARNING: .warning,
]

private typealias Controller = ViewControllerInterface

/// Fills in the functions for the content of a view controller.
func fillContent(_ table: inout tab_host_v1) {
    table.update_views = { host, controller, changed, changedCount, removed, removedCount in
        call(host, controller) { call in
            let list = try wellFormed(UnsafeBufferPointer(list: changed, count: changedCount))
            let removed = try wellFormed(UnsafeBufferPointer(list: removed, count: removedCount))
            var entries: [ViewEntry] = []
            for view in list {
                guard let entry = ViewEntry(view) else {
                    throw DBusError.invalidArgument(
                        "view \(view.id) has a malformed text or value, or a duplicate property")
                }
                entries.append(entry)
            }
            try call.run(Controller.updateView, at: call.path, entries, Array(removed), [:])
        }
    }
    table.set_title = { host, controller, title in
        set(host, controller) { try $0.set(Controller.title, at: $0.path, to: try wellFormed(String(title))) }
    }
    table.set_tab_bar_item = { host, controller, item in
        set(host, controller) { call in
            guard let values = item.flatMap({ [String: Variant]($0.pointee) }) else {
                throw DBusError.invalidArgument("a malformed tab bar item")
            }
            try call.run(TabBarItemInterface.setValues, at: call.path, values, [:])
        }
    }
    table.set_tab_bar_item_values = { host, controller, values, count, replaces in
        set(host, controller) { call in
            guard let values = [String: Variant](values, count: count) else {
                throw DBusError.invalidArgument("malformed values of a tab bar item")
            }
            let options: Options = [TabBarItemInterface.SetValuesOption.replace.name: .bool(replaces)]
            try call.run(TabBarItemInterface.setValues, at: call.path, values, options)
        }
    }
    table.set_navigation_item = { host, controller, item in
        set(host, controller) { call in
            guard let values = item.flatMap({ [String: Variant]($0.pointee) }) else {
                throw DBusError.invalidArgument("a malformed navigation item")
            }
            try call.run(NavigationItemInterface.setValues, at: call.path, values, [:])
        }
    }
    table.set_toolbar_items = { host, controller, items, count in
        set(host, controller) { call in
            let items = try wellFormed([BarButtonItemEntry](items, count))
            try call.set(Controller.toolbarItems, at: call.path, to: items)
        }
    }
}

/// Fills in the functions for time, files and settings.
func fillEnvironment(_ table: inout tab_host_v1) {
    table.add_timer = { host, after, leeway, function, context, timer in
        addTimer(host, function, context, timer) { $0.addTimer(after: after, leeway: leeway, $1.run) }
    }
    table.add_clock_timer = { host, at, function, context, timer in
        addTimer(host, function, context, timer) { $0.addClockTimer(at: at, $1.run) }
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
        if status == TAB_OK, let path { pass(path, to: receive, context) }
        return status
    }
    table.configuration_value = { host, key, receive, context in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let key = String(key) else { return TAB_ERROR_INVALID_ARGUMENT }
        var value: Variant?
        let status = enter(host) { plugin in
            let values = try? plugin.contract?.call(
                PluginInterface.getConfiguration, at: TabNames.plugin(plugin.id))
            value = values?[key]
            return value == nil ? TAB_ERROR_NOT_FOUND : TAB_OK
        }
        if let value { pass(value, to: receive, context) }
        return status
    }
    table.add_image = { host, data, receive, context in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let bytes = UnsafeBufferPointer(list: data.bytes, count: data.count).map(Array.init) else {
            return TAB_ERROR_INVALID_ARGUMENT
        }
        var name: String?
        let status = enter(host) { plugin in
            guard let contract = plugin.contract else { return TAB_ERROR_NOT_FOUND }
            do throws(DBusError) {
                name = try contract.call(ManagerInterface.addImage, at: TabNames.root, bytes, [:])
                return TAB_OK
            } catch {
                return plugin.refused("an image", error)
            }
        }
        if status == TAB_OK, let name { pass(name, to: receive, context) }
        return status
    }
    table.locale = { host, receive, context in
        let status = enter(host) { _ in TAB_OK }
        guard status == TAB_OK else { return status }
        let names: [String] = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
        pass(values.first { !$0.isEmpty } ?? "C", to: receive, context)
        return TAB_OK
    }
    table.color_scheme = { host, controller, scheme in
        call(host, controller) { call in
            let scheme = try wellFormed(scheme)
            let traits = Traits((try? call.call(Controller.getTraits, at: call.path)) ?? [:])
            scheme.pointee = tab_color_scheme(traits.colorScheme.code)
        }
    }
}

/// - Parameter add: Returns the number of a timer that makes the call; nil when the system has no timer left.
private func addTimer(
    _ host: UnsafePointer<tab_host_v1>?, _ function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
    _ context: UnsafeMutableRawPointer?, _ timer: UnsafeMutablePointer<tab_timer>?,
    _ add: @EventLoop (LoadedPlugin, Call) -> UInt64?
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let function, let timer else { return TAB_ERROR_INVALID_ARGUMENT }
    let call = Call(function: function, context: context)
    var number: UInt64?
    let status = enter(host) { plugin in
        number = add(plugin, call)
        return number == nil ? TAB_ERROR_FAILED : TAB_OK
    }
    timer.pointee = number ?? 0
    return status
}

/// Creates a folder and its parents, for the user alone. Returns false on failure.
private func makeFolders(_ path: String) -> Bool {
    var prefix = ""
    for part in path.split(separator: "/") {
        prefix += "/" + part
        guard mkdir(prefix, 0o700) == 0 || errno == EEXIST else { return false }
    }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

extension CaseIterable where Self: Equatable {
    /// The value in the C interface. Its enumeration has the same cases in the same order, and counts from 0.
    var code: UInt32 { UInt32(Self.allCases.prefix { $0 != self }.count) }
}
