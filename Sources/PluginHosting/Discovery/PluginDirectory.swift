internal import Glibc
internal import Processes
internal import TabInterface

/// The search path for plugins. The first folder with a plugin id wins.
package struct PluginDirectory: Sendable {
    /// The paths from the command line, the user's folder, the system's folders, those of the installation.
    package let searchPath: [String]
    /// The paths from the command line. A missing one is an error.
    private let given: Set<String>

    /// - Parameters:
    ///   - extra: Absolute or relative paths that come first.
    ///   - environment: The variables that `DataFolders` reads.
    ///   - shipped: Absolute paths that come last.
    package init(extra: [String], environment: [String: String], shipped: [String]) {
        var paths = extra.map(Self.absolute)
        self.given = Set(paths)
        let folders = DataFolders.inEnvironment(environment)
        paths += (folders.user + folders.system).map { $0 + "/tabd/plugins" } + shipped
        var seen: Set<String> = []
        searchPath = paths.filter { seen.insert($0).inserted }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return String(cString: current) + "/" + path
    }

    /// A folder of a plugin.
    struct Finding {
        let id: String
        let path: String
        let manifest: Manifest?
        /// The reason why it has no manifest.
        let validationError: String?
        /// The later folders with the same id.
        var hidden: [String] = []
    }

    /// Reads every manifest without opening a library.
    ///
    /// - Parameter report: Gets the errors of folders in the path.
    /// - Returns: The findings, sorted by id; nil when the system lacks resources at the moment.
    func scan(report: (String) -> Void = { _ in }) -> [Finding]? {
        var findings: [String: Finding] = [:]
        for path in searchPath {
            do throws(CheckedFolder.Refusal) {
                let folder = try CheckedFolder(path: path)
                for name in folder.names() where TextRules.isPluginIdentifier(name) {
                    if findings[name] != nil {
                        findings[name]?.hidden.append(path + "/" + name)
                    } else {
                        findings[name] = try Self.read(name, in: folder)
                    }
                }
            } catch {
                if !error.isMissing || self.given.contains(path) { report(error.message) }
                if error.isTransient { return nil }
            }
        }
        return findings.values.sorted { $0.id < $1.id }
    }

    /// The folders in which a plugin can appear or change.
    var watched: [String] {
        searchPath.flatMap { path in
            let names = (try? CheckedFolder(path: path))?.names() ?? []
            return [path] + names.filter(TextRules.isPluginIdentifier).map { "\(path)/\($0)" }
        }
    }

    /// Reads the manifest of one plugin.
    ///
    /// - Returns: nil when no folder has a plugin with this id, or the system lacks resources at the moment.
    func find(_ id: String) -> Finding? {
        for path in searchPath {
            if let folder = try? CheckedFolder(path: path), let finding = try? Self.read(id, in: folder) {
                return finding
            }
        }
        return nil
    }

    /// Returns nil for a folder without a manifest, which is not a plugin.
    ///
    /// - Throws: Only transient errors.
    static func read(_ id: String, in parent: CheckedFolder) throws(CheckedFolder.Refusal) -> Finding? {
        let path = parent.path + "/" + id
        do throws(CheckedFolder.Refusal) {
            let folder = try CheckedFolder(id, in: parent)
            let bytes = try folder.read(Manifest.fileName, limit: Manifest.maximumSize)
            do throws(ManifestError) {
                let manifest = try Manifest(bytes, file: "\(path)/\(Manifest.fileName)", folder: id)
                return Finding(id: id, path: path, manifest: manifest, validationError: nil)
            } catch {
                return Finding(id: id, path: path, manifest: nil, validationError: error.description)
            }
        } catch {
            if error.isTransient { throw error }
            var message: String? = error.message
            if error.isMissing {
                let hasOldManifest = access(path + "/manifest.json", F_OK) == 0
                message = hasOldManifest ? "\(path) has manifest.json; expected \(Manifest.fileName)" : nil
            }
            return message.map { Finding(id: id, path: path, manifest: nil, validationError: $0) }
        }
    }
}
