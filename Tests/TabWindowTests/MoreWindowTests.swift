import TestSupport

/// The More tab, televisions, colours and directions in a window.
@EventLoop @Suite(.bus) struct MoreWindowTests {
    private nonisolated static let many = ["Labels", "Controls", "Tables", "Pictures", "Stacks", "Masks"].map {
        "gallery.\($0)"
    }

    @Test func `More's list opens a tab, and a row dragged to the bar changes it`() async throws {
        let stage = try await WindowStage(Self.many)
        try await stage.press("tab", "More")
        try await stage.click("list item", "Masks")
        try await stage.widget("heading", "Masks")
        try await stage.press("button", "More")
        try await stage.press("button", "Edit")
        try await stage.widget("button", "Done")
        // "Masks" takes the place of "Labels" on the bar.
        let row = try await stage.widget("list item", "Masks")
        let from = try await stage.screenReader.extents(of: row.reference).middle
        let target = try await stage.widget("tab", "Labels")
        let to = try await stage.screenReader.extents(of: target.reference).middle
        try await stage.display.drag(from: from, to: to)
        try await stage.press("button", "Done")
        try await WindowStage.until("the new order") {
            let bar = try await stage.client.tabBar(of: stage.tabs).items
            guard let first = bar.first else { return false }
            return try await stage.client.viewController(first).type == "gallery.Masks"
        }
        try await stage.widget("tab", "Masks")
    }

    @Test func `a television is driven by arrows`() async throws {
        let stage = try await WindowStage(
            ["gallery.Controls", "gallery.Labels"], ["Profile": .string("tv")])
        try await stage.widget("tab", "Controls") { $0.isSelected }
        try await stage.display.act("key", "Right")
        try await stage.widget("tab", "Labels") { $0.isSelected }
        try await stage.display.act("key", "Left")
        try await stage.widget("tab", "Controls") { $0.isSelected }
        try await stage.display.act("key", "Down")
        try await WindowStage.until("the focus in the page") {
            try await !stage.client.focus(stage.tabs).focusedView.viewController.isNone
        }
        try await stage.display.act("key", "Return")
        try await WindowStage.until("the press of a button") {
            try await stage.views().contains { $0.text(ViewKeys.text)?.contains("primaryActionTriggered") == true }
        }
    }

    @Test(.rules("S-205")) func `the window follows the contrast of its desktop`() async throws {
        // libadwaita reads GNOME's setting, and the daemon the other one.
        let gnome = "org.gnome.desktop.a11y.interface"
        var settings = FakePortal.appearance(scheme: 2, contrast: 0)
        settings[gnome] = ["high-contrast": .bool(true)]
        let portal = try FakePortal(settings)
        try await portal.start()
        let stage = try await WindowStage(["gallery.Labels"])
        let window = stage.client.window(stage.tabs)
        try await WindowStage.until("high contrast") { try await window.contrast == "high" }
        try portal.set(gnome, "high-contrast", to: .bool(false))
        try await WindowStage.until("normal contrast") { try await window.contrast == "normal" }
        #expect(try await window.colorScheme == "light")
    }

    @Test func `the window asks for its colours, its locale and its size`() async throws {
        let stage = try await WindowStage(
            ["gallery.Controls"], environment: ["LC_ALL": "ar_EG.UTF-8"], arguments: ["--color-scheme", "dark"])
        try await stage.widget("tab", "Controls")
        let window = stage.client.window(stage.tabs)
        #expect(try await window.colorScheme == "dark")
        #expect(try await window.contrast == "normal")
        #expect(try await window.locale == "ar_EG")
        #expect(try await window.layoutDirection == "rightToLeft")
        try await stage.resize(width: 700, height: 600)
        try await WindowStage.until("the new size") { try await window.size.width > 600 }
        // Another front end that is smaller makes the window smaller, and the scene stays in its middle.
        let other = try BusClient()
        _ = try await other.window(stage.tabs).attach(Options(["Size": DBusSize(width: 300, height: 400).variant]))
        try await WindowStage.until("the bar being as narrow") {
            let bar = try #require(try await stage.widgets().first { $0.role == "tab list" })
            return try await stage.screenReader.extents(of: bar.reference).width == 300
        }
    }
}
