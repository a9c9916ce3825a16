import Foundation
import TestSupport

/// A window with the texts of the table: no text is markup, a key, a style or a command.
@EventLoop @Suite(.bus) struct HostileWindowTests {
    private static let texts = HostileText.all.map(\.text).filter { $0.utf8.count < 1000 }

    /// A page with a label, a button and a table whose texts are those of the table.
    private static func page(_ stage: WindowStage) async throws -> ObjectPath {
        let page = try await stage.client.register(["Title": .string(texts[0])])
        let owner = stage.client.viewController(page)
        try await owner.loadViewIfNeeded()
        let rows = texts.map { TableRow(title: $0, detail: $0) }
        let menu = texts.prefix(40).enumerated().map { MenuItem(identifier: "m\($0)", title: $1) }
        let submenu = [MenuItem(identifier: "sub", title: "_Sub_menu", kind: "submenu")]
        let inside = [MenuItem(parent: Int32(menu.count), identifier: "in", title: "<b>_In</b>")]
        let markup = texts.enumerated().filter { $1.contains("_") || $1.contains("<") || $1.contains("&") }.map {
            MenuItem(identifier: "x\($0)", title: $1)
        }
        try await owner.updateView(
            [
                ViewEntry(
                    id: 2, parent: 1, className: "Button", frame: DBusRect(x: 10, y: 10, width: 200, height: 40),
                    properties: [
                        "Title": .string("<b>_Menu</b> & more"), "Tooltip": .string("<b>&</span>"),
                        "Menu": (menu + submenu + inside + markup.prefix(30)).variant,
                    ]),
                ViewEntry(
                    id: 3, parent: 1, className: "TableView", frame: DBusRect(x: 0, y: 60, width: 300, height: 400),
                    properties: ["Rows": rows.variant, "AccessibilityLabel": .string("</span>")]),
            ], [])
        return page
    }

    @Test func `rows, buttons, tabs and menus have their texts as they are`() async throws {
        let stage = try await WindowStage([])
        let page = try await Self.page(stage)
        try await stage.client.setTabs([page], of: stage.tabs)
        try await stage.widget("button", "<b>_Menu</b> & more")
        try await stage.widget("tab", Self.texts[0])
        let rows = try await stage.widgets().filter { $0.role == "list item" }.map(\.name)
        #expect(rows == Self.texts.map { "\($0), \($0)" }, "\(rows)")
        // The titles of the tab and the window follow.
        for text in ["<b>bold</b>", "_File", "&", "\u{202E}x", "\u{1B}[2J"] {
            try await stage.client.viewController(page).set(\.title, to: text)
            try await stage.widget("tab", text)
        }
        let button = try await stage.widget("button", "<b>_Menu</b> & more")
        let place = try await stage.screenReader.extents(of: button.reference).middle
        try await stage.display.click(x: place.x, y: place.y, button: 3)
        let names = Set(try await Self.menu(stage))
        // GTK shows another character for a carriage return.
        let expected = Self.texts.prefix(40).filter { !$0.contains("\r") }
        #expect(names.isSuperset(of: expected), "\(Set(expected).subtracting(names))")
        #expect(names.isSuperset(of: ["_Sub_menu", "_File", "a__b_c", "<b>bold</b>", "&"]), "\(names)")
        try await stage.display.act("key", "Escape")
        #expect(stage.printed.isEmpty, "\(stage.printed)")
        #expect(try await stage.close() == 0)
    }

    private static func menu(_ stage: WindowStage) async throws -> [String] {
        var names: [String] = []
        try await WindowStage.until("the menu") {
            names = try await stage.widgets().filter { $0.role.contains("menu item") }.map(\.name)
            return names.count > 40
        }
        return names
    }

    @Test func `an error of another program is shown as it is`() async throws {
        let stage = try await WindowStage([])
        let object = stage.client.newObject()
        stage.client.handlers[object] = { call, _, reply in
            guard call.member == "Action" else { return reply.fail(.unknownMethod(call.member)) }
            reply.fail(.failed("<b>&amp; '</span>' \u{1B}[2J"))
        }
        let page = try await stage.client.manager.registerViewController(
            object, ["Title": .string("Page"), "Methods": ["Action"].variant])
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.viewController(page).updateView(
            [
                ViewEntry(
                    id: 2, parent: 1, className: "Button", frame: DBusRect(x: 10, y: 10, width: 200, height: 40),
                    properties: ["Title": .string("Fail")])
            ], [])
        try await stage.client.setTabs([page], of: stage.tabs)
        // The message goes after a few seconds, in which a busy machine may not read it.
        try await WindowStage.until("the message") {
            try await stage.press("button", "Fail")
            return try await stage.widgets().contains { $0.name.contains("<b>&amp; '</span>'") }
        }
        #expect(stage.printed.isEmpty, "\(stage.printed)")
    }
}
