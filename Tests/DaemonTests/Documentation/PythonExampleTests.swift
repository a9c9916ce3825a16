import Foundation
import TestSupport

/// docs/remote-view-controllers.md, and its example of a to-do list in Python.
@Suite(.serialized) struct PythonExampleTests {
    private static let document = "docs/remote-view-controllers.md"
    private static let python = "/usr/bin/python3"

    /// Whether Debian's Python has the modules that the example imports.
    static let hasPython = HouseCommand.succeeds([python, "-c", "import dbus.mainloop.glib, gi.repository.GLib"])

    private static func start() throws -> ClientProcess {
        try ClientProcess([HouseCommand.package + "/docs/examples/todo.py"], running: python)
    }

    @Test func `the page names every class with its properties and actions`() throws {
        let text = try String(contentsOfFile: HouseCommand.package + "/" + Self.document, encoding: .utf8)
        for viewClass in ViewClasses.all {
            let row = try #require(
                text.split(separator: "\n").first { $0.hasPrefix("| \(viewClass.name) |") }, "\(viewClass.name)")
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let keys = viewClass.keys.filter { ViewClasses.commonKeys[$0.key] == nil }
            for (key, rule) in keys { #expect(cells[2].contains("`\(key) \(rule.signature)`"), "\(viewClass.name)") }
            for (action, signature) in viewClass.actions where ViewClasses.commonActions[action] == nil {
                #expect(cells[3].contains("`\(action)` `\(signature)`"), "\(viewClass.name)")
            }
            // Each name precedes its signature.
            #expect(
                cells[2].split(separator: "`").count { $0.contains(" ") && $0.first?.isUppercase == true } == keys.count
            )
        }
        for (key, rule) in ViewClasses.commonKeys { #expect(text.contains("`\(key) \(rule.signature)`"), "\(key)") }
    }

    @Test(.bus, .enabled(if: hasPython, "python3-dbus or python3-gi is not installed"))
    @EventLoop func `the list in Python is shown, edited, killed and started again`() async throws {
        let list = try await TodoStage(try Self.start())
        #expect(try await list.user.tabBarItem(list.controller).displayTitle == "To-do")
        // The example has laid out its views for the window, and its draft is the typed text.
        #expect(
            try await list.view().map(\.frame).dropFirst() == [
                DBusRect(16, 28, 288, 36), DBusRect(16, 72, 288, 20), DBusRect(16, 100, 288, 323),
            ])
        try await list.act("editingChanged", .string("Mil"), on: "New")
        #expect(try await list.property("Text", of: "New") == .string("Mil"))
        for item in ["Milk", "Bread", "Eggs", ""] { try await list.act("editingDidEnd", .string(item), on: "New") }
        #expect(try await list.property("Text", of: "New") == nil)
        #expect(try await list.rows() == ["Milk", "Bread", "Eggs"])
        #expect(try await list.badge() == "3")
        try await list.act("moveRow", .structure([.uint32(0), .uint32(2)]), on: "Items")
        #expect(try await list.rows() == ["Bread", "Eggs", "Milk"])
        try await list.act("selectRow", .uint32(1), on: "Items")
        #expect(try await list.rows() == ["Bread", "Eggs ✓", "Milk"])
        try await list.act("deleteRow", .uint32(0), on: "Items")
        #expect(try await list.rows() == ["Eggs ✓", "Milk"])
        #expect(try await list.property("Text", of: "Count") == .string("1 to do"))
        #expect(try await list.badge() == "1")
        try await Self.refuse(list)
        try await Self.die(list)
    }

    /// Checks that actions which the daemon or the example refuses change nothing.
    @EventLoop private static func refuse(_ list: TodoStage) async throws {
        let before = try await list.user.getView(of: list.controller)
        let refusals: [(String, Variant, String, String)] = [
            ("selectRow", .uint32(2), "Items", "OutOfRange"), ("deleteRow", .int32(0), "Items", "InvalidArgs"),
            ("moveRow", .structure([.uint32(0), .uint32(9)]), "Items", "OutOfRange"),
            ("valueChanged", .bool(true), "Items", "InvalidArgument"),
            ("editingDidEnd", .string("Milk"), "New", "PluginFailed"),
        ]
        for (action, value, view, expected) in refusals {
            #expect(await failure { try await list.act(action, value, on: view) } == expected, "\(action)")
        }
        #expect(await failure { try await list.user.updateView(of: list.controller, []) } == "AccessDenied")
        #expect(try await list.user.getView(of: list.controller) == before)
    }

    /// Kills the example while its list is on screen, and checks that it returns to its place.
    @EventLoop private static func die(_ list: TodoStage) async throws {
        let before = try await list.user.getView(of: list.controller)
        list.process?.send(SIGKILL)
        try await list.user.waitUntilOwnerIsGone(list.controller)
        #expect(try await list.user.viewController(list.controller).state == "failed")
        #expect(try await list.user.getView(of: list.controller) == before)
        let unavailable = await failure { try await list.act("deleteRow", .uint32(0), on: "Items") }
        #expect(unavailable == "PluginUnavailable")
        list.process = try await onThread { try start() }
        #expect(list.process?.answer == list.controller.text)
        #expect(try await list.user.viewController(list.controller).state == "ready")
        try await list.act("editingDidEnd", .string("Tea"), on: "New")
        #expect(try await list.rows() == ["Tea"])
        #expect(try await list.view().map(\.frame) == before.views.map(\.frame))
        // A second list is refused.
        let second = try await onThread { try start().answer }
        #expect(second.isEmpty)
    }

    @Test(.bus, .enabled(if: hasPython, "python3-dbus or python3-gi is not installed"))
    @EventLoop func `the list in Python finds a restarted daemon`() async throws {
        let list = try await TodoStage(try Self.start())
        try await list.act("editingDidEnd", .string("Milk"), on: "New")
        #expect(await list.daemon.stop() == 0)
        let process = list.process
        let again = try await TodoStage(process)
        #expect(again.controller != list.controller)
        #expect(try await again.rows() == ["Milk"])
        #expect(try await again.badge() == "1")
    }
}

