import Foundation
import TestSupport
import Testing

/// The environment that the host gives to plugins: traits, settings, a folder, the locale.
@EventLoop @Suite(.bus) struct PluginEnvironmentTests {
    @Test(.rules("L13")) func `a plugin is notified of its window's new size classes`() async throws {
        let stage = try await TestPluginStage("Surroundings")
        for size in [(736, 414), (740, 420), (568, 320), (320, 480)] as [(Double, Double)] {
            try await stage.client.window(stage.tabs).set(\.size, to: DBusSize(width: size.0, height: size.1))
        }
        let all = "compact regular, regular compact, compact compact, compact regular"
        #expect(try await stage.text("Traits") == all.replacing(",", with: " unspecified,") + " unspecified")
        // Outside of a window it gets no notifications. When it returns it gets the latest traits.
        try await stage.show(false)
        for width in [500, 600] as [Double] {
            try await stage.client.window(stage.tabs).set(\.size, to: DBusSize(width: width, height: 414))
        }
        try await stage.show()
        let traits = try await stage.text("Traits").split(separator: ", ")
        #expect(traits.count == 5)
        #expect(traits.last == "regular compact unspecified")
    }

    @Test func `the colour scheme is that of the last attached front end that has one, else the written one`()
        async throws
    {
        let stage = try await TestPluginStage("Surroundings")
        let (first, second, third) = (try BusClient(), try BusClient(), try BusClient())
        func expect(_ scheme: String, _ comment: Comment) async throws {
            #expect(try await stage.client.window(stage.tabs).colorScheme == scheme, comment)
            let style = scheme == "noPreference" ? "unspecified" : scheme
            #expect(try await stage.text("Traits").split(separator: ", ").last == "compact regular \(style)", comment)
        }
        func attach(_ client: BusClient, _ scheme: String?) async throws(DBusError) {
            var options: Options = [:]
            if let scheme { options = ["ColorScheme": .string(scheme)] }
            try await client.attach(to: stage.tabs, options)
        }
        try await expect("noPreference", "in the beginning")
        try await stage.client.window(stage.tabs).set(\.colorScheme, to: "dark")
        try await expect("dark", "written")
        try await attach(first, "light")
        try await expect("light", "attached")
        try await attach(second, "dark")
        try await expect("dark", "attached later")
        try await attach(third, nil)
        try await expect("dark", "attached without one")
        try await attach(first, "light")
        try await expect("light", "attached again")
        try await attach(first, nil)
        try await expect("dark", "attached again without one")
        try await stage.client.window(stage.tabs).set(\.colorScheme, to: "light")
        try await expect("dark", "written while a front end has one")
        stage.client.clearSignals()
        second.connection.close()
        try await stage.client.waitForSignal("the scheme of the window") { signal in
            signal.path == stage.tabs && signal.member == "PropertiesChanged"
                && [String: Variant](variant: signal.arguments[1])?["ColorScheme"] == .string("light")
        }
        try await expect("light", "left the bus")
        try await stage.client.window(stage.tabs).set(\.colorScheme, to: "noPreference")
        try await expect("noPreference", "written again")
        #expect(await failure { try await attach(third, "sepia") } == "InvalidArgument")
        #expect(
            await failure { try await stage.client.window(stage.tabs).set(\.colorScheme, to: "") } == "InvalidArgument")
        // A controller with a parent has no window of its own.
        let inside = try await stage.client.manager.createNavigationController(stage.client.register())
        try await stage.client.setTabs([inside], of: stage.tabs)
        let child = await failure {
            try await stage.client.window(inside).set(\.colorScheme, to: "dark")
        }
        #expect(child == "HierarchyInconsistency")
    }

    @Test func `a plugin has a folder of its own, and the locale of the session`() async throws {
        let bus = try PrivateBus.current
        let stage = try await TestPluginStage("Surroundings")
        try await stage.tap("Folder")
        let path = bus.directory + "/state/tabd/plugins/testplugin"
        #expect(try await stage.text("Values") == path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        // The folder exists the second time, too.
        try await stage.tap("Folder")
        #expect(try await stage.text("Values") == path)
        try await stage.tap("Locale")
        let environment = bus.environment
        let values = ["LC_ALL", "LC_MESSAGES", "LANG"].map { environment[$0] ?? "" }
        #expect(try await stage.text("Values") == values.first { !$0.isEmpty } ?? "C")
    }

    @Test func `a plugin reads its own section of the configuration`() async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [plugins.testplugin]
            greeting = "hello"
            [plugins.clock]
            secret = 1
            """)
        let stage = try await TestPluginStage("Surroundings")
        for (key, expected) in [("greeting", "string(\"hello\")"), ("secret", "none"), ("", "none")] {
            try await stage.client.sendAction(
                "editingDidEnd", .string(key), to: 0, of: stage.controller, ["Identifier": .string("Key")])
            #expect(try await stage.text("Values") == expected, "\(key)")
        }
    }
}
