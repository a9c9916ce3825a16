import TestSupport

/// Menus of views and rows, and the choices in them.
@EventLoop @Suite(.localDaemon) struct MenuTests {
    private let stage: ViewStage

    private static let menu = [
        MenuItem(identifier: "copy", title: "Copy", image: "edit-copy-symbolic"),
        MenuItem(identifier: "paste", title: "Paste", attributes: ["disabled"]),
        MenuItem(identifier: "secret", title: "Secret", attributes: ["hidden"]),
        MenuItem(identifier: "share", title: "Share", kind: "submenu"),
        MenuItem(parent: 3, identifier: "mail", title: "By mail", state: "on"),
        MenuItem(identifier: "", title: "", kind: "inline"),
        MenuItem(parent: 5, identifier: "delete", title: "Delete", attributes: ["destructive"]),
        MenuItem(identifier: "off", title: "Not now", kind: "submenu", attributes: ["disabled"]),
        MenuItem(parent: 7, identifier: "later", title: "Later"),
    ]

    init() async throws { stage = try await ViewStage() }

    private func update(_ id: UInt32, _ className: String, _ properties: [String: Variant]) async throws {
        try await stage.update([.view(id, className, with: properties)])
    }

    private func send(_ action: String, _ value: Variant, to view: UInt32) async throws {
        try await stage.watcher.sendAction(action, value, to: view, of: stage.controller)
    }

