import Foundation
import TabFrontEnd
import TestSupport

@testable import TabDaemon

/// What ARCHITECTURE.md and CONTRIBUTING.md say about the code, checked against the code.
@Suite struct ArchitectureTests {
    private static func page(_ name: String) throws -> String {
        try String(contentsOfFile: HouseCommand.package + "/" + name, encoding: .utf8)
    }

    /// The cells of the rows below a table's head.
    private static func rows(below head: String) throws -> [[String]] {
        let lines = try page("ARCHITECTURE.md").split(separator: "\n").drop { $0 != head }.dropFirst(2)
        return lines.prefix(while: { $0.hasPrefix("|") }).map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The texts between backticks.
    private static func code(in text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// The Swift files in folders of the package, with their texts.
    private static func files(in folders: String...) throws -> [(path: String, text: String)] {
        try folders.flatMap { folder in
            let names = FileManager.default.enumerator(atPath: HouseCommand.package + "/" + folder)
            return try (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
                ("\(folder)/\($0)", try page("\(folder)/\($0)"))
            }
        }
    }

    private static func matches(_ pattern: String, in text: String) throws -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }

    @Test func `the functions in the walk of a tap exist`() throws {
        let names = try Self.rows(below: "| | functions |").flatMap { Self.code(in: $0.last ?? "") }
        #expect(names.count > 30)
        let files = try Self.files(in: "Sources")
        for name in names {
            let parts = name.split(separator: ".")
            let (type, function) = (parts[0], parts[parts.count - 1])
            let isFound = try files.contains { file in
                try Self.matches("(class|struct|enum|protocol|extension) \(type)\\b", in: file.text)
                    && Self.matches("func \(function)\\b", in: file.text)
            }
            #expect(isFound, "\(name)")
        }
    }

    @Test func `the table of parts has what the daemon makes`() throws {
        let rows = try Self.rows(below: "| part | what it owns |")
        let listed = Set(rows.flatMap { Self.code(in: $0[0]) })
        let made = try Self.files(in: "Sources/TabDaemon/Daemon").flatMap { file in
            file.text.prefix(upTo: file.text.range(of: "// MARK: Start and end")?.lowerBound ?? file.text.endIndex)
                .matches(of: /[:=] ([A-Z][A-Za-z]+)\(/).map { String($0.1) }
        }
        let parts = Set(made).subtracting([
            "Context", "Core", "Export", "Hierarchy", "ManagerFacade", "PluginRegistry", "Store",
        ])
        #expect(parts.subtracting(listed).isEmpty)
        let files = try Self.files(in: "Sources/TabDaemon", "Sources/TabModel")
        for part in listed {
            let isFound = try files.contains {
                try Self.matches("(class|struct|enum) \(part)\\b", in: $0.text)
            }
            #expect(isFound, "a type named \(part) does not exist")
        }
    }

    @Test func `no initializer takes more than six parts`() throws {
        let rows = try Self.rows(below: "| part | what it owns |")
        let parts = Set(rows.flatMap { Self.code(in: $0[0]) } + ["Core", "Context"])
        for file in try Self.files(in: "Sources/TabDaemon") {
            for header in file.text.matches(of: /\binit\(([^)]*)\)/) {
                let taken = String(header.1).matches(of: /: ([A-Z][A-Za-z]+)/).filter { parts.contains(String($0.1)) }
                #expect(taken.count <= 6, "\(file.path): \(header.0)")
            }
            // The members of a structure without an initializer are its arguments.
            guard file.text.contains(/\bstruct \w+: (DaemonPart|EntryPoint)/) else { continue }
            let stored = file.text.matches(of: /\n    let \w+: ([A-Z][A-Za-z]+)\n/)
            #expect(stored.filter { parts.contains(String($0.1)) }.count <= 6, "\(file.path)")
        }
    }

    @Test func `the table of folders has those of the daemon`() throws {
        let listed = try Self.rows(below: "| folder | subject |").flatMap { Self.code(in: $0[0]) }
        let folders = try FileManager.default.contentsOfDirectory(atPath: HouseCommand.package + "/Sources/TabDaemon")
        #expect(listed.sorted() == folders.sorted())
    }

    /// Every pair of states, and what clients see of each.
    @Test func `the table of the life of an instance has the changes that the code allows`() throws {
        let rows = try Self.rows(below: "| state | `State` | when | can become |")
        #expect(rows.map { Self.code(in: $0[0]) } == InstanceState.allCases.map { ["\($0)"] })
        for (row, state) in zip(rows, InstanceState.allCases) {
            #expect(row[1] == state.published)
            let listed = Set(Self.code(in: row[3]))
            for next in InstanceState.allCases {
                #expect(listed.contains("\(next)") == state.successors.contains(next), "\(state) → \(next)")
            }
        }
    }

    /// Every pair of states.
    @Test func `the table of the life of an attachment has the changes that the code allows`() throws {
        let rows = try Self.rows(below: "| state | when | front ends | can become |")
        let host = try SSHDestination("desk")
        let states: [AttachmentState] = [
            .connecting, .attached, .reattaching, .daemonReplaced, .daemonAway, .busAway,
            .hostAway(host, reason: nil), .ended,
        ]
        let names = states.map { String("\($0)".prefix { $0 != "(" }) }
        #expect(rows.map { Self.code(in: $0[0]) } == names.map { [$0] })
        for (row, state) in zip(rows, states) {
            let listed = Set(Self.code(in: row[3]))
            for (name, next) in zip(names, states) where next != state {
                #expect(listed.contains(name) == state.canBecome(next), "\(state) → \(next)")
            }
        }
        #expect(AttachmentState.hostAway(host, reason: nil).canBecome(.hostAway(host, reason: "refused")))
    }

    @Test func `the files that Where is it names exist`() throws {
        let paths = try Self.rows(below: "| behaviour | file |").flatMap { Self.code(in: $0.last ?? "") }
            .filter { $0.contains("/") }
        #expect(paths.count > 40)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: HouseCommand.package + "/" + path), "\(path)")
        }
    }

