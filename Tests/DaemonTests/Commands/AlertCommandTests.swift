import TestSupport

/// `tabctl alert`, and alerts in `tabctl show`.
@EventLoop @Suite(.bus) struct AlertCommandTests {
    private static func alert(_ stage: PopoverCommandStage) async throws -> ObjectPath {
        try await stage.client.waitForSignal("an alert") { $0.member == "ViewDidAppear" }
        stage.client.clearSignals()
        return try await stage.client.viewController(stage.tabs).presentedViewController
    }

    @Test func `alert presents, waits, and prints the answer`() async throws {
        let stage = try await PopoverCommandStage()
        let (client, number) = (stage.client, try stage.number)
        try await client.manager.subscribe()
        client.clearSignals()
        let asking = try TabctlProcess(
            [
                "alert", number, "Who?", "--message", "Say it.", "--action", "Save", "--cancel", "Leave", "--field",
                "Name",
                "--preferred", "Save",
            ])
        let first = try await Self.alert(stage)
        let shown = try await stage.commands.run("show", number)
        try await shown.line("with the title") { $0.contains("│") && $0.contains("Who?") }
        try await shown.line("with the actions") { $0.contains("Leave") && $0.contains("Save") }
        try await client.alert(first).setText(0, "Ada")
        try await client.alert(first).tapAction(0)
        #expect(try await asking.exitStatus() == 0)
        try await asking.line("Ada")
        #expect(asking.lines == ["Save", "Ada"])
        // Neither the cancel action nor a dismissal by a program counts as an answer to continue with.
        let cancelled = try TabctlProcess(["alert", "--json", number, "Sure?", "--action", "Yes", "--cancel", "No"])
        let second = try await Self.alert(stage)
        try await client.alert(second).tapAction(1)
        #expect(try await cancelled.exitStatus() == 1)
        try await cancelled.line(#"{"action":1,"title":"No","texts":[]}"#)
        let dismissed = try TabctlProcess(["alert", number, "Sure?"])
        let third = try await Self.alert(stage)
        #expect(try await client.alert(third).actions.map(\.title) == ["OK"])
        try await client.viewController(stage.tabs).dismiss()
        #expect(try await dismissed.exitStatus() == 1)
        // An action sheet needs an anchor in this window.
        try await stage.commands.run("alert", "--sheet", number, "Which?", status: 1)
        let sheet = try TabctlProcess(
            ["alert", "--sheet", "--anchor", "bar", number, "Which?", "--destructive", "Erase"])
        let fourth = try await Self.alert(stage)
        try await client.alert(fourth).tapAction(0)
        #expect(try await sheet.exitStatus() == 0)
        try await sheet.line("Erase")
        for words in [["--anchor", "x", number, "T"], ["--preferred", "No", number, "T"], [number]] {
            #expect(try await TabctlProcess(["alert"] + words).exitStatus() == 64, "\(words)")
        }
    }
}
