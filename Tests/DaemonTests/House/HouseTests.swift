import Foundation
import Testing

/// The allowed imports between modules, checked in the package and in the sources.
@Suite struct HouseTests {
    /// The modules of this package that each module may import, as in ARCHITECTURE.md.
    static let allowed: [String: Set<String>] = [
        "BusValues": ["CTabPlugin"],
        "CDBus": [],
        "CFriBidi": [],
        "CSQLite": [],
        "CSystemd": [],
        "CTabPlugin": [],
        "CUTF8Proc": [],
        "ClockPlugin": ["CTabPlugin", "TabPlugin"],
        "DBusConnection": ["CDBus", "CSystemd", "DBusInterface", "EventLoop", "Processes"],
        "DBusInterface": ["BusValues"],
        "EventLoop": ["CSystemd", "Processes"],
        "GalleryPlugin": ["CTabPlugin", "TabPlugin"],
        "LayoutFile": ["DBusInterface", "TOML", "TabInterface"],
        "NotesPlugin": ["CTabPlugin", "TabPlugin"],
        "PluginHosting": [
            "BusValues", "CTabPlugin", "DBusConnection", "DBusInterface", "EventLoop", "TOML", "TabInterface",
        ],
        "Processes": ["CSystemd"],
        "SettingsPlugin": ["CTabPlugin", "TabPlugin"],
        "TOML": [],
        "TabControl": [
            "DBusConnection", "DBusInterface", "EventLoop", "Processes", "TabInterface", "TabMirror", "TerminalUI",
        ],
        "TabDaemon": [
            "CDBus", "CSystemd", "CTabPlugin", "DBusConnection", "DBusInterface", "EventLoop", "LayoutFile",
            "PluginHosting", "Processes", "TOML", "TabInterface", "TabModel", "TabStore",
        ],
        "TabInterface": ["DBusInterface"],
        "TabMirror": ["DBusInterface", "TabInterface"],
        "TabModel": [],
        "TabPlugin": ["BusValues", "CTabPlugin"],
        "TabStore": ["CSQLite"],
        "TerminalUI": ["CFriBidi", "CUTF8Proc", "Processes"],
        "WorkspacePlugin": ["CTabPlugin", "TabPlugin"],
        "tabctl": ["TabControl"],
        "tabd": ["TabDaemon"],
        "tabd-plugin-host": ["PluginHosting"],
    ]

    /// External modules that only these modules may import.
    static let reserved: [String: Set<String>] = [
        "CDBus": ["DBusConnection"], "CFriBidi": ["TerminalUI"], "CSQLite": ["TabStore"],
        "CSystemd": ["DBusConnection", "EventLoop", "Processes"], "CUTF8Proc": ["TerminalUI"],
    ]

    private struct Package: Decodable {
        struct Target: Decodable {
            let name: String
            let type: String
            let path: String?
            let dependencies: [[String: [Reference]]]
        }

        /// The name of a dependency, or its condition.
        struct Reference: Decodable {
            let name: String?
            init(from decoder: any Decoder) throws {
                name = try? decoder.singleValueContainer().decode(String.self)
            }
        }

        let targets: [Target]
    }

    private func targets() throws -> [Package.Target] {
        // A separate scratch path, as the tests may run under the lock of another swift command.
        let folder = try TemporaryFolder()
        let dump = try HouseCommand.run(
            [
                "swift", "package", "--package-path", HouseCommand.package, "--scratch-path", folder.path,
                "dump-package",
            ], timeout: 900)
        #expect(dump.status == 0, "\(dump.errors)")
        let package = try JSONDecoder().decode(Package.self, from: Data(dump.output.utf8))
        return package.targets.filter { !($0.path ?? "").hasPrefix("Tests") && $0.type != "test" }
    }

    /// The folder of a module's sources.
    private func folder(of target: Package.Target) -> String {
        HouseCommand.package + "/" + (target.path ?? "Sources/" + target.name)
    }

    /// The modules that a source file imports.
    private func imports(in text: String) -> [String] {
        let prefixes: Set<Substring> = ["public", "package", "internal", "private", "fileprivate", "@testable"]
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        return text.split(separator: "\n").compactMap { line in
            var words = line.split(separator: " ")[...]
            while let word = words.first, prefixes.contains(word) { words.removeFirst() }
            guard words.popFirst() == "import" else { return nil }
            if let word = words.first, kinds.contains(word) { words.removeFirst() }
            return words.first.map { String($0.prefix { $0 != "." }) }
        }
    }

    private func sources(in folder: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }

    @Test func `the package depends as the table allows`() throws {
        let targets = try targets()
        #expect(Set(targets.map(\.name)) == Set(Self.allowed.keys))
        let ours = Set(targets.map(\.name))
        for target in targets {
            let names = target.dependencies.flatMap { $0.values.compactMap { $0.first?.name } }
            let allowed = Self.allowed[target.name] ?? []
            #expect(ours.intersection(names).subtracting(allowed).isEmpty, "dependencies of \(target.name)")
        }
    }

    @Test func `the sources import as the table allows`() throws {
        let targets = try targets()
        let ours = Set(targets.map(\.name))
        for target in targets where target.type != "system" {
            let files = sources(in: folder(of: target))
            if target.name != "CTabPlugin" { #expect(!files.isEmpty, "\(target.name) has sources") }
            let allowed = Self.allowed[target.name] ?? []
            for file in files {
                let imported = imports(in: try String(contentsOfFile: file, encoding: .utf8))
                #expect(ours.intersection(imported).subtracting(allowed).isEmpty, "\(file)")
                for (module, owners) in Self.reserved where !owners.contains(target.name) {
                    #expect(!imported.contains(module), "\(file): only \(owners.sorted()) import \(module)")
                }
            }
        }
    }

    @Test func `every import is declared in the package`() throws {
        let targets = try targets()
        let ours = Set(targets.map(\.name))
        for target in targets where target.type != "system" {
            let declared = Set(target.dependencies.flatMap { $0.values.compactMap { $0.first?.name } })
            for file in sources(in: folder(of: target)) {
                let imported = ours.intersection(imports(in: try String(contentsOfFile: file, encoding: .utf8)))
                #expect(imported.subtracting(declared).isEmpty, "\(file)")
            }
        }
    }

    @Test func `executables are shells of under forty lines`() throws {
        for name in ["tabctl", "tabd", "tabd-plugin-host"] {
            for file in sources(in: HouseCommand.package + "/Sources/" + name) {
                let lines = try String(contentsOfFile: file, encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count < 40, "\(file)")
            }
        }
    }
}