    @Test func `no file is longer than 450 lines`() throws {
        for (path, text) in try Self.files(in: "Sources", "Plugins", "Tests") {
            #expect(text.count { $0 == "\n" } <= 450, "\(path)")
        }
    }

    /// The files of tests that let time pass, and why.
    private static let pausing = [
        "Tests/DaemonTests/Documentation/DocumentationTests.swift": "it compiles a text that sleeps",
        "Tests/DaemonTests/Isolation/IsolatedFaultTests.swift": "pings come at most once a second",
        "Tests/DaemonTests/Service/SystemFaultTests.swift": "the memory of a process causes no event",
        "Tests/DaemonTests/Stress/SoakStressTests.swift": "it runs for a time",
        "Tests/DBusConnectionTests/ForwardingProgramTests.swift": "a turn of the loop",
        "Tests/TabStoreTests/Recovery/BackupTests.swift": "files cause no event when they come to rest",
        "Tests/TabStoreTests/Recovery/LossReportTests.swift": "files cause no event when they come to rest",
        "Tests/TabStoreTests/Recovery/LostLogTests.swift": "files cause no event when they come to rest",
    ]

    @Test func `only these tests let time pass`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: HouseCommand.package + "/Tests")
            .filter { $0.hasSuffix("Tests") }
        var found: Set<String> = []
        for folder in folders {
            for (path, text) in try Self.files(in: "Tests/" + folder) where !path.contains("/Fixtures/") {
                guard path != "Tests/DaemonTests/House/ArchitectureTests.swift" else { continue }
                if try Self.matches("(Task|Thread)\\.sleep|EventLoop\\.pause\\(|usleep\\(", in: text) {
                    found.insert(path)
                }
            }
        }
        #expect(found == Set(Self.pausing.keys))
    }
}
