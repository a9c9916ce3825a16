import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TestSupport
import Testing

/// Alerts and action sheets over the bus. `AlertTests` of the model test the rules.
@Suite(.serialized) struct AlertBusTests {
    private typealias Contract = AlertControllerInterface
    private typealias Own = ViewControllerInterface

    private static let actions = [
        AlertActionEntry(title: "Save", preferred: true), AlertActionEntry(title: "Cancel", style: "cancel"),
        AlertActionEntry(title: "Delete", style: "destructive", enabled: false),
    ]

    /// A stage whose first tab presents alerts.
    @EventLoop
    private struct Stage {
        let stage: PopoverStage
        var client: BusClient { stage.user }
        var presenter: ObjectPath { stage.children[0] }

        init(_ bus: PrivateBus) async throws {
            stage = try await PopoverStage(bus)
            stage.user.forgetSignals()
        }

        func present(
            _ style: String = "alert", title: String = "Title", message: String = "", _ options: Options = [:],
            from path: ObjectPath? = nil
        ) async throws(DBusError) -> ObjectPath {
            try await client.call(
                Own.presentAlert, of: Own.name, at: path ?? presenter, style, title, message, options)
        }

        func get<Content: DBusType>(_ property: Property<Content>, _ alert: ObjectPath) async throws(DBusError)
            -> Content
        {
            try await client.get(property, of: Contract.name, at: alert)
        }

        func tap(_ action: UInt32, _ alert: ObjectPath) async throws(DBusError) {
            try await client.call(Contract.tapAction, of: Contract.name, at: alert, action, [:])
        }

        func views(of alert: ObjectPath) async throws(DBusError) -> [String: ViewEntry] {
            let views = try await client.getView(of: alert).views
            return Dictionary(
                views.compactMap { view in view.properties["Identifier"]?.get(as: String.self).map { ($0, view) } },
                uniquingKeysWith: { first, _ in first })
        }

        func exists(_ alert: ObjectPath) async -> Bool {
            await failure { _ = try await get(Contract.answered, alert) } == "none"
        }

        func stop() async { #expect(await stage.daemon.stop() == 0) }
    }

    private static func options(
        _ actions: [AlertActionEntry] = actions, fields: [AlertTextFieldEntry] = [], anchor: Variant? = nil
    ) -> Options {
        var values: [String: Variant] = ["Actions": actions.variant]
        if !fields.isEmpty { values["TextFields"] = fields.variant }
        if let anchor { values["Popover"] = ["SourceView": anchor].variant }
        return Options(values)
    }

    @Test func `an alert is shown by the time of the reply, and answered after its dismissal`() async throws {
        try await Self.answer(try PrivateBus())
    }

    @EventLoop private static func answer(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        let fields = [
            AlertTextFieldEntry(placeholder: "Name"), AlertTextFieldEntry(placeholder: "", text: "x", secure: true),
        ]
        let alert = try await stage.present(message: "Message", options(fields: fields))
        #expect(try await stage.client.get(Own.type, of: Own.name, at: alert) == "AlertController")
        #expect(try await stage.client.get(Own.title, of: Own.name, at: alert) == "Title")
        #expect(try await stage.client.get(Own.presentingViewController, of: Own.name, at: alert) == stage.stage.tabs)
        #expect(try await stage.client.get(Own.frame, of: Own.name, at: alert).width == 270)
        #expect(try await stage.get(Contract.style, alert) == "alert")
        #expect(try await stage.get(Contract.message, alert) == "Message")
        #expect(try await stage.get(Contract.actions, alert) == actions)
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
        try await stage.client.call(Contract.setText, of: Contract.name, at: alert, 0, "one", [:])
        #expect(try await stage.views(of: alert)["TextField.0"]?.properties["Text"] == .string("one"))
        func send(_ view: String, _ action: String, _ value: Variant) async -> String {
            await failure {
                try await stage.client.call(
                    Own.sendAction, of: Own.name, at: alert, 0, action, value, ["Identifier": .string(view)])
            }
        }
        #expect(await send("TextField.1", "editingChanged", .string("two")) == "none")
        #expect(await send("Action.2", "primaryActionTriggered", .bool(true)) == "InvalidArgument")
        stage.client.forgetSignals()
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
        try await stage.client.destroy(alert)
        #expect(await !stage.exists(alert))
        await stage.stop()
    }

