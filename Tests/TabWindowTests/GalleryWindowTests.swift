import TestSupport

/// Every page of the Gallery in a window: what the daemon has is what screen readers are told.
@EventLoop @Suite(.bus) struct GalleryWindowTests {
    private nonisolated static let pages = [
        ["Labels", "Controls", "Tables", "Pictures", "Stacks"], ["Masks", "States", "Popovers", "Alerts", "Toolbars"],
        ["Bars", "Stress"],
    ]

    /// The roles of GTK for the classes of views.
    private static let roles: [String: Set<String>] = [
        "Label": ["label", "heading"], "Button": ["button"], "Switch": ["switch"], "Slider": ["slider"],
        "TextField": ["text box"], "TextView": ["text box"], "ImageView": ["img", "image"], "Chart": ["img", "image"],
        "ProgressView": ["progress bar"], "TabBar": ["tab list"],
    ]

    @Test(arguments: pages) func `a page shows its views with their roles and names`(pages: [String]) async throws {
        let stage = try await WindowStage(pages.map { "gallery.\($0)" })
        for page in pages {
            try await stage.press("tab", page)
            try await stage.widget("tab", page) { $0.isSelected }
            let views = try await stage.views()
            var missing: [String] = []
            do {
                try await WindowStage.until("the views of \(page)") {
                    let widgets = try await stage.widgets()
                    missing = views.filter { !Self.isShown($0, among: views, by: widgets) }.map(Self.description)
                    return missing.isEmpty
                }
            } catch {
                Issue.record("\(page) lacks \(missing)")
            }
        }
        #expect(try await stage.close() == 0)
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }

    private static func description(_ view: ViewEntry) -> String { "\(view.className) '\(name(of: view))'" }

    /// The name that a screen reader says.
    private static func name(of view: ViewEntry) -> String {
        let keys = [
            ViewKeys.accessibilityLabel, ViewKeys.text, ViewKeys.title, ViewKeys.placeholder, ViewKeys.image,
        ]
        return keys.lazy.compactMap { view.text($0) }.first ?? ""
    }

    static func isShown(_ view: ViewEntry, among views: [ViewEntry], by widgets: [Widget]) -> Bool {
        guard let roles = roles[view.className], !name(of: view).isEmpty, view.frame.width > 0, view.frame.height > 0
        else { return true }
        // A view in one that is hidden is hidden, too.
        var ancestor: ViewEntry? = view
        while let current = ancestor {
            if current.isHidden { return true }
            ancestor = views.first { $0.id == current.parent }
        }
        return widgets.contains { roles.contains($0.role) && $0.name == name(of: view) }
    }

