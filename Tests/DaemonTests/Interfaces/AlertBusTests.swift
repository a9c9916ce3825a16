import TestSupport

/// Alerts and action sheets over the bus. `AlertTests` of the model test the rules.
@EventLoop @Suite(.bus) struct AlertBusTests {
    private typealias Contract = AlertControllerInterface
    private let stage: AlertStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await AlertStage() }

    @Test func `an alert is shown by the time of the reply, and answered after its dismissal`() async throws {
        let fields = [
            AlertTextFieldEntry(placeholder: "Name"), AlertTextFieldEntry(placeholder: "", text: "x", secure: true),
        ]
        let alert = try await stage.present(message: "Message", AlertStage.options(fields: fields))
        let controller = client.viewController(alert)
        #expect(try await controller.type == "AlertController")
        #expect(try await controller.title == "Title")
        #expect(try await controller.presentingViewController == stage.stage.tabs)
        #expect(try await controller.frame.width == 270)
        #expect(try await stage.get(Contract.style, alert) == "alert")
        #expect(try await stage.get(Contract.message, alert) == "Message")
        #expect(try await stage.get(Contract.actions, alert) == AlertStage.actions)
        #expect(try await stage.get(Contract.textFields, alert) == fields)
        #expect(try await stage.get(Contract.preferredAction, alert) == 0)
        #expect(try await stage.get(Contract.answer, alert) == AlertAnswer())
        let views = try await stage.views(of: alert)
        let names = ["Action.0", "Action.1", "Action.2", "Message", "TextField.0", "TextField.1", "Title"]
        #expect(views.keys.sorted() == names)
        let expected: [(String, String, Variant)] = [
            ("Action.0", "Style", .string("filled")), ("Action.2", "Style", .string("destructive")),
            ("Action.2", "Enabled", .bool(false)), ("TextField.1", "Secure", .bool(true)),
        ]
        for (view, key, value) in expected { #expect(views[view]?.properties[key] == value, "\(key) of \(view)") }
        // Its views and its methods have the same effect.
        try await client.alert(alert).setText(0, "one")
        #expect(try await stage.views(of: alert)["TextField.0"]?.properties["Text"] == .string("one"))
        func send(_ view: String, _ action: String, _ value: Variant) async -> String {
            await failure { try await client.act(action, value, on: view, of: alert) }
        }
        #expect(await send("TextField.1", "editingChanged", .string("two")) == "none")
        #expect(await send("Action.2", "primaryActionTriggered", .bool(true)) == "InvalidArgument")
        client.clearSignals()
        #expect(await send("Action.0", "primaryActionTriggered", .bool(true)) == "none")
        let members = client.signals.filter { $0.path == alert }.map(\.member)
        let callbacks = members.filter { $0 != "PropertiesChanged" && $0 != "ViewChanged" }
        #expect(callbacks == ["ViewWillDisappear", "ViewDidDisappear", "AlertAnswered"])
        let answered = client.signals.first { $0.member == "AlertAnswered" }
        #expect(answered?.arguments == [.uint32(0), ["one", "two"].variant])
        #expect(try await stage.get(Contract.answered, alert))
        #expect(try await stage.get(Contract.answer, alert) == AlertAnswer(action: 0, texts: ["one", "two"]))
        #expect(await failure { try await stage.tap(0, alert) } == "InternalInconsistency")
        try await client.manager.destroy(alert)
        #expect(await !stage.exists(alert))
    }

    @Test func `an alert blocks gestures outside of it, and they cancel an action sheet`() async throws {
        func tapTab() async throws -> Bool { try await client.tap(1, in: stage.stage.tabs) }
        let alert = try await stage.present("alert", AlertStage.options())
        #expect(try await !tapTab())
        try await client.updateView(of: stage.presenter, [.view(9, "Button", with: ["Title": .string("x")])])
        let blocked = await complaint {
            try await client.sendAction("primaryActionTriggered", .bool(true), to: 9, of: stage.presenter)
        }
        #expect(blocked.hasPrefix("InternalInconsistency: ") && blocked.contains(alert.text), "\(blocked)")
        #expect(await stage.stage.touch().value == "refused")
        #expect(try await !stage.get(Contract.answered, alert))
        // A touch on its own button works.
        let frame = try await client.viewController(alert).frame
        let button = try #require(try await stage.views(of: alert)["Action.0"]?.frame)
        #expect(await stage.stage.touch(frame.x + button.x + 5, frame.y + button.y + 5).value != "refused")
        #expect(try await stage.get(Contract.answered, alert))
        try await stage.stage.setSize(400, 800)
        let sheet = try await stage.present("actionSheet", AlertStage.options())
        #expect(try await !tapTab())
        #expect(try await stage.get(Contract.answer, sheet).action == 1)
        #expect(try await tapTab())
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/dbus-send"), "dbus-send is not installed"))
    func `dbus-send prepares an alert, presents it and reads its answer`() async throws {
        let environment = try PrivateBus.current.environment
        func send(_ path: ObjectPath, _ member: String, _ arguments: [String]) async throws -> HouseCommand {
            let words = ["dbus-send", "--session", "--print-reply=literal", "--dest=\(TabNames.busName)"]
            return try await HouseCommand.runOnThread(
                words + [path.text, member] + arguments, environment: environment)
        }
        func add(_ member: String, _ arguments: String...) async throws {
            try await send(stage.presenter, "\(ViewControllerInterface.name).\(member)", arguments).succeeded()
        }
        func present(_ arguments: String...) async throws -> HouseCommand {
            try await send(stage.presenter, "\(ViewControllerInterface.name).PresentAlert", arguments)
        }
        try await add("AddAction", "string:Keep", "string:default")
        try await add("AddConfiguredAction", "string:Cancel", "string:cancel", "boolean:true", "boolean:true")
        try await add("AddTextField", "string:Name")
        // A call that fails keeps the prepared actions.
        let refused = try await present("string:other", "string:T", "string:M")
        #expect(refused.status != 0)
        let command = try await present("string:alert", "string:T", "string:M").succeeded()
        let alert = ObjectPath(command.output.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "")
        #expect(try await stage.get(Contract.actions, alert).map(\.title) == ["Keep", "Cancel"])
        #expect(try await stage.get(Contract.textFields, alert).map(\.placeholder) == ["Name"])
        #expect(try await send(alert, "\(Contract.name).SetText", ["uint32:0", "string:Ada"]).status == 0)
        #expect(try await send(alert, "\(Contract.name).TapAction", ["uint32:0"]).status == 0)
        let get = "org.freedesktop.DBus.Properties.Get"
        let answer = try await send(alert, get, ["string:\(Contract.name)", "string:Answer"])
        #expect(answer.output.contains("uint32 0") && answer.output.contains("Ada"), "\(answer.output)")
        #expect(try await stage.get(Contract.preferredAction, alert) == 1)
        // An action sheet points at the anchor that was set before.
        try await add("AddAction", "string:Keep", "string:default")
        try await add("SetAlertSourceView", "objpath:\(stage.presenter)", "uint32:2")
        try await present("string:actionSheet", "string:", "string:").succeeded()
        try await client.viewController(stage.presenter).dismiss()
        // The next alert has none of the prepared actions.
        #expect(try await stage.get(Contract.actions, stage.present()).isEmpty)
    }

    // MARK: Limits and hostile input

    @Test func `an alert that UIKit would reject is refused, and leaves nothing behind`() async throws {
        func found(_ style: String = "alert", _ options: Options = [:], from path: ObjectPath? = nil) async -> String {
            await failure { _ = try await stage.present(style, options, from: path) }
        }
        let cancel = AlertActionEntry(title: "", style: "cancel")
        let preferred = AlertActionEntry(title: "", preferred: true)
        let field = AlertTextFieldEntry(placeholder: "")
        let action = AlertActionEntry(title: "")
        let options = AlertStage.options
        let invalid: [(style: String, options: Options, error: String)] = [
            ("popover", [:], "InvalidArgument"), ("alert", options([cancel, cancel], [], nil), "InvalidArgument"),
            ("alert", options([preferred, preferred], [], nil), "InvalidArgument"),
            ("alert", options([AlertActionEntry(title: "", style: "loud")], [], nil), "InvalidArgument"),
            ("actionSheet", options(AlertStage.actions, [field], nil), "InvalidArgument"),
            ("actionSheet", options(AlertStage.actions, [], nil), "MissingAnchor"),
            ("alert", options([], [], stage.stage.source.variant), "InvalidArgument"),
            ("alert", options(Array(repeating: action, count: 33), [], nil), "LimitsExceeded"),
            ("alert", options([], Array(repeating: field, count: 9), nil), "LimitsExceeded"),
            (
                "alert", options([AlertActionEntry(title: String(repeating: "x", count: 1025))], [], nil),
                "LimitsExceeded"
            ),
            ("alert", ["Actions": .string("x")], "InvalidArgs"),
        ]
        for (style, options, error) in invalid {
            #expect(await found(style, options) == error, "\(style) \(options.values)")
        }
        #expect(await found(from: stage.stage.presented) == "InternalInconsistency")
        func prepare(_ style: String) async -> String {
            await failure { try await client.viewController(stage.presenter).addAction("a", style) }
        }
        #expect(await prepare("cancel") == "none")
        // Nothing is kept for an alert that can't be presented.
        #expect(await prepare("cancel") == "InvalidArgument")
        for _ in 1..<32 { #expect(await prepare("default") == "none") }
        #expect(await prepare("default") == "LimitsExceeded")
        // The actions in the options replace the prepared ones, which stay for the next alert.
        let own = try await stage.present("alert", AlertStage.options([preferred]))
        #expect(try await stage.get(Contract.actions, own) == [preferred])
        try await client.viewController(stage.presenter).dismiss()
        #expect(try await client.viewController(stage.presenter).presentedViewController.isNone)
        let alert = try await stage.present()
        // 32 actions are higher than the window, so their list scrolls.
        #expect(try await client.viewController(alert).frame.height < 768)
        for action in [32, UInt32.max] { #expect(await failure { try await stage.tap(action, alert) } == "OutOfRange") }
        #expect(await failure { try await client.alert(alert).setText(0, "") } == "OutOfRange")
        #expect(await found() == "InternalInconsistency")
        #expect(await found(from: alert) == "InternalInconsistency")
        try await stage.tap(31, alert)
        #expect(try await stage.get(Contract.answer, alert).action == 31)
    }
}
