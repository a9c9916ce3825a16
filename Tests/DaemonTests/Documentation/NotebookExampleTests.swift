import TestSupport

/// The notes in Python of docs/remote-view-controllers.md: a navigation stack, a popover and restorable state.
@EventLoop
@Suite(.serialized, .bus, .enabled(if: PythonExampleTests.hasPython, "python3-dbus or python3-gi is not installed"))
struct NotebookExampleTests {
    enum Program: CaseIterable { case notebook, daemon }

    private let stage: NotebookStage

    init() async throws { stage = try await NotebookStage() }

    @Test func `a tap on a row pushes its note, and the back button pops it`() async throws {
        let milk = try await stage.add("Milk")
        try await stage.back()
        let bread = try await stage.add("Bread")
        #expect(try await stage.controllers() == [stage.list, bread])
        try await stage.back()
        #expect(try await stage.rows() == ["Bread", "Milk"])
        // The second row, below the status bar and the navigation bar.
        try await stage.waitForPush { _ = try await stage.client.window(stage.tabs).tapAt(100, 130) }
        #expect(try await stage.controllers() == [stage.list, milk])
        #expect(try await stage.client.navigationItem(milk).backButtonTitle == "Notebook")
        try await stage.write("Two litres\nand eggs", in: milk)
        try await stage.back()
        #expect(try await stage.controllers() == [stage.list])
        #expect(try await stage.rows() == ["Bread", "Milk"])
        // A wide list also has the first lines.
        try await stage.setSize(736, 414)
        try await stage.shows(["Bread", "Milk Two litres"])
        try await stage.setSize(375, 667)
        try await stage.shows(["Bread", "Milk"])
        #expect(stage.complaints.isEmpty)
    }

    @Test func `the button presents a popover, which stays while it has a title`() async throws {
        let popover = try await stage.presentPopover()
        #expect(try await stage.client.popover(popover).frame == DBusRect(85, 64, 280, 113))
        #expect(try await stage.client.popover(popover).adaptivePresentationStyle == "none")
        try await stage.type("Milk")
        #expect(try await stage.touchOutside() == "refused")
        #expect(try await stage.client.popover(popover).presented)
        try await stage.type("")
        #expect(try await stage.touchOutside() == "dismissed")
        #expect(try await stage.client.popover(popover).presented == false)
        #expect(try await stage.controllers() == [stage.list])
        // A note can be added afterwards, and the program dismisses the popover.
        let milk = try await stage.add("Milk")
        #expect(try await stage.client.viewController(milk).title == "Milk")
        #expect(try await stage.client.popover(popover).presented == false)
        #expect(stage.complaints.isEmpty)
    }

    @Test(arguments: Program.allCases)
    func `the notes and the stack survive a killed program`(program: Program) async throws {
        for title in ["Milk", "Bread", "Tea"] {
            try await stage.write("About \(title)", in: try await stage.add(title))
            try await stage.back()
        }
        try await stage.select(1)
        let before = try await stage.controllers()
        #expect(before.count == 2)
        let milk = try #require(before.last)
        try await stage.write("Two litres", in: milk)
        let path = stage.stack
        try await stage.killAndStart(program)
        #expect(stage.stack == path)
        #expect(try await stage.controllers() == before)
        #expect(try await stage.client.viewController(milk).title == "Milk")
        try await stage.shows("Two litres", in: milk)
        try await stage.write("Three litres", in: milk)
        try await stage.back()
        try await stage.shows(["Bread", "Milk", "Tea"])
        try await stage.setSize(736, 414)
        try await stage.shows(["Bread About Bread", "Milk Three litres", "Tea About Tea"])
        // The next note gets a page of its own.
        try await stage.add("Eggs")
        try await stage.back()
        try await stage.shows(["Bread About Bread", "Eggs", "Milk Three litres", "Tea About Tea"])
        #expect(stage.complaints.isEmpty)
    }

    @Test func `a title in the popover survives killed programs`() async throws {
        let popover = try await stage.presentPopover()
        try await stage.type("Milk")
        try await stage.killAndStart(.notebook)
        // The popover is still on screen, and the new process is its delegate.
        try await stage.shows("Milk", in: popover)
        try await EventLoop.until("the delegate") {
            try await !stage.client.popover(popover).delegate.name.isEmpty
        }
        #expect(try await stage.touchOutside() == "refused")
        // After a restart of the daemon it is not presented again.
        try await stage.killAndStart(.daemon)
        #expect(try await stage.client.popover(popover).presented == false)
        #expect(try await stage.presentPopover() == popover)
        try await stage.shows("Milk", in: popover)
        #expect(stage.complaints.isEmpty)
    }

    @Test func `a destroyed note has no row until it is reopened`() async throws {
        let milk = try await stage.add("Milk")
        try await stage.write("Two litres", in: milk)
        try await stage.client.manager.destroy(milk)
        try await stage.shows([])
        #expect(try await stage.controllers() == [stage.list])
        // It returns to the top of the stack, with its text.
        #expect(try await stage.client.manager.reopen() == milk)
        try await stage.shows(["Milk"])
        #expect(try await stage.controllers() == [stage.list, milk])
        try await stage.shows("Two litres", in: milk)
        try await stage.act("deleteRow", .uint32(0), on: "Notes", of: stage.list)
        #expect(try await stage.rows() == [])
        #expect(await failure { _ = try await stage.client.viewController(milk).title } == "UnknownObject")
        #expect(stage.complaints.isEmpty)
    }