    @Test func `an action sheet is a popover with an anchor, and a sheet in compact width`() async throws {
        try await Self.sheet(try PrivateBus())
    }

    @EventLoop private static func sheet(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        typealias Popover = PopoverPresentationControllerInterface
        #expect(await failure { _ = try await stage.present("actionSheet", options()) } == "MissingAnchor")
        let bar = ViewReference(viewController: BusClient.bar(of: stage.stage.tabs), view: 0)
        let sheet = try await stage.present("actionSheet", options(anchor: bar.variant))
        #expect(try await stage.client.get(Popover.presented, of: Popover.name, at: sheet))
        #expect(try await stage.client.get(Popover.arrowDirection, of: Popover.name, at: sheet) == 2)
        #expect(try await stage.views(of: sheet)["Action.1"]?.properties["Hidden"] == .bool(true))
        try await stage.stage.setSize(400, 800)
        let frame = try await stage.client.get(Own.frame, of: Own.name, at: sheet)
        #expect(frame.x == 8 && frame.width == 384 && frame.y + frame.height == 792)
        #expect(try await stage.views(of: sheet)["Action.1"]?.properties["Hidden"] == nil)
        try await stage.stage.setSize(1024, 768)
        #expect(try await stage.client.get(Popover.arrowDirection, of: Popover.name, at: sheet) == 2)
        // A touch outside and Escape choose the cancel action.
        #expect(await stage.stage.touch().value == "dismissed")
        #expect(try await stage.get(Contract.answer, sheet).action == 1)
        let second = try await stage.present("actionSheet", options(anchor: bar.variant))
        #expect(try await stage.client.call(Popover.performEscape, of: Popover.name, at: second, [:]) == "dismissed")
        #expect(try await stage.get(Contract.answer, second).action == 1)
        await stage.stop()
    }

    @Test func `a touch outside an alert is refused, and a program's dismissal destroys it`() async throws {
        try await Self.touch(try PrivateBus())
    }

    @EventLoop private static func touch(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        let alert = try await stage.present("alert", options())
        #expect(await stage.stage.touch().value == "refused")
        try await stage.client.call(Own.dismiss, of: Own.name, at: stage.presenter, [:])
        #expect(await !stage.exists(alert))
        #expect(!stage.client.signals.contains { $0.member == "AlertAnswered" })
        // A touch on its own button works.
        let other = try await stage.present("alert", options())
        let frame = try await stage.client.get(Own.frame, of: Own.name, at: other)
        let button = try #require(try await stage.views(of: other)["Action.0"]?.frame)
        #expect(await stage.stage.touch(frame.x + button.x + 5, frame.y + button.y + 5).value != "refused")
        #expect(try await stage.get(Contract.answered, other))
        await stage.stop()
    }

    @Test func `an alert blocks gestures outside of it, and they cancel an action sheet`()
        async throws
    {
        try await Self.block(try PrivateBus())
    }

    @EventLoop private static func block(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        let bar = BusClient.bar(of: stage.stage.tabs)
        let client = stage.client
        func tapTab() async throws -> Bool {
            try await client.call(TabBarInterface.tapItem, of: TabBarInterface.name, at: bar, 1, [:])
        }
        func refusal(_ body: @EventLoop () async throws(DBusError) -> Void) async -> DBusError? {
            do throws(DBusError) {
                try await body()
                return nil
            } catch {
                return error
            }
        }
        let alert = try await stage.present("alert", options())
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
        let sheet = try await stage.present("actionSheet", options())
        #expect(try await !tapTab())
        #expect(try await stage.get(Contract.answer, sheet).action == 1)
        #expect(try await tapTab())
        await stage.stop()
    }

