import Foundation
import TestSupport

/// A plugin with threads of its own, and with timers.
@EventLoop @Suite(.bus) struct PluginThreadTests {
    private static func stage(_ id: String) async throws -> PluginStage {
        try await PluginStage { try CPlugin.build(id, in: $0) }
    }

    @Test func `functions posted by threads run on the loop, in the order of each thread`() async throws {
        let stage = try await Self.stage("threads")
        let controller = try await stage.create("threads.Main")
        #expect(try await stage.result(of: "post", of: controller) == "1000 arrived, 0 misplaced, entry 1")
    }

    @Test func `a log message of a thread is in the daemon's log with the plugin's id`() async throws {
        let stage = try await Self.stage("threads")
        #expect(try await stage.result(of: "log", of: stage.create("threads.Main")) == "logged")
        #expect(await stage.daemon.stop() == 0)
        let lines = try String(contentsOfFile: stage.log, encoding: .utf8).split(separator: "\n").filter {
            $0.contains(" plugin.threads: ")
        }
        let unreadable = "tabd: warning: plugin.threads: (a message that is not UTF-8)"
        #expect(
            lines == [
                "tabd: warning: plugin.threads: hello from a thread", "tabd: error: plugin.threads: two",
                "tabd: error: plugin.threads: lines", "tabd: error: plugin.threads: of an unknown level",
                Substring(unreadable), Substring(unreadable), Substring(unreadable),
            ])
    }

    @Test(arguments: ["in-process", "process"])
    func `the host's functions fail on another thread with an error status`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await Self.stage("threads")
        let controller = try await stage.create("threads.Main")
        let before = try await stage.state(of: controller)
        let objects = try await stage.client.managedObjects().keys
        let result = try await stage.result(of: "call", of: controller)
        // A slot that is not offered can't be called.
        for part in result.split(separator: " ") {
            let (name, status) = (part.prefix { $0 != "=" }, part.drop { $0 != "=" }.dropFirst())
            let allowed = ["received", "created", "timer"].contains(name) ? ["0"] : ["2", "-"]
            #expect(allowed.contains(String(status)), "\(name)")
        }
        #expect(result.contains("update_views=2 set_title=2 set_tab_bar_item=2"))
        #expect(result.contains("add_timer=2 add_clock_timer=2 cancel_timer=2 data_directory=2"))
        #expect(result.contains("present_alert=2 set_toolbar_items=2 toolbar_hidden=2 announce=2 scroll_to_row=2"))
        #expect(try await stage.result(of: "sweep", of: controller) == "all refused")
        try await stage.run("clear", of: controller)
        #expect(try await stage.state(of: controller) == before)
        #expect(try await stage.client.managedObjects().keys == objects)
    }

    @Test func `timers fire once, and not after they are cancelled`() async throws {
        let stage = try await Self.stage("timers")
        let controller = try await stage.create("timers.Main")
        let result = try await stage.result(of: "all", of: controller)
        #expect(result == "cancelled=0,8 once=1 own=8 again=8 chain=3 zero=1 victim=0 kill=0,8 pair=1")
    }
}
