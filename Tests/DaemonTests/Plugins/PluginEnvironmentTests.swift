import Foundation
import TestSupport

/// The environment that the host gives to plugins: traits, settings, a folder, the locale.
@EventLoop @Suite(.bus) struct PluginEnvironmentTests {
    private let stage: TestPluginStage
    private var client: BusClient { stage.client }

    init() async throws {
        try PrivateBus.current.configure(
            """
            [plugins.testplugin]
            greeting = "hello"
            [plugins.clock]
            secret = 1
            """)
        stage = try await TestPluginStage("Surroundings")
    }

    @Test(.rules("L13")) func `a plugin is notified of its window's new size classes`() async throws {
        for size in [(736, 414), (740, 420), (568, 320), (320, 480)] as [(Double, Double)] {
            try await client.window(stage.tabs).set(\.size, to: DBusSize(width: size.0, height: size.1))
        }
        let all = "compact regular, regular compact, compact compact, compact regular"
        #expect(try await stage.text("Traits") == all.replacing(",", with: " unspecified,") + " unspecified")
        // Outside of a window it gets no notifications. When it returns it gets the latest traits.
        try await stage.show(false)
        for width in [500, 600] as [Double] {
            try await client.window(stage.tabs).set(\.size, to: DBusSize(width: width, height: 414))
        }
        try await stage.show()
        let traits = try await stage.text("Traits").split(separator: ", ")
        #expect(traits.count == 5)
        #expect(traits.last == "regular compact unspecified")
    }

    @Test func `a plugin is notified of the locale and the direction`() async throws {
        for (locale, expected) in [("he", "he rightToLeft"), ("de_AT.UTF-8", "de_AT leftToRight")] {
            try await client.attach(to: stage.tabs, ["Locale": .string(locale)])
            let last = try await stage.text("Traits").split(separator: ", ").last
            #expect(last == "compact regular unspecified \(expected)")
        }
    }

    @Test(.rules("S-205"))
    func `the contrast is that of the last attached front end that has one, else the written one`() async throws {
        let (first, second) = (try BusClient(), try BusClient())
        func expect(_ contrast: String, _ comment: Comment) async throws {
            #expect(try await client.window(stage.tabs).contrast == contrast, comment)
            #expect(
                try await stage.text("Traits").split(separator: ", ").last
                    == (contrast == "unspecified"
                        ? "compact regular unspecified" : "compact regular unspecified \(contrast)"),
                comment)
        }
        try await expect("unspecified", "in the beginning")
        try await client.window(stage.tabs).set(\.contrast, to: "high")
        try await expect("high", "written")
        try await first.attach(to: stage.tabs, ["Contrast": .string("normal")])
        try await expect("normal", "attached")
        try await second.attach(to: stage.tabs)
        try await expect("normal", "attached without one")
        try await first.attach(to: stage.tabs)
        try await expect("high", "attached again without one")
        try await client.window(stage.tabs).set(\.contrast, to: "unspecified")
        try await expect("unspecified", "written again")
        let attached = await complaint { try await first.attach(to: stage.tabs, ["Contrast": .string("low")]) }
        #expect(attached == "InvalidArgument: 'low' is not a valid contrast; expected one of unspecified, normal, high")
        #expect(await failure { try await client.window(stage.tabs).set(\.contrast, to: "") } == "InvalidArgument")
    }

    @Test
    func `the colour scheme is that of the last attached front end that has one, else the written one`() async throws {
        let (first, second, third) = (try BusClient(), try BusClient(), try BusClient())
        func expect(_ scheme: String, _ comment: Comment) async throws {
            #expect(try await client.window(stage.tabs).colorScheme == scheme, comment)
            let style = scheme == "noPreference" ? "unspecified" : scheme
            #expect(try await stage.text("Traits").split(separator: ", ").last == "compact regular \(style)", comment)
        }
        func attach(_ client: BusClient, _ scheme: String?) async throws(DBusError) {
            try await client.attach(to: stage.tabs, scheme.map { ["ColorScheme": .string($0)] } ?? [:])
        }
        func write(_ scheme: String) async throws(DBusError) {
            try await client.window(stage.tabs).set(\.colorScheme, to: scheme)
        }
        try await expect("noPreference", "in the beginning")
        // The front ends that attach, or nil for a written scheme.
        let changes: [(front: BusClient?, scheme: String?, expected: String, event: Comment)] = [
            (nil, "dark", "dark", "written"), (first, "light", "light", "attached"),
            (second, "dark", "dark", "attached later"), (third, nil, "dark", "attached without one"),
            (first, "light", "dark", "attached again, in its place"),
            (first, nil, "dark", "attached again without one"),
            (nil, "light", "dark", "written while a front end has one"),
        ]
        for (front, scheme, expected, event) in changes {
            if let front { try await attach(front, scheme) } else { try await write(scheme ?? "") }
            try await expect(expected, event)
        }
        client.clearSignals()
        second.connection.close()
        try await client.waitForSignal("the scheme of the window") {
            $0.path == stage.tabs && $0.changes["ColorScheme"] == .string("light")
        }
        try await expect("light", "left the bus")
        try await write("noPreference")
        try await expect("noPreference", "written again")
        #expect(await failure { try await attach(third, "sepia") } == "InvalidArgument")
        #expect(await failure { try await write("") } == "InvalidArgument")
        // A controller with a parent has no window of its own.
        let inside = try await client.manager.createNavigationController(client.register())
        try await client.setTabs([inside], of: stage.tabs)
        let child = await failure { try await client.window(inside).set(\.colorScheme, to: "dark") }
        #expect(child == "HierarchyInconsistency")
    }

    @Test func `a plugin has a folder of its own, and the locale of the session`() async throws {
        let bus = try PrivateBus.current
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
        for (key, expected) in [("greeting", "string(\"hello\")"), ("secret", "none"), ("", "none")] {
            try await client.act("editingDidEnd", .string(key), on: "Key", of: stage.controller)
            #expect(try await stage.text("Values") == expected, "\(key)")
        }
    }
}
