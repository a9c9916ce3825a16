package import Foundation
import Synchronization

/// A plugin that a test builds from C as its author would, with `cc` and the header.
package enum CPlugin {
    /// The folder of the sources that tests build.
    package static let fixtures = BuiltProducts.package + "/Tests/Fixtures"

    /// Builds `Tests/Fixtures/ID.c` into a plugin path, with the class `Main` or others.
    package static func build(_ id: String, classes: [String] = ["Main"], in folder: String) throws {
        try build(id, manifestClasses: classes.map(plain), in: folder)
    }

    /// Builds `Tests/Fixtures/ID.c` with classes in the form of a manifest: the lines below `[[class]]`.
    package static func build(_ id: String, manifestClasses: [String], in folder: String) throws {
        try build(id, manifestClasses, source: "\(fixtures)/\(id).c", in: folder)
    }

    /// Builds a C source text, in which `CTabPlugin.h` is already included.
    package static func build(_ id: String, classes: [String] = ["Main"], text: String, in folder: String) throws {
        let source = folder + "/\(id).c"
        try createFolder(folder)
        try ("#include <CTabPlugin.h>\n" + text).write(toFile: source, atomically: true, encoding: .utf8)
        try build(id, classes.map(plain), source: source, in: folder)
    }

    private static func build(_ id: String, _ classes: [String], source: String, in folder: String) throws {
        try install(id, isolation: "in-process", classes: classes, in: folder) { library in
            try? FileManager.default.removeItem(atPath: library)
            try FileManager.default.copyItem(atPath: compiled(source), toPath: library)
        }
    }

    /// A class in the form of a manifest, whose title is its name.
    package static func plain(_ name: String) -> String { "name = \"\(name)\"\ntitle = \"\(name)\"" }

    // MARK: Files

    /// Creates or replaces a plugin in a plugin path.
    ///
    /// - Parameters:
    ///   - classes: The lines below each `[[class]]` of the manifest.
    ///   - library: Creates the library at a path, before the manifest.
    package static func install(
        _ id: String, version: String = "1", isolation: String? = nil, classes: [String], in folder: String,
        library: (String) throws -> Void
    ) throws {
        let plugin = folder + "/" + id
        try createFolder(plugin)
        try library(plugin + "/lib\(id).so")
        let manifest = """
            id = "\(id)"
            name = "\(id)"
            version = "\(version)"
            abi = 1
            library = "lib\(id).so"
            \(isolation.map { "isolation = \"\($0)\"" } ?? "")
            \(classes.map { "\n[[class]]\n\($0)\n" }.joined())
            """
        try put(Data(manifest.utf8), at: plugin + "/plugin.toml", mode: 0o644)
    }

    /// Creates or replaces a file in a single step. A process that has the old file open keeps it.
    ///
    /// - Parameter mode: The daemon refuses files that others may write, so the umask must not matter.
    package static func put(_ content: Data, at path: String, mode: Int) throws {
        let new = path + ".new"
        try content.write(to: URL(fileURLWithPath: new))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: new)
        guard rename(new, path) == 0 else { throw TestTimeoutError(description: "\(path) could not be replaced") }
    }

    package static func createFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    /// A library that this process has compiled, or is compiling.
    private final class Library: Sendable {
        let path = Mutex<String?>(nil)
    }

    /// By the text of the source.
    private static let libraries = Mutex<[String: Library]>([:])

    /// Compiles a source once per test process. Returns the library's path.
    private static func compiled(_ source: String) throws -> String {
        let text = try String(contentsOfFile: source, encoding: .utf8)
        let library = libraries.withLock { libraries in
            let library = libraries[text] ?? Library()
            libraries[text] = library
            return library
        }
        return try library.path.withLock { path in
            if let path { return path }
            let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString.prefix(8)).so"
            try Command.run(
                "/usr/bin/env",
                [
                    "cc", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread",
                    "-I\(BuiltProducts.package)/Sources/CTabPlugin/include", "-I\(fixtures)", "-o", file, source,
                ])
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
            path = file
            return file
        }
    }
}

/// The names in a plugin's manifest that determine the paths of its files.
package struct ManifestNames {
    package let id: String
    package let library: String

    /// The error for a manifest without a value for a key.
    struct MissingKey: Error {
        let key: String
    }

    /// Reads lines such as `id = "clock"`.
    package init(_ manifest: String) throws {
        func value(_ key: String) throws -> String {
            let line = manifest.split(separator: "\n").first { $0.hasPrefix(key + " = \"") }
            guard let line, line.hasSuffix("\"") else { throw MissingKey(key: key) }
            return String(line.dropFirst(key.count + 4).dropLast())
        }
        id = try value("id")
        library = try value("library")
    }
}
