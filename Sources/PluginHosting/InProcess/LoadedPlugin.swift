internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Logging
internal import TabInterface

/// A plugin's library in this process. It stays open, because Swift code can't be unloaded.
///
/// It is the target of the host table's `context`, and therefore lives as long as the process.
@EventLoop
final class LoadedPlugin {
    let id: String
    nonisolated let logger: Logger
    /// A copy with this version's size. Functions that an older plugin lacks are null. Empty until the entry function
    /// returns.
    private(set) var table = tab_plugin_v1()
    /// Whether the entry function has failed. Then the host refuses all calls of the library.
    private(set) var hasFailed = false
    /// nil while a plugin is only checked.
    let contract: (any PluginContract)?
    /// The plugin's folder for files. It is created on demand.
    let dataDirectory: String?
    private var controllers: Set<ViewControllerID> = []
    /// The view controllers that the plugin itself has created.
    var created: Set<ViewControllerID> = []
    /// The restored view controllers whose instances are being created.
    var restoring: Set<ViewControllerID> = []
    /// The view controllers whose `create` runs, the innermost last.
    var creating: [ViewControllerID] = []
    /// The function that cancels each timer. It retains the timer.
    var timers: [UInt64: @EventLoop () -> Void] = [:]
    /// The restorable states of its instances.
    let states = RestorableStates()
    /// The restorations that its instances perform.
    let restorations = Restorations()
    /// Called before code of the plugin runs that the daemon did not call: a timer's, or a posted one. A plugin process
    /// notifies the daemon of it. In the daemon it is not needed.
    var onWaking: (@EventLoop () -> Void)?
    /// Called before a question that defers commands, and after it if the plugin answers later.
    var onQuestion: (@EventLoop (_ controller: ViewControllerID, _ number: UInt32, _ isOpen: Bool) -> Void)?
    /// Called after an instance was destroyed.
    var onDestroy: (@EventLoop (ViewControllerID) -> Void)?
    private var lastTimer: UInt64 = 0
    /// The completions of open questions, by their tokens.
    var questions: [UInt64: @EventLoop (Variant) -> Void] = [:]
    private var lastQuestion: UInt64 = 0

    /// The loaded libraries. The loader never closes one.
    private static var opened: [CheckedFile] = []

    /// Opens the library and calls its entry function.
    ///
    /// The loader gets the descriptor of the checked file, because the path may name another file by now. Therefore
    /// `$ORIGIN` in a library's RUNPATH is not the plugin's folder.
    ///
    /// - Parameter wasEntered: Becomes true when the entry function is called.
    /// - Throws: `PluginFailed` when the library can't be opened, has no entry function, or refuses to run.
    static func load(
        _ file: CheckedFile, id: String, dataDirectory: String?, contract: (any PluginContract)?, wasEntered: inout Bool
    ) throws(DBusError) -> LoadedPlugin {
        let path = file.path
        // Not /proc/self: a debugger that opens this name is another process.
        let name = "/proc/\(getpid())/fd/\(file.descriptor)"
        let library: UnsafeMutableRawPointer
        switch SwiftLibraries.open(name) {
        case .success(let opened): library = opened
        case .failure(let error): throw .pluginFailed(error.text.replacing(name, with: path))
        }
        // The loader knows the library by this name. The descriptor must stay open, or another library with the same
        // number would be mistaken for this one.
        opened.append(file)
        guard let symbol = dlsym(library, TAB_PLUGIN_ENTRY_SYMBOL) else {
            throw .pluginFailed("\(path) does not export \(TAB_PLUGIN_ENTRY_SYMBOL)")
        }
        typealias Entry = @convention(c) (UnsafePointer<tab_host_v1>) -> UnsafePointer<tab_plugin_v1>?
        let entry = unsafeBitCast(symbol, to: Entry.self)
        let plugin = LoadedPlugin(id: id, dataDirectory: dataDirectory, contract: contract)
        let hostTable = makeHostTable(Unmanaged.passRetained(plugin).toOpaque())
        wasEntered = true
        do throws(DBusError) {
            guard let given = entry(hostTable) else {
                throw .pluginFailed("the entry function of \(path) refused to run")
            }
            guard let table = tab_plugin_v1(copying: given), table.abi_version == 1, table.create != nil,
                table.destroy != nil
            else {
                throw .pluginFailed("\(path) returned an invalid table; expected version 1 with create and destroy")
            }
            plugin.table = table
            return plugin
        } catch {
            plugin.hasFailed = true
            plugin.timers = [:]
            throw error
        }
    }

    private init(id: String, dataDirectory: String?, contract: (any PluginContract)?) {
        self.id = id
        logger = Logger(label: "tabd.plugin.\(id)")
        self.dataDirectory = dataDirectory
        self.contract = contract
    }

    /// Reports that code of the plugin is about to run without a call of the daemon.
    func willRun() {
        onWaking?()
        states.noteRun()
    }

    /// Records a question.
    ///
    /// - Returns: Its token.
    func addQuestion(_ completion: @escaping @EventLoop (Variant) -> Void) -> UInt64 {
        lastQuestion += 1
        questions[lastQuestion] = completion
        return lastQuestion
    }

    func owns(_ controller: ViewControllerID) -> Bool { controllers.contains(controller) }
    func add(_ controller: ViewControllerID) { controllers.insert(controller) }
    func remove(_ controller: ViewControllerID) {
        controllers.remove(controller)
        created.remove(controller)
    }
}

extension tab_plugin_v1 {
    /// Copies a plugin's table; nil for one that is smaller than the required part of the first version.
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

/// A plugin's timers.
extension LoadedPlugin {
    func addTimer(after: UInt64, leeway: UInt64, _ body: @escaping @EventLoop () -> Void) -> UInt64? {
        // The leeway is at most one hour, because the loop counts in microseconds.
        addTimer(body) { LoopTimer(after: after, accuracy: min(max(leeway, 1), 3_600_000), $0).cancel }
    }

    /// Returns nil when the system has no timer left.
    func addClockTimer(at: Int64, _ body: @escaping @EventLoop () -> Void) -> UInt64? {
        addTimer(body) { LoopClockTimer(at: at, $0)?.cancel }
    }

    /// - Parameter start: Starts a timer that calls its argument. Returns the function that cancels it.
    private func addTimer(
        _ body: @escaping @EventLoop () -> Void,
        _ start: @EventLoop (@escaping @EventLoop () -> Void) -> (@EventLoop () -> Void)?
    ) -> UInt64? {
        lastTimer += 1
        let number = lastTimer
        timers[number] = start { [weak self] in
            self?.timers[number] = nil
            self?.willRun()
            body()
        }
        return timers[number] == nil ? nil : number
    }

    /// Returns false when the timer does not exist or has fired.
    func cancelTimer(_ timer: UInt64) -> Bool {
        guard let cancel = timers.removeValue(forKey: timer) else { return false }
        cancel()
        return true
    }
}
