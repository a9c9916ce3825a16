import TestSupport
import Testing

/// The Gallery over a real bus: it has every view class, and every action reaches the plugin and is shown.
@EventLoop @Suite(.bus) struct GalleryTests {
    /// A user's action, and the property that shows it (none for a button).
    private struct Sample {
        let value: Variant
        let key: String?
    }

    /// The sample for an action, or nil when this view, unlike others of its class, does not allow it.
    private static func sample(_ action: String, on view: ViewEntry) -> Sample? {
        let properties = view.properties
        func number(_ key: String, _ standard: Double) -> Double { properties[key]?.get() ?? standard }
        let rows: [TableRow] = properties["Rows"]?.get() ?? []
        switch (view.className, action) {
        case ("Button", "primaryActionTriggered"): return Sample(value: .bool(true), key: nil)
        case ("TextField", _): return Sample(value: .string("typed, \(action)"), key: "Text")
        case ("TextView", "editingChanged"):
            guard properties["Editable"] == .bool(true) else { return nil }
            return Sample(value: .string("typed\ntext"), key: "Text")
        case ("Switch", "valueChanged"): return Sample(value: .bool(properties["On"] != .bool(true)), key: "On")
        case ("Slider", "valueChanged"):
            let value = number("Minimum", 0) + (number("Maximum", 1) - number("Minimum", 0)) * 0.75
            return Sample(value: .double(value), key: "Value")
        case ("SegmentedControl", "valueChanged"):
            let isFirst = properties["SelectedSegment"] == .int32(0)
            return Sample(value: .int32(isFirst ? 1 : 0), key: "SelectedSegment")
        case ("TableView", "selectRow"):
            let isMulti = properties["AllowsDelete"] == .bool(true)
            return Sample(value: .uint32(2), key: isMulti ? "SelectedRow" : "Rows")
        case ("TableView", "deleteRow"):
            return properties["AllowsDelete"] == .bool(true) ? Sample(value: .uint32(1), key: "Rows") : nil
        case ("TableView", "moveRow"):
            let move = Variant.structure([.uint32(0), .uint32(UInt32(rows.count) - 1)])
            return properties["AllowsMove"] == .bool(true) ? Sample(value: move, key: "Rows") : nil
        case ("TabBar", "selectItem"): return Sample(value: .uint32(2), key: "SelectedItem")
        case ("ScrollView", "scrolled"):
            return Sample(value: DBusSize(width: 40, height: 80.5).variant, key: "ContentOffset")
        default: return nil
        }
    }

    @Test func `every action of every class reaches the gallery and is shown`() async throws {
        let stage = try await GalleryStage()
        let places = try await stage.places()
        for viewClass in ViewClasses.all {
            let ofClass = places.filter { $0.view.className == viewClass.name }
            #expect(!ofClass.isEmpty, "the Gallery shows no \(viewClass.name)")
            for action in viewClass.actions.keys.sorted() {
                var count = 0
                for place in ofClass where try await Self.act(action, on: place, stage) { count += 1 }
                #expect(count > 0, "no \(viewClass.name) of the Gallery takes \(action)")
            }
        }
    }

