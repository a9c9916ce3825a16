import Foundation
import TestSupport

/// The Swift examples in the SDK's comments and in all pages compile unchanged.
@Suite struct DocumentationTests {
    private static let guides = ["docs/plugins-in-c.md", "docs/plugins-in-swift.md", "docs/subclassing.md"]

    private static func swiftBlocks() throws -> [DocumentationBlock] {
        let files = try files("swift", in: "Sources/TabPlugin") + files("md", in: "docs") + ["README.md"]
        return try files.flatMap(DocumentationBlock.blocks).filter { $0.language == "swift" }
    }

    private static func files(_ type: String, in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: HouseCommand.package + "/" + folder)
            .filter { $0.hasSuffix("." + type) }.sorted().map { folder + "/" + $0 }
    }

    /// The compiler's errors for blocks, or an empty text.
    private static func errors(in blocks: [DocumentationBlock]) throws -> String {
        let folder = try TemporaryFolder()
        var modules = blocks.filter(\.isModule).map { [$0] }
        modules.append(blocks.filter { !$0.isModule })
        var errors = ""
        for (module, blocks) in modules.enumerated() where !blocks.isEmpty {
            let files = try blocks.enumerated().map { number, block in
                let path = folder.path + "/\(module)-\(number).swift"
                try block.source(number: number).write(toFile: path, atomically: true, encoding: .utf8)
                return path
            }
            let run = try HouseCommand.run(
                ["swiftc", "-typecheck", "-module-name", "Examples"] + PluginBuild.swiftFlags + files, timeout: 1800)
            if run.status != 0 { errors += run.output + run.errors }
        }
        return errors
    }

    @Test func `every example of the Swift SDK compiles`() throws {
        let blocks = try Self.swiftBlocks()
        #expect(blocks.count >= 16)
        let errors = try Self.errors(in: blocks)
        #expect(errors.isEmpty, "\(errors.prefix(8000))")
    }

    @Test func `an example that doesn't compile is named with its file and line`() throws {
        let text = """
            struct Lamp {}

            /// A lamp.
            ///
            /// ```swift
            /// let lamp = Switch()
            /// lamp.isOn = "yes"
            /// ```
            struct Other {}
            """
        let blocks = DocumentationBlock.blocks(of: text, file: "Sources/TabPlugin/Lamp.swift")
        #expect(try Self.errors(in: blocks).contains("Sources/TabPlugin/Lamp.swift:7:"))
    }

    @Test func `examples may have statements, declarations and the entry function`() throws {
        let texts = [
            "let label = Label(text: \"a\")\nlabel.text += \"b\"\ntry await Task.sleep(for: .seconds(1))",
            "final class A: ViewController { let b = B() }\n\nfinal class B {}", "final class A: ViewController {}",
            "import TabPlugin\n\nfinal class A: ViewController {}\n\n"
                + "@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {\n"
                + "    Plugin.start(host, [A.self])\n}",
        ]
        let blocks = texts.map { DocumentationBlock(file: "a.md", line: 1, language: "swift", text: $0) }
        #expect(try Self.errors(in: blocks) == "")
    }

    @Test func `the guides are existing pages, and their examples are checked`() throws {
        for guide in Self.guides {
            let blocks = try DocumentationBlock.blocks(in: guide)
            for block in blocks {
                #expect(["c", "console", "swift", "toml"].contains(block.language), "\(guide):\(block.line)")
            }
            let text = try String(contentsOfFile: HouseCommand.package + "/" + guide, encoding: .utf8)
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 230, "\(guide)")
        }
    }
}