    // MARK: dbus-send

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/dbus-send"), "dbus-send is not installed"))
    func `dbus-send prepares an alert, presents it and reads its answer`() async throws {
        try await Self.commands(try PrivateBus())
    }

    @EventLoop private static func commands(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        func send(_ path: ObjectPath, _ member: String, _ arguments: String...) async throws -> HouseCommand {
            let words = [
                "dbus-send", "--session", "--print-reply=literal", "--dest=\(TabNames.busName)", path.text, member,
            ]
            let environment = bus.environment
            let run: @concurrent @Sendable () async throws -> HouseCommand = {
                try HouseCommand.run(words + arguments, environment: environment)
            }
            return try await run()
        }
        func add(_ member: String, _ arguments: String...) async throws {
            let words = [
                "dbus-send", "--session", "--print-reply", "--dest=\(TabNames.busName)", stage.presenter.text,
                "\(Own.name).\(member)",
            ]
            let environment = bus.environment
            let run: @concurrent @Sendable () async throws -> HouseCommand = {
                try HouseCommand.run(words + arguments, environment: environment)
            }
            let command = try await run()
            #expect(command.status == 0, "\(command.errors)")
        }
        try await add("AddAction", "string:Keep", "string:default")
        try await add("AddConfiguredAction", "string:Cancel", "string:cancel", "boolean:true", "boolean:true")
        try await add("AddTextField", "string:Name")
        // A call that fails keeps the prepared actions.
        let refused = try await send(
            stage.presenter, "\(Own.name).PresentAlert", "string:other", "string:T", "string:M")
        #expect(refused.status != 0)
        let command = try await send(
            stage.presenter, "\(Own.name).PresentAlert", "string:alert", "string:T", "string:M")
        #expect(command.status == 0, "\(command.errors)")
        let alert = ObjectPath(command.output.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? "")
        #expect(try await stage.get(Contract.actions, alert).map(\.title) == ["Keep", "Cancel"])
        #expect(try await stage.get(Contract.textFields, alert).map(\.placeholder) == ["Name"])
        #expect(try await send(alert, "\(Contract.name).SetText", "uint32:0", "string:Ada").status == 0)
        #expect(try await send(alert, "\(Contract.name).TapAction", "uint32:0").status == 0)
        let get = "org.freedesktop.DBus.Properties.Get"
        let answer = try await send(alert, get, "string:\(Contract.name)", "string:Answer")
        #expect(answer.output.contains("uint32 0") && answer.output.contains("Ada"), "\(answer.output)")
        #expect(try await stage.get(Contract.preferredAction, alert) == 1)
        // An action sheet points at the anchor that was set before.
        try await add("AddAction", "string:Keep", "string:default")
        try await add("SetAlertSourceView", "objpath:\(stage.presenter)", "uint32:2")
        let sheet = try await send(
            stage.presenter, "\(Own.name).PresentAlert", "string:actionSheet", "string:", "string:")
        #expect(sheet.status == 0, "\(sheet.errors)")
        try await stage.client.call(Own.dismiss, of: Own.name, at: stage.presenter, [:])
        // The next alert has none of the prepared actions.
        let next = try await stage.present()
        #expect(try await stage.get(Contract.actions, next).isEmpty)
        await stage.stop()
    }

    // MARK: Limits and hostile input

    @Test func `an alert that UIKit would reject is refused, and leaves nothing behind`() async throws {
        try await Self.refusals(try PrivateBus())
    }

