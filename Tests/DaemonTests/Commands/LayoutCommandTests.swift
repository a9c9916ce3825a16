import Foundation
import TestSupport

/// `tabctl layout` as a process.
@EventLoop @Suite(.bus) struct LayoutCommandTests {
    @Test func `applying a saved layout changes nothing, and apply reverts later changes`() async throws {
        let stage = try await CommandStage()
        try await stage.run("layout", "diff", status: 66, reason: "'tabctl layout save' saves the current layout")
        let desk = try await stage.create("--title", "Desk", "clock.WorldClock", "clock.Stopwatch", "gallery.Labels")
        _ = try await stage.create("--identifier", "prefs", "--profile", "pad", "--navigation", "settings.Settings")
        _ = try await stage.create("--no-identifier", "clock.Alarm")
        let file = try PrivateBus.current.directory + "/config/tabd/layout.toml"
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
        try await stage.client.manager.destroy(tabs[1])
        let extra = try await stage.client.manager.createViewController(
            "clock.CountdownTimer", ["RestorationIdentifier": .string("egg")])
        try await stage.client.setTabs([extra, tabs[2], tabs[0]], of: desk)
        try await stage.client.viewController(desk).set(\.title, to: "Chaos")
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
        #expect(try await stage.client.tabBarController(desk).selectedIndex == 2)
        #expect(try await stage.run("layout", "diff").lines.isEmpty)
        try await stage.run("reopen").line(extra.text)
        #expect(try await stage.tabs(of: desk).first == extra)
    }

