package import DBusInterface
package import EventLoop
internal import Processes
package import TabInterface

/// A plugin that was found, whether or not its code is loaded.
@EventLoop
package final class Plugin {
    /// The state, in the contract's words.
    package enum State: String, Sendable {
        case available, running, restarting, failed, quarantined, incompatible, disabled
    }

    package let id: String
    /// The absolute path of the folder.
    package private(set) var path = ""
    /// nil when it can't be read. Then `reason` says why.
    package private(set) var manifest: Manifest?
    package private(set) var state = State.available
    /// A sentence about the state, or empty.
    package private(set) var reason = ""
    package private(set) var restarts: UInt32 = 0

    /// Whether the configuration disables it. Code in the daemon runs on until the daemon ends.
    private(set) var isDisabled = false
    private unowned let registry: PluginRegistry
    private(set) var runtime: (any PluginRuntime)?
    /// Remarks on its location and isolation, shown in every state.
    private var notes: [String] = []
    /// The manifest and the library at the time of the quarantine.
    private var quarantined: [FileVersion?]?

    init(_ id: String, in registry: PluginRegistry) {
        self.id = id
        self.registry = registry
    }

    /// Whether its view controllers can probably be created.
    package var isUsable: Bool {
        manifest != nil && !isDisabled && [.available, .running, .restarting].contains(state)
    }

    // MARK: Findings

    /// Adopts the content of a folder.
    ///
    /// - Parameter whileRunning: Whether its code is already running.
    func adopt(_ finding: PluginDirectory.Finding, whileRunning: Bool = false) {
        path = finding.path
        manifest = finding.manifest
        notes = finding.hidden.map { "It takes precedence over the plugin with the same id in \($0)." }
        if registry.isSuspected(self), registry.isolation(of: self) == .process {
            notes.append(
                """
                The daemon crashed repeatedly while it loaded this plugin, so the plugin runs in its own process. After a \
                Reset, the daemon loads it in-process again at its next start.
                """)
        }
        quarantined = nil
        guard !whileRunning else { return }
        guard !reportValidationError(of: finding) else { return }
        chooseRuntime()
        if isDisabled { become(.disabled, Self.disabledReason) } else { become(.available, "") }
    }

    /// Returns whether a finding is unusable. Then the state says why.
    private func reportValidationError(of finding: PluginDirectory.Finding) -> Bool {
        if let error = finding.validationError {
            become(.failed, error)
        } else if let reason = finding.manifest.flatMap(Self.incompatibility) {
            become(.incompatible, reason)
        } else {
            return false
        }
        return true
    }

    /// The reason for being disabled.
    static let disabledReason = "It is in the list 'disabled' of tabd.toml."

    /// Considers a finding and a configuration that may be new. Running code stays, unless it is disabled now.
    func update(from finding: PluginDirectory.Finding) {
        let wasDisabled = isDisabled
        isDisabled = registry.isDisabled(self)
        if let runtime, runtime.isInUse, isDisabled != wasDisabled {
            return isDisabled ? runtime.disable() : runtime.enable()
        }
        if state == .quarantined, !isDisabled { return leaveQuarantine(finding) }
        if !isInUse { adopt(finding) }
    }

    /// Ends the quarantine when a new version was found.
    private func leaveQuarantine(_ finding: PluginDirectory.Finding) {
        guard quarantined != files(of: finding) else { return }
        adopt(finding, whileRunning: isInUse)
        runtime?.reset { _ in }
    }

    /// Reads the folder again for a plugin that is not running.
    ///
    /// - Returns: Whether it is usable. If not, the state says why.
    func rereadFolder() -> Bool {
        guard let finding = registry.find(id) else { return manifest != nil && state != .incompatible }
        adopt(finding, whileRunning: true)
        return !reportValidationError(of: finding)
    }

    private func chooseRuntime() {
        let wanted = registry.isolation(of: self)
        guard runtime?.isolation != wanted else { return }
        for note in notes { registry.warn("plugin '\(id)': \(note)") }
        runtime = registry.makeRuntime(wanted, for: self)
    }

    /// Reads the plugin's folder.
    ///
    /// - Throws: `PluginFailed` when the content is unusable.
    func readFolder() throws(DBusError) -> PluginDirectory.Finding {
        guard let finding = registry.find(id) else { throw .pluginFailed("its folder does not exist") }
        if let reason = finding.validationError ?? finding.manifest.flatMap(Self.incompatibility) {
            throw .pluginFailed(reason)
        }
        return finding
    }

    /// Returns the manifest and the library of a finding.
    private func files(of finding: PluginDirectory.Finding) -> [FileVersion?] {
        [Manifest.fileName, finding.manifest?.library].map { $0.flatMap { FileVersion("\(finding.path)/\($0)") } }
    }

    package var name: String { manifest?.name ?? id }
    package var version: String { manifest?.version ?? "" }
    package var abi: UInt32 { manifest?.abi ?? 0 }
    package var classes: [Manifest.PluginClass] { manifest?.classes ?? [] }
    /// `PLUGIN.CLASS` of each class.
    package var types: [String] { classes.map { "\(id).\($0.name)" } }

    /// Returns a class by its name, from the manifest, or one that only the plugin knows.
    package func ownClass(_ name: String) -> Manifest.PluginClass {
        classes.first { $0.name == name } ?? Manifest.PluginClass(name: name)
    }

    // MARK: Runtime

    /// Where the code really runs, whatever the manifest says.
    package var isolation: Manifest.Isolation { runtime?.isolation ?? registry.isolation(of: self) }
    /// The number of its process; 0 while it is not loaded.
    package var processId: UInt32 { runtime?.processID ?? 0 }
    package var resourceUsage: [String: Variant] { runtime?.resourceUsage ?? [:] }
    /// Whether its code is loaded, or view controllers wait for it.
    var isInUse: Bool { runtime?.isInUse ?? false }

    /// Returns the runtime of a usable plugin.
    ///
    /// - Throws: `PluginUnavailable`.
    private func usableRuntime() throws(DBusError) -> any PluginRuntime {
        if state == .quarantined, let finding = registry.find(id) { leaveQuarantine(finding) }
        try requireUsable()
        guard let runtime else { throw unavailability }
        return runtime
    }

    /// The error of a call that needs a usable plugin.
    var unavailability: DBusError {
        isDisabled
            ? .pluginUnavailable("plugin '\(id)' is disabled: \(Self.disabledReason)")
            : .pluginUnavailable("plugin '\(id)' is \(state.rawValue): \(reason)")
    }

    func requireUsable() throws(DBusError) {
        guard !isDisabled, manifest != nil, state != .incompatible, state != .quarantined else { throw unavailability }
    }

    /// Creates the owner of a new view controller, and starts the plugin if needed. The instance may be created later:
    /// `ContentOwner.whenReady` reports it.
    ///
    /// - Parameter origin: For a restored view controller, call `decodeRestorableState` and then `catchUp` when all
    ///   owners are created.
    /// - Throws: `PluginUnavailable` for an incompatible, quarantined or disabled plugin, `PluginFailed`.
    package func makeOwner(
        _ className: String, controller: ViewControllerID, arguments: [String: Variant], origin: InstanceOrigin = .new
    ) throws(DBusError) -> any ContentOwner {
        try usableRuntime().makeOwner(
            className, controller: controller, arguments: arguments, origin: origin)
    }

    /// Loads its code. Completes with nil also when it is already loaded.
    ///
    /// The completion gets `PluginUnavailable` for an incompatible, quarantined or disabled plugin, and `PluginFailed`
    /// when it can't start.
    package func load(completion: @escaping Completion) {
        command(completion) { $0.load(completion: completion) }
    }

    /// Replaces running code by the current content of the folder.
    package func reload(completion: @escaping Completion) {
        command(completion) { $0.reload(completion: completion) }
    }

    package func unload(completion: @escaping Completion) {
        command(completion) { $0.unload(completion: completion) }
    }

    package func reset(completion: @escaping Completion) {
        registry.resetCrashes(self)
        guard let runtime, !isDisabled else {
            if let finding = registry.find(id), !isInUse { adopt(finding) }
            return command(completion) { $0.reset(completion: completion) }
        }
        runtime.reset(completion: completion)
    }

    /// Creates the instance of a view controller that lost it.
    package func respawn(_ controller: ViewControllerID, completion: @escaping Completion) {
        command(completion) { $0.respawn(controller, completion: completion) }
    }

    /// - Parameter token: The token of the user's consent, which the plugin process must present.
    /// - Returns: The address to connect to.
    package func expectHost(token: String) throws(DBusError) -> String {
        guard let runtime, !isDisabled else { throw unavailability }
        return try runtime.expectHost(token: token)
    }

    private func command(_ completion: Completion, _ body: @EventLoop (any PluginRuntime) -> Void) {
        do throws(DBusError) {
            body(try usableRuntime())
        } catch {
            completion(error)
        }
    }

    // MARK: Runtime state

    func become(_ state: State, _ reason: String) {
        self.state = state
        self.reason = reason.isEmpty ? notes.joined(separator: " ") : reason
        changed()
    }

    func quarantine(_ reason: String) {
        quarantined = registry.find(id).map { files(of: $0) }
        become(.quarantined, reason)
    }

    func noteRestart() {
        restarts += 1
        changed()
    }

    func changed() { registry.onChange?(self) }

    // MARK: The library

    /// Opens the library and checks it and its folders as they are now.
    ///
    /// - Parameter finding: The current content of the plugin's folder; nil for the manifest that was read before.
    func openLibrary(of finding: PluginDirectory.Finding? = nil) throws(DBusError) -> CheckedFile {
        guard let manifest = finding.map(\.manifest) ?? manifest else { throw unavailability }
        return try CheckedFolder.openLibrary(at: "\(finding?.path ?? path)/\(manifest.library)")
    }

    static func incompatibility(_ manifest: Manifest) -> String? {
        if manifest.abi != 1 {
            return "Built for version \(manifest.abi) of the plugin interface; this daemon supports version 1."
        }
        guard let swift = manifest.swift else { return nil }
        let release = swift.split(separator: ".").prefix(2).joined(separator: ".")
        guard release != SwiftRelease.current else { return nil }
        return """
            Built with Swift \(swift), but this daemon was built with \(SwiftRelease.current). Swift has no stable ABI on Linux: \
            build the plugin again with Swift \(SwiftRelease.current).
            """
    }
}
