import TestSupport

/// The outcome of a user's action on a view.
@EventLoop @Suite(.bus) struct SendActionTests {
    @Test func `the reply to an action follows the owner's reply`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Switch", with: ["Identifier": .string("lamp")])])
        var received: [[Variant]] = []
        stage.methods["Action"] = { [weak stage] arguments, reply in
            received.append(arguments)
            guard let stage else { return }
            stage.owner.beginUpdateView(of: stage.controller, [.view(2, "Switch", with: ["On": .bool(true)])]) { _ in
                reply.succeed { (_) throws(DBusError) in }
            }
        }
        stage.watcher.clearSignals()
        try await stage.watcher.sendAction("valueChanged", .bool(true), to: 2, of: stage.controller)
        // The signals of the action's changes arrive before its reply.
        #expect(stage.watcher.signals.contains { $0.member == "ViewChanged" })
        #expect(received == [[.uint32(2), .string("valueChanged"), .variant(.bool(true))]])
        let found = await failure {
            try await stage.watcher.sendAction(
                "valueChanged", .bool(true), to: 0, of: stage.controller, ["Identifier": .string("lamp")])
        }
        // The update has removed the identifier.
        #expect(found == "InvalidArgument")
        try await stage.update([.view(2, "Switch", with: ["Identifier": .string("lamp")])])
        try await stage.watcher.sendAction(
            "valueChanged", .bool(false), to: 77, of: stage.controller, ["Identifier": .string("lamp")])
        #expect(received.last == [.uint32(2), .string("valueChanged"), .variant(.bool(false))])
    }

    @Test func `an owner without the method, or with an error, is named in the error`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Button")])
        let press: @EventLoop () async throws -> Void = {
            try await stage.watcher.sendAction("primaryActionTriggered", .bool(true), to: 2, of: stage.controller)
        }
        #expect(await failure(press) == "NotSupported")
        let errors: [(DBusError, String)] = [
            (.unknownInterface("no such interface"), "NotSupported"), (.notSupported("not now"), "PluginFailed"),
            (.unknownObject("not here"), "PluginFailed"), (.timeout("too slow"), "PluginFailed"),
            (DBusError(name: "org.example.Error.Odd", message: "odd"), "PluginFailed"),
        ]
        for (error, expected) in errors {
            stage.methods["Action"] = { _, reply in reply.fail(error) }
            #expect(await failure(press) == expected, "\(error)")
        }
        // Unexpected results are ignored.
        stage.methods["Action"] = { _, reply in reply.succeed { (writer) throws(DBusError) in try writer.write("x") } }
        _ = await failure(press)
        #expect(try await stage.watcher.viewController(stage.controller).state == "ready")
    }

    @Test func `an action ends when its owner leaves or its controller is destroyed`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Button")])
        let second = try await stage.owner.register(stage.newObject(), [:])
        try await stage.watcher.viewController(second).loadViewIfNeeded()
        try await stage.owner.updateView(of: second, [.view(2, "Button")])
        var open: [PendingReply] = []
        stage.methods["Action"] = { _, reply in open.append(reply) }
        func press(_ controller: ObjectPath) -> Task<Void, any Error> {
            Task { @EventLoop in try await stage.watcher.sendAction(Self.press, .bool(true), to: 2, of: controller) }
        }
        let destroyed = press(second)
        try await stage.call(of: "Action")
        try await stage.watcher.manager.destroy(second)
        #expect(await failure { try await destroyed.value } == "UnknownObject")
        stage.clearCalls()
        let left = press(stage.controller)
        try await stage.call(of: "Action")
        stage.owner.connection.close()
        #expect(await failure { try await left.value } == "PluginUnavailable")
        // Late replies are ignored.
        for reply in open { reply.succeed { (_) throws(DBusError) in } }
        try await stage.watcher.barrier()
    }

    private static let refused = "InvalidArgument"
    private static let press = "primaryActionTriggered"

    private static let views: [ViewEntry] = [
        .view(2, "Button"), .view(3, "Button", with: ["Hidden": .bool(true)]),
        .view(4, "Button", with: ["Enabled": .bool(false)]), .view(5, with: ["Hidden": .bool(true)]),
        .view(6, "Button", in: 5), .view(7, "Slider"),
        .view(8, "Slider", with: ["Minimum": .double(-5), "Maximum": .double(5)]),
        .view(9, "SegmentedControl", with: ["Segments": ["a", "b"].variant]),
        .view(10, "TableView", with: ["Rows": [TableRow(title: "a"), TableRow(title: "b", enabled: false)].variant]),
        .view(
            11, "TableView",
            with: [
                "Rows": [TableRow(title: "a"), TableRow(title: "b")].variant, "AllowsDelete": .bool(true),
                "AllowsMove": .bool(true),
            ]),
        .view(12, "TextView"), .view(13, "TextView", with: ["Editable": .bool(true)]), .view(14, "TextField"),
        .view(15, "Label"), .view(16, "ScrollView"), .view(17, in: 1, with: ["Enabled": .bool(false)]),
        .view(18, "Switch"),
        .view(
            19, "TabBar",
            with: [
                "Items": [TabBarEntry(title: "a"), TabBarEntry(title: "b", enabled: false)].variant,
                "SelectedItem": .int32(0),
            ]),
    ]

    private static func rows(_ from: UInt32, _ to: UInt32) -> Variant { .structure([.uint32(from), .uint32(to)]) }

    private static let cases: [(view: UInt32, action: String, value: Variant, error: String)] = [
        (2, press, .bool(true), "none"), (2, press, .uint32(1), "InvalidArgs"),
        (2, press, .variant(.bool(true)), "InvalidArgs"), (2, "tap", .bool(true), refused),
        (99, press, .bool(true), refused), (0, press, .bool(true), refused), (3, press, .bool(true), refused),
        (4, press, .bool(true), refused), (6, press, .bool(true), refused), (15, press, .bool(true), refused),
        (7, "valueChanged", .double(0), "none"), (7, "valueChanged", .double(1), "none"),
        (7, "valueChanged", .double(1.01), refused), (7, "valueChanged", .double(-0.01), refused),
        (7, "valueChanged", .double(.nan), refused), (7, "valueChanged", .int32(0), "InvalidArgs"),
        (8, "valueChanged", .double(-5), "none"), (8, "valueChanged", .double(5.5), refused),
        (9, "valueChanged", .int32(1), "none"), (9, "valueChanged", .int32(-1), "none"),
        (9, "valueChanged", .int32(2), "OutOfRange"), (9, "valueChanged", .int32(-2), "OutOfRange"),
        (9, "valueChanged", .int32(.min), "OutOfRange"), (10, "selectRow", .uint32(0), "none"),
        (10, "selectRow", .uint32(1), refused), (10, "selectRow", .uint32(2), "OutOfRange"),
        (10, "selectRow", .uint32(.max), "OutOfRange"), (10, "selectRow", .int32(0), "InvalidArgs"),
        (10, "deleteRow", .uint32(0), refused), (10, "moveRow", rows(0, 1), refused),
        (11, "deleteRow", .uint32(1), "none"), (11, "deleteRow", .uint32(2), "OutOfRange"),
        (11, "moveRow", rows(0, 1), "none"), (11, "moveRow", rows(0, 2), "OutOfRange"),
        (11, "moveRow", rows(2, 0), "OutOfRange"), (11, "moveRow", .uint32(0), "InvalidArgs"),
        (12, "editingChanged", .string("x"), refused), (13, "editingChanged", .string("x"), "none"),
        (13, "editingChanged", .string(String(repeating: "x", count: 65_537)), "LimitsExceeded"),
        (12, "editingDidBegin", .string("x"), refused), (13, "editingDidBegin", .string("x"), "none"),
        (13, "editingDidEnd", .string("x"), "none"), (13, press, .string("x"), refused),
        (14, "editingDidEnd", .string(""), "none"), (14, "editingDidBegin", .string(""), "none"),
        (14, press, .string("x"), "none"), (14, press, .bool(true), "InvalidArgs"),
        (14, "editingChanged", .string(String(repeating: "x", count: 65_537)), "LimitsExceeded"),
        (16, "scrolled", DBusSize(width: 1, height: 2).variant, "none"),
        (16, "scrolled", DBusSize(width: .nan, height: 2).variant, refused), (18, "valueChanged", .bool(false), "none"),
        (18, "valueChanged", .int32(0), "InvalidArgs"), (19, "selectItem", .uint32(0), "none"),
        (19, "selectItem", .uint32(1), refused), (19, "selectItem", .uint32(2), "OutOfRange"),
        (19, "selectItem", .uint32(.max), "OutOfRange"), (19, "selectItem", .int32(0), "InvalidArgs"),
        (19, "valueChanged", .int32(0), refused),
    ]

    @Test func `an action that a view does not support is refused by name, without asking the owner`() async throws {
        let stage = try await ViewStage()
        try await stage.update(Self.views)
        let before = try await stage.view()
        stage.methods["Action"] = { _, reply in reply.succeed { (_) throws(DBusError) in } }
        stage.clearCalls()
        for (view, action, value, error) in Self.cases {
            let found = await failure {
                try await stage.watcher.sendAction(action, value, to: view, of: stage.controller)
            }
            #expect(found == error, "\(action) of view \(view) with \(value.signature)")
        }
        let allowed = Self.cases.count { $0.error == "none" }
        #expect(try await stage.receivedCalls().count { $0 == "Action" } == allowed)
        #expect(try await stage.view() == before)
    }

    @Test func `a view that is not loaded accepts no action`() async throws {
        let stage = try await ViewStage(shown: false)
        // A container's own views accept none either.
        for path in [stage.controller, stage.tabs] {
            let found = await failure { try await stage.watcher.sendAction(Self.press, .bool(true), to: 1, of: path) }
            #expect(found == "InvalidArgument", "\(path)")
        }
    }

    @Test func `64 actions wait for an owner and the next one is refused`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Button")])
        var open: [PendingReply] = []
        stage.methods["Action"] = { _, reply in open.append(reply) }
        func press() -> Task<Void, any Error> {
            Task { @EventLoop in
                try await stage.watcher.sendAction(Self.press, .bool(true), to: 2, of: stage.controller)
            }
        }
        let waiting = (0..<64).map { _ in press() }
        try await stage.call(of: "Action")
        #expect(await failure { try await press().value } == "LimitsExceeded")
        try await stage.owner.barrier()
        #expect(open.count == 64)
        for reply in open { reply.succeed { (_) throws(DBusError) in } }
        for action in waiting { try await action.value }
    }

    @Test(.enabled(if: Stress.isLong && Stress.hasTime(for: 60)))
    func `stress: an owner that is silent for 5 s is unresponsive for a while`() async throws {
        let stage = try await ViewStage()
        try await stage.update([.view(2, "Button")])
        var open: [PendingReply] = []
        for method in ["Action", "UpdateContent"] { stage.methods[method] = { _, reply in open.append(reply) } }
        // It does not reply to a Ping either.
        stage.methods["Ping"] = { _, reply in open.append(reply) }
        let found = await failure {
            try await stage.watcher.sendAction("primaryActionTriggered", .bool(true), to: 2, of: stage.controller)
        }
        #expect(found == "Timeout")
        #expect(try await stage.watcher.viewController(stage.controller).state == "unresponsive")
        // It is not asked before a read, but still gets the user's actions.
        _ = try await stage.view()
        #expect(try await !stage.receivedCalls().contains("UpdateContent"))
        try await stage.call(of: "Ping")
        stage.watcher.clearSignals()
        for reply in open { reply.succeed { (_) throws(DBusError) in } }
        try await stage.watcher.waitForSignal("its recovery") {
            $0.path == stage.controller && $0.changes["State"] == .string("ready")
        }
        #expect(try await stage.watcher.viewController(stage.controller).failureReason.isEmpty)
    }

    private static func table(_ count: Int, height: Double?, disabled: Int? = nil) -> ViewEntry {
        let rows = (0..<count).map { TableRow(title: "\($0)", enabled: $0 != disabled) }
        var properties = ["Rows": rows.variant]
        if let height { properties["RowHeight"] = .double(height) }
        return .view(2, "TableView", at: DBusRect(20, 100, 200, 132), with: properties)
    }

    @Test func `a tap selects the enabled row under it when all rows fit into the table`() async throws {
        let stage = try await ViewStage()
        var rows: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            if arguments.dropFirst().first == .string("selectRow") { rows.append(arguments.last ?? .bool(false)) }
            reply.succeed { (_) throws(DBusError) in }
        }
        func selected(_ table: ViewEntry, _ points: [Double]) async throws -> [UInt32] {
            try await stage.update([table])
            rows = []
            for y in points {
                _ = try await stage.watcher.window(stage.tabs).tapAt(100, y)
            }
            try await stage.owner.barrier()
            return rows.compactMap { row in if case .variant(.uint32(let row)) = row { row } else { nil } }
        }
        let points = [99.0, 100, 143.9, 144, 188, 231.9, 232]
        #expect(try await selected(Self.table(3, height: nil), points) == [0, 0, 1, 2, 2])
        #expect(try await selected(Self.table(3, height: nil, disabled: 1), points) == [0, 0, 2, 2])
        #expect(try await selected(Self.table(2, height: nil), points) == [0, 0, 1])
        // One of four rows is out of sight, and only the front end knows which.
        #expect(try await selected(Self.table(4, height: nil), points).isEmpty)
        #expect(try await selected(Self.table(4, height: 33), points) == [0, 1, 1, 2, 3])
        #expect(try await selected(Self.table(0, height: nil), points).isEmpty)
        for height in [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(try await selected(Self.table(3, height: height), points).count <= 1)
        }
        for height in [0, -1, .infinity, .nan] as [Double] {
            #expect(await failure { try await stage.update([Self.table(1, height: height)]) } == "InvalidArgument")
        }
    }
}
