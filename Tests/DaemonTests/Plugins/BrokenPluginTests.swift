import TestSupport

/// Libraries with too few functions, or with exactly the required ones.
@Suite(.bus) struct BrokenPluginTests {
    /// The beginning of every source: a valid table.
    private static let right = """
        static int instances;
        static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
            (void)class_name, (void)controller, (void)arguments;
            return &instances;
        }
        static void destroy(void *instance) { (void)instance; }
        static tab_plugin_v1 table = {sizeof(table), TAB_PLUGIN_ABI_VERSION, create, .destroy = destroy};

        """

    private static func entry(_ body: String) -> String {
        right + """
            const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *host) {
                (void)host, (void)table;
                \(body)
            }
            """
    }

    /// Sources, each with a text of its error.
    private static let broken = [
        ("null_table", entry("return NULL;"), "refused to run"),
        ("small_table", entry("table.size = offsetof(tab_plugin_v1, destroy); return &table;"), "invalid table"),
        ("empty_table", entry("static size_t size = sizeof(size); return (const tab_plugin_v1 *)&size;"), "version 1"),
        ("zero_table", entry("static size_t size; return (const tab_plugin_v1 *)&size;"), "version 1"),
        ("other_version", entry("table.abi_version = 2; return &table;"), "version 1"),
        ("no_create", entry("table.create = NULL; return &table;"), "expected version 1 with create and destroy"),
        ("no_destroy", entry("table.destroy = NULL; return &table;"), "expected version 1 with create and destroy"),
        ("no_entry", right + "const void *something(void) { return &table; }\n", "does not export tab_plugin_entry_v1"),
        (
            "no_symbol", "extern int nobody_has_this(void);\nint ask(void) { return nobody_has_this(); }\n",
            "nobody_has_this"
        ),
    ]

    @Test @EventLoop func `a library that is not a plugin fails alone, with a reason`() async throws {
        let stage = try await PluginStage {
            for (id, source, _) in Self.broken { try CPlugin.build(id, text: source, in: $0) }
        }
        let clock = try await stage.create("clock.Stopwatch")
        for (id, _, reason) in Self.broken {
            // A library that failed is loaded again each time.
            for _ in 1...2 {
                let found = await failure { _ = try await stage.create("\(id).Main") }
                #expect(found == "PluginFailed", "\(id)")
            }
            let plugin = stage.client.plugin(TabNames.plugin(id))
            #expect(try await plugin.state == "failed")
            let given = try await plugin.reason
            #expect(given.contains(reason), "\(id): \(given)")
        }
        #expect(try await !stage.texts(of: clock).isEmpty)
        #expect(try await stage.client.manager.viewControllers == [clock])
    }

    @Test @EventLoop func `a plugin with only create and destroy shows an empty view`() async throws {
        let stage = try await PluginStage { try CPlugin.build("bare", text: Self.entry("return &table;"), in: $0) }
        let controller = try await stage.create("bare.Main", ["Any": .string("thing")])
        let tabs = try await stage.client.manager.createTabBarController()
        try await stage.client.setTabs([controller, try await stage.client.register()], of: tabs)
        try await stage.client.attach(to: tabs, ["Size": DBusSize(width: 320, height: 480).variant])
        #expect(try await stage.client.getView(of: controller).views.map(\.id) == [1])
        #expect(try await stage.client.tap(1, in: tabs))
        #expect(try await stage.client.tap(0, in: tabs))
        #expect(
            await failure { try await stage.client.sendAction("tapped", .bool(true), to: 1, of: controller) }
                == "InvalidArgument")
        try await stage.client.manager.destroy(controller)
        #expect(try await stage.reopen() == controller)
    }

    @Test @EventLoop func `a plugin that creates no instance leaves no controller behind`() async throws {
        let source = """
            static void *nothing(tab_string class_name, tab_controller controller, const tab_value *arguments) {
                (void)class_name, (void)controller, (void)arguments;
                return NULL;
            }

            """
        let stage = try await PluginStage {
            try CPlugin.build("empty", text: source + Self.entry("table.create = nothing; return &table;"), in: $0)
        }
        #expect(await failure { _ = try await stage.create("empty.Main") } == "PluginFailed")
        #expect(try await stage.client.manager.viewControllers.isEmpty)
        #expect(try await stage.client.plugin(TabNames.plugin("empty")).state == "running")
    }
}