    /// Acts on a view. Returns false when the view can't be acted on now.
    private static func act(
        _ action: String, on place: GalleryStage.Place, _ stage: GalleryStage
    ) async throws -> Bool {
        let (id, controller) = (place.view.id, place.controller)
        let snapshot = try await stage.client.getView(of: controller)
        let before = snapshot.views
        guard before.isReachable(id), let view = before.view(id), let sample = Self.sample(action, on: view) else {
            return false
        }
        let label = "\(place.identifier) of \(controller)"
        stage.client.clearSignals()
        try await stage.client.sendAction(action, sample.value, to: id, of: controller)
        let changes = stage.client.signals.filter { $0.path == controller && $0.member == "ViewChanged" }
        #expect(changes.count == 1, "ViewChanged for \(label)")
        var mirror = ViewMirror(snapshot)
        try mirror.apply(changes, of: controller)
        let after = try await stage.client.getView(of: controller)
        #expect(mirror.snapshot == after)
        #expect(try await stage.log(of: controller).hasPrefix("\(place.identifier): \(action) "), "\(label)")
        if let key = sample.key {
            let (old, new) = (view.value(of: key), after.views.view(id)?.value(of: key))
            #expect(old != new, "\(key) of \(label)")
            // A control gets the value of the action. Rows and items do not.
            if !["TableView", "TabBar"].contains(view.className) { #expect(new == sample.value, "\(key) of \(label)") }
        }
        return true
    }

    @Test func `the log shows the last action`() async throws {
        let stage = try await GalleryStage()
        let controls = try await stage.controller("Controls")
        let checkLog: [(action: String, value: Variant, identifier: String, text: String)] = [
            ("valueChanged", .double(0.5), "Volume", "Volume: valueChanged 0.5"),
            ("valueChanged", .bool(true), "Lamp", "Lamp: valueChanged true"),
            ("primaryActionTriggered", .bool(false), "Filled", "Filled: primaryActionTriggered Filled"),
            ("editingDidEnd", .string("Ada"), "Name", "Name: editingDidEnd Ada"),
            // A secret is not shown.
            ("editingChanged", .string("öä"), "Password", "Password: editingChanged 2 characters"),
            ("valueChanged", .int32(-1), "Size", "Size: valueChanged -1"),
        ]
        for (action, value, identifier, text) in checkLog {
            try await stage.send(action, value, to: identifier, of: controls)
            #expect(try await stage.log(of: controls) == text)
        }
        let tables = try await stage.controller("Tables")
        try await stage.send("moveRow", .structure([.uint32(0), .uint32(3)]), to: "Full", of: tables)
        #expect(try await stage.log(of: tables) == "Full: moveRow 0 3")
        let rows: [TableRow] = try await stage.views(of: tables).named("Full")?.properties["Rows"]?.get() ?? []
        #expect(rows.prefix(4).map(\.title) == ["With detail", "With icon", "Disclosure", "Plain"])
    }

    @Test func `the gallery presents a page with a toolbar`() async throws {
        let stage = try await GalleryStage()
        let client = stage.client
        let tab = try await stage.controller("Toolbars")
        try await client.window(stage.tabs).set(\.alwaysVisible, to: true)
        try await client.tabBarController(stage.tabs).set(\.selectedViewController, to: tab)
        client.clearSignals()
        try await stage.send("primaryActionTriggered", .bool(true), to: "ShowToolbar", of: tab)
        try await client.waitForSignal("the page") { $0.member == "ViewDidAppear" && $0.path != tab }
        let navigation = try await client.viewController(stage.tabs).presentedViewController
        #expect(try await client.navigationController(navigation).toolbarFrame == DBusRect(0, 974, 768, 50))
        let page = try await client.navigationController(navigation).topViewController
        let items = try await client.viewController(page).toolbarItems
        #expect(items.map(\.enabled) == [true, true, false])
        for item in items.prefix(2) {
            try await client.navigationItem(page).tapBarButtonItem(item.id)
        }
        #expect(try await stage.log(of: page) == "Toolbar: tapped starred-symbolic")
    }

    @Test func `a popover of the gallery has its manifest's background, and shows its measures`() async throws {
        let stage = try await GalleryStage()
        let popovers = try await stage.controller("Popovers")
        try await stage.client.window(stage.tabs).set(\.alwaysVisible, to: true)
        let index = try #require(stage.controllers.firstIndex(of: popovers))
        try await stage.client.select(Int64(index), in: stage.tabs)
        for (button, background, texts) in [
            ("Standard", "", ["Arrow height: 13.0", "Arrow base: 26.0", "Insets: 0.0, 0.0"]),
            ("Bubble", "gallery.Bubble", ["Arrow height: 32.0", "Arrow base: 56.0", "Insets: 16.0, 24.0"]),
        ] {
            try await stage.send("primaryActionTriggered", .bool(true), to: button, of: popovers)
            try await stage.client.barrier()
            let shown = try await stage.client.viewController(popovers).presentedViewController
            try #require(!shown.isNone)
            #expect(try await stage.client.popover(shown).popoverBackgroundViewClass == background)
            let views = try await stage.views(of: shown)
            let found = ["ArrowHeight", "ArrowBase", "Insets"].map { views.named($0)?.properties["Text"] }
            #expect(found == texts.map { .string($0) })
            _ = try await stage.client.popover(shown).performEscape()
        }
    }

    @Test func `an action that the gallery's views do not support is refused and changes nothing`() async throws {
        let stage = try await GalleryStage()
        let places = try await stage.places()
        func refusal(_ action: String, _ value: Variant, _ place: GalleryStage.Place) async -> String {
            await failure { try await stage.client.sendAction(action, value, to: place.view.id, of: place.controller) }
        }
        for viewClass in ViewClasses.all {
            let ofClass = places.filter { $0.view.className == viewClass.name }
            let reachable = try await Self.reachable(ofClass, in: stage)
            for place in reachable {
                #expect(await refusal("fly", .bool(true), place) == "InvalidArgument", "\(place.identifier)")
                for action in viewClass.actions.keys {
                    let wrong = await refusal(action, .uint64(1), place)
                    #expect(wrong == "InvalidArgs", "\(action) of \(place.identifier)")
                    guard ["TableView", "TabBar"].contains(viewClass.name) else { continue }
                    let row: Variant = action == "moveRow" ? .structure([.uint32(0), .uint32(99)]) : .uint32(99)
                    #expect(await refusal(action, row, place) == "OutOfRange", "\(action) of \(place.identifier)")
                }
            }
            let others = ofClass.filter { place in
                !reachable.contains { $0.controller == place.controller && $0.view.id == place.view.id }
            }
            for (action, signature) in viewClass.actions {
                #expect(!others.isEmpty, "the Gallery has no hidden or disabled \(viewClass.name)")
                for place in others {
                    let value = try #require(Self.value(of: signature))
                    #expect(await refusal(action, value, place) == "InvalidArgument", "\(place.identifier)")
                }
            }
        }
        #expect(try await stage.places().map(\.view) == places.map(\.view))
    }

    /// Any value of the type of an action.
    private static func value(of signature: String) -> Variant? {
        switch signature {
        case "b": .bool(true)
        case "s": .string("x")
        case "d": .double(0.5)
        case "i": .int32(0)
        case "u": .uint32(0)
        case "(uu)": .structure([.uint32(0), .uint32(0)])
        case "(dd)": DBusSize(width: 1, height: 1).variant
        default: nil
        }
    }

    private static func reachable(
        _ places: [GalleryStage.Place], in stage: GalleryStage
    ) async throws -> [GalleryStage.Place] {
        var reachable: [GalleryStage.Place] = []
        for place in places where try await stage.views(of: place.controller).isReachable(place.view.id) {
            reachable.append(place)
        }
        return reachable
    }
}
