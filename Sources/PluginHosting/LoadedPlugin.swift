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
    /// A copy in this version's size: what an older plugin's table lacks is null.
    nonisolated let table: tab_plugin_v1
    /// nil while a plugin is only checked: then there is nothing to ask for.
    unowned let host: (any ContentHost)?
    /// Where the plugin may keep files; made when it is asked for.
    let dataDirectory: String?
    private var controllers: Set<UInt64> = []
    /// The controllers that the plugin itself had made.
    var created: Set<UInt64> = []
    var timers: [UInt64: PluginTimer] = [:]
    private var lastTimer: UInt64 = 0
    var questions: [UInt64: @EventLoop (Variant) -> Void] = [:]
    var lastQuestion: UInt64 = 0

    /// Opens the library and calls its entry function.
    ///
    /// - Parameter wasEntered: Becomes true when the entry function is called.
    /// - Throws: `PluginFailed` when the library can't be opened, has no entry function, or refuses to run.
    static func load(
        _ path: String, id: String, dataDirectory: String?, host: (any ContentHost)?, wasEntered: inout Bool
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
        wasEntered = true
        guard let given = entry(hostTable) else { throw .pluginFailed("the entry function of \(path) refused to run") }
        guard let table = tab_plugin_v1(copying: given), table.abi_version == 1, table.create != nil,
            table.destroy != nil
        else { throw .pluginFailed("\(path) returned a table that is not of version 1, or lacks create or destroy") }
        let plugin = LoadedPlugin(
            id: id, logger: context.logger, table: table, dataDirectory: dataDirectory, host: host)
        context.plugin = plugin
        return plugin
    }

    private init(
        id: String, logger: Logger, table: tab_plugin_v1, dataDirectory: String?, host: (any ContentHost)?
    ) {
        self.id = id
        self.logger = logger
        self.table = table
        self.dataDirectory = dataDirectory
        self.host = host
    }

    func owns(_ controller: UInt64) -> Bool { controllers.contains(controller) }
    func add(_ controller: UInt64) { controllers.insert(controller) }
    func remove(_ controller: UInt64) {
        controllers.remove(controller)
        created.remove(controller)
    }

    func nextTimer() -> UInt64 {
        lastTimer += 1
        return lastTimer
    }
}

extension tab_plugin_v1 {
    /// Copies what there is of a plugin's table; nil for one that is smaller than the first version's required part.
    fileprivate init?(copying source: UnsafePointer<tab_plugin_v1>) {
        guard source.pointee.size >= MemoryLayout<tab_plugin_v1>.offset(of: \.tab_bar_did_select) ?? .max else {
            return nil
        }
        self.init()
        withUnsafeMutableBytes(of: &self) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: min(source.pointee.size, bytes.count)))
        }
    }
}
