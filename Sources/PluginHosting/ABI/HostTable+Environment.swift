internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc

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
            value = plugin.services?.configurationValue(key, of: plugin.id)
            return value == nil ? TAB_ERROR_NOT_FOUND : TAB_OK
        }
        if let value { pass(value, to: receive, context) }
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
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let scheme else { return TAB_ERROR_INVALID_ARGUMENT }
        return runQuery(PluginOperations.colorScheme, host, controller) {
            scheme.pointee = (ColorScheme(rawValue: $0) ?? .noPreference).code
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

extension ColorScheme {
    var code: tab_color_scheme {
        switch self {
        case .noPreference: TAB_COLOR_SCHEME_NO_PREFERENCE
        case .dark: TAB_COLOR_SCHEME_DARK
        case .light: TAB_COLOR_SCHEME_LIGHT
        }
    }
}

extension Traits.SizeClass {
    var code: tab_size_class {
        switch self {
        case .unspecified: TAB_SIZE_CLASS_UNSPECIFIED
        case .compact: TAB_SIZE_CLASS_COMPACT
        case .regular: TAB_SIZE_CLASS_REGULAR
        }
    }
}
