internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface

/// The runtime of an in-process plugin. Its code is loaded once and never unloaded.
@EventLoop
final class InProcessRuntime: PluginRuntime {
    private unowned let plugin: Plugin
    private unowned let host: any OwnerServices
    private let dataDirectory: String?
    private var loaded: LoadedPlugin?
    /// The library whose entry function has failed, and its error.
    private var refused: (library: FileVersion, error: DBusError)?

    init(_ plugin: Plugin, host: any OwnerServices, dataDirectory: String?) {
        self.plugin = plugin
        self.host = host
        self.dataDirectory = dataDirectory
    }

    let isolation = Manifest.Isolation.inProcess
    var processID: UInt32 { loaded == nil ? 0 : UInt32(getpid()) }
    var isInUse: Bool { loaded != nil }
    let resourceUsage: [String: Variant] = [:]

    func makeOwner(
        _ className: String, controller: ViewControllerID, arguments: [String: Variant], origin: InstanceOrigin
    ) throws(DBusError) -> any ContentOwner {
        try InProcessOwner(
            library(), className: className, controller: controller, arguments: arguments,
            isRestoring: origin == .restored)
    }

    /// Opens the library, if it is not open yet.
    func library() throws(DBusError) -> LoadedPlugin {
        if let loaded { return loaded }
        let file: CheckedFile
        do throws(DBusError) {
            file = try plugin.openLibrary()
        } catch {
            plugin.become(.failed, error.message)
            throw error
        }
        // The entry function of a library is called once per process.
        if let refused, refused.library == file.identity { throw refused.error }
        var wasEntered = false
        host.noteLoading(plugin.id, isOver: false)
        // The crash marker stays until this turn is over, including what its view controllers restore in it.
        defer { EventLoop.post { [weak self] in self?.finishLoading() } }
        do throws(DBusError) {
            let library = try LoadedPlugin.load(
                file, id: plugin.id, dataDirectory: dataDirectory,
                contract: DirectContract(host.tree, plugin: plugin.id), wasEntered: &wasEntered)
            library.states.report = { [unowned host] controller, state in
                host.restorableStateChanged(of: controller, to: state)
            }
            library.restorations.run = { [unowned host] controller, body in
                host.whileRestoring(controller, body)
            }
            library.restorations.report = { [unowned host] controller, error in
                host.noteDecoding(of: controller, error: error)
            }
            loaded = library
            plugin.become(.running, plugin.state == .failed ? "" : plugin.reason)
            return library
        } catch {
            if wasEntered { refused = (file.identity, error) }
            plugin.become(.failed, error.message)
            throw error
        }
    }

    private func finishLoading() {
        guard let loaded else { return host.noteLoading(plugin.id, isOver: true) }
        loaded.restorations.whenOver(of: nil) { [host, id = plugin.id] in
            host.noteLoading(id, isOver: true)
            host.restorationEnded(ofPlugin: id)
        }
    }

    func load(completion: @escaping Completion) {
        do throws(DBusError) {
            _ = try library()
            completion(nil)
        } catch {
            completion(error)
        }
    }

    func reload(completion: @escaping Completion) { completion(refusal(of: "Reload")) }
    func unload(completion: @escaping Completion) { completion(refusal(of: "Unload")) }
    func reset(completion: @escaping Completion) { completion(refusal(of: "Reset")) }

    func respawn(_ controller: ViewControllerID, completion: @escaping Completion) {
        completion(refusal(of: "Respawn"))
    }

    func expectHost(token: String) throws(DBusError) -> String { throw refusal(of: "ExpectHost") }

    func disable() {
        plugin.become(.running, "It is disabled, and its code runs in the daemon until the daemon ends.")
    }

    func enable() { plugin.become(.running, "") }

    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        loaded?.states.reportAll()
        completion()
    }

    func childrenChanged() {}
    func shutDown() {}

    /// Code that runs in the daemon can't be unloaded.
    private func refusal(of verb: String) -> DBusError {
        .notSupported(
            "\(verb): plugin '\(plugin.id)' runs in the daemon, which never unloads code; restart the daemon "
                + "for new code, or isolate the plugin ([isolation] in tabd.toml)")
    }
}
