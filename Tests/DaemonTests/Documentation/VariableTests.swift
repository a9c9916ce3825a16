import Foundation
import TestSupport

/// The environment variables that docs/debugging.md lists.
@Suite struct VariableTests {
    /// The variables that files of the package read.
    ///
    /// - Parameter roots: Paths of files, and of folders that are searched.
    private static func variables(in roots: [String]) throws -> Set<String> {
        let reading = /(?:(?:environment\[|getenv\(|environ\.get\(|static let \w+ = )"|\$[{(])(TABD_[A-Z0-9_]+)/
        var names: Set<String> = []
        for root in roots.map({ HouseCommand.package + "/" + $0 }) {
            let below = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
            for file in [root] + below.map({ root + "/" + $0 }) {
                // Folders and pictures are not text.
                guard let text = try? String(contentsOfFile: file, encoding: .utf8), text.contains("TABD_") else {
                    continue
                }
                names.formUnion(text.matches(of: reading).map { String($0.1) })
            }
        }
        return names
    }

    /// The variables in the first column of the table in a section, in their order.
    private static func listed(in section: String) throws -> [String] {
        let page = try String(contentsOfFile: HouseCommand.package + "/docs/debugging.md", encoding: .utf8)
        let lines = page.split(separator: "\n").drop { $0 != "## " + section }.dropFirst()
        return lines.prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| `TABD_") }.flatMap { row in
            let cell = row.split(separator: "|").first ?? ""
            return cell.matches(of: /`(TABD_[A-Z0-9_]+)`/).map { String($0.1) }
        }
    }

    @Test func `the page about debugging names the variables that the programs read`() throws {
        let read = try Self.variables(in: ["Sources", "Plugins"])
        #expect(!read.isEmpty)
        #expect(try Self.listed(in: "Variables of the programs").sorted() == read.sorted())
    }

    @Test func `the page about debugging names the variables of tests, builds and plugin projects`() throws {
        let roots = ["Fuzz/Engine", "Package.swift", "Tests", "scripts", "share/tabd/templates"]
        let read = try Self.variables(in: roots).subtracting(Self.variables(in: ["Sources", "Plugins"]))
        #expect(!read.isEmpty)
        #expect(try Self.listed(in: "Variables of tests, builds and plugin projects").sorted() == read.sorted())
    }
}
