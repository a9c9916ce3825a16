import Foundation
import TestSupport

/// The allowed imports between modules, checked in the package and in the sources.
@Suite struct HouseTests {
    /// The table of modules in ARCHITECTURE.md: the modules of this package that each module may import.
    private static func allowed() throws -> [String: Set<String>] {
        let text = try String(contentsOfFile: HouseCommand.package + "/ARCHITECTURE.md", encoding: .utf8)
        let rows = text.split(separator: "\n").drop { $0 != "| module | purpose | may import |" }.dropFirst(2)
        var table: [String: Set<String>] = [:]
        for row in rows.prefix(while: { $0.hasPrefix("|") }) {
            let cells = row.split(separator: "|").map { cell in
                cell.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            guard let modules = cells.first, let imports = cells.last, cells.count >= 3 else { continue }
            let allowed = imports == ["nothing"] ? [] : Set(imports)
            for module in modules where !module.isEmpty { table[module] = allowed }
        }
        return table
    }

    /// External modules that only these modules may import.
    static let reserved: [String: Set<String>] = [
        "CAdwaita": ["GTKWidgets"], "CDBus": ["DBusConnection"], "CFriBidi": ["TerminalUI"], "CImageCodecs": ["Media"],
        "CSDBus": ["Media"],
        "CSQLite": ["TabStore"],
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
                // With the window, which other builds leave out.
                "env", "TABD_WINDOW=1", "swift", "package", "--package-path", HouseCommand.package, "--scratch-path",
                folder.path,
                "dump-package",
            ], timeout: 900
        ).succeeded()
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
        let table = try Self.allowed()
        #expect(Set(targets.map(\.name)) == Set(table.keys))
        let ours = Set(targets.map(\.name))
        for target in targets {
            let names = target.dependencies.flatMap { $0.values.compactMap { $0.first?.name } }
            #expect(ours.intersection(names) == table[target.name], "dependencies of \(target.name)")
        }
    }

    @Test func `the sources import as the table allows`() throws {
        let table = try Self.allowed()
        let targets = try targets()
        let ours = Set(targets.map(\.name))
        for target in targets where target.type != "system" {
            let files = sources(in: folder(of: target))
            if !target.name.hasPrefix("CTabPlugin") { #expect(!files.isEmpty, "\(target.name) has sources") }
            let allowed = table[target.name] ?? []
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

    /// What a program prints goes through one place, where control characters are replaced.
    @Test func `only one file of each program writes to the standard streams`() throws {
        let writers = [
            // FormatOptions.print prints through Output. Two write files.
            "TabControl": [
                "Service/Output.swift", "Commands/ServiceCommand.swift", "Commands/Layout/LayoutPath.swift",
                "Plugins/PluginProject.swift",
            ],
            "TabWindow": ["TabWindow.swift"], "TabFrontEnd": [], "TabMirror": [], "TabClient": [], "TabStore": [],
            "LayoutFile": [], "DBusConnection": ["Connection/ForwardingProgram.swift"],
            "PluginHosting": [
                "Discovery/PluginCheck.swift", "PluginProcess/HostCommand.swift",
                "PluginProcess/JournalLogHandler.swift",
            ],
            "TabDaemon": ["Service/DaemonCommand.swift"],
        ]
        let printing = [
            " print(", "debugPrint(", "fputs(", "FileHandle.standard", "write(STDOUT_FILENO", "write(STDERR_FILENO",
            "DescriptorOutput.write(",
        ]
        for (module, allowed) in writers {
            let folder = HouseCommand.package + "/Sources/" + module
            for file in sources(in: folder) where !allowed.contains(String(file.dropFirst(folder.count + 1))) {
                let text = try String(contentsOfFile: file, encoding: .utf8)
                guard printing.contains(where: { text.contains($0) }) else { continue }
                for line in text.split(separator: "\n") where !line.contains("print(on") {
                    #expect(!printing.contains { line.contains($0) }, "\(file): \(line)")
                }
            }
        }
    }

    @Test func `a folder has at most 25 Swift files`() throws {
        for top in ["Plugins", "Sources", "Tests"] {
            let files = sources(in: HouseCommand.package + "/" + top)
            let folders = Dictionary(grouping: files) { ($0 as NSString).deletingLastPathComponent }
            for (folder, files) in folders { #expect(files.count <= 25, "\(folder) has \(files.count)") }
        }
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/python3"), "python3 is not installed"))
    func `every cited rule exists, and every rule names its tests`() throws {
        try HouseCommand.run([HouseCommand.package + "/scripts/rules", "--check"]).succeeded()
    }

    /// The program's version, in the files that people and packaging tools read.
    @Test(arguments: [
        ("CHANGELOG.md", "\n## VERSION - "), ("debian/changelog", "tabd (VERSION-"),
        ("README.md", "\nVersion VERSION. "),
        ("window/metainfo/org.tabd.Window.metainfo.xml", "<release version=\"VERSION\""),
    ])
    func `every file names the version of the program`(file: String, pattern: String) throws {
        let text = try String(contentsOfFile: HouseCommand.package + "/" + file, encoding: .utf8)
        let parts = pattern.components(separatedBy: "VERSION")
        let (head, tail) = (try #require(parts.first), try #require(parts.last))
        // The newest version is the first. Changes after it have none yet.
        let released = text.replacing("\n## Unreleased\n", with: "")
        let start = try #require(released.range(of: head)).upperBound
        #expect(released[start...].hasPrefix(TabVersion.current + tail))
    }

    /// `make sanitize` filters by name, so a renamed test would be run or left out unnoticed.
    @Test func `the tests that the Makefile names exist`() throws {
        let makefile = try String(contentsOfFile: HouseCommand.package + "/Makefile", encoding: .utf8)
        func value(of name: String) throws -> Substring {
            let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix(name + " = ") })
            return line.dropFirst(name.count + 3)
        }
        let files = sources(in: HouseCommand.package + "/Tests") + sources(in: HouseCommand.package + "/Fuzz")
        let code = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let suites = try value(of: "SANITIZED").split { "()".contains($0) }
        for name in try #require(suites.dropFirst().first).split(separator: "|") {
            #expect(code.contains("struct \(name)Tests"), "\(name)Tests")
        }
        #expect(code.contains("func `" + (try value(of: "NOT_SANITIZED"))))
    }

    /// A test that can be long is in a part, or its long form never runs. `make fuzz` is the long form of the corpora.
    @Test func `every stress test is in a part of make stress`() throws {
        let script = try String(contentsOfFile: HouseCommand.package + "/scripts/stress", encoding: .utf8)
        let patterns = try script.matches(of: Regex(#"\n    \[[a-z]+\]='(.*)'"#, as: (Substring, Substring).self)).map {
            try Regex(String($0.output.1))
        }
        #expect(patterns.count > 20)
        for file in sources(in: HouseCommand.package + "/Tests") {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            guard text.contains("@Suite"), !file.contains("/TestSupport/"),
                text.contains(/Stress\.(isLong|seeds|rounds|isOver)/)
            else { continue }
            let place = file.split(separator: "/Tests/").last ?? ""
            let suite = text.firstMatch(of: /@Suite.*?(?:struct|class) (\w+)/)?.output.1 ?? ""
            let test = "\(place.prefix { $0 != "/" }).\(suite)/\(text)"
            #expect(patterns.contains { test.contains($0) }, "\(place)")
        }
    }
}