    @EventLoop private static func refusals(_ bus: PrivateBus) async throws {
        let stage = try await Stage(bus)
        func found(_ style: String = "alert", _ options: Options = [:], from path: ObjectPath? = nil) async -> String {
            await failure { _ = try await stage.present(style, options, from: path) }
        }
        let cancel = AlertActionEntry(title: "", style: "cancel")
        let preferred = AlertActionEntry(title: "", preferred: true)
        let field = AlertTextFieldEntry(placeholder: "")
        #expect(await found("popover") == "InvalidArgument")
        #expect(await found("alert", options([cancel, cancel])) == "InvalidArgument")
        #expect(await found("alert", options([preferred, preferred])) == "InvalidArgument")
        #expect(await found("alert", options([AlertActionEntry(title: "", style: "loud")])) == "InvalidArgument")
        #expect(await found("actionSheet", options(fields: [field])) == "InvalidArgument")
        #expect(await found("alert", options([], anchor: stage.stage.source.variant)) == "InvalidArgument")
        let many = Array(repeating: AlertActionEntry(title: ""), count: 33)
        #expect(await found("alert", options(many)) == "LimitsExceeded")
        #expect(await found("alert", options([], fields: Array(repeating: field, count: 9))) == "LimitsExceeded")
        let long = AlertActionEntry(title: String(repeating: "x", count: 1025))
        #expect(await found("alert", options([long])) == "LimitsExceeded")
        #expect(await found("alert", ["Actions": .string("x")]) == "InvalidArgs")
        #expect(await found("alert", from: stage.stage.presented) == "InternalInconsistency")
        func prepare(_ style: String) async -> String {
            await failure {
                try await stage.client.call(Own.addAction, of: Own.name, at: stage.presenter, "a", style, [:])
            }
        }
        #expect(await prepare("cancel") == "none")
        // Nothing is kept for an alert that can't be presented.
        #expect(await prepare("cancel") == "InvalidArgument")
        for _ in 1..<32 { #expect(await prepare("default") == "none") }
        #expect(await prepare("default") == "LimitsExceeded")
        // The actions in the options replace the prepared ones, which stay for the next alert.
        let own = try await stage.present("alert", options([preferred]))
        #expect(try await stage.get(Contract.actions, own) == [preferred])
        try await stage.client.call(Own.dismiss, of: Own.name, at: stage.presenter, [:])
        let presented = try await stage.client.get(Own.presentedViewController, of: Own.name, at: stage.presenter)
        #expect(presented.isNone)
        let alert = try await stage.present()
        // 32 actions are higher than the window, so their list scrolls.
        let frame = try await stage.client.get(Own.frame, of: Own.name, at: alert)
        #expect(frame.height < 768)
        for (action, expected) in [(32, "OutOfRange"), (UInt32.max, "OutOfRange")] {
            #expect(await failure { try await stage.tap(action, alert) } == expected)
        }
        #expect(
            await failure {
                try await stage.client.call(Contract.setText, of: Contract.name, at: alert, 0, "", [:])
            } == "OutOfRange")
        #expect(await found() == "InternalInconsistency")
        #expect(await found(from: alert) == "InternalInconsistency")
        try await stage.tap(31, alert)
        #expect(try await stage.get(Contract.answer, alert).action == 31)
        await stage.stop()
    }

    @Test func `an alert is not restored after a restart`() async throws { try await Self.restart(try PrivateBus()) }

    @EventLoop private static func restart(_ bus: PrivateBus) async throws {
        var daemon = try await DaemonProcess.start(on: bus)
        let client = try BusClient(on: bus)
        let tabs = try await client.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let tab = try await client.register(["RestorationIdentifier": .string("tab")])
        try await client.setTabs([tab], of: tabs)
        try await client.setWindow(WindowInterface.alwaysVisible, of: tabs, to: true)
        var alerts: [ObjectPath] = []
        for _ in 0..<2 {
            let alert = try await client.call(
                Own.presentAlert, of: Own.name, at: tab, "alert", "Title", "", options())
            if alerts.isEmpty { try await client.call(Contract.tapAction, of: Contract.name, at: alert, 0, [:]) }
            alerts.append(alert)
        }
        #expect(await daemon.stop() == 0)
        daemon = try await DaemonProcess.start(on: bus)
        for alert in alerts {
            #expect(await failure { _ = try await client.get(Own.title, of: Own.name, at: alert) } == "UnknownObject")
        }
        #expect(try await client.get(Own.presentedViewController, of: Own.name, at: tabs).isNone)
        #expect(await daemon.stop() == 0)
    }
}
