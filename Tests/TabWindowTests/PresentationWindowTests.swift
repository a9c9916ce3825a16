import TestSupport

/// Popovers, alerts, stacks and toolbars in a window.
@EventLoop @Suite(.bus) struct PresentationWindowTests {
    @Test func `an alert takes text and an answer`() async throws {
        let stage = try await WindowStage(["gallery.Alerts", "gallery.Labels"])
        try await stage.press("button", "Rename…")
        try await stage.widget("button", "Cancel")
        // The alert blocks the page, and what is behind it.
        let bar = try await stage.screenReader.extents(of: try await stage.widget("tab", "Labels").reference).middle
        try await stage.display.click(x: bar.x, y: bar.y)
        try await stage.click("text box", "Name")
        try await stage.display.act("key", "ctrl+a")
        try await stage.display.type("Plan")
        try await stage.press("button", "Choose")
        try await stage.waitForEnd(of: "button", "Cancel")
        try await stage.widget("tab", "Plan")
    }

    @Test func `Escape cancels an alert, and a touch outside an action sheet does`() async throws {
        let stage = try await WindowStage(["gallery.Alerts", "gallery.Labels"])
        try await stage.press("button", "Rename…")
        try await stage.widget("button", "Choose")
        try await stage.display.act("key", "Escape")
        try await stage.waitForEnd(of: "button", "Choose")
        try await stage.press("button", "Erase…")
        try await stage.widget("button", "Erase")
        try await stage.display.click(x: 200, y: 200)
        try await stage.waitForEnd(of: "button", "Erase")
    }

    @Test func `a popover has its content at the daemon's frame, and a touch outside dismisses it`() async throws {
        let stage = try await WindowStage(
            ["gallery.Popovers", "gallery.Labels"], ["Profile": .string("pad")])
        try await stage.widget("button", "Standard")
        try await stage.resize(width: 900, height: 700)
        try await WindowStage.until("the new size") {
            try await stage.client.window(stage.tabs).size.width > 800
        }
        try await stage.press("button", "Standard")
        let label = try await stage.widget("label", "Arrow height: 13.0")
        let presented = try await stage.client.viewController(try await stage.selected()).presentedViewController
        let frame = try await stage.client.popover(presented).contentFrame
        let place = try await stage.screenReader.extents(of: label.reference)
        let origin = try await stage.origin()
        #expect(Double(place.x) >= origin.x + frame.x && Double(place.y) >= origin.y + frame.y)
        #expect(Double(place.x + place.width) <= origin.x + frame.x + frame.width + 1)
        try await stage.display.click(x: origin.x + 800, y: origin.y + 500)
        try await stage.waitForEnd(of: "label", "Arrow height: 13.0")
    }

    @Test func `a popover that covers a narrow window has a button that dismisses it`() async throws {
        let stage = try await WindowStage(["gallery.Popovers", "gallery.Labels"])
        try await stage.press("button", "Standard")
        try await stage.widget("button", "Dismiss")
        let selected = try await stage.selected()
        #expect(try await !stage.client.viewController(selected).presentedViewController.isNone)
        try await stage.click("button", "Dismiss")
        try await stage.waitForEnd(of: "button", "Dismiss")
        try await stage.widget("button", "Standard")
        #expect(try await stage.client.viewController(selected).presentedViewController.isNone)
    }

    @Test func `the buttons of a toolbar are tapped`() async throws {
        let stage = try await WindowStage(["gallery.Toolbars", "gallery.Labels"])
        try await stage.press("button", "Show a toolbar")
        try await stage.widget("button", "Archive") { !$0.isEnabled }
        let stack = try await stage.client.viewController(stage.selected()).presentedViewController
        let page = stage.client.viewController(try await stage.client.navigationController(stack).topViewController)
        for (button, name) in [("Reply", "Reply"), ("starred-symbolic", "starred-symbolic")] {
            try await stage.press("button", button)
            try await WindowStage.until("the tap of \(button)") {
                let (_, views) = try await page.getView()
                return views.contains { $0.text(ViewKeys.text) == "Toolbar: tapped \(name)" }
            }
        }
        try await stage.press("button", "Done")
        try await stage.waitForEnd(of: "button", "Reply")
    }

    @Test func `settings open three levels deep, and the back button and Alt-Left return`() async throws {
        let stage = try await WindowStage([], navigation: "settings.Settings")
        try await stage.click("list item", "General, English")
        try await stage.widget("heading", "General")
        try await stage.click("list item", "Languages, English")
        try await stage.widget("heading", "Languages")
        try await stage.press("button", "General")
        try await stage.widget("heading", "General")
        try await stage.display.act("key", "alt+Left")
        try await stage.widget("heading", "Settings")
    }

    @Test func `a push, a pop and a presented page slide, and only the new page stays`() async throws {
        let stage = try await WindowStage([], isAnimated: true)
        var pages: [ObjectPath] = []
        for name in ["First", "Second", "Sheet"] {
            let page = try await stage.client.register(["Title": .string(name)])
            pages.append(page)
            try await stage.client.viewController(page).loadViewIfNeeded()
            let label = ViewEntry(
                id: 2, parent: 1, className: "Label", frame: DBusRect(x: 20, y: 80, width: 200, height: 30),
                properties: ["Text": .string("\(name) page")])
            try await stage.client.viewController(page).updateView([label], [])
        }
        let stack = try await stage.client.manager.createNavigationController(pages[0])
        try await stage.client.setTabs([stack], of: stage.tabs)
        /// Waits until a page is alone, and in its place.
        func expect(_ name: String) async throws {
            for other in ["First", "Second", "Sheet"] where other != name {
                try await stage.waitForEnd(of: "label", "\(other) page")
            }
            let label = try await stage.widget("label", "\(name) page")
            let place = try await stage.screenReader.extents(of: label.reference)
            #expect(place.x < 60, "\(name) is at \(place.x)")
        }
        try await expect("First")
        try await stage.client.navigationController(stack).push(pages[1], true)
        try await expect("Second")
        _ = try await stage.client.navigationController(stack).pop(true)
        try await expect("First")
        try await stage.client.viewController(pages[2]).set(\.modalPresentationStyle, to: "fullScreen")
        try await stage.client.viewController(stage.tabs).present(pages[2], ["Animated": .bool(true)])
        try await expect("Sheet")
        try await stage.client.viewController(stage.tabs).dismiss(["Animated": .bool(true)])
        try await expect("First")
    }

    @Test func `keys tap the tabs`() async throws {
        let stage = try await WindowStage(["gallery.Labels", "gallery.Controls", "gallery.Tables"])
        try await stage.widget("tab", "Labels") { $0.isSelected }
        try await stage.display.act("key", "ctrl+Page_Down")
        try await stage.widget("tab", "Controls") { $0.isSelected }
        try await stage.display.act("key", "alt+3")
        try await stage.widget("tab", "Tables") { $0.isSelected }
        try await stage.display.act("key", "ctrl+Page_Up")
        try await stage.widget("tab", "Controls") { $0.isSelected }
    }
}
