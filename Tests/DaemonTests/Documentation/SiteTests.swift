import Foundation
import TabDaemon
import TestSupport

/// The documentation as HTML, which scripts/docs writes.
@Suite struct SiteTests {
    /// In CI a missing program is a failure.
    private static let hasPrograms =
        ProcessInfo.processInfo.environment["CI"] == "true"
        || HouseCommand.succeeds(["sh", "-c", "command -v python3 cmark-gfm mandoc"])
    private static let withoutPrograms: Comment = "python3, cmark-gfm or mandoc is not installed"

    /// The pages of this build, and the elements of each page that can be linked to.
    private struct Pages {
        let folder: String
        private(set) var elements: [String: Set<String>] = [:]

        /// Renders the pages from the modules of this build.
        init(in folder: TemporaryFolder) async throws {
            self.folder = folder.path + "/site"
            let symbols = folder.path + "/symbols"
            try FileManager.default.createDirectory(atPath: symbols, withIntermediateDirectories: true)
            for module in ["BusValues", "TabPlugin", "TabPluginTesting"] {
                try await Self.extract(module, into: symbols)
            }
            try await render(symbols: symbols)
            for line in try await check().succeeded().output.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                elements[words[0]] = Set(words.dropFirst())
            }
        }

        /// Writes what `swift package dump-symbol-graph` writes, without a build.
        private static func extract(_ module: String, into folder: String) async throws {
            let products = BuiltProducts.directory
            let machine = try HouseCommand.run(["uname", "-m"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await HouseCommand.runOnThread(
                [
                    "swift", "symbolgraph-extract", "-module-name", module, "-target", machine + "-unknown-linux-gnu",
                    "-I", products + "/Modules", "-Xcc",
                    "-fmodule-map-file=\(products)/CTabPlugin.build/module.modulemap", "-Xcc",
                    "-fmodule-map-file=\(products)/CTabPluginTesting.build/module.modulemap",
                    "-minimum-access-level", "public",
                    "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder,
                ]
            ).succeeded()
        }

        func render(symbols: String) async throws {
            let run = try await HouseCommand.runOnThread(
                [HouseCommand.package + "/scripts/docs", BuiltProducts.directory, folder, symbols]
            ).succeeded()
            #expect(run.output == folder + "/index.html\n")
        }

        func check() async throws -> HouseCommand {
            try await HouseCommand.runOnThread(["python3", CPlugin.fixtures + "/site_checker.py", folder])
        }

        func has(_ element: String, on page: String) -> Bool { elements[page]?.contains(element) == true }
    }

    @Test(.enabled(if: hasPrograms, withoutPrograms))
    @EventLoop func `every interface, man page and type has a page, and no link is dead`() async throws {
        let folder = try TemporaryFolder()
        let pages = try await Pages(in: folder)
        var expected: [(element: String, page: String)] = [
            ("presentationControllerShouldDismiss(_:)", "sdk/AdaptivePresentationControllerDelegate.html"),
            ("addSubview(_:)", "sdk/View.html"), ("C-1", "docs/rules/selection.html"),
        ]
        for interface in DaemonInterfaces.all + DaemonInterfaces.clients {
            expected += interface.members.map { ($0.name, "interfaces/\(interface.shortName).html") }
        }
        expected += try FileManager.default.contentsOfDirectory(atPath: HouseCommand.package + "/man").map {
            ("SYNOPSIS", "man/\($0).html")
        }
        let types = try Self.types()
        #expect(types.count > 50)
        expected += types.map { ("all-pages", "sdk/\($0).html") }
        let header = try PluginHeader()
        for (table, slots) in [("tab_host_v1", header.hostFunctions), ("tab_plugin_v1", header.pluginFunctions)] {
            expected += slots.map { ("\(table).\($0.prefix { $0 != "." })", "sdk/CTabPlugin.h.html") }
        }
        expected += ViewClasses.all.map { ($0.name, "interfaces/view-classes.html") }
        let missing = expected.filter { !pages.has($0.element, on: $0.page) }.map { "\($0.page)#\($0.element)" }
        #expect(missing.isEmpty)
        try await Self.checkTexts(of: pages)
        try await Self.checkSecondRun(of: pages, in: folder)
    }

    /// The names of the public types at the top level of the Swift SDK's sources.
    private static func types() throws -> [String] {
        let folder = HouseCommand.package + "/Sources/TabPlugin"
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
                    .matches(of: /(?m)^(?:@\S+ )?(?:public|open) (?:final )?(?:class|struct|enum|protocol|actor) (\w+)/)
                    .map { String($0.1) }
            }
    }

