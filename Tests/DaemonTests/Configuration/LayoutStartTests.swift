import Foundation
import TestSupport

/// The layout that the daemon reads when it starts.
@EventLoop @Suite(.bus) struct LayoutStartTests {
    private let bus: PrivateBus
    private let log: String
    private let file: String

    init() throws {
        bus = try PrivateBus.current
        try bus.configure("")
        (log, file) = (bus.directory + "/log", bus.directory + "/config/tabd/layout.toml")
    }

    @Test func `a start creates what the layout declares and is missing, and nothing else`() async throws {
        try """
        [[controller]]
        identifier = "desk"
        title = "Desk"
        tabs = ["clock.WorldClock", "clock.Nothing", { stack = ["settings.Settings"] }]

        [[controller]]
        identifier = "alone"
        type = "clock.Alarm"
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let (first, client) = try await DaemonProcess.startWithClient(log: log)
        let made = try await client.identifiers()
        #expect(
            Set(made.keys) == [
                "desk", "desk.clock.WorldClock", "desk.settings.Settings", "desk.settings.Settings.settings.Settings",
                "alone",
            ])
        let warnings = try String(contentsOfFile: log, encoding: .utf8)
        #expect(warnings.contains("\(file):4: no plugin offers 'clock.Nothing'"), "\(warnings)")
        // Creating with its identifier claims it.
        let desk = try #require(made["desk"])
        #expect(try await client.manager.createTabBarController(["RestorationIdentifier": .string("desk")]) == desk)
        try await client.viewController(desk).set(\.title, to: "Mine")
        try await client.manager.destroy(try #require(made["desk.clock.WorldClock"]))
        await first.kill()
        let again = try await BusClient.ofNewDaemon()
        let restored = try await again.identifiers()
        #expect(Set(restored.keys) == Set(made.keys))
        #expect(restored["desk"] == desk && restored["alone"] == made["alone"])
        #expect(restored["desk.clock.WorldClock"] != made["desk.clock.WorldClock"])
        #expect(try await again.viewController(desk).title == "Mine")
        #expect(
            try await again.tabBarController(desk).viewControllers
                == ["desk.clock.WorldClock", "desk.settings.Settings"].compactMap { restored[$0] })
    }

    @Test func `a start creates a kiosk with its window and bar`() async throws {
        try """
        [[controller]]
        identifier = "kiosk"
        size = [900, 1600]
        size_policy = "fixed"
        bar_side = "trailing"
        bar_height = 120
        bar_slots = 2
        focus = true
        tabs = ["clock.WorldClock", "clock.Stopwatch", "clock.Alarm"]
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let client = try await DaemonProcess.startWithClient(log: log).1
        let kiosk = try #require(try await client.identifiers()["kiosk"])
        let bar = client.tabBar(of: kiosk)
        #expect(try await client.window(kiosk).sizePolicy == "fixed")
        #expect(try await bar.frame == DBusRect(x: 780, y: 20, width: 120, height: 1580))
        #expect(try await bar.items.count == 2)
        #expect(try await client.focus(kiosk).enabled)
    }

    @Test func `a controller that can't be created is reported with its line, and the rest is created`() async throws {
        let plugins = bus.directory + "/fixtures"
        try await MisbehavingPlugin.install(.barren, isolation: "in-process", in: plugins)
        let bad = "\"\(MisbehavingPlugin.type)\""
        try """
        [[controller]]
        identifier = "desk"
        tabs = [
            "clock.WorldClock",
            \(bad),
            { stack = [\(bad), "clock.Alarm"], identifier = "half" },
            { stack = [
                \(bad)] },
            "clock.Stopwatch",
        ]
        """.write(toFile: file, atomically: true, encoding: .utf8)
        try await DaemonProcess.start(arguments: ["--plugin-path", plugins, "--log-level", "info"], log: log)
        let client = try BusClient()
        let made = try await client.identifiers()
        #expect(
            Set(made.keys) == ["desk", "desk.clock.WorldClock", "half", "half.clock.Alarm", "desk.clock.Stopwatch"])
        let tabs = try await client.tabBarController(try #require(made["desk"])).viewControllers
        #expect(tabs == ["desk.clock.WorldClock", "half", "desk.clock.Stopwatch"].compactMap { made[$0] })
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        for line in [5, 6, 8] {
            #expect(lines.contains("\(file):\(line): plugin '\(MisbehavingPlugin.id)'"), "\(lines)")
        }
        #expect(lines.contains("\(file):7: no member of its stack can be created"), "\(lines)")
        #expect(lines.contains("creates 'half' (navigation controller)"))
        #expect(!lines.contains("creates 'desk.\(MisbehavingPlugin.type)"))
    }

    @Test func `a file that is not regular or too long blocks neither layout nor configuration`() async throws {
        for file in [file, bus.configurationFile] {
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            try? FileManager.default.removeItem(atPath: file)
            for (isPipe, warning) in [
                (true, "not a regular file"), (false, "the file has 1200000 bytes: at most 524288 are allowed"),
            ] {
                if isPipe {
                    #expect(mkfifo(file, 0o600) == 0)
                } else {
                    try String(repeating: "#\n", count: 600_000).write(toFile: file, atomically: true, encoding: .utf8)
                }
                let daemon = try await DaemonProcess.start(log: log)
                #expect(await daemon.stop() == 0)
                #expect(try String(contentsOfFile: log, encoding: .utf8).contains("ignoring \(file): \(warning)"))
                try FileManager.default.removeItem(atPath: file)
            }
            try text?.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    @Test func `a broken layout is reported in the log, and the daemon starts`() async throws {
        for (text, warning) in [
            ("[[controller]]\nidentifier = \"a\"\nname = \"b\"", "\(file):3: unknown key 'name'"),
            ("[[controller", "\(file):1:"),
        ] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let daemon = try await DaemonProcess.start(log: log)
            #expect(try await BusClient().identifiers().isEmpty)
            #expect(await daemon.stop() == 0)
            let warnings = try String(contentsOfFile: log, encoding: .utf8)
            #expect(warnings.contains(warning) && warnings.contains("until it is corrected"), "\(warnings)")
        }
    }
}
