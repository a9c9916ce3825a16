import Foundation
import TestSupport

/// A window whose daemon, plugin or bus ends, and windows beside other front ends.
@EventLoop @Suite(.bus) struct FailureWindowTests {
    @Test func `the last views stay while the daemon is away, and go on with the next one`() async throws {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Labels"])
        try await stage.press("switch", "Lamp")
        try await stage.widget("switch", "Lamp") { $0.isChecked }
        try await stage.expect("On", of: "Lamp", .bool(true))
        await stage.daemon.kill()
        try await WindowStage.until("the banner") {
            try await stage.widgets().contains { $0.role == "alert" && $0.name.hasPrefix("tabd has ended") }
        }
        try await stage.widget("button", "Filled")
        #expect(try await stage.widgets().contains { $0.role == "generic" && !$0.isEnabled })
        try await stage.restartDaemon()
        try await WindowStage.until("the end of the banner") {
            try await !stage.widgets().contains { $0.role == "alert" || !$0.isEnabled && $0.role == "generic" }
        }
        try await stage.press("button", "Filled")
        try await stage.expect("Text", of: "Log", .string("Filled: primaryActionTriggered Filled"))
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    @Test func `a failed tab says why, and starts again`() async throws {
        let stage = try await WindowStage(
            ["witness.Main", "gallery.Labels"], configuration: "[isolation]\nwitness = \"process\"\n", plugin: "witness"
        )
        let owner = try await stage.selected()
        try await stage.widget("tab", "Labels")
        let poison = stage.bus.directory + "/poison-\(TabNames.number(of: owner) ?? 0)"
        try Data().write(to: URL(fileURLWithPath: poison))
        kill(Int32(bitPattern: try await stage.client.plugin(TabNames.plugin("witness")).processId), SIGKILL)
        try await stage.widget("button", "Start Again")
        try FileManager.default.removeItem(atPath: poison)
        try await stage.press("button", "Start Again")
        try await stage.waitForEnd(of: "button", "Start Again")
    }

    @Test func `the bus goes, and the window waits for the next one`() async throws {
        let stage = try await WindowStage(["gallery.Controls"])
        try await stage.widget("button", "Filled")
        stage.bus.stop()
        await stage.daemon.kill()
        try stage.bus.restart()
        try await stage.restartDaemon()
        // The bus of screen readers has ended as well.
        let client = try BusClient()
        try await WindowStage.until("the window being attached") {
            try await client.window(stage.tabs).attachedClients.count == 1
        }
        #expect(try await stage.close() == 0)
    }

    @Test func `two windows and a client see the same`() async throws {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Labels", "gallery.Tables"])
        try await stage.widget("tab", "Controls") { $0.isSelected }
        try stage.openAnother(["test"])
        try await WindowStage.until("two windows") {
            try await stage.widgets().count { $0.role == "tab" && $0.name == "Controls" } == 2
        }
        _ = try await stage.client.tap(2, in: stage.tabs)
        try await WindowStage.until("both windows showing the tab") {
            try await stage.widgets().count { $0.role == "tab" && $0.name == "Tables" && $0.isSelected } == 2
        }
    }
}
