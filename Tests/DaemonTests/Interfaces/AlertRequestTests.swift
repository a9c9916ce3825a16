import TestSupport
import Testing

/// The requests for alerts: prepared parts, as with dbus-send, invalid requests, and restarts.
@EventLoop @Suite(.bus) struct AlertRequestTests {
    private typealias Contract = AlertControllerInterface
    private typealias Own = ViewControllerInterface

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/dbus-send"), "dbus-send is not installed"))
    func `dbus-send prepares an alert, presents it and reads its answer`() async throws {
        let bus = try PrivateBus.current
        let stage = try await AlertStage()
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
        try await stage.client.viewController(stage.presenter).dismiss()
        // The next alert has none of the prepared actions.
        #expect(try await stage.get(Contract.actions, stage.present()).isEmpty)
    }

    // MARK: Limits and hostile input

    @Test func `an alert that UIKit would reject is refused, and leaves nothing behind`() async throws {
        let stage = try await AlertStage()
        func found(_ style: String = "alert", _ options: Options = [:], from path: ObjectPath? = nil) async -> String {
            await failure { _ = try await stage.present(style, options, from: path) }
        }
        let cancel = AlertActionEntry(title: "", style: "cancel")
        let preferred = AlertActionEntry(title: "", preferred: true)
        let field = AlertTextFieldEntry(placeholder: "")
        #expect(await found("popover") == "InvalidArgument")
        #expect(await found("alert", AlertStage.options([cancel, cancel])) == "InvalidArgument")
        #expect(await found("alert", AlertStage.options([preferred, preferred])) == "InvalidArgument")
        #expect(
            await found("alert", AlertStage.options([AlertActionEntry(title: "", style: "loud")])) == "InvalidArgument")
        #expect(await found("actionSheet", AlertStage.options(fields: [field])) == "InvalidArgument")
        #expect(await found("alert", AlertStage.options([], anchor: stage.stage.source.variant)) == "InvalidArgument")
        let many = Array(repeating: AlertActionEntry(title: ""), count: 33)
        #expect(await found("alert", AlertStage.options(many)) == "LimitsExceeded")
        #expect(
            await found("alert", AlertStage.options([], fields: Array(repeating: field, count: 9))) == "LimitsExceeded")
        let long = AlertActionEntry(title: String(repeating: "x", count: 1025))
        #expect(await found("alert", AlertStage.options([long])) == "LimitsExceeded")
        #expect(await found("alert", ["Actions": .string("x")]) == "InvalidArgs")
        #expect(await found("alert", from: stage.stage.presented) == "InternalInconsistency")
        func prepare(_ style: String) async -> String {
            await failure {
                try await stage.client.viewController(stage.presenter).addAction("a", style)
            }
        }
        #expect(await prepare("cancel") == "none")
        // Nothing is kept for an alert that can't be presented.
        #expect(await prepare("cancel") == "InvalidArgument")
        for _ in 1..<32 { #expect(await prepare("default") == "none") }
        #expect(await prepare("default") == "LimitsExceeded")
        // The actions in the options replace the prepared ones, which stay for the next alert.
        let own = try await stage.present("alert", AlertStage.options([preferred]))
        #expect(try await stage.get(Contract.actions, own) == [preferred])
        try await stage.client.viewController(stage.presenter).dismiss()
        #expect(try await stage.client.viewController(stage.presenter).presentedViewController.isNone)
        let alert = try await stage.present()
        // 32 actions are higher than the window, so their list scrolls.
        #expect(try await stage.client.viewController(alert).frame.height < 768)
        for (action, expected) in [(32, "OutOfRange"), (UInt32.max, "OutOfRange")] {
            #expect(await failure { try await stage.tap(action, alert) } == expected)
        }
        #expect(
            await failure {
                try await stage.client.alert(alert).setText(0, "")
            } == "OutOfRange")
        #expect(await found() == "InternalInconsistency")
        #expect(await found(from: alert) == "InternalInconsistency")
        try await stage.tap(31, alert)
        #expect(try await stage.get(Contract.answer, alert).action == 31)
    }

    @Test func `an alert is not restored after a restart`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let tab = try await client.register(["RestorationIdentifier": .string("tab")])
        try await client.setTabs([tab], of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        var alerts: [ObjectPath] = []
        for _ in 0..<2 {
            let alert = try await client.viewController(tab).presentAlert("alert", "Title", "", AlertStage.options())
            if alerts.isEmpty { try await client.alert(alert).tapAction(0) }
            alerts.append(alert)
        }
        #expect(await daemon.stop() == 0)
        daemon = try await DaemonProcess.start()
        for alert in alerts {
            #expect(await failure { _ = try await client.viewController(alert).title } == "UnknownObject")
        }
        #expect(try await client.viewController(tabs).presentedViewController.isNone)
    }
}