/// The example in a visible tab bar controller, and a client that uses it.
@EventLoop private final class TodoStage {
    let daemon: DaemonProcess
    let user: BusClient
    let controller: ObjectPath
    var process: ClientProcess?

    init(_ start: @autoclosure @escaping @Sendable () throws -> ClientProcess?) async throws {
        // Python's speed is not under test.
        try PrivateBus.current.configure("[deadlines]\nupdate_content = 5000\n")
        // The client subscribes first, so that no signal of the new list is missed.
        user = try BusClient()
        daemon = try await DaemonProcess.start()
        // Not on the loop: other tests wait on it.
        process = try await onThread { try start() }
        try await user.waitForSignal("the list") { $0.member == "InterfacesAdded" }
        let added = user.signals.first { $0.member == "InterfacesAdded" }
        controller = try #require(added?.arguments.first?.get())
        let size = DBusSize(width: 320, height: 480)
        let tabs = try await user.manager.createTabBarController(["Size": size.variant])
        try await user.setTabs([controller], of: tabs)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        // Views below the status bar mean that the example has laid them out for the window.
        try await EventLoop.until("the layout") { try await view().named("New")?.frame.y == 28 }
    }

    func view() async throws(DBusError) -> [ViewEntry] { try await user.getView(of: controller).views }

    func act(_ action: String, _ value: Variant, on view: String) async throws(DBusError) {
        try await user.sendAction(action, value, to: 0, of: controller, ["Identifier": .string(view)])
    }

    func property(_ key: String, of view: String) async throws(DBusError) -> Variant? {
        try await self.view().first { $0.properties["Identifier"] == .string(view) }?.properties[key]
    }

    /// The titles, with a mark behind each item that is done.
    func rows() async throws(DBusError) -> [String] {
        let rows: [TableRow] = try await property("Rows", of: "Items")?.get() ?? []
        return rows.map { $0.accessory == "checkmark" ? $0.title + " ✓" : $0.title }
    }

    func badge() async throws(DBusError) -> String {
        try await user.tabBarItem(controller).badgeValue
    }
}