    @Test(.rules("S-185")) func `any view can have a menu, whose items are shown in their order`() async throws {
        try await update(2, "Label", ["Menu": Self.menu.variant])
        let view = try #require(try await stage.view().views.first { $0.id == 2 })
        #expect(view.menu == Self.menu)
        #expect(
            view.menu.shown(in: -1).map { view.menu[$0].identifier } == ["copy", "paste", "share", "delete", "off"])
        #expect(view.menu.shown(in: 3).map { view.menu[$0].identifier } == ["mail"])
    }

    @Test(.rules("S-185")) func `a malformed menu is refused with the reason`() async throws {
        func reason(_ items: MenuItem...) async -> String {
            await complaint { try await update(2, "Label", ["Menu": items.variant]) }
        }
        let group = MenuItem(identifier: "g", title: "G", kind: "submenu")
        #expect(await reason(MenuItem(parent: 0, identifier: "a", title: "A")).contains("-1 or an earlier item"))
        #expect(await reason(MenuItem(parent: -2, identifier: "a", title: "A")).contains("is -2"))
        #expect(await reason(MenuItem(parent: 1, identifier: "a", title: "A"), group).contains("an earlier item"))
        let action = MenuItem(identifier: "a", title: "A")
        #expect(await reason(action, MenuItem(parent: 0, identifier: "b", title: "B")).contains("is an action"))
        #expect(
            await reason(MenuItem(identifier: "", title: "A")).contains("identifier of Menu of view 2, item 0 is empty")
        )
        #expect(await reason(action, action).contains("'a', as of another item"))
        #expect(await reason(MenuItem(identifier: "a", title: "A", kind: "x")).contains("action, submenu, inline"))
        #expect(await reason(MenuItem(identifier: "a", title: "A", state: "x")).contains("off, on, mixed"))
        #expect(
            await reason(MenuItem(identifier: "a", title: "A", attributes: ["x"])).contains(
                "disabled, destructive, hidden"))
        #expect(await reason(MenuItem(identifier: "a", title: "A", image: "../x")).contains("image of Menu"))
        let chain = (0..<5).map { MenuItem(parent: $0 - 1, identifier: "\($0)", title: "", kind: "submenu") }
        #expect(
            await failure { try await update(2, "Label", ["Menu": chain.variant]) } == "LimitsExceeded")
        let many = (0...MenuItem.maximumCount).map { MenuItem(identifier: "\($0)", title: "") }
        #expect(await failure { try await update(2, "Label", ["Menu": many.variant]) } == "LimitsExceeded")
        try await update(2, "Label", ["Menu": Array(many.dropLast()).variant])
        try await update(3, "Label", ["Menu": Array(chain.dropLast()).variant])
    }

    @Test(.rules("S-186 S-189")) func `the owner gets a choice of an enabled item, and no other one`() async throws {
        var received: [[Variant]] = []
        stage.methods["Action"] = { arguments, reply in
            received.append(arguments)
            reply.succeed { (_) throws(DBusError) in }
        }
        try await update(2, "Label", ["Menu": Self.menu.variant])
        try await update(3, "Label", [:])
        for item in ["copy", "mail", "delete"] {
            try await send("menuItemSelected", .string(item), to: 2)
            #expect(received.last == [.uint32(2), .string("menuItemSelected"), .variant(.string(item))])
        }
        func reason(_ item: String, _ view: UInt32 = 2) async -> String {
            let reason = await complaint { try await send("menuItemSelected", .string(item), to: view) }
            return reason.replacing("InvalidArgument: ", with: "")
        }
        #expect(
            await reason("cut") == "the menu of view 2 has no item 'cut'; expected copy, paste, mail, delete, later")
        #expect(await reason("paste") == "item 'paste' of the menu of view 2 is disabled")
        #expect(await reason("secret") == "item 'secret' of the menu of view 2 is hidden")
        #expect(await reason("later") == "item 'later' of the menu of view 2 is disabled")
        #expect(await reason("share").contains("has no item 'share'"))
        #expect(await reason("copy", 3) == "view 3, a Label, has no such menu")
        #expect(await failure { try await send("menuItemSelected", .uint32(0), to: 2) } == "InvalidArgs")
        #expect(received.count == 3)
        let view = try await stage.view().views.first { $0.id == 2 }
        #expect(view?.menu == Self.menu)
    }

    @Test(.rules("S-188")) func `a choice in the menu of a row names the row`() async throws {
        var received: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            received.append(contentsOf: arguments.dropFirst(2))
            reply.succeed { (_) throws(DBusError) in }
        }
        let rows = [TableRow(title: "A"), TableRow(title: "B", enabled: false)]
        try await update(2, "TableView", ["Rows": rows.variant, "RowMenu": Self.menu.variant])
        try await send("rowMenuItemSelected", RowMenuChoice(row: 0, item: "copy").variant, to: 2)
        try await stage.watcher.viewController(stage.controller).selectRowMenuItem(2, 0, "delete")
        #expect(received == ["copy", "delete"].map { .variant(RowMenuChoice(row: 0, item: $0).variant) })
        func error(_ row: UInt32, _ item: String) async -> String {
            await failure {
                try await send("rowMenuItemSelected", RowMenuChoice(row: row, item: item).variant, to: 2)
            }
        }
        #expect(await error(2, "copy") == "OutOfRange")
        #expect(await error(1, "copy") == "InvalidArgument")
        #expect(await error(0, "paste") == "InvalidArgument")
        #expect(await failure { try await send("menuItemSelected", .string("copy"), to: 2) } == "InvalidArgument")
        #expect(received.count == 2)
    }

    @Test(.rules("S-187")) func `a tap on a menu button is for the front end`() async throws {
        var count = 0
        stage.methods["Action"] = { _, reply in
            count += 1
            reply.succeed { (_) throws(DBusError) in }
        }
        func tap() async throws -> String { try await stage.watcher.window(stage.tabs).tapAt(20, 60) }
        let frame = DBusRect(0, 20, 200, 100)
        var properties: [String: Variant] = ["Menu": Self.menu.variant, "MenuIsPrimary": .bool(true)]
        func show() async throws { try await stage.update([.view(2, "Button", at: frame, with: properties)]) }
        try await show()
        #expect(try await tap() == "content")
        #expect(count == 0)
        #expect(try await stage.view().views.first { $0.id == 2 }?.accessibility.role == "menuButton")
        properties["MenuIsPrimary"] = nil
        try await show()
        #expect(try await tap() == "handled")
        try await stage.watcher.barrier()
        try await stage.call(of: "Action")
        #expect(count == 1)
    }
}