    @Test func `a bar button with an image is an icon, and keeps its title for screen readers`() async throws {
        let stage = try await WindowStage([], navigation: "gallery.Labels")
        let stack = try await stage.client.navigationController(stage.selected()).viewControllers
        let buttons = [
            BarButtonItemEntry(id: 1, title: "Add", image: "list-add-symbolic"),
            BarButtonItemEntry(id: 2, title: "Other", image: "no-icon-has-this-name"),
        ]
        try await stage.client.navigationItem(try #require(stack.first)).setValues([
            "RightBarButtonItems": buttons.variant
        ])
        try await stage.widget("button", "Add")
        try await stage.widget("button", "Other")
        let labels = try await stage.widgets().filter { $0.role == "label" }.map(\.name)
        #expect(labels.contains("Other") && !labels.contains("Add"), "\(labels)")
    }

    @Test func `screen readers press buttons, switches, segments and tabs`() async throws {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Labels"])
        try await stage.press("button", "Filled")
        try await stage.expect("Text", of: "Log", .string("Filled: primaryActionTriggered Filled"))
        let lamp = try await stage.widget("switch", "Lamp")
        #expect(!lamp.isChecked)
        try await stage.press("switch", "Lamp")
        try await stage.widget("switch", "Lamp") { $0.isChecked }
        try await stage.expect("On", of: "Lamp", .bool(true))
        try await stage.press("button", "Large")
        try await stage.expect("SelectedSegment", of: "Size", .int32(2))
        // A tap on a tab changes it for all front ends.
        try await stage.press("tab", "Labels")
        try await stage.widget("heading", "The quick fox 123 headline")
        let labels = try await stage.client.tabBarController(stage.tabs).viewControllers.last
        #expect(try await stage.selected() == labels)
    }

    @Test func `keys and the pointer reach sliders, texts and rows`() async throws {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Tables"])
        let volume = try await stage.views().first { $0[ViewKeys.accessibilityLabel] == "Volume" }?[ViewKeys.value] ?? 0
        try await stage.click("slider", "Volume")
        try await WindowStage.until("the slider moving") {
            try await stage.views().first { $0[ViewKeys.accessibilityLabel] == "Volume" }?[ViewKeys.value] != volume
        }
        try await stage.click("text box", "Name")
        try await stage.display.type("Ada Lovelace")
        try await stage.expect("Text", of: "Name", .string("Ada Lovelace"))
        // The caret stays where the user types, while the owner sends the text back.
        try await stage.display.act("key", "Home")
        try await stage.display.type("Countess ")
        try await stage.expect("Text", of: "Name", .string("Countess Ada Lovelace"))
        #expect(try await stage.text("text box", "Name") == "Countess Ada Lovelace")
        // Leaving the field ends editing, with the whole text.
        try await stage.display.act("key", "shift+Tab")
        try await stage.expect("Text", of: "Log", .string("Name: editingDidEnd Countess Ada Lovelace"))
        try await stage.press("tab", "Tables")
        try await stage.click("list item", "With detail, 21 °C")
        try await WindowStage.until("the row being selected") {
            try await stage.views().contains { $0.text(ViewKeys.text)?.contains("selectRow 1") == true }
        }
    }

    @Test func `a secondary click opens the menu of a view, and of a row`() async throws {
        let stage = try await WindowStage(["gallery.Controls", "gallery.Tables"])
        let button = try await stage.screenReader.extents(of: try await stage.widget("button", "Plain").reference)
            .middle
        try await stage.display.click(x: button.x, y: button.y, button: 3)
        try await stage.press("menu item", "Copy")
        try await stage.expect("Text", of: "Log", .string("Plain: menuItemSelected copy"))
        try await stage.press("tab", "Tables")
        let row = try await stage.widget("list item", "Plain")
        let place = try await stage.screenReader.extents(of: row.reference).middle
        try await stage.press("tab", "Controls")
        try await stage.widget("tab", "Controls") { $0.isSelected }
        try await stage.display.click(x: button.x, y: button.y, button: 3)
        try await stage.widget("menu item", "Paste") { !$0.isEnabled }
        try await stage.press("menu item", "Delete")
        try await stage.expect("Text", of: "Log", .string("Plain: menuItemSelected delete"))
        try await stage.press("tab", "Tables")
        try await stage.widget("tab", "Tables") { $0.isSelected }
        try await stage.display.click(x: place.x, y: place.y, button: 3)
        try await stage.press("menu item", "Duplicate")
        try await WindowStage.until("the new row") {
            try await stage.widgets().count { $0.role == "list item" && $0.name == "Plain" } == 2
        }
    }

    @Test func `tab bars are views, too`() async throws {
        let stage = try await WindowStage(["gallery.Bars", "gallery.Labels"])
        try await stage.widget("tab", "Inbox") { $0.isSelected }
        try await stage.widget("tab", "Spam") { !$0.isEnabled }
        try await stage.press("tab", "Drafts")
        try await stage.widget("tab", "Drafts") { $0.isSelected }
        try await stage.expect("Text", of: "Choice", .string("Drafts"))
        for name in ["One", "Two"] { try await stage.widget("tab", name) { !$0.isEnabled } }
    }
}