    @Test func `errors of the daemon are printed, and the notebook ends with its list`() async throws {
        let milk = try await stage.add("Milk")
        try await stage.select(0)
        let notebook = try #require(stage.notebook)
        try await notebook.note("org.tabd.Tabs1.Error.InvalidArgument: ")
        let second = try NotebookStage.startPython()
        #expect(try await second.exitStatus() == 1)
        try await second.note("org.example.Notebook is already on the bus")
        try await stage.client.manager.destroy(stage.list)
        #expect(try await notebook.exitStatus() == 0)
        // The next one has the notes, and a new stack.
        let stack = stage.stack
        try await stage.startNotebook()
        #expect(stage.stack != stack)
        try await stage.show(stage.stack)
        try await stage.shows(["Milk"])
        try await stage.select(0)
        #expect(try await stage.controllers() == [stage.list, milk])
    }
}

/// The notebook in a visible tab bar controller, and a client that uses it.
@EventLoop private final class NotebookStage: RestartStage {
    private(set) var notebook: TabctlProcess?
    private(set) var stack = ObjectPath.none
    private(set) var list = ObjectPath.none

    init() async throws {
        try await super.init(isSubscribed: true)
        try await startNotebook()
        // Children of a controller without an identifier are not saved.
        try await createTabs(["RestorationIdentifier": .string("desk")], isShown: true)
        try await show(stack)
        try await shows([])
    }

    static func startPython() throws -> TabctlProcess {
        try TabctlProcess([HouseCommand.package + "/docs/examples/notebook.py"], running: "/usr/bin/python3")
    }

    /// Starts the notebook, and waits until it has registered its pages.
    func startNotebook() async throws {
        notebook = try Self.startPython()
        try await notebookRegisters()
        list = try #require(try await controllers().first)
    }

    private func notebookRegisters() async throws {
        let notebook = try #require(notebook)
        try await notebook.line("with the path of the stack") { !$0.isEmpty }
        stack = ObjectPath(try #require(notebook.lines.last))
    }

    /// Makes the stack the only tab.
    func show(_ stack: ObjectPath) async throws {
        try await client.setTabs([stack], of: tabs)
    }

    /// Kills a program, starts it again, and waits until the notebook has registered its pages.
    func killAndStart(_ program: NotebookExampleTests.Program) async throws {
        switch program {
        case .notebook:
            let process = try #require(notebook)
            process.send(SIGKILL)
            _ = try await process.exitStatus()
            try await startNotebook()
        case .daemon:
            notebook?.clearLines()
            try await restart()
            try await notebookRegisters()
        }
    }

    /// The errors that the notebook printed.
    var complaints: [String] { notebook?.notes ?? [] }

    // MARK: The stack and the list

    func controllers() async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(stack).viewControllers
    }

    func back() async throws(DBusError) { try await client.navigationController(stack).tapBack() }

    /// The titles, each with the first line of the note in a wide window.
    func rows() async throws(DBusError) -> [String] {
        let rows: [TableRow] = try await client.getView(of: list).views.named("Notes")?.properties["Rows"]?.get() ?? []
        return rows.map { $0.detail.isEmpty ? $0.title : "\($0.title) \($0.detail)" }
    }

    /// Waits until the list shows these rows.
    func shows(_ rows: [String]) async throws {
        try await EventLoop.until("the rows \(rows)") {
            guard try await client.getView(of: list).views.named("Notes") != nil else { return false }
            return try await self.rows() == rows
        }
    }

    /// Waits until the field of a page has this text.
    func shows(_ text: String, in page: ObjectPath) async throws {
        try await EventLoop.until("the text '\(text)'") {
            try await client.getView(of: page).views.contains { $0.text == text }
        }
    }

    /// Waits until the stack shows another page after a gesture.
    func waitForPush(_ gesture: @EventLoop () async throws -> Void) async throws {
        client.clearSignals()
        try await gesture()
        try await client.waitForSignal("the next page") { [stack] in $0.path == stack && $0.member == "DidShow" }
    }

    func act(_ action: String, _ value: Variant, on view: String, of page: ObjectPath) async throws(DBusError) {
        try await client.sendAction(action, value, to: view, of: page)
    }

    func select(_ row: UInt32) async throws(DBusError) {
        try await act("selectRow", .uint32(row), on: "Notes", of: list)
    }

    /// Types the text of a note that is on screen.
    func write(_ text: String, in note: ObjectPath) async throws {
        try await EventLoop.until("the view of the note") {
            try await client.getView(of: note).views.named("Text") != nil
        }
        try await act("editingChanged", .string(text), on: "Text", of: note)
    }

    // MARK: The popover

    /// Taps the button of the list. Returns the content of the popover, which is then on screen.
    @discardableResult
    func presentPopover() async throws -> ObjectPath {
        client.clearSignals()
        try await client.navigationItem(list).tapBarButtonItem(1)
        try await client.waitForSignal("the popover") { $0.changes["Presented"] == .bool(true) }
        let popover = try await client.viewController(list).presentedViewController
        try await EventLoop.until("the view of the popover") {
            try await client.getView(of: popover).views.named("Title") != nil
        }
        return popover
    }

    /// Types the title in the popover.
    func type(_ title: String) async throws {
        let popover = try await client.viewController(list).presentedViewController
        try await act("editingChanged", .string(title), on: "Title", of: popover)
    }

    func touchOutside() async throws(DBusError) -> String { try await client.window(tabs).tapAt(5, 600) }

    /// Adds a note in the popover, and waits until it is pushed. Returns the note.
    @discardableResult
    func add(_ title: String) async throws -> ObjectPath {
        let popover = try await presentPopover()
        try await type(title)
        try await waitForPush { try await client.press("Add", of: popover) }
        return try await client.navigationController(stack).topViewController
    }
}
