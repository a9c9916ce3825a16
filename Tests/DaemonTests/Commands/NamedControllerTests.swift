import Foundation
import TestSupport

/// View controllers and tabs given by identifiers and titles, and the commands that change tabs.
@EventLoop @Suite(.bus) struct NamedControllerTests {
    @Test func `commands accept identifiers and titles of controllers and tabs`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(7)
        try await stage.client.viewController(tabs).set(\.restorationIdentifier, to: "desk-1")
        try await stage.client.viewController(children[1]).set(\.restorationIdentifier, to: "second")
        let controller = stage.client.tabBarController(tabs)
        try await stage.run("tap", "Desk", "T3")
        #expect(try await controller.selectedIndex == 2)
        try await stage.run("tap", "desk-1", "second")
        #expect(try await controller.selectedIndex == 1)
        try await stage.run("select", "--json", "desk-1", "T6").line(#"{"selectedViewController":"\#(children[5])"}"#)
        try await stage.run("select", "Desk", "--view-controller", "T1")
        #expect(try await controller.selectedIndex == 0)
        // More shows the tab that was selected there before.
        try await stage.run("tap", "Desk", "More")
        try await stage.run("back", "Desk")
        try await stage.run("row", "Desk", "T7")
        #expect(try await controller.selectedIndex == 6)
        try await stage.run("back", "Desk")
        let last = try stage.number(children[6])
        try await stage.run("customize", "Desk", "T7=1").line("with the tab in front") {
            $0.hasPrefix("bar: \(last) T7,")
        }
        try await stage.run("view", "T2")
        // A container stands for the page that it shows.
        try await stage.run("tap", "Desk", "T2")
        try await stage.run("view", "--json", "Desk").line("of the page") {
            $0.hasPrefix(#"{"path":"\#(children[1])""#)
        }
        try await stage.run("set-tabs", "Desk", "T2", "second", "T1", status: 1, reason: "is in the list twice")
        try await stage.run("set-tabs", "Desk", "T2", "T1")
        #expect(try await stage.tabs(of: tabs) == [children[1], children[0]])
    }

    @Test func `an unknown or ambiguous name is an error that lists names and numbers`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(6)
        let number = try stage.number(tabs)
        try await stage.run(
            "tap", "Deks", "T1", status: 1,
            reason: "no view controller has the identifier or title 'Deks'; there are \(number) Desk")
        try await stage.run(
            "tap", "Desk", "T6", status: 1, reason: "no item of \(number) Desk has the identifier or title 'T6'; there")
        try await stage.client.viewController(children[1]).set(\.title, to: "T1")
        for command in [["tap", "Desk", "T1"], ["badge", "T1", "1"], ["wait", "T1"]] {
            let process = try TabctlProcess(command)
            #expect(try await process.exitStatus() == 1)
            try await process.note("'T1' is the title of 2 view controllers; use the number of one: ")
        }
        // Digits are a number, with a prefix they are a title.
        try await stage.client.viewController(children[2]).set(\.title, to: "2024")
        try await stage.run("badge", "2024", "1", status: 1, reason: "no object at")
        try await stage.run("badge", "title:2024", "1")
        #expect(try await stage.client.tabBarItem(children[2]).badgeValue == "1")
        try await stage.run("tap", "Desk", "", status: 64, reason: "is invalid for '<tab>'")
    }

