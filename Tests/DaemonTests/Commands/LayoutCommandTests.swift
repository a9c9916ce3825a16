import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// `tabctl layout` as a process, and the layout that the daemon reads when it starts.
@Suite(.serialized) struct LayoutCommandTests {
    @Test func `applying a saved layout changes nothing, and apply reverts later changes`() async throws {
        try await Self.roundTrip(try PrivateBus())
    }

    @EventLoop private static func roundTrip(_ bus: PrivateBus) async throws {
        let stage = try await CommandStage(bus)
        try await stage.run("layout", "diff", status: 66, reason: "'tabctl layout save' saves the current layout")
        let desk = try await stage.create("--title", "Desk", "clock.WorldClock", "clock.Stopwatch", "gallery.Labels")
        _ = try await stage.create("--identifier", "prefs", "--profile", "pad", "--navigation", "settings.Settings")
        _ = try await stage.create("--no-identifier", "clock.Alarm")
        let file = bus.directory + "/config/tabd/layout.toml"
        let saved = try await stage.run("layout", "save")
        try await saved.line("saved to \(file)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            text.contains(
                """
                [[controller]]
                identifier = "desk"
                title = "Desk"
                tabs = ["clock.WorldClock", "clock.Stopwatch", "gallery.Labels"]

                [[controller]]
                identifier = "prefs"
                profile = "pad"

                [[controller.tabs]]
                stack = ["settings.Settings"]

                # Skipped:
                """), "\(text)")
        try await stage.run("layout", "diff")
        #expect(try await stage.run("layout", "apply").lines.isEmpty)
        try await stage.run("layout", "save").line("\(file) is up to date")
        #expect(!FileManager.default.fileExists(atPath: file + "~"))