    /// Checks parts of pages of each kind.
    private static func checkTexts(of pages: Pages) async throws {
        let expected = [
            // A member of the contract in a guide, an option, a type in words, and a member in a sentence.
            "docs/contract.html": ["<a href=\"../interfaces/Manager.html#AddImage\"><code>Manager.AddImage</code></a>"],
            "interfaces/Manager.html": [
                "<dt><code>Size</code> <code>(dd)</code>, structure (width: double, height: double)</dt>",
                "<p>Calls <a href=\"#CreateTabBarController\">CreateTabBarController</a> with the options",
            ],
            // A type that another one inherits from, parameters, an example.
            "sdk/Button.html": [
                "<dt>Inherits from</dt>\n<dd><a href=\"Control.html\">Control</a></dd>",
                "<span class=\"keyword\">let</span> save = Button(",
            ],
            "sdk/View.html": [
                "<p>Parameters:</p>", "<li><code>point</code>: A point in this view's coordinates.</li>",
            ],
            // Pages that the manual names, of tabd and of other programs.
            "man/tabctl.1.html": ["href=\"tabd.8.html\"", "href=\"https://manpages.debian.org/busctl.1\""],
            "man/tabd-window.1.html": ["href=\"tabctl.1.html#ANOTHER_MACHINE\""],
            // A rule, and an example that a guide links to.
            "docs/rules/selection.html": ["<strong id=\"C-1\"><a href=\"#C-1\">C-1</a></strong>"],
            "docs/examples/todo.py.html": ["<span class=\"keyword\">import</span>"],
        ]
        for (page, texts) in expected {
            let html = try String(contentsOfFile: pages.folder + "/" + page, encoding: .utf8)
            for text in texts { #expect(html.contains(text), "\(page): \(text)") }
        }
    }

    /// Checks that a second run writes the same, and removes pages that no longer exist. A missing page is noticed.
    private static func checkSecondRun(of pages: Pages, in folder: TemporaryFolder) async throws {
        let (copy, old) = (folder.path + "/copy", "docs/old.html")
        try FileManager.default.copyItem(atPath: pages.folder, toPath: copy)
        try "old".write(toFile: pages.folder + "/" + old, atomically: true, encoding: .utf8)
        let list = try FileHandle(forUpdating: URL(fileURLWithPath: pages.folder + "/files.txt"))
        try list.seekToEnd()
        try list.write(contentsOf: Data((old + "\n").utf8))
        try list.close()
        try await pages.render(symbols: folder.path + "/symbols")
        try await HouseCommand.runOnThread(["diff", "-r", pages.folder, copy]).succeeded()
        try FileManager.default.removeItem(atPath: pages.folder + "/docs/window.html")
        let check = try await pages.check()
        #expect(check.status == 1)
        #expect(check.output.contains("docs/index.html: link to 'window.html': no such page"), "\(check.output)")
    }

    /// Renders a single page, which must be refused.
    private static func refusal(of text: String, with files: [String: String] = [:]) async throws -> String {
        let folder = try TemporaryFolder()
        let source = folder.path + "/source"
        try FileManager.default.createDirectory(atPath: source + "/docs", withIntermediateDirectories: true)
        for (name, text) in files.merging(["README.md": text], uniquingKeysWith: { $1 }) {
            try text.write(toFile: source + "/" + name, atomically: true, encoding: .utf8)
        }
        let run = try await HouseCommand.runOnThread([
            "python3", "-B", HouseCommand.package + "/scripts/site", "--source", source, folder.path + "/site",
        ])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/site"))
        return run.errors
    }

    @Test(.enabled(if: hasPrograms, withoutPrograms))
    func `a dead link is refused, with its page`() async throws {
        let page = ["docs/page.md": "# A page\n\n## A heading\n"]
        let refusals = [
            "[a](docs/gone.md)": "README.md: link to 'docs/gone.md': no such file",
            "[a](docs/page.md#gone)": "README.md: link to 'docs/page.md#gone': no heading 'gone' in docs/page.md",
            "[a](#gone)": "README.md: link to '#gone': no heading 'gone' in README.md",
            "![a](gone.png)": "README.md: link to 'gone.png': no such file",
            "[a](../outside.md)": "README.md: link to '../outside.md': outside of the checkout",
        ]
        for (link, message) in refusals {
            let errors = try await Self.refusal(of: "# A title\n\n\(link)\n", with: page)
            #expect(errors.contains(message + "\n"), "\(errors)")
        }
    }

    @Test(.enabled(if: hasPrograms, withoutPrograms))
    func `a folder with other files is left alone`() async throws {
        let folder = try TemporaryFolder()
        try "# Mine\n".write(toFile: folder.path + "/README.md", atomically: true, encoding: .utf8)
        let run = try await HouseCommand.runOnThread([
            "python3", "-B", HouseCommand.package + "/scripts/site", "--source", folder.path, folder.path,
        ])
        #expect(run.status == 1)
        #expect(run.errors == "scripts/site: \(folder.path) is not empty and has no files.txt of an earlier run\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["README.md"])
    }
}
