import TestSupport

/// The plugins of the guides, built and used as the guides describe.
@Suite(.bus) struct GuideTests {
    @Test func `the plugin of the Swift guide builds, loads and greets`() async throws {
        try await Self.use(
            try Self.build(.swift, of: "docs/plugins-in-swift.md"), type: "hello.Hello", tapping: "Greet",
            label: "Greeting", texts: ["Hello", "Hello!", "Hello!!"])
    }

    @Test func `the plugin of the C guide builds, loads and counts`() async throws {
        try await Self.use(
            try Self.build(.c, of: "docs/plugins-in-c.md"), type: "hello_c.Hello", tapping: "Tap", label: "Count",
            texts: ["Taps: 0", "Taps: 1", "Taps: 2"])
    }

    @Test(arguments: Language.allCases)
    func `the subclass of the page on subclassing builds and guards a tab`(language: Language) async throws {
        _ = try Self.build(language, of: "docs/subclassing.md")
        try await Self.guardTab()
    }

    enum Language: String, CaseIterable { case swift, c }

    /// Builds the plugin of a page into the user's folder. Returns the page's blocks.
    private static func build(_ language: Language, of page: String) throws -> [DocumentationBlock] {
        let folder = try PrivateBus.current.directory + "/data/tabd/plugins"
        let blocks = try DocumentationBlock.blocks(in: page)
        let manifest = try #require(blocks.first { $0.language == "toml" }?.text)
        let source = try #require(blocks.first { $0.language == language.rawValue }?.text)
        let build =
            switch language {
            case .swift: try PluginBuild.swift(source, manifest: manifest, in: folder)
            case .c:
                try PluginBuild.c(source, manifest: manifest.replacing("swift = \"6.3\"\n", with: ""), in: folder)
            }
        try #require(build.status == 0, "\(build.output)\(build.errors)")
        return blocks
    }

    /// The plugins run in their own processes, with timeouts that suit a loaded machine.
    private static let deadlines = """
        [deadlines]
        delegate = 10000
        update_content = 5000
        """

    @EventLoop private static func guardTab() async throws {
        try PrivateBus.current.configure(deadlines)
        let client = try await BusClient.ofNewDaemon()
        let desk = try await client.manager.createViewController("desk.Desk")
        try await client.window(desk).set(\.alwaysVisible, to: true)
        #expect(try await client.tabBarController(desk).viewControllers.count == 2)
        #expect(try await client.tap(0, in: desk))
        #expect(try await client.tap(1, in: desk) == false)
        #expect(try await client.tabBarController(desk).selectedIndex == 0)
        try await client.tabBarController(desk).set(\.selectedIndex, to: 1)
        #expect(try await client.tabBarController(desk).selectedIndex == 1)
    }

    /// Checks the plugin as the guide describes, taps its tab and its button, and compares the label before and after.
    @EventLoop private static func use(
        _ blocks: [DocumentationBlock], type: String, tapping button: String, label: String,
        texts: [String]
    ) async throws {
        let bus = try PrivateBus.current
        let id = type.prefix { $0 != "." }
        let plugins = bus.directory + "/data/tabd/plugins"
        let check = try await HouseCommand.runOnThread([
            HouseCommand.binaries + "/tabd-plugin-host", "--check", "\(plugins)/\(id)",
        ])
        let console = blocks.filter { $0.language == "console" }.map(\.text).joined(separator: "\n")
        #expect(check.status == 0 && console.contains("\n" + check.output), "\(check.output)")
        try bus.configure(deadlines)
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Types": ["clock.Stopwatch", type].variant])
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        #expect(try await client.tap(1, in: tabs))
        let controllers = try await client.tabBarController(tabs).viewControllers
        let controller = try #require(controllers.last)
        for text in texts {
            let view = try await client.getView(of: controller).views.named(label)
            #expect(view?.properties["Text"] == .string(text))
            #expect((view?.frame.width ?? 0) > 300)
            try await client.sendAction(
                "primaryActionTriggered", .bool(true), to: 0, of: controller, ["Identifier": .string(button)])
        }
    }
}
