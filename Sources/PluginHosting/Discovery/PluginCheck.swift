internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Logging
internal import TabInterface

/// `tabd-plugin-host --check FOLDER`: opens one plugin in its own process, so that its author sees errors before a
/// daemon does.
enum PluginCheck {
    /// - Returns: 0 for a usable plugin, 1 for an unusable one, 64 (EX_USAGE) when the path is not a folder.
    static func run(_ path: String) -> Int32 {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let id = parts.last.map(String.init) else {
            printLine("'\(path)' is not a plugin's folder")
            return 64
        }
        let parent = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        let folder = parent.isEmpty ? "." : parent
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let code = EventLoop.run {
            let errors = check(id, in: folder)
            for error in errors { printLine("\(id): \(error)") }
            EventLoop.exit(errors.isEmpty ? 0 : 1)
        }
        guard code < 0 else { return code }
        printLine("\(id): \(EventLoop.failure(code))")
        return HostEnvironment.loopFailed
    }

    /// Returns the errors that make the plugin unusable, and prints all other messages at once.
    @EventLoop
    private static func check(_ id: String, in folder: String) -> [String] {
        let found: PluginDirectory.Finding?
        do throws(CheckedFolder.Refusal) {
            found = try PluginDirectory.read(id, in: CheckedFolder(path: folder))
        } catch {
            return [error.message]
        }
        guard let finding = found else { return ["\(folder)/\(id)/\(Manifest.fileName) does not exist"] }
        guard let manifest = finding.manifest else { return [finding.validationError ?? "the manifest is missing"] }
        for warning in manifest.unknownKeys + manifest.unknownBackgrounds { printLine("\(id): warning: \(warning)") }
        for warning in missingIcons(of: manifest, at: finding.path) { printLine("\(id): warning: \(warning)") }
        if let reason = Plugin.incompatibility(manifest) { return [reason] }
        let library: LoadedPlugin
        do throws(DBusError) {
            var wasEntered = false
            library = try LoadedPlugin.load(
                CheckedFolder.openLibrary(at: "\(finding.path)/\(manifest.library)"), id: id, dataDirectory: nil,
                contract: nil, wasEntered: &wasEntered)
        } catch {
            return [error.message]
        }
        for name in SwiftLibraries.foreign {
            printLine("\(id): warning: '\(name)' is a library of the compiler, which tabd does not install")
        }
        let missing = missingClasses(of: manifest, in: library)
        guard missing.isEmpty else {
            return missing.map { "the manifest offers class '\($0)', of which the library creates no instance" }
        }
        let types = manifest.classes.map { "\(id).\($0.name)" }.joined(separator: ", ")
        printLine("\(id): \(manifest.name) \(manifest.version), ABI \(manifest.abi), offers \(types)")
        return []
    }

    /// Returns a sentence for each class whose icon is a file that can't be read.
    private static func missingIcons(of manifest: Manifest, at path: String) -> [String] {
        manifest.classes.compactMap { pluginClass in
            guard let parts = ImageName.parts(ofPath: pluginClass.icon) else { return nil }
            do throws(CheckedFolder.Refusal) {
                _ = try CheckedFolder.ofPlugin(at: path).open(parts)
                return nil
            } catch {
                return "the icon of class '\(pluginClass.name)': \(error.message)"
            }
        }
    }

    /// Returns the classes of which the library can't create an instance without arguments.
    @EventLoop
    private static func missingClasses(of manifest: Manifest, in library: LoadedPlugin) -> [String] {
        // Without a daemon the instances' requests fail, which they may log.
        JournalLogHandler.setLevel(.critical)
        return manifest.classes.enumerated().compactMap { index, pluginClass in
            let owner = try? InProcessOwner(
                library, className: pluginClass.name, controller: ViewControllerID(UInt64(index + 1)), arguments: [:])
            owner?.destroy()
            return owner == nil ? pluginClass.name : nil
        }
    }

    /// Prints a line. Names in a manifest may have line breaks.
    private static func printLine(_ line: String) {
        _ = (line.onOneLine + "\n").withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    }
}