        let tabs = try await stage.tabs(of: desk)
        #expect(try await stage.client.tap(2, in: desk))
        try await stage.client.setTabs([tabs[2], tabs[0]], of: desk)
        try await stage.client.destroy(tabs[1])
        let extra = try await stage.client.call(
            ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root, "clock.CountdownTimer",
            ["RestorationIdentifier": .string("egg")])
        try await stage.client.setTabs([extra, tabs[2], tabs[0]], of: desk)
        try await stage.client.set(
            ViewControllerInterface.title, of: ViewControllerInterface.name, at: desk, to: "Chaos")
        let expected = [
            "sets the title of 'desk' to 'Desk' (was 'Chaos')",
            "creates 'desk.clock.Stopwatch' (clock.Stopwatch)",
            "destroys 'egg' (clock.CountdownTimer), which is not declared in 'desk'",
            "orders the tabs of 'desk': 'desk.clock.WorldClock', 'desk.clock.Stopwatch', 'desk.gallery.Labels'",
        ]
        let diff = try await stage.run("layout", "diff", status: 1)
        try await diff.line(expected[3])
        #expect(diff.lines == expected)
        #expect(try await stage.tabs(of: desk) == [extra, tabs[2], tabs[0]])
        let applied = try await stage.run("layout", "apply", file)
        try await applied.line(expected[3])
        #expect(applied.lines == expected)
        let now = try await stage.tabs(of: desk)
        #expect((now.first, now.last, now.count) == (tabs[0], tabs[2], 3))
        #expect(try await stage.client.selectedIndex(of: desk) == 2)
        #expect(try await stage.run("layout", "diff").lines.isEmpty)
        let back = try await stage.run("reopen")
        try await back.line(extra.text)
        #expect(try await stage.tabs(of: desk).first == extra)
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a replaced controller keeps its place and its selection`() async throws {
        try await Self.replace(try PrivateBus())
    }

    @EventLoop private static func replace(_ bus: PrivateBus) async throws {
        let stage = try await CommandStage(bus)
        let desk = try await stage.create("--identifier", "desk", "clock.WorldClock", "clock.Stopwatch")
        let remote = try await stage.client.register(["RestorationIdentifier": .string("mine")])
        let old = try await stage.tabs(of: desk)
        try await stage.client.setTabs([old[0], remote, old[1]], of: desk)
        #expect(try await stage.client.tap(2, in: desk))
        let file = bus.directory + "/layout"
        try """
        [[controller]]
        identifier = "desk"
        tabs = ["clock.WorldClock", { type = "clock.CountdownTimer", identifier = "desk.clock.Stopwatch", title = "Egg" }]
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let applied = try await stage.run("layout", "apply", file)
        try await applied.line(
            "replaces 'desk.clock.Stopwatch', which is a clock.Stopwatch, with a new clock.CountdownTimer")
        let new = try await stage.tabs(of: desk)
        #expect(new.prefix(2) == [old[0], remote] && new.count == 3 && new[2] != old[1])
        #expect(try await stage.client.own(ViewControllerInterface.title, of: new[2]) == "Egg")
        #expect(try await stage.client.selectedIndex(of: desk) == 2)
        // A profile can't change: the contents of the controller move to a new controller.
        try "[[controller]]\nidentifier = \"desk\"\nprofile = \"pad\"\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        try await stage.run("layout", "apply", file)
        let pad = try await stage.client.own(ViewControllerInterface.parent, of: remote)
        #expect(pad != desk)
        #expect(try await stage.tabs(of: pad) == new)
        #expect(try await stage.client.own(ViewControllerInterface.restorationIdentifier, of: pad) == "desk")
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `with any mistake nothing changes, and each mistake is reported with its line`() async throws {
        try await Self.wrong(try PrivateBus())
    }

    @EventLoop private static func wrong(_ bus: PrivateBus) async throws {
        let stage = try await CommandStage(bus)
        let before = try await stage.client.managedObjects().keys.sorted()
        let file = bus.directory + "/layout"
        for (text, reason) in [
            (
                "[[controller]]\nidentifier = \"a\"\ntabs = [\n\"clock.Stopwatch\",\n\"clock.Nothing\"]",
                "line 5: no plugin"
            ),
            ("[[controller]]\nidentifier = \"a\"\ntile = \"b\"", "line 3: unknown key 'tile'"),
            ("[[controller]]\nidentifier = ", "line 2, column 14: "),
        ] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            try await stage.run("layout", "apply", file, status: 1, reason: "'\(file)': ")
            try await stage.run("layout", "apply", file, status: 1, reason: reason)
            try await stage.run("layout", "diff", file, status: 2, reason: reason)
        }
        #expect(try await stage.client.managedObjects().keys.sorted() == before)
        try await stage.run("layout", "apply", bus.directory + "/none", status: 66, reason: "No such file")
        try await stage.run("layout", "save", "/dev/null/layout", status: 73, reason: "can't write")
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `save keeps the previous file, follows a link, and writes to the standard output`() async throws {
        try await Self.save(try PrivateBus())
    }

    @EventLoop private static func save(_ bus: PrivateBus) async throws {
        let stage = try await CommandStage(bus)
        let files = FileManager.default
        let (link, target) = (bus.directory + "/link", bus.directory + "/dotfiles")
        try "old".write(toFile: target, atomically: true, encoding: .utf8)
        try files.createSymbolicLink(atPath: link, withDestinationPath: target)
        _ = try await stage.create("--identifier", "desk")
        try await stage.run("layout", "save", link)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try String(contentsOfFile: target + "~", encoding: .utf8) == "old")
        let text = try String(contentsOfFile: target, encoding: .utf8)
        #expect(text.hasSuffix("\n[[controller]]\nidentifier = \"desk\"\ntabs = []\n"))
        let printed = try await stage.run("layout", "save", "-")
        try await printed.line("tabs = []")
        #expect(printed.lines.joined(separator: "\n") + "\n" == text)
        #expect(try files.contentsOfDirectory(atPath: bus.directory).filter { $0.hasSuffix(".new") } == [])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a start creates what the layout declares and is missing, and nothing else`() async throws {
        try await Self.start(try PrivateBus())
    }

