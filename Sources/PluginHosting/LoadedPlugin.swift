internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import Logging
internal import TabInterface

/// A plugin's library in this process, opened for good: Swift code can't be unloaded.
@EventLoop
final class LoadedPlugin {
    let id: String
    nonisolated let logger: Logger
    nonisolated(unsafe) let table: UnsafePointer<tab_plugin_v1>
    unowned let host: any ContentHost
    /// Where the plugin may keep files; made when it is asked for.
    let dataDirectory: String?
    private var controllers: Set<UInt64> = []
    private var timers: [UInt64: LoopTimer] = [:]
    private var lastTimer: UInt64 = 0

    /// Opens the library and calls its entry function.
    ///
    /// - Throws: `PluginFailed` when the library can't be opened, has no entry function, or refuses to run.
    static func load(
        _ path: String, id: String, dataDirectory: String?, host: any ContentHost
    ) throws(DBusError) -> LoadedPlugin {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .pluginFailed(dlerror().map { String(cString: $0) } ?? "\(path) can't be opened")
        }
        guard let symbol = dlsym(library, TAB_PLUGIN_ENTRY_SYMBOL) else {
            throw .pluginFailed("\(path) does not export \(TAB_PLUGIN_ENTRY_SYMBOL)")
        }
        typealias Entry = @convention(c) (UnsafePointer<tab_host_v1>) -> UnsafePointer<tab_plugin_v1>?
        let entry = unsafeBitCast(symbol, to: Entry.self)
        let context = PluginContext(logger: Logger(label: "tabd.plugin.\(id)"))
        let hostTable = makeHostTable(Unmanaged.passRetained(context).toOpaque())
        guard let table = entry(hostTable) else { throw .pluginFailed("the entry function of \(path) refused to run") }
        guard table.pointee.size >= MemoryLayout<tab_plugin_v1>.size, table.pointee.abi_version == 1,
            table.pointee.create != nil, table.pointee.destroy != nil
        else { throw .pluginFailed("\(path) returned a table that is not of version 1, or lacks create or destroy") }
        let plugin = LoadedPlugin(
            id: id, logger: context.logger, table: table, dataDirectory: dataDirectory, host: host)
        context.plugin = plugin
        return plugin
    }

    private init(
        id: String, logger: Logger, table: UnsafePointer<tab_plugin_v1>, dataDirectory: String?,
        host: any ContentHost
    ) {
        self.id = id
        self.logger = logger
        self.table = table
        self.dataDirectory = dataDirectory
        self.host = host
    }

    func owns(_ controller: UInt64) -> Bool { controllers.contains(controller) }
    func add(_ controller: UInt64) { controllers.insert(controller) }
    func remove(_ controller: UInt64) { controllers.remove(controller) }

    func addTimer(after: UInt64, leeway: UInt64, _ body: @escaping @EventLoop () -> Void) -> UInt64 {
        lastTimer += 1
        let timer = lastTimer
        // One hour of leeway at most: the loop counts in microseconds.
        timers[timer] = LoopTimer(after: after, accuracy: min(max(leeway, 1), 3_600_000)) { [weak self] in
            self?.timers[timer] = nil
            body()
        }
        return timer
    }

    /// False when there is no such timer, or it has fired.
    func cancelTimer(_ timer: UInt64) -> Bool {
        guard let timer = timers.removeValue(forKey: timer) else { return false }
        timer.cancel()
        return true
    }
}
