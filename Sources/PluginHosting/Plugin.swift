package import DBusConnection
package import DBusInterface
internal import Glibc
internal import TabInterface

/// A plugin that was found, whether or not its library is open.
@EventLoop
package final class Plugin {
    /// In the contract's words.
    package enum State: String, Sendable { case available, running, restarting, failed, quarantined, incompatible }

    package let id: String
    /// The absolute path of the folder.
    package private(set) var path = ""
    /// The library whose entry function was called and failed, and how.
    private var refused: (file: FileIdentity, error: DBusError)?
    /// nil when it can't be read; then `reason` says why.
    package private(set) var manifest: Manifest?
    package private(set) var state = State.available
    /// A sentence that says more about the state; empty when there is nothing to say.
    package private(set) var reason = ""
    package private(set) var restarts: UInt32 = 0
    var onChange: ((Plugin) -> Void)?

    private let dataDirectory: String?
    private unowned let host: (any ContentHost)?
    private var loaded: LoadedPlugin?

    init(_ id: String, dataDirectory: String?, host: (any ContentHost)?) {
        self.id = id
        self.dataDirectory = dataDirectory
        self.host = host
    }

    /// Becomes what was found in a folder; its library must not be open.
    func take(_ finding: PluginDirectory.Finding) {
        path = finding.path
        manifest = finding.manifest
        let notes = finding.hidden.map { "It wins over the plugin of the same id in \($0)." }
        if let problem = finding.problem {
            (state, reason) = (.failed, problem)
        } else if let problem = finding.manifest.flatMap(Self.incompatibility) {
            (state, reason) = (.incompatible, problem)
        } else if finding.manifest?.isolation == .process {
            let note = "Isolated hosting is not available in this version; running in the daemon."
            (state, reason) = (.available, ([note] + notes).joined(separator: " "))
        } else {
            (state, reason) = (.available, notes.joined(separator: " "))
        }
        onChange?(self)
    }

    package var name: String { manifest?.name ?? id }
    package var version: String { manifest?.version ?? "" }
    package var abi: UInt32 { manifest?.abi ?? 0 }
    package var classes: [Manifest.PluginClass] { manifest?.classes ?? [] }
    /// Where the code runs in truth, whatever the manifest wishes.
    package var isolation: Manifest.Isolation { .inProcess }
    /// 0 while it is not loaded.
    package var processId: UInt32 { loaded == nil ? 0 : UInt32(getpid()) }
    /// `PLUGIN.CLASS` of each class.
    package var types: [String] { classes.map { "\(id).\($0.name)" } }

    /// A class by its name: what the manifest says of it, or one that only the plugin knows.
    package func ownClass(_ name: String) -> Manifest.PluginClass {
        classes.first { $0.name == name }
            ?? Manifest.PluginClass(name: name, title: "", icon: "", background: nil, superclass: "ViewController")
    }

    /// Opens the library; does nothing when it is open.
    ///
    /// - Throws: `PluginUnavailable` for an incompatible plugin, `PluginFailed` when it can't start.
    package func load() throws(DBusError) { _ = try library() }

    func library() throws(DBusError) -> LoadedPlugin {
        if let loaded { return loaded }
        guard let manifest, state != .incompatible, state != .quarantined else {
            throw .pluginUnavailable("plugin '\(id)' is \(state.rawValue): \(reason)")
        }
        let file = path + "/" + manifest.library
        // The entry function of a library is called once in the life of the process.
        if let refused, refused.file == FileIdentity(file) { throw refused.error }
        var wasEntered = false
        do throws(DBusError) {
            try check(manifest.library)
            let plugin = try LoadedPlugin.load(
                file, id: id, dataDirectory: dataDirectory, host: host, wasEntered: &wasEntered)
            loaded = plugin
            if state == .failed { reason = "" }
            state = .running
            onChange?(self)
            return plugin
        } catch {
            if wasEntered, let file = FileIdentity(file) { refused = (file, error) }
            state = .failed
            reason = error.message
            onChange?(self)
            throw error
        }
    }

    /// Checks folder and library as they are now, not as they were when the manifest was read.
    private func check(_ library: String) throws(DBusError) {
        do throws(CheckedFolder.Refusal) {
            let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            try CheckedFolder(id, in: CheckedFolder(path: parent.isEmpty ? "/" : parent)).check(library)
        } catch {
            throw .pluginFailed(error.message)
        }
    }

    private static func incompatibility(_ manifest: Manifest) -> String? {
        if manifest.abi != 1 {
            return "Built for version \(manifest.abi) of the plugin interface; this daemon speaks version 1."
        }
        guard let swift = manifest.swift else { return nil }
        let release = swift.split(separator: ".").prefix(2).joined(separator: ".")
        guard release != swiftRelease else { return nil }
        return """
            Built with Swift \(swift), but this daemon with \(swiftRelease): Swift has no stable ABI on Linux. \
            Build the plugin again with Swift \(swiftRelease).
            """
    }
}

#if swift(>=6.5)
    #error("teach swiftRelease the release of this compiler")
#elseif swift(>=6.4)
    let swiftRelease = "6.4"
#elseif swift(>=6.3)
    let swiftRelease = "6.3"
#else
    let swiftRelease = "6.2"
#endif
