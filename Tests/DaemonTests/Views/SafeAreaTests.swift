import TestSupport

/// The insets of views that bars cover, from the window down to the SDK's views in a plugin.
@EventLoop @Suite(.bus) struct SafeAreaTests {
    @Test(.rules("N22 V15")) func `a subview gets the part of the root's insets that covers it`() async throws {
        let stage = try await TestPluginStage("SafeAreaChecks", shown: false)
        let client = stage.client
        let navigation = try await client.manager.createNavigationController(stage.controller)
        try await client.setTabs([navigation], of: stage.tabs)
        try await client.window(stage.tabs).set(\.size, to: DBusSize(width: 375, height: 812))
        try await client.window(stage.tabs).set(\.statusBarHeight, to: 44)
        try await client.window(stage.tabs).set(\.bottomSafeAreaInset, to: 34)
        try await stage.show()
        try await stage.tap("Run")
        #expect(try await stage.text("Results") == "passed 14")
    }
}