    @EventLoop private static func start(_ bus: PrivateBus) async throws {
        try bus.configure("")
        let file = bus.directory + "/config/tabd/layout.toml"
        try """
        [[controller]]
        identifier = "desk"
        title = "Desk"
        tabs = ["clock.WorldClock", "clock.Nothing", { stack = ["settings.Settings"] }]

        [[controller]]
        identifier = "alone"
        type = "clock.Alarm"
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let log = bus.directory + "/log"
        let first = try await DaemonProcess.start(on: bus, log: log)
        let client = try BusClient(on: bus)
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
        #expect(try await client.createTabBarController(["RestorationIdentifier": .string("desk")]) == desk)
        try await client.set(ViewControllerInterface.title, of: ViewControllerInterface.name, at: desk, to: "Mine")
        try await client.destroy(try #require(made["desk.clock.WorldClock"]))
        first.send(SIGKILL)
        _ = await first.status()
        let second = try await DaemonProcess.start(on: bus)
        let again = try BusClient(on: bus)
        let restored = try await again.identifiers()
        #expect(Set(restored.keys) == Set(made.keys))
        #expect(restored["desk"] == desk && restored["alone"] == made["alone"])
        #expect(restored["desk.clock.WorldClock"] != made["desk.clock.WorldClock"])
        #expect(try await again.own(ViewControllerInterface.title, of: desk) == "Mine")
        #expect(
            try await again.get(TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: desk)
                == ["desk.clock.WorldClock", "desk.settings.Settings"].compactMap { restored[$0] })
        #expect(await second.stop() == 0)
    }

    @Test func `a controller that can't be created is reported with its line, and the rest is created`() async throws {
        try await Self.partial(try PrivateBus())
    }

    @EventLoop private static func partial(_ bus: PrivateBus) async throws {
        try bus.configure("")
        let (log, plugins) = (bus.directory + "/log", bus.directory + "/fixtures")
        let file = bus.directory + "/config/tabd/layout.toml"
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
        let daemon = try await DaemonProcess.start(
            on: bus, arguments: ["--plugin-path", plugins, "--log-level", "info"], log: log)
        let client = try BusClient(on: bus)
        let made = try await client.identifiers()
        #expect(
            Set(made.keys) == ["desk", "desk.clock.WorldClock", "half", "half.clock.Alarm", "desk.clock.Stopwatch"])
        let tabs = try await client.get(
            TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name,
            at: try #require(made["desk"]))
        #expect(tabs == ["desk.clock.WorldClock", "half", "desk.clock.Stopwatch"].compactMap { made[$0] })
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        for line in [5, 6, 8] {
            #expect(lines.contains("\(file):\(line): plugin '\(MisbehavingPlugin.id)'"), "\(lines)")
        }
        #expect(lines.contains("\(file):7: no member of its stack can be created"), "\(lines)")
        #expect(lines.contains("creates 'half' (navigation controller)"))
        #expect(!lines.contains("creates 'desk.\(MisbehavingPlugin.type)"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `a file that is not regular or too long blocks neither layout nor configuration`() async throws {
        try await Self.noFile(try PrivateBus())
    }

    @EventLoop private static func noFile(_ bus: PrivateBus) async throws {
        try bus.configure("")
        let log = bus.directory + "/log"
        let folder = bus.directory + "/config/tabd/"
        for name in ["layout.toml", "tabd.toml"] {
            let file = folder + name
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            try? FileManager.default.removeItem(atPath: file)
            #expect(mkfifo(file, 0o600) == 0)
            let first = try await DaemonProcess.start(on: bus, log: log)
            #expect(await first.stop() == 0)
            #expect(
                try String(contentsOfFile: log, encoding: .utf8).contains(
                    "ignoring \(file): not a regular file"))
            try FileManager.default.removeItem(atPath: file)
            try String(repeating: "#\n", count: 600_000).write(toFile: file, atomically: true, encoding: .utf8)
            let second = try await DaemonProcess.start(on: bus, log: log)
            #expect(await second.stop() == 0)
            #expect(
                try String(contentsOfFile: log, encoding: .utf8).contains(
                    "ignoring \(file): the file has 1200000 bytes: at most 524288 are allowed"))
            try FileManager.default.removeItem(atPath: file)
            try text?.write(toFile: file, atomically: true, encoding: .utf8)
        }
    }

    @Test func `a broken layout is reported in the log, and the daemon starts`() async throws {
        try await Self.broken(try PrivateBus())
    }

    @EventLoop private static func broken(_ bus: PrivateBus) async throws {
        try bus.configure("")
        let file = bus.directory + "/config/tabd/layout.toml"
        let log = bus.directory + "/log"
        for (text, warning) in [
            ("[[controller]]\nidentifier = \"a\"\nname = \"b\"", "\(file):3: unknown key 'name'"),
            ("[[controller", "\(file):1:"),
        ] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let daemon = try await DaemonProcess.start(on: bus, log: log)
            #expect(try await BusClient(on: bus).identifiers().isEmpty)
            #expect(await daemon.stop() == 0)
            let warnings = try String(contentsOfFile: log, encoding: .utf8)
            #expect(warnings.contains(warning) && warnings.contains("until it is corrected"), "\(warnings)")
        }
    }
}

extension CommandStage {
    fileprivate func create(_ arguments: String...) async throws -> ObjectPath {
        let created = try TabctlProcess(["create"] + arguments, on: bus)
        #expect(try await created.exitStatus() == 0, "\(arguments): \(created.notes)")
        try await created.line("with a path") { $0.hasPrefix(TabNames.viewControllers.text) }
        return ObjectPath(created.lines[0])
    }

    fileprivate func tabs(of controller: ObjectPath) async throws(DBusError) -> [ObjectPath] {
        try await client.get(
            TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: controller)
    }
}

extension BusClient {
    /// All view controllers that have identifiers.
    fileprivate func identifiers() async throws(DBusError) -> [String: ObjectPath] {
        var paths: [String: ObjectPath] = [:]
        for path in try await get(ManagerInterface.viewControllers, of: ManagerInterface.name, at: TabNames.root) {
            let identifier = try await own(ViewControllerInterface.restorationIdentifier, of: path)
            if !identifier.isEmpty { paths[identifier] = path }
        }
        return paths
    }
}