    @Test func `the window of a controller is saved, compared and applied`() async throws {
        let stage = try await CommandStage()
        let kiosk = try await stage.create(
            "--identifier", "kiosk", "--size-policy", "fixed", "--bar-side", "leading", "--bar-slots", "4",
            "--bar-height", "100.5", "clock.Stopwatch")
        try await stage.client.window(kiosk).setSize(300, 400)
        let file = try PrivateBus.current.directory + "/config/tabd/layout.toml"
        try await stage.run("layout", "save")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            text.contains(
                """
                identifier = "kiosk"
                size = [300, 400]
                size_policy = "fixed"
                bar_height = 100.5
                bar_side = "leading"
                bar_slots = 4
                """), "\(text)")
        #expect(try await stage.run("layout", "diff").lines.isEmpty)
        // The values of a front end are not part of the layout.
        try await stage.client.attach(
            to: kiosk,
            ["BarSide": .string("top"), "StatusBarHeight": .double(0), "Size": DBusSize(width: 9, height: 9).variant])
        #expect(try await stage.run("layout", "diff").lines.isEmpty)
        try await stage.client.window(kiosk).detach()
        try text.replacing("\"leading\"", with: "\"trailing\"").replacing("bar_slots = 4", with: "bar_slots = 3")
            .replacing("\"fixed\"", with: "\"latest\"").write(toFile: file, atomically: true, encoding: .utf8)
        let applied = try await stage.run("layout", "apply")
        try await applied.line("sets the bar slots of 'kiosk' to 3")
        #expect(
            applied.lines == [
                "sets the size policy of 'kiosk' to latest", "sets the bar side of 'kiosk' to trailing",
                "sets the bar slots of 'kiosk' to 3",
            ])
        let bar = stage.client.tabBar(of: kiosk)
        #expect(try await (bar.side, bar.slots) == ("trailing", 3))
        #expect(try await stage.client.window(kiosk).sizePolicy == "latest")
        #expect(try await stage.run("layout", "diff").lines.isEmpty)
    }

    @Test func `a replaced controller keeps its place and its selection`() async throws {
        let stage = try await CommandStage()
        let desk = try await stage.create("--identifier", "desk", "clock.WorldClock", "clock.Stopwatch")
        let remote = try await stage.client.register(["RestorationIdentifier": .string("mine")])
        let old = try await stage.tabs(of: desk)
        try await stage.client.setTabs([old[0], remote, old[1]], of: desk)
        #expect(try await stage.client.tap(2, in: desk))
        let file = try PrivateBus.current.directory + "/layout"
        try """
        [[controller]]
        identifier = "desk"
        tabs = ["clock.WorldClock", { type = "clock.CountdownTimer", identifier = "desk.clock.Stopwatch", title = "Egg" }]
        """.write(toFile: file, atomically: true, encoding: .utf8)
        try await stage.run("layout", "apply", file).line(
            "replaces 'desk.clock.Stopwatch', which is a clock.Stopwatch, with a new clock.CountdownTimer")
        let new = try await stage.tabs(of: desk)
        #expect(new.prefix(2) == [old[0], remote] && new.count == 3 && new[2] != old[1])
        #expect(try await stage.client.viewController(new[2]).title == "Egg")
        #expect(try await stage.client.tabBarController(desk).selectedIndex == 2)
        // A profile can't change: the contents of the controller move to a new controller.
        try "[[controller]]\nidentifier = \"desk\"\nprofile = \"pad\"\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        try await stage.run("layout", "apply", file)
        let pad = try await stage.client.viewController(remote).parent
        #expect(pad != desk)
        #expect(try await stage.tabs(of: pad) == new)
        #expect(try await stage.client.viewController(pad).restorationIdentifier == "desk")
    }

    @Test func `with any mistake nothing changes, and each mistake is reported with its line`() async throws {
        let bus = try PrivateBus.current
        let stage = try await CommandStage()
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
    }

    @Test func `check prints every mistake with its line, and JSON has the codes`() async throws {
        let bus = try PrivateBus.current
        let stage = try await CommandStage()
        let file = bus.directory + "/layout"
        let text = "[[controller]]\nidentifier = \"a\"\ntile = 1\ntabs = [\"clock.Nothing\"]\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let check = try await stage.run("layout", "check", file, status: 2)
        try await check.line("the type") { $0.hasPrefix("\(file):4: no plugin offers 'clock.Nothing'") }
        #expect(check.lines.count == 2 && check.lines[0].hasPrefix("\(file):3: unknown key 'tile' for a controller"))
        #expect(check.notes == [])
        let start = "\"findings\":[{\"code\":\"unknown-key\",\"line\":3,\"key\":\"tile\",\"value\":\"1\",\"text\":\""
        try await stage.run("layout", "check", file, "--json", status: 2).line("JSON") { $0.hasPrefix("{" + start) }
        try await stage.run("layout", "diff", file, "--json", status: 2, reason: "line 3: unknown key").line("JSON") {
            $0.hasPrefix("{\"changes\":[]," + start)
        }
        try text.replacing("tile = 1\n", with: "").replacing("Nothing", with: "Alarm").write(
            toFile: file, atomically: true, encoding: .utf8)
        let valid = try await stage.run("layout", "check", file)
        #expect(valid.lines == [] && valid.notes == [])
        try await stage.run("layout", "check", file, "--json").line("{\"findings\":[]}")
        let created = "creates 'a' (tab bar controller)"
        try await stage.run("layout", "diff", file, "--json", status: 1).line("JSON") {
            $0.hasPrefix(
                "{\"changes\":[\"\(created)\",")
                && $0.contains(
                    "\"findings\":[{\"code\":\"would-create\",\"line\":1,\"key\":\"identifier\",\"value\":\"a\",\"text\":\"\(created)\"}"
                )
        }
        #expect(try await stage.client.manager.tabBarControllers.isEmpty)
        try await stage.run("layout", "check", bus.directory + "/none", status: 66, reason: "No such file")
        try Data([0x66, 0xFF]).write(to: URL(fileURLWithPath: file))
        try await stage.run("layout", "check", file, status: 2, reason: "'\(file)' is not UTF-8 text")
    }

    @Test func `save keeps the previous file, follows a link, and writes to the standard output`() async throws {
        let bus = try PrivateBus.current
        let stage = try await CommandStage()
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
    }
}
