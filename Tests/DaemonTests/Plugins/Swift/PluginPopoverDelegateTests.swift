import TestSupport

/// A Swift plugin as the delegate of its popovers (`Tests/TestPlugin/Presentation/PopoverAnswers.swift`).
@EventLoop @Suite(.bus) struct PluginPopoverDelegateTests {
    private typealias Contract = PopoverPresentationControllerInterface

    private static let begin = "style regular regular, prepare true"

    @Test(.rules("P55"), arguments: [("Allow", true), ("Deny", false), ("AllowLater", true), ("DenyLater", false)])
    func `a plugin decides about a dismissal by the user, at once or later, and is notified`(
        _ decision: String, _ isAllowed: Bool
    ) async throws {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: decision, "Before")
        let delegate = try await stage.popover(Contract.delegate, of: menu)
        #expect(delegate == ClientObject(name: stage.plugin.daemon.uniqueName, path: menu))
        #expect(try await stage.notes() == "none, the same, \(Self.begin)")
        #expect(try await stage.touch(10, 1000) == (isAllowed ? "dismissed" : "refused"))
        if isAllowed { try await stage.client.left(menu) }
        #expect(try await stage.notes() == (isAllowed ? "should, will, did true, ended" : "should, attempted"))
        #expect(try await stage.presented().isNone == isAllowed)
    }

    @Test(.rules("P56 P57"))
    func `a program's dismissal asks no delegate, and a modal controller refuses without a question`() async throws {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: "Deny", "Before", "Modal", "Clear")
        #expect(try await stage.touch(10, 1000) == "refused")
        #expect(try await stage.notes() == "attempted")
        try await stage.client.act(on: "Choose", of: menu)
        try await stage.client.left(menu)
        #expect(try await stage.notes() == "ended")
    }

    @Test func `a plugin without a reply allows the dismissal, and delays only its own popover`() async throws {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: "Never", "Before")
        let start = ContinuousClock.now
        let touch = Task { @EventLoop in try await stage.touch(10, 1000) }
        try await stage.waitForChange("ShouldDismiss", of: menu)
        // Neither other clients nor the plugin itself wait.
        #expect(try await stage.popover(Contract.presented, of: menu))
        let asked = "none, the same, \(Self.begin), should"
        // The notes are kept, as the end may come at any moment on a busy machine.
        #expect(try await stage.plugin.text("Output").hasPrefix(asked))
        #expect(try await touch.value == "dismissed")
        #expect(.now - start >= .milliseconds(9999))
        try await stage.tap("Answer")
        try await stage.client.left(menu)
        #expect(try await stage.notes() == "\(asked), will, did true, ended")
    }

    @Test(.rules("P14"))
    func `without an anchor nothing is presented, and a controller that is not held is destroyed`() async throws {
        let stage = try await PluginPopoverStage(anchor: 50)
        try await stage.tap("Nowhere")
        // It may be gone already, as the time limit for an anchor is 50 ms.
        try await stage.client.waitForSignal("the menu leaving the bus", where: \.isEnd)
        #expect(try await stage.presented().isNone)
        #expect(try await stage.notes() == "style regular regular, prepare true, ended")
        // It can be tried again.
        try await stage.tap("After")
        #expect(try await stage.popover(Contract.presented, of: stage.presented()))
    }

    @Test(.rules("P60"), arguments: ["Prepare", "PrepareLater"])
    func `a delegate configures the popover at the last moment, including the anchor`(when: String) async throws {
        let stage = try await PluginPopoverStage(anchor: 2000)
        let menu = try await stage.presented(by: when, "Nowhere")
        try await stage.waitForChange("PrepareForPopoverPresentation", of: menu)
        try await EventLoop.until("the presentation") { try await stage.popover(Contract.presented, of: menu) }
        #expect(try await stage.popover(Contract.arrowDirection, of: menu) == 8)
        #expect(try await stage.popover(Contract.sourceView, of: menu) == stage.view("Anchor"))
    }

    @Test(.rules("P61")) func `a delegate replaces rect and view when the window's size changes`() async throws {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: "Before", "Clear")
        try await stage.resize(DBusSize(width: 1024, height: 900))
        #expect(try await stage.notes() == "reposition null anchor")
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == .null)
        try await stage.tap("Reposition")
        try await stage.resize(PluginPopoverStage.pad)
        #expect(try await stage.notes() == "reposition null anchor")
        #expect(try await stage.popover(Contract.sourceRect, of: menu) == DBusRect(5, 5, 20, 20))
        #expect(try await stage.popover(Contract.sourceView, of: menu) == stage.view("Other"))
        #expect(try await stage.read().contains(" none 5.0 Other true "))
        // The replacement values are those with which the next one begins.
        try await stage.resize(DBusSize(width: 1024, height: 900))
        #expect(try await stage.notes() == "reposition 5.0 other")
        // The delegate is not asked about a bar button item.
        try await stage.tap("Dismiss", "Item", "Clear")
        try await stage.resize(PluginPopoverStage.pad)
        #expect(try await stage.notes().isEmpty)
    }

    @Test(.rules("P62 P73"), arguments: [("", "formSheet"), ("Stay", "none"), ("Cover", "fullScreen")])
    func `a delegate chooses the style in a compact window`(_ answer: String, _ style: String) async throws {
        let stage = try await PluginPopoverStage(PluginPopoverStage.phone)
        if !answer.isEmpty { try await stage.tap(answer) }
        let menu = try await stage.presented(by: "Before")
        #expect(try await stage.popover(Contract.adaptivePresentationStyle, of: menu) == style)
        let isPopover = style == "none"
        let notes = isPopover ? "prepare true" : "instead \(style), adapts \(style)"
        #expect(try await stage.notes() == "none, the same, style compact regular, \(notes)")
        #expect(try await (stage.popover(Contract.arrowDirection, of: menu) == .max) == !isPopover)
        #expect(try await stage.read().contains(" \(style) "))
    }

    @Test(.rules("P63 P74")) func `a delegate wraps the presented controller while the window is compact`() async throws
    {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: "Wrap", "Before", "Clear")
        for _ in 0..<2 {
            try await stage.resize(PluginPopoverStage.phone)
            let stack = try await stage.presented()
            #expect(stack != menu)
            #expect(try await stage.client.navigationController(stack).viewControllers == [menu])
            let notes = try await stage.notes()
            #expect(notes.hasPrefix("style compact regular, instead formSheet, "), "\(notes)")
            #expect(notes.contains(", adapts formSheet") && notes.contains(", stack appeared true"), "\(notes)")
            stage.client.clearSignals()
            try await stage.resize(PluginPopoverStage.pad)
            #expect(try await stage.presented() == menu)
            #expect(try await stage.popover(Contract.adaptivePresentationStyle, of: menu) == "none")
            #expect(try await stage.client.viewController(menu).parent.isNone)
            // The plugin had created it, and no longer holds it.
            try await stage.client.left(stack)
            let end = try await stage.notes()
            #expect(end.hasPrefix("adapts none") && end.contains("stack ended"), "\(end)")
        }
    }

    @Test(arguments: ["Wrap", "Replace"])
    func `a replacement ends with the presentation, and so does the replaced controller`(how: String) async throws {
        let stage = try await PluginPopoverStage(PluginPopoverStage.phone)
        let before = try await Set(stage.client.managedObjects().keys)
        let replacement = try await stage.presented(by: how, "Before")
        let notes = try await stage.notes()
        #expect(!replacement.isNone, "\(notes)")
        stage.client.clearSignals()
        try await stage.tap("Dismiss")
        try await stage.client.left(replacement)
        for path in try await Set(stage.client.managedObjects().keys).subtracting(before) {
            try await stage.client.left(path)
        }
        let end = try await stage.notes()
        #expect(end.contains("ended") && end.hasSuffix("ended"), "\(end)")
    }

    @Test func `a delegate leaves, is replaced and returns, and is not asked after its end`() async throws {
        let stage = try await PluginPopoverStage()
        let menu = try await stage.presented(by: "Deny", "Before")
        try await stage.tap("Resign")
        #expect(try await stage.popover(Contract.delegate, of: menu) == .none)
        try await stage.tap("Watch")
        #expect(try await stage.popover(Contract.delegate, of: menu).path == menu)
        // Another delegate replaces the plugin's.
        let object = stage.client.newObject()
        stage.client.handlers[object] = { call, _, reply in reply.fail(.unknownMethod(call.member)) }
        try await stage.client.popover(menu).setDelegate(object)
        #expect(try await stage.read().contains(" Anchor false "))
        try await stage.tap("Watch")
        #expect(try await stage.touch(10, 1000) == "refused")
        #expect(try await stage.notes() == "should, attempted")
        try await stage.tap("Forget")
        #expect(try await stage.touch(10, 1000) == "dismissed")
        try await stage.client.left(menu)
        #expect(try await stage.notes() == "ended")
    }
}
