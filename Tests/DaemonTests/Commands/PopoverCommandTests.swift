import TestSupport

/// Popovers in `tabctl show` and `attach`, and the effect of `action`, `button`, `touch` and `dismiss` on them.
@EventLoop @Suite(.bus) struct PopoverCommandTests {
    private typealias Popover = PopoverPresentationControllerInterface

    private let stage: PopoverCommandStage

    init() async throws { stage = try await PopoverCommandStage() }

    @Test func `show draws a popover at its button, and commands find the buttons in it first`() async throws {
        let (number, commands) = (try stage.number, stage.commands)
        try await stage.present()
        let shown = try await commands.run("show", number)
        #expect(shown.lines.first == "Desk - Clocks")
        try await shown.line("with the selected tab") { $0.contains("[1 Clocks]") && $0.contains(" 2 Other") }
        try await shown.line("with the bar") { $0.hasSuffix("[Edit] [Add]") }
        try await shown.line("with the arrow") { $0.contains("╭") && $0.contains("▲") }
        try await shown.line("of the page") { $0.hasPrefix("  Where time is told ") }
        for city in ["Accra", "Lima", "Oslo"] {
            try await shown.line("with the row of \(city)") { $0.contains("│  \(city) ") }
        }
        #expect(shown.lines.last == "Esc dismisses")
        try await commands.run("show", "--json", number).line("with the popover") {
            $0.contains(
                #""popovers":[{"path":"\#(stage.cities)","source":{"path":"\#(stage.page)","barButtonItem":1},"#)
                && $0.contains(#""arrowDirection":"up""#)
        }
        try await commands.run("action", number, "Cities", "selectRow", "3")
        #expect(stage.actions == [.uint32(2), .string("selectRow"), .variant(.uint32(2))])
        try await commands.run("action", number, "Sort", status: 1, reason: "the Identifiers are Cities")
        try await commands.run("back", number, status: 1, reason: "Cities is not in a navigation controller")
        // The button beside the anchor still works (P54). The anchor itself dismisses (P53).
        try await stage.client.manager.subscribe()
        try await commands.run("button", number, "Edit")
        try await stage.client.waitForSignal("the button") { $0.member == "BarButtonItemActivated" }
        #expect(try await stage.isPresented)
        try await commands.run(
            "button", number, "Undo", status: 1, reason: "behind it \(try commands.number(stage.page)) Clocks has no")
        try await commands.run("button", number, "Add")
        #expect(try await !stage.isPresented)
        let again = try await commands.run("show", number)
        try await again.line("with the button") { $0.hasPrefix("  Where time is told") && $0.hasSuffix("[Sort]") }
    }

    @Test func `touch reports the handler of the touch, and fails without one`() async throws {
        let (number, commands) = (try stage.number, stage.commands)
        func touch(_ x: String, _ y: String, _ taker: String, status: Int32 = 0) async throws {
            try await commands.run("touch", number, x, y, status: status).line(taker)
        }
        try await touch("100", "200", "content")
        try await touch("640", "0", "none", status: 1)
        try await touch("-1", "5", "none", status: 1)
        let modal = ViewControllerInterface.modalInPresentation
        try await stage.client.set(modal, at: stage.cities, to: true)
        try await stage.present()
        try await touch("500", "100", "popover")
        try await touch("100", "200", "refused", status: 1)
        #expect(try await stage.isPresented)
        try await stage.client.set(modal, at: stage.cities, to: false)
        try await stage.set(Popover.passthroughViews, to: [ViewReference(viewController: stage.page, view: 2)])
        try await touch("20.5", "80", "passthrough")
        // No name is needed while there is one controller. The second tab was not tapped.
        try await commands.run("touch", "--json", "480", "380").line(#"{"consumedBy":"dismissed"}"#)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        try await touch("480", "380", "handled")
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 1)
        for words in [[], ["5"], ["1", "x"], ["1", "2", "3", "4"], ["1", "0x10", "5"]] {
            try await Self.refused(words, "is not a point", commands)
        }
        try await Self.refused(["07", "5", "5"], "'07' is not a controller", commands)
        try await commands.run(
            "touch", "x", "5", "5", status: 1, reason: "no view controller has the identifier or title 'x'")
        try await Self.refused(["1", "nan", "5"], "is not a point", commands)
        try await commands.run(
            "touch", try commands.number(stage.other), "5", "5", status: 1,
            reason: "expected a tab bar or navigation controller")
        _ = try await stage.client.manager.createTabBarController()
        try await commands.run("touch", "5", "5", status: 1, reason: "there are 2 tab bar controllers; name one")
    }

    private static func refused(_ words: [String], _ reason: String, _ commands: CommandStage) async throws {
        let process = try TabctlProcess(["touch"] + words)
        #expect(try await process.exitStatus() == 64, "\(words)")
        try await process.note(reason)
    }

    @Test func `dismiss ends the named controller and those above it, or the topmost one`() async throws {
        let (number, commands, client) = (try stage.number, stage.commands, stage.client)
        let cities = try commands.number(stage.cities)
        try await commands.run("dismiss", status: 1, reason: "nothing is presented")
        try await commands.run("dismiss", number, status: 1, reason: "nothing is presented over \(number) Desk")
        try await stage.present()
        let sheet = try await client.register(["Title": .string("Sheet")])
        func presentSheet() async throws {
            try await client.viewController(stage.cities).present(sheet)
        }
        try await presentSheet()
        try await commands.run("dismiss", "--json", number).line(#"{"dismissed":"\#(sheet)"}"#)
        #expect(try await stage.isPresented)
        try await presentSheet()
        try await commands.run("dismiss", "--as-user", status: 1, reason: "Sheet is not in a popover")
        try await commands.run("dismiss", cities)
        #expect(try await !stage.isPresented)
        let presenting = ViewControllerInterface.presentingViewController
        #expect(try await client.get(presenting, at: sheet).isNone)
        // A user's dismissal asks the delegate.
        let modal = ViewControllerInterface.modalInPresentation
        try await client.set(modal, at: stage.cities, to: true)
        try await stage.present()
        let refused = try await commands.run("dismiss", "--as-user", cities, status: 1)
        try await refused.line("refused")
        try await client.set(modal, at: stage.cities, to: false)
        let dismissed = try await commands.run("dismiss", "--as-user", "--json")
        try await dismissed.line(#"{"dismissed":"\#(stage.cities)"}"#)
        try await client.waitForSignal("the delegate's signal") { $0.member == "DidDismiss" }
        // With two controllers the name is required.
        let desk = try await client.manager.createTabBarController()
        try await client.window(desk).set(\.alwaysVisible, to: true)
        try await stage.present()
        try await client.viewController(desk).present(sheet)
        try await commands.run(
            "dismiss", status: 1,
            reason:
                "2 view controllers can be dismissed; name one: \(cities) Cities, \(try commands.number(sheet)) Sheet")
        try await commands.run("dismiss", try commands.number(stage.page))
        #expect(try await !stage.isPresented)
        try await commands.run("dismiss")
        #expect(try await client.get(presenting, at: sheet).isNone)
        try await commands.run("dismiss", "999", status: 1, reason: "no object at")
    }

    @Test func `a follower sees the popover appear, point elsewhere and end`() async throws {
        let (number, commands) = (try stage.number, stage.commands)
        let (cities, page) = (
            "\(try commands.number(stage.cities)) Cities", "\(try commands.number(stage.page)) Clocks"
        )
        let follower = try TabctlProcess(["attach", number])
        try await follower.note("attached to")
        try await stage.present()
        try await follower.line("joined: \(cities)  remote  popover: arrow up at [Add] of \(page), 390,70 240x109")
        try await stage.set(Popover.barButtonItem, to: .none)
        try await stage.set(Popover.permittedArrowDirections, to: 8)
        try await stage.set(Popover.sourceView, to: ViewReference(viewController: stage.page, view: 3))
        try await follower.line("of the arrow") {
            $0.hasPrefix("\(cities): popover arrow right at view 3 Button #Sort of \(page), 167,")
        }
        let late = try TabctlProcess(["attach", "--watch", number])
        try await late.line("of the popover") { line in
            line.trimmingPrefix { $0 == " " }.hasPrefix("popover: arrow right at view 3 Button #Sort of \(page), 167,")
        }
        try await commands.run("show", number).line("with the arrow") { $0.contains("▶") && $0.hasSuffix("[Sort]") }
        try await stage.client.window(stage.tabs).set(\.size, to: DBusSize(width: 375, height: 667))
        for follower in [follower, late] {
            try await follower.line("of the sheet") { $0.hasPrefix("\(cities): popover adapted to ") }
        }
        try await commands.run("show", number).line("Desk - Cities")
        try await commands.run("dismiss")
        try await follower.line("left: \(cities)")
    }

    @Test func `on a terminal the screen follows the popover, Escape dismisses it, and a number touches`()
        async throws
    {
        let terminal = try TerminalProcess(["attach", try stage.number])
        try await terminal.shows("the page") { $0[2].contains("[Edit]") && $0[23].hasPrefix("? keys") }
        try await stage.present()
        try await terminal.shows("the popover below its button") { lines in
            lines.contains { $0.contains("▲") } && lines[23].hasPrefix("Esc dismisses")
        }
        try await stage.set(Popover.permittedArrowDirections, to: 8)
        try await stage.set(Popover.barButtonItem, to: .none)
        try await stage.set(Popover.sourceView, to: ViewReference(viewController: stage.page, view: 3))
        try await terminal.shows("the popover at the left of the view") { $0.contains { $0.contains("▶") } }
        let width = Self.width(terminal.lines)
        try await stage.client.viewController(stage.cities).set(
            \.preferredContentSize, to: DBusSize(width: 160, height: 96))
        try await terminal.shows("a popover 10 columns smaller") { Self.width($0) == width - 10 }
        // A number key for a tab behind the popover counts as a touch outside it.
        let modal = ViewControllerInterface.modalInPresentation
        try await stage.client.set(modal, at: stage.cities, to: true)
        for (keys, refusal) in [("\u{1B}", "the delegate refused"), ("2", "the delegate refused")] {
            terminal.type(keys)
            try await terminal.shows("a refusal") { $0[23].hasPrefix(refusal) }
            terminal.type("b")
            try await terminal.shows("another message") { $0[23] == "no back button here" }
        }
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        try await stage.client.set(modal, at: stage.cities, to: false)
        terminal.type("2")
        try await terminal.shows("the page alone") { Self.width($0) == 0 && $0[23].hasPrefix("? keys") }
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 0)
        try await stage.present()
        try await terminal.shows("the popover again") { $0.contains { $0.contains("▲") } }
        terminal.type("\u{1B}")
        try await terminal.shows("the page alone") { Self.width($0) == 0 }
        terminal.type("2")
        try await terminal.shows("the other tab") { !$0[2].contains("[Edit]") }
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 1)
        try await terminal.quit()
    }

    /// The width in columns of a popover's bottom border, or 0 without a popover.
    private static func width(_ lines: [String]) -> Int {
        let line = lines.first { $0.contains("╰") } ?? ""
        return line.split(separator: "╰").last.map { $0.prefix { "─▼╯".contains($0) }.count } ?? 0
    }
}
