import Foundation
import TestSupport

/// `tabd-window --host`: the tabs of another machine in a window.
@EventLoop @Suite(.bus, .ssh) struct HostWindowTests {
    @Test func `the window shows the other machine's tabs, and connects again`() async throws {
        let server = try await SSHServer()
        let stage = try await WindowStage(
            ["gallery.Pictures", "gallery.Controls"],
            environment: server.environment, arguments: ["--host", SSHServer.host])
        try await stage.widget("tab", "Pictures") { $0.isSelected }
        #expect(try await stage.client.window(stage.tabs).attachedClients.count == 1)
        server.stop()
        try await WindowStage.until("the banner") {
            try await stage.widgets().contains { $0.role == "alert" && $0.name.contains("desk is lost") }
        }
        try await stage.widget("tab", "Pictures")
        try await server.resume()
        try await WindowStage.until("the end of the banner") {
            try await !stage.widgets().contains { $0.role == "alert" && $0.name.contains("desk is lost") }
        }
        try await stage.press("tab", "Controls")
        try await WindowStage.until("the tap") {
            try await stage.client.tabBarController(stage.tabs).selectedIndex == 1
        }
        #expect(try await stage.close() == 0)
        try await EventLoop.until("the end of ssh") { server.connections.isEmpty }
    }
}