    @Test func `rename and badge change a tab, and an empty text removes the badge`() async throws {
        let (stage, _, children) = try await CommandStage.withTabs(2)
        try await stage.run("rename", "T1", "World Clock")
        let renamed = try await stage.run("badge", "--json", "World Clock", "3")
        try await renamed.line(#"{"path":"\#(children[0])","badge":"3"}"#)
        try await stage.run("list", "--no-legend").line("with the badge") { $0.hasSuffix("[World Clock]{3} T2") }
        try await stage.run("badge", "World Clock", "")
        #expect(try await stage.client.tabBarItem(children[0]).badgeValue == "")
        #expect(try await stage.client.navigationItem(children[0]).title == "World Clock")
        try await stage.run("rename", "--json", "T2", "").line(#"{"path":"\#(children[1])","title":""}"#)
    }

    @Test(.rules("S-195 S-198")) func `icon gives a tab an icon of the theme or a file, which the daemon keeps`()
        async throws
    {
        let (stage, _, children) = try await CommandStage.withTabs(1)
        let item = stage.client.tabBarItem(children[0])
        try await stage.run("icon", "T1", "go-home")
        #expect(try await item.image == "go-home")
        let file = try PrivateBus.current.directory + "/icon.svg"
        try Data(ImageSamples.svg()).write(to: URL(fileURLWithPath: file))
        let shown = try await stage.run("icon", "--json", "T1", file)
        let name = try await item.image
        try await shown.line(#"{"path":"\#(children[0])","icon":"\#(name)"}"#)
        #expect(try await stage.client.imageContent(name) == ImageSamples.svg())
        try await stage.run("icon", "T1", "/no/file.svg", status: 1, reason: "can't read /no/file.svg")
        try await stage.run("icon", "T1", "/etc/hostname", status: 1, reason: "expected PNG, JPEG or SVG")
        let pipe = try PrivateBus.current.directory + "/icon.pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", "/etc"] {
            try await stage.run("icon", "T1", path, status: 1, reason: "it is not a regular file")
        }
        try await stage.run("icon", "T1", "/proc/self/status", status: 1, reason: "it is empty")
        try await stage.run("icon", "T1", "no icon", status: 1, reason: "is not an image")
        #expect(try await item.image == name)
        try await stage.run("icon", "T1", "")
        #expect(try await item.image.isEmpty)
    }

    @Test func `destroy takes several controllers, with their tabs on request, and nothing if a name is wrong`()
        async throws
    {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        try await stage.run("destroy", "T1", "Nothing", status: 1, reason: "'Nothing'")
        #expect(try await stage.tabs(of: tabs) == children)
        let destroyed = try await stage.run("destroy", "--json", "T1", try stage.number(children[2]))
        try await destroyed.line(#"{"destroyed":["\#(children[2])","\#(children[0])"]}"#)
        #expect(try await stage.tabs(of: tabs) == [children[1]])
        let clocks = try await stage.create("--title", "Clocks", "--navigation", "clock.Stopwatch", "clock.Alarm")
        let before = try await stage.client.manager.viewControllers.count
        try await stage.run("destroy", "clocks")
        // The stacks stay without a container; More has gone with its controller.
        #expect(try await stage.client.manager.viewControllers.count == before - 3)
        try await stage.run("reopen").line(clocks.text)
        try await stage.run("destroy", "clocks", "Desk", "--recursive")
        #expect(try await stage.client.manager.viewControllers.isEmpty)
        for _ in 0..<7 { try await stage.run("reopen") }
        #expect(try await stage.tabs(of: clocks).count == 2)
        try await stage.run("destroy", status: 64, reason: "Missing expected argument")
    }

    @Test func `select goes to the next, the previous and the last used tab`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(4)
        try await stage.client.tabBarItem(children[1]).set(\.enabled, to: false)
        let controller = stage.client.tabBarController(tabs)
        for (option, index) in [("--next", 2), ("--next", 3), ("--next", 0), ("--previous", 3), ("--last-used", 0)] {
            let selected = try await stage.run("select", "--json", "Desk", option)
            try await selected.line(#"{"selectedViewController":"\#(children[index])"}"#)
            #expect(try await controller.selectedIndex == Int64(index), "\(option)")
        }
        for words in [["Desk"], ["Desk", "1", "--next"], ["Desk", "--next", "--previous"]] {
            let process = try TabctlProcess(["select"] + words)
            #expect(try await process.exitStatus() == 64, "\(words)")
        }
    }

    @Test func `tabs are inserted, moved and removed one by one`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        let new = try await stage.client.register(["Title": .string("New")])
        try await stage.run("insert-tab", "Desk", "New", "1")
        #expect(try await stage.tabs(of: tabs) == [new] + children)
        let moved = try await stage.run("move-tab", "--json", "Desk", "New", "4")
        try await moved.line("with the tabs") { $0.hasSuffix("\"\(new)\"]}") }
        try await stage.run("remove-tab", "Desk", "4")
        #expect(try await stage.tabs(of: tabs) == children)
        try await stage.run("insert-tab", "Desk", "New")
        #expect(try await stage.tabs(of: tabs).last == new)
        let lone = try await stage.client.register()
        try await stage.run("move-tab", "Desk", "1", "5", status: 1, reason: "tab 5 does not exist: 1 Desk has 4 tabs")
        try await stage.run(
            "insert-tab", "Desk", try stage.number(lone), "9", status: 1,
            reason: "position 9 is out of range: 1 Desk has 4 tabs; expected 1 to 5")
        try await stage.run("remove-tab", "Desk", "9", status: 1, reason: "tab 9 does not exist: 1 Desk has 4 tabs")
        try await stage.run("remove-tab", "T1", "1", status: 1, reason: "T1 is not a tab bar controller")
    }

    @Test func `close and reorder are gestures that a tab must allow`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        for command in [["close", "Desk", "T2"], ["reorder", "Desk", "T2", "1"]] {
            let process = try TabctlProcess(command)
            #expect(try await process.exitStatus() == 1)
            try await process.line("refused")
        }
        try await stage.client.tabBarItem(children[1]).set(\.allowsClosing, to: true)
        try await stage.client.tabBarItem(children[1]).set(\.allowsReordering, to: true)
        try await stage.run("reorder", "--json", "Desk", "2", "1").line(#"{"accepted":true}"#)
        #expect(try await stage.tabs(of: tabs) == [children[1], children[0], children[2]])
        try await stage.run("reorder", "Desk", "T2", "4", status: 1, reason: "tab 4 does not exist: 1 Desk has 3 tabs")
        try await stage.run("close", "Desk", "1")
        #expect(try await stage.tabs(of: tabs) == [children[0], children[2]])
        try await stage.run("reopen").line(children[1].text)
    }

    @Test func `hide is a gesture that a tab must allow, and hide-tab hides any tab`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(3)
        let bar = stage.client.tabBar(of: tabs)
        let refused = try TabctlProcess(["hide", "Desk", "T2"])
        #expect(try await refused.exitStatus() == 1)
        try await refused.line("refused")
        try await stage.client.viewController(children[1]).set(\.allowsHiding, to: true)
        try await stage.run("hide", "Desk", "T2")
        #expect(try await bar.items == [children[0], children[2]])
        try await stage.run("hide", "Desk", "2", "--undo")
        try await stage.run("hide-tab", "--json", "Desk", "T1").line(
            #"{"path":"\#(children[0])","hidden":true}"#)
        #expect(try await bar.items == [children[1], children[2]])
        try await stage.run("reset-tabs", "--json", "Desk").line(#"{"hidden":[]}"#)
        #expect(try await bar.items == children)
    }

    @Test func `create --lazy makes instances for displayed tabs only`() async throws {
        let (stage, _, _) = try await CommandStage.withTabs(1)
        try await stage.run("create", "--lazy", "--no-identifier", "clock.Alarm", "clock.Alarm")
        try await stage.run("create", "--lazy", "--no-identifier", "--navigation", "clock.Alarm", "clock.Alarm")
        let paths = try await stage.client.manager.viewControllers
        var states: [String] = []
        for path in paths where try await stage.client.viewController(path).type == "clock.Alarm" {
            states.append(try await stage.client.viewController(path).state)
        }
        #expect(states.sorted() == ["deferred", "deferred", "ready", "ready"])
    }

    @Test func `list --all shows every view controller below its container or presenter`() async throws {
        let (stage, tabs, children) = try await CommandStage.withTabs(2)
        let sheet = try await stage.client.register(["Title": .string("Sheet")])
        let lone = try await stage.client.register(["Title": .string("Lone"), "RestorationIdentifier": .string("lone")])
        let stack = try await stage.client.manager.createNavigationController(lone)
        try await stage.client.tabBarItem(children[1]).set(\.badgeValue, to: "3")
        try await stage.client.tabBarItem(children[1]).set(\.loading, to: true)
        try await stage.client.window(tabs).set(\.alwaysVisible, to: true)
        try await stage.client.viewController(tabs).present(sheet)
        let listed = try await stage.run("list", "--all", "--no-legend")
        let lines = listed.lines.filter { !$0.contains("More") }.map {
            $0.split(separator: " ").prefix { !$0.contains("appear") }.joined(separator: " ")
        }
        let numbers = try (children + [sheet, stack, lone]).map(stage.number)
        #expect(
            lines == [
                "\(try stage.number(tabs)) Desk TabBarController", "* \(numbers[0]) T1 remote",
                "\(numbers[1]) T2 {3} ↻ remote", "\(numbers[2]) Sheet remote",
                "\(numbers[3]) Lone NavigationController",
                "\(numbers[4]) Lone remote",
            ])
        #expect(listed.lines.last?.hasPrefix("    \(numbers[4])") == true)
        #expect(listed.lines.last?.hasSuffix("lone") == true)
        #expect(Set(listed.lines).count == (try await stage.client.manager.viewControllers).count)
        let json = try await stage.run("list", "--all", "--json")
        try await json.line("of JSON") {
            $0.contains(
                "{\"path\":\"\(sheet)\",\"title\":\"Sheet\",\"type\":\"remote\",\"restorationIdentifier\":\"\",")
                && $0.contains(
                    "\"parent\":null,\"presentingViewController\":\"\(tabs)\",\"depth\":1,\"selected\":false")
        }
    }

    @Test func `JSON has null where the bus has a number for none`() async throws {
        let (stage, tabs, _) = try await CommandStage.withTabs(6)
        let monitor = try TabctlProcess(["monitor", "--json", try stage.number(tabs)])
        try await monitor.note("monitoring")
        try await stage.run("tap", "Desk", "5")
        try await monitor.line("with null") { $0.contains("\"SelectedIndex\":null") }
        monitor.send(SIGTERM)
        #expect(try await monitor.exitStatus() == 0)
    }
}
