import Foundation
import TestSupport

/// The settings of `tabd.toml` for views and plugins.
@EventLoop @Suite(.bus) struct ConfigurationTests {
    @Test func `a plugin gets a setting of every type, and the changed ones after SIGHUP`() async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [plugins.configured]
            text = "grün"
            empty = ""
            whole = -42
            large = 9223372036854775807
            hexadecimal = 0xff
            real = 1.0
            infinite = -inf
            yes = true
            no = false
            moment = 1979-05-27T07:32:00Z
            local = 1979-05-27T07:32:00
            day = 1979-05-27
            time = 07:32:00
            numbers = [1, 2]
            nested = [["a"], ["b", "c"]]
            mixed = [1, "a", [true]]
            nothing = []
            inline = { x = 1, y = { z = "deep" } }
            "with space" = 1
            a.b = 2
            [plugins.configured.section]
            key = "value"
            [plugins.other]
            text = "not yours"
            """)
        let stage = try await PluginStage { try CPlugin.build("configured", in: $0) }
        let controller = try await stage.create("configured.Main")
        func value(_ key: String) async throws(DBusError) -> String? {
            try await stage.run(key, of: controller)
            return try await stage.texts(of: controller)["Result"]
        }
        let expected: [(String, Variant)] = [
            ("text", .string("grün")), ("empty", .string("")), ("whole", .int64(-42)), ("large", .int64(.max)),
            ("hexadecimal", .int64(255)), ("real", .double(1)), ("infinite", .double(-.infinity)),
            ("yes", .bool(true)), ("no", .bool(false)), ("moment", .string("1979-05-27T07:32:00Z")),
            ("local", .string("1979-05-27T07:32:00")), ("day", .string("1979-05-27")), ("time", .string("07:32:00")),
            ("numbers", .array(of: "x", [.int64(1), .int64(2)])),
            ("nested", .array(of: "as", [["a"].variant, ["b", "c"].variant])),
            (
                "mixed",
                .array(
                    of: "v", [.variant(.int64(1)), .variant(.string("a")), .variant(.array(of: "b", [.bool(true)]))])
            ), ("nothing", .array(of: "v", [])),
            ("inline", ["x": Variant.int64(1), "y": ["z": Variant.string("deep")].variant].variant),
            ("with space", .int64(1)), ("a", ["b": Variant.int64(2)].variant),
            ("section", ["key": Variant.string("value")].variant),
        ]
        for (key, setting) in expected { #expect(try await value(key) == setting.rendering, "\(key)") }
        // TAB_ERROR_NOT_FOUND, also for keys of other plugins and of nested tables.
        for key in ["none", "key", "other", "Text", ""] { #expect(try await value(key) == "status 8", "\(key)") }
        try bus.configure("[plugins.configured]\ntext = \"new\"\n")
        try await stage.client.reload(stage.daemon)
        #expect(try await value("text") == Variant.string("new").rendering)
        #expect(try await value("whole") == "status 8")
        try FileManager.default.removeItem(atPath: bus.configurationFile)
        try await stage.client.reload(stage.daemon)
        #expect(try await value("text") == "status 8")
    }

    @Test func `the limits of views come from the configuration, and change with SIGHUP`() async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [limits]
            views = 4
            view_depth = 3
            view_text = 10
            view_pixels = 16
            view_content = 1024
            """)
        let stage = try await ViewStage()
        func text(_ length: Int) -> Variant { .string(String(repeating: "x", count: length)) }
        func pixels(_ count: Int) -> [String: Variant] {
            let bytes = Variant.bytes([UInt8](repeating: 0, count: count * 4))
            return ["Pixels": .structure([.uint32(UInt32(count)), .uint32(1), bytes])]
        }
        let rows = (0..<8).map { _ in TableRow(title: "0123456789") }
        let cases: [(label: String, changed: [ViewEntry])] = [
            ("a fifth view", (2...5).map { .view($0) }),
            ("four deep", [.view(2), .view(3, in: 2), .view(4, in: 3)]),
            ("a text of 11 bytes", [.view(2, "Label", with: ["Text": text(11)])]),
            ("20 bytes of pixels", [.view(2, "ImageView", with: pixels(5))]),
            ("more than 1024 bytes", [.view(2, "TableView", with: ["Rows": rows.variant])]),
        ]
        for (label, changed) in cases {
            #expect(await failure { try await stage.update(changed) } == "LimitsExceeded", "\(label)")
        }
        #expect(try await stage.view().views.map(\.id) == [1])
        try await stage.update([
            .view(2, "Label", with: ["Text": text(10)]), .view(3, in: 2), .view(4, "ImageView", with: pixels(4)),
        ])
        // Existing views stay when the limit becomes lower.
        try bus.configure("[limits]\nviews = 2\nview_text = 3\n")
        stage.watcher.clearSignals()
        try await stage.watcher.reload(stage.daemon)
        #expect(try await stage.view().views.map(\.id) == [1, 2, 3, 4])
        #expect(await failure { try await stage.update([.view(5)]) } == "LimitsExceeded")
        let longer = ViewEntry.view(2, "Label", with: ["Text": .string("four")])
        #expect(await failure { try await stage.update([longer]) } == "LimitsExceeded")
        try await stage.update([.view(3, in: 2, at: DBusRect(1, 1, 1, 1))], removing: [4])
        try FileManager.default.removeItem(atPath: bus.configurationFile)
        try await stage.watcher.reload(stage.daemon)
        // The default limits apply again.
        try await stage.update((10..<2007).map { .view($0) })
        #expect(await failure { try await stage.update([.view(3000)]) } == "LimitsExceeded")
    }

    @Test func `a mistake in the configuration is reported with its line, and the rest applies`() async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            # [limits] views = 1
            log_levels = "info"
            log_level = "warning"

            [plugins.configured]
            view = 1
            deep = [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]

            [plugins]
            clock = 1

            [store]
            durability = "disk"
            durable = true

            [limits]
            views = 3
            view = 1
            view_depth = 129
            view_text = "long"
            view_pixels = -1
            view_content = 1.5
            """)
        let log = bus.directory + "/log"
        let (daemon, client) = try await DaemonProcess.startWithClient(log: log)
        let controller = try await client.register()
        try await client.viewController(controller).loadViewIfNeeded()
        try await client.updateView(of: controller, [.view(2), .view(3)])
        #expect(await failure { try await client.updateView(of: controller, [.view(4)]) } == "LimitsExceeded")
        #expect(await daemon.stop() == 0)
        let text = try String(contentsOfFile: log, encoding: .utf8)
        let place = bus.configurationFile
        let expected = [
            "\(place):2: unknown key 'log_levels'; expected one of", "\(place):7: deep of plugin 'configured'",
            "\(place):10: invalid plugins.clock; expected a section [plugins.clock]",
            "\(place):13: invalid durability; expected \"process\" or \"power\"",
            "\(place):14: unknown key 'durable' in [store]; expected durability",
            "\(place):18: unknown key 'view' in [limits]; expected one of views, view_depth",
            "\(place):19: invalid view_depth; expected a whole number from 1 to 128",
            "\(place):20: invalid view_text; expected a whole number",
            "\(place):21: invalid view_pixels; expected a whole number from 0 to",
            "\(place):22: invalid view_content; expected a whole number from 1024 to",
        ]
        for line in expected { #expect(text.contains(line), "\(line)") }
        #expect(text.split(separator: "\n").count { $0.contains(place) } == expected.count)
    }

    @Test(arguments: [
        ("limits = 5", "1: invalid limits; expected a section"),
        ("plugins = []", "1: invalid plugins; expected sections"),
        ("store = \"power\"", "1: invalid store; expected a section"),
    ])
    func `an unknown section is reported`(_ text: String, _ warning: String) async throws {
        let bus = try PrivateBus.current
        try bus.configure(text)
        let log = bus.directory + "/log"
        #expect(try await DaemonProcess.start(log: log).stop() == 0)
        let reported = try String(contentsOfFile: log, encoding: .utf8)
        #expect(reported.contains("\(bus.configurationFile):\(warning)"))
    }

    @Test func `a plugin that is installed while the daemon runs is found by its type`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let folder = try PrivateBus.current.directory + "/plugins"
        try await onThread { try CPlugin.build("configured", in: folder) }
        _ = try await client.manager.createViewController("configured.Main")
        #expect(client.signals.contains { $0.member == "InterfacesAdded" })
        #expect(try await client.manager.viewControllerTypes.contains("configured.Main"))
    }
}
