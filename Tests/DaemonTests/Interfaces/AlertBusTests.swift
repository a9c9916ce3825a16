import TestSupport
import Testing

/// Alerts and action sheets over the bus. `AlertTests` of the model test the rules.
@EventLoop @Suite(.bus) struct AlertBusTests {
    private typealias Contract = AlertControllerInterface

    @Test func `an alert is shown by the time of the reply, and answered after its dismissal`() async throws {
        let stage = try await AlertStage()
        let fields = [
            AlertTextFieldEntry(placeholder: "Name"), AlertTextFieldEntry(placeholder: "", text: "x", secure: true),
        ]
        let alert = try await stage.present(message: "Message", AlertStage.options(fields: fields))
        #expect(try await stage.client.viewController(alert).type == "AlertController")
        #expect(try await stage.client.viewController(alert).title == "Title")
        #expect(try await stage.client.viewController(alert).presentingViewController == stage.stage.tabs)
        #expect(try await stage.client.viewController(alert).frame.width == 270)
        #expect(try await stage.get(Contract.style, alert) == "alert")
        #expect(try await stage.get(Contract.message, alert) == "Message")
        #expect(try await stage.get(Contract.actions, alert) == AlertStage.actions)
        #expect(try await stage.get(Contract.textFields, alert) == fields)
        #expect(try await stage.get(Contract.preferredAction, alert) == 0)
        #expect(try await stage.get(Contract.answer, alert) == AlertAnswer())
        let views = try await stage.views(of: alert)
        #expect(
            views.keys.sorted() == [
                "Action.0", "Action.1", "Action.2", "Message", "TextField.0", "TextField.1", "Title",
            ])
        #expect(views["Action.0"]?.properties["Style"] == .string("filled"))
        #expect(views["Action.2"]?.properties["Style"] == .string("destructive"))
        #expect(views["Action.2"]?.properties["Enabled"] == .bool(false))
        #expect(views["TextField.1"]?.properties["Secure"] == .bool(true))
        // Its views and its methods have the same effect.
        try await stage.client.alert(alert).setText(0, "one")
        #expect(try await stage.views(of: alert)["TextField.0"]?.properties["Text"] == .string("one"))
        func send(_ view: String, _ action: String, _ value: Variant) async -> String {
            await failure {
                try await stage.client.viewController(alert).sendAction(0, action, value, ["Identifier": .string(view)])
            }
        }
        #expect(await send("TextField.1", "editingChanged", .string("two")) == "none")
        #expect(await send("Action.2", "primaryActionTriggered", .bool(true)) == "InvalidArgument")
        stage.client.clearSignals()
        #expect(await send("Action.0", "primaryActionTriggered", .bool(true)) == "none")
        let members = stage.client.signals.filter { $0.path == alert }.map(\.member)
        #expect(
            members.filter { $0 != "PropertiesChanged" && $0 != "ViewChanged" } == [
                "ViewWillDisappear", "ViewDidDisappear", "AlertAnswered",
            ])
        let answered = stage.client.signals.first { $0.member == "AlertAnswered" }
        #expect(answered?.arguments == [.uint32(0), ["one", "two"].variant])
        #expect(try await stage.get(Contract.answered, alert))
        #expect(try await stage.get(Contract.answer, alert) == AlertAnswer(action: 0, texts: ["one", "two"]))
        #expect(await failure { try await stage.tap(0, alert) } == "InternalInconsistency")
        try await stage.client.manager.destroy(alert)
        #expect(await !stage.exists(alert))
    }

    @Test func `an action sheet is a popover with an anchor, and a sheet in compact width`() async throws {
        let stage = try await AlertStage()
        #expect(await failure { _ = try await stage.present("actionSheet", AlertStage.options()) } == "MissingAnchor")
        let bar = ViewReference(viewController: BusClient.bar(of: stage.stage.tabs), view: 0)
        let sheet = try await stage.present("actionSheet", AlertStage.options(anchor: bar.variant))
        #expect(try await stage.client.popover(sheet).presented)
        #expect(try await stage.client.popover(sheet).arrowDirection == 2)
        #expect(try await stage.views(of: sheet)["Action.1"]?.properties["Hidden"] == .bool(true))
        try await stage.stage.setSize(400, 800)
        let frame = try await stage.client.viewController(sheet).frame
        #expect(frame.x == 8 && frame.width == 384 && frame.y + frame.height == 792)
        #expect(try await stage.views(of: sheet)["Action.1"]?.properties["Hidden"] == nil)
        try await stage.stage.setSize(1024, 768)
        #expect(try await stage.client.popover(sheet).arrowDirection == 2)
        // A touch outside and Escape choose the cancel action.
        #expect(await stage.stage.touch().value == "dismissed")
        #expect(try await stage.get(Contract.answer, sheet).action == 1)
        let second = try await stage.present("actionSheet", AlertStage.options(anchor: bar.variant))
        #expect(try await stage.client.popover(second).performEscape() == "dismissed")
        #expect(try await stage.get(Contract.answer, second).action == 1)
    }

    @Test func `a touch outside an alert is refused, and a program's dismissal destroys it`() async throws {
        let stage = try await AlertStage()
        let alert = try await stage.present("alert", AlertStage.options())
        #expect(await stage.stage.touch().value == "refused")
        try await stage.client.viewController(stage.presenter).dismiss()
        #expect(await !stage.exists(alert))
        #expect(!stage.client.signals.contains { $0.member == "AlertAnswered" })
        // A touch on its own button works.
        let other = try await stage.present("alert", AlertStage.options())
        let frame = try await stage.client.viewController(other).frame
        let button = try #require(try await stage.views(of: other)["Action.0"]?.frame)
        #expect(await stage.stage.touch(frame.x + button.x + 5, frame.y + button.y + 5).value != "refused")
        #expect(try await stage.get(Contract.answered, other))
    }

    @Test func `an alert blocks gestures outside of it, and they cancel an action sheet`() async throws {
        let stage = try await AlertStage()
        let bar = BusClient.bar(of: stage.stage.tabs)
        let client = stage.client
        func tapTab() async throws -> Bool {
            try await client.tabBar(bar).tapItem(1)
        }
        func refusal(_ body: @EventLoop () async throws(DBusError) -> Void) async -> DBusError? {
            do throws(DBusError) {
                try await body()
                return nil
            } catch {
                return error
            }
        }
        let alert = try await stage.present("alert", AlertStage.options())
        #expect(try await !tapTab())
        try await client.updateView(
            of: stage.presenter,
            [
                ViewEntry(
                    id: 9, parent: 1, className: "Button", frame: DBusRect(0, 0, 50, 50),
                    properties: ["Title": .string("x")])
            ])
        let blocked = await refusal { () throws(DBusError) in
            try await client.sendAction("primaryActionTriggered", .bool(true), to: 9, of: stage.presenter)
        }
        #expect(blocked?.name.hasSuffix("InternalInconsistency") == true)
        #expect(blocked?.message.contains(alert.text) == true, "\(blocked?.message ?? "")")
        #expect(try await !stage.get(Contract.answered, alert))
        try await stage.tap(1, alert)
        try await stage.stage.setSize(400, 800)
        let sheet = try await stage.present("actionSheet", AlertStage.options())
        #expect(try await !tapTab())
        #expect(try await stage.get(Contract.answer, sheet).action == 1)
        #expect(try await tapTab())
    }
}
