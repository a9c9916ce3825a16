import TestSupport

/// Popovers that a Swift plugin presents (`Tests/TestPlugin/Presentation/Presenter.swift`).
@EventLoop @Suite(.bus) struct PluginPopoverTests {
    private typealias Contract = PopoverPresentationControllerInterface
    private let stage: PluginPopoverStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await PluginPopoverStage() }

    @Test(.rules("P6 P7")) func `properties that are set right after the call to present apply`() async throws {
        let menu = try await stage.presented(by: "After")
        #expect(try await stage.popover(Contract.presented, of: menu))
        // To the right of the anchor at (300, 400), 80 x 40. The arrow meets its middle.
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 4)
        #expect(try await stage.popover(Contract.frame, of: menu) == DBusRect(380, 320, 333, 200))
        #expect(try await stage.popover(Contract.sourceView, of: menu) == stage.view("Anchor"))
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == DBusRect(0, 0, 80, 40))
        let tabs = TabNames.number(of: stage.plugin.tabs) ?? 0
        #expect(try await stage.read() == "4 333.0 none 0.0 Anchor false \(tabs)")
    }

    @Test(.rules("P4 P5"))
    func `properties that are set before the call to present apply once the style is set`() async throws {
        let menu = try await stage.presented(by: "Before")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 2)
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == .null)
        #expect(try await stage.notes() == "none, the same, style regular regular, prepare true")
    }

    @Test(.rules("P6"), arguments: [("LaterTurn", "Anchor"), ("Fresh", "")])
    func `an anchor may be set, and enter the tree, after the call to present`(
        _ scene: String, _ anchor: String
    ) async throws {
        try await stage.tap(scene)
        try await client.waitForSignal("the presentation") { $0.member == "PrepareForPopoverPresentation" }
        let menu = try await stage.presented()
        try await EventLoop.until("the presentation") { try await stage.popover(Contract.presented, of: menu) }
        let source = try await stage.popover(Contract.sourceView, of: menu)
        #expect(source.viewController == stage.presenter)
        #expect(try await stage.plugin.views().first { $0.id == source.view }?.frame.width == (anchor == "" ? 10 : 80))
    }

    @Test(.rules("P11 P52 P53")) func `a bar button item is an anchor, and its siblings still work`() async throws {
        typealias Item = NavigationItemInterface
        let items = try await client.navigationItem(stage.presenter).rightBarButtonItems
        let menu = try await stage.presented(by: "Item")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 1)
        let anchor = try await stage.popover(Contract.barButtonItem, of: menu)
        #expect(anchor == ViewReference(viewController: stage.presenter, view: items[0].id))
        try await client.navigationItem(stage.presenter).tapBarButtonItem(items[1].id)
        #expect(try await stage.popover(Contract.presented, of: menu))
        try await client.navigationItem(stage.presenter).tapBarButtonItem(items[0].id)
        try await stage.client.left(menu)
        #expect(try await stage.notes() == "style regular regular, prepare true, should, will, did true, ended")
    }

    @Test(.rules("P10")) func `the tab bar is an anchor`() async throws {
        let menu = try await stage.presented(by: "Bar")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 2)
        let bar = ViewReference(viewController: BusClient.bar(of: stage.plugin.tabs), view: 0)
        #expect(try await stage.popover(Contract.sourceView, of: menu) == bar)
    }

    @Test(.rules("P12 P77 P80"))
    func `a popover follows its anchor, and keeps its place when the anchor is gone`() async throws {
        let menu = try await stage.presented(by: "Before")
        let frame = try await stage.popover(Contract.frame, of: menu)
        try await stage.tap("Move")
        let moved = try await stage.popover(Contract.frame, of: menu)
        #expect(moved == DBusRect(frame.x, frame.y + 100, frame.width, frame.height))
        try await stage.tap("Take")
        #expect(try await stage.popover(Contract.frame, of: menu) == moved)
        // Changes while it is shown apply from the next layout on (P34, P81).
        try await stage.tap("Turn")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 1)
        try await stage.tap("Grow")
        let content = try await stage.popover(Contract.contentFrame, of: menu)
        #expect(DBusSize(width: content.width, height: content.height) == DBusSize(width: 200, height: 300))
    }

    @Test(.rules("P24 P41 P44 P50 P51 P75")) func `the host has all properties that are set of a popover`() async throws
    {
        let menu = try await stage.presented(by: "Chrome")
        let margins = try await stage.popover(Contract.popoverLayoutMargins, of: menu)
        #expect(margins == DBusInsets(top: 1, left: 2, bottom: 3, right: 4))
        #expect(try await stage.popover(Contract.backgroundColor, of: menu) == "systemRed")
        #expect(try await stage.popover(Contract.canOverlapSourceViewRect, of: menu))
        #expect(try await stage.popover(Contract.contentExtendsUnderArrow, of: menu))
        #expect(
            try await stage.popover(Contract.adaptiveSheet, of: menu) == [
                "Detents": ["medium", "large"].variant, "SelectedDetent": .string("medium"),
                "PrefersGrabberVisible": .bool(true),
            ])
        #expect(
            try await stage.popover(Contract.passthroughViews, of: menu) == [stage.view("Other"), stage.view("Anchor")])
        #expect(try await stage.touch(30, 810) == "passthrough")
        #expect(try await stage.touch(700, 900) == "dismissed")
    }

    @Test(.rules("P45 P46")) func `a plugin chooses a background, and reads its measures`() async throws {
        try await stage.tap("After", "Measure")
        #expect(try await stage.notes() == "13.0 26.0 0.0 0.0")
        let menu = try await stage.presented(by: "Dismiss", "Bubble", "Measure")
        #expect(try await stage.popover(Contract.popoverBackgroundViewClass, of: menu) == "gallery.Bubble")
        // To the right of the anchor at (300, 400), 80 x 40.
        #expect(try await stage.notes().hasSuffix("32.0 56.0 16.0 24.0"))
        let frame = try await stage.popover(Contract.frame, of: menu)
        let content = try await stage.popover(Contract.contentFrame, of: menu)
        #expect(frame.width - content.width + frame.height - content.height == 112)
    }

    @Test(.rules("P22")) func `invalid calls are logged and change nothing`() async throws {
        let menu = try await stage.presented(by: "Wrong")
        #expect(try await stage.popover(Contract.presented, of: menu))
        #expect(try await stage.popover(Contract.permittedArrowDirections, of: menu) == 15)
        #expect(try await stage.popover(Contract.backgroundColor, of: menu).isEmpty)
    }

    @Test(.rules("P8")) func `a dismissed controller has another popover, with defaults`() async throws {
        let menu = try await stage.presented(by: "Again")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 4)
        #expect(try await stage.read().hasPrefix("4 "))
        try await stage.tap("Dismiss")
        #expect(try await stage.presented().isNone)
        #expect(try await stage.popover(Contract.permittedArrowDirections, of: menu) == 15)
        // Unknown after the presentation (P21).
        #expect(try await stage.read() == "\(UInt64.max) 0.0 none null - false 0")
        try await stage.tap("Again")
        #expect(try await stage.presented() == menu)
        #expect(try await stage.notes() == "15 false")
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 4)
    }

    @Test(.rules("P4")) func `a controller inside a container has the container's popover`() async throws {
        let stack = try await stage.presented(by: "Stack")
        #expect(try await client.viewController(stack).type == "NavigationController")
        #expect(try await stage.popover(Contract.presented, of: stack))
        #expect(try await stage.read().hasPrefix("\(try await stage.popover(Contract.arrowDirection, of: stack)) "))
        #expect(try await stage.notes().isEmpty)
        try await stage.tap("Turn")
        #expect(try await stage.popover(Contract.permittedArrowDirections, of: stack) == 1)
    }

    @Test(.rules("P4"))
    func `a plugin's controller also has the popover that a client presents around it`() async throws {
        try await stage.tap("Around")
        #expect(try await stage.notes() == "0")
        let other = try await client.register()
        try await client.setTabs([other], of: stage.plugin.tabs)
        try await client.viewController(stage.navigation).set(\.modalPresentationStyle, to: "popover")
        let bar = ViewReference(viewController: BusClient.bar(of: stage.plugin.tabs), view: 0)
        try await client.viewController(other).present(
            stage.navigation, ["Popover": ["SourceView": bar.variant].variant])
        #expect(try await stage.popover(Contract.arrowDirection, of: stage.navigation) == 2)
        try await stage.tap("Around")
        #expect(try await stage.notes() == "\(TabNames.number(of: stage.navigation) ?? 0)")
        #expect(try await stage.popover(Contract.permittedArrowDirections, of: stage.navigation) == 8)
        let delegate = try await stage.popover(Contract.delegate, of: stage.navigation)
        #expect(delegate == ClientObject(name: stage.plugin.daemon.uniqueName, path: stage.presenter))
        try await stage.tap("Deny")
        #expect(try await stage.touch(10, 10) == "refused")
        #expect(try await stage.notes() == "should, attempted")
    }
}
