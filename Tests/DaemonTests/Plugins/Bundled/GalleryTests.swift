import Foundation
import TestSupport

/// The Gallery over a real bus: it has every view class, and every action reaches the plugin and is shown.
@EventLoop @Suite(.bus) struct GalleryTests {
    private let stage: GalleryStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await GalleryStage() }

    /// The value of a user's action and the property that shows it (none for a button), or nil when this view, unlike
    /// others of its class, does not allow the action.
    private static func sample(_ action: String, on view: ViewEntry) -> (value: Variant, key: String?)? {
        let properties = view.properties
        func number(_ key: String, _ standard: Double) -> Double { properties[key]?.get() ?? standard }
        func allows(_ action: String) -> Bool { properties["Allows\(action)"] == .bool(true) }
        let rows: [TableRow] = properties["Rows"]?.get() ?? []
        switch (view.className, action) {
        case (_, "menuItemSelected"): return view.menu.first.map { (.string($0.identifier), nil) }
        case ("Button", "primaryActionTriggered"): return (.bool(true), nil)
        case ("TextField", _): return (.string("typed, \(action)"), "Text")
        case ("TextView", _):
            guard properties["Editable"] == .bool(true) else { return nil }
            return (.string("typed\n\(action)"), "Text")
        case ("Switch", "valueChanged"): return (.bool(properties["On"] != .bool(true)), "On")
        case ("Slider", "valueChanged"):
            let value = number("Minimum", 0) + (number("Maximum", 1) - number("Minimum", 0)) * 0.75
            return (.double(value), "Value")
        case ("SegmentedControl", "valueChanged"):
            return (.int32(properties["SelectedSegment"] == .int32(0) ? 1 : 0), "SelectedSegment")
        case ("TableView", "selectRow"): return (.uint32(2), allows("Delete") ? "SelectedRow" : "Rows")
        case ("TableView", "deleteRow"): return allows("Delete") ? (.uint32(1), "Rows") : nil
        case ("TableView", "moveRow"):
            let move = Variant.structure([.uint32(0), .uint32(UInt32(rows.count) - 1)])
            return allows("Move") ? (move, "Rows") : nil
        case ("TableView", "rowMenuItemSelected"):
            let choice = view.rowMenu.first.map { RowMenuChoice(row: 0, item: $0.identifier) }
            return choice.map { ($0.variant, "Rows") }
        case ("TabBar", "selectItem"): return (.uint32(2), "SelectedItem")
        case ("ScrollView", "scrolled"):
            return (DBusSize(width: 40, height: 80.5).variant, "ContentOffset")
        default: return nil
        }
    }

    @Test func `every action of every class reaches the gallery and is shown`() async throws {
        let places = try await stage.places()
        var menus = 0
        for viewClass in ViewClasses.all {
            let ofClass = places.filter { $0.view.className == viewClass.name }
            #expect(!ofClass.isEmpty, "the Gallery shows no \(viewClass.name)")
            for action in viewClass.actions.keys.sorted() {
                var count = 0
                for place in ofClass where try await act(action, on: place) { count += 1 }
                if ViewClasses.commonActions[action] != nil { menus += count }
                #expect(
                    count > 0 || ViewClasses.commonActions[action] != nil,
                    "no \(viewClass.name) of the Gallery takes \(action)")
            }
        }
        #expect(menus > 0)
    }

    /// Acts on a view. Returns false when the view can't be acted on now.
    private func act(_ action: String, on place: GalleryStage.Place) async throws -> Bool {
        let (id, controller) = (place.view.id, place.controller)
        let snapshot = try await client.getView(of: controller)
        let before = snapshot.views
        guard before.isReachable(id), let view = before.view(id), let sample = Self.sample(action, on: view) else {
            return false
        }
        let label = "\(place.identifier) of \(controller)"
        client.clearSignals()
        try await client.sendAction(action, sample.value, to: id, of: controller)
        let changes = client.signals.filter { $0.path == controller && $0.member == "ViewChanged" }
        #expect(changes.count == 1, "ViewChanged for \(label)")
        var mirror = ViewMirror(snapshot)
        try mirror.apply(changes, of: controller)
        let after = try await client.getView(of: controller)
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
        let popovers = try await stage.controller("Popovers")
        try await client.window(stage.tabs).set(\.alwaysVisible, to: true)
        let index = try #require(stage.controllers.firstIndex(of: popovers))
        try await client.select(Int64(index), in: stage.tabs)
        for (button, background, texts) in [
            ("Standard", "", ["Arrow height: 13.0", "Arrow base: 26.0", "Insets: 0.0, 0.0"]),
            ("Bubble", "gallery.Bubble", ["Arrow height: 32.0", "Arrow base: 56.0", "Insets: 16.0, 24.0"]),
        ] {
            try await stage.send("primaryActionTriggered", .bool(true), to: button, of: popovers)
            try await client.barrier()
            let shown = try await client.viewController(popovers).presentedViewController
            try #require(!shown.isNone)
            #expect(try await client.popover(shown).popoverBackgroundViewClass == background)
            let views = try await stage.views(of: shown)
            let found = ["ArrowHeight", "ArrowBase", "Insets"].map { views.named($0)?.properties["Text"] }
            #expect(found == texts.map { .string($0) })
            _ = try await client.popover(shown).performEscape()
        }
    }

    @Test func `an action that the gallery's views do not support is refused and changes nothing`() async throws {
        let places = try await stage.places()
        func refusal(_ action: String, _ value: Variant, _ place: GalleryStage.Place) async -> String {
            await failure { try await client.sendAction(action, value, to: place.view.id, of: place.controller) }
        }
        for viewClass in ViewClasses.all {
            let ofClass = places.filter { $0.view.className == viewClass.name }
            let reachable = try await reachable(ofClass)
            for place in reachable {
                #expect(await refusal("fly", .bool(true), place) == "InvalidArgument", "\(place.identifier)")
                for action in viewClass.actions.keys where ViewClasses.commonActions[action] == nil {
                    let wrong = await refusal(action, .uint64(1), place)
                    #expect(wrong == "InvalidArgs", "\(action) of \(place.identifier)")
                    guard ["TableView", "TabBar"].contains(viewClass.name) else { continue }
                    let row: Variant =
                        switch action {
                        case "moveRow": RowMove(from: 0, to: 99).variant
                        case "rowMenuItemSelected": RowMenuChoice(row: 99, item: "x").variant
                        default: .uint32(99)
                        }
                    #expect(await refusal(action, row, place) == "OutOfRange", "\(action) of \(place.identifier)")
                }
            }
            let others = ofClass.filter { place in
                !reachable.contains { $0.controller == place.controller && $0.view.id == place.view.id }
            }
            for (action, signature) in viewClass.actions where ViewClasses.commonActions[action] == nil {
                #expect(!others.isEmpty, "the Gallery has no hidden or disabled \(viewClass.name)")
                for place in others {
                    let value = try #require(Self.values[signature])
                    #expect(await refusal(action, value, place) == "InvalidArgument", "\(place.identifier)")
                }
            }
        }
        #expect(try await stage.places().map(\.view) == places.map(\.view))
    }

    /// A value of each type of an action.
    private static let values: [String: Variant] = [
        "b": .bool(true), "s": .string("x"), "d": .double(0.5), "i": .int32(0), "u": .uint32(0),
        "(uu)": .structure([.uint32(0), .uint32(0)]), "(us)": RowMenuChoice(row: 0, item: "x").variant,
        "(dd)": DBusSize(width: 1, height: 1).variant,
    ]

    private func reachable(_ places: [GalleryStage.Place]) async throws -> [GalleryStage.Place] {
        var reachable: [GalleryStage.Place] = []
        for place in places where try await stage.views(of: place.controller).isReachable(place.view.id) {
            reachable.append(place)
        }
        return reachable
    }

    @Test func `all views of the gallery fit into small and large windows`() async throws {
        try await client.window(stage.tabs).set(\.alwaysVisible, to: true)
        let sizes = [(320.0, 480.0), (375, 667), (568, 320), (768, 1024), (1024, 768)]
        for (width, height) in sizes {
            try await client.window(stage.tabs).set(\.size, to: DBusSize(width: width, height: height))
            for (index, controller) in stage.controllers.enumerated() {
                try await client.select(Int64(index), in: stage.tabs)
                let views = try await stage.views(of: controller)
                let insets = try await client.viewController(controller).safeAreaInsets
                let safe = DBusRect(0, insets.top, width, height - insets.top - insets.bottom)
                for view in views where view.parent == 1 && view.className != "View" {
                    // Low windows are too small for all views. No view is wider than its window.
                    let isInside = height < 480 || safe.contains(view.frame)
                    #expect(isInside, "\(view.properties["Identifier"] ?? .string("")) in \(width) x \(height)")
                    #expect(view.frame.x >= 0 && view.frame.x + view.frame.width <= width + 0.01)
                    #expect(view.frame.width > 0 && (height < 480 || view.frame.height > 0))
                }
            }
        }
    }

    @Test(.rules("V8")) func `the gallery's box resizes its views in proportion`() async throws {
        let masks = try await stage.controller("Masks")
        try await stage.send("valueChanged", .double(240), to: "Width", of: masks)
        try await stage.send("valueChanged", .double(160), to: "Height", of: masks)
        let views = try await stage.views(of: masks)
        // The examples 1 to 20 at half their size. The box changed from 160 x 240 to 240 x 160.
        let frames = [
            "None": DBusRect(5, 26, 50, 14), "Width": DBusRect(5, 44, 230, 14), "LeftMargin": DBusRect(85, 62, 50, 14),
            "RightMargin": DBusRect(5, 80, 50, 14), "Centred": DBusRect(95, 98, 50, 14),
            "OneToThree": DBusRect(47.5, 116, 50, 14), "Proportional": DBusRect(30, 170, 60, 14),
            "BottomRight": DBusRect(185, 108, 50, 20), "TabBar": DBusRect(0, 135.5, 240, 24.5),
            "NavigationBar": DBusRect(0, 0, 240, 22),
        ]
        for (name, frame) in frames { #expect(views.named("Mask-\(name)")?.frame == frame, "\(name)") }
    }

    @Test(.rules("S-195 S-197")) func `the gallery has images and an icon of its own`() async throws {
        let pictures = try await stage.controller("Pictures")
        let views = try await stage.views(of: pictures)
        var types: [String] = []
        for name in ["SVG", "PNG", "Data"] {
            let image: String? = views.named("Own-\(name)")?.properties["Image"]?.get()
            types.append(try await client.manager.getImageInfo(image ?? "").0)
        }
        #expect(types == ["image/svg+xml", "image/png", "image/svg+xml"])
        let icon = try await client.tabBarItem(pictures).displayImage
        let file = BuiltProducts.package + "/Plugins/Gallery/images/pictures.svg"
        #expect(try await client.imageContent(icon) == Array(Data(contentsOf: URL(fileURLWithPath: file))))
    }

    @Test func `the gallery animates its views only while it is shown`() async throws {
        try await client.window(stage.tabs).set(\.alwaysVisible, to: true)
        for name in ["Stress", "Pictures"] {
            let controller = try await stage.controller(name)
            let index = try #require(stage.controllers.firstIndex(of: controller))
            try await client.select(Int64(index), in: stage.tabs)
            try await client.barrier()
            client.clearSignals()
            try await client.waitForSignal("a change of \(name)") {
                $0.path == controller && $0.member == "ViewChanged"
            }
        }
    }

    @Test func `the gallery has the requested number of labels`() async throws {
        for (count, labels) in [(1900, 1900), (1901, 200), (0, 200)] as [(UInt32, Int)] {
            let controller = try await client.manager.createViewController(
                "gallery.Stress", ["Arguments": (["Count": Variant.uint32(count)] as [String: Variant]).variant])
            try await client.viewController(controller).loadViewIfNeeded()
            let views = try await client.getView(of: controller).views
            let cells = views.count { ($0.properties["Identifier"]?.get() ?? "").hasPrefix("Cell-") }
            #expect(cells == labels)
        }
    }
}

extension DBusRect {
    fileprivate func contains(_ other: DBusRect) -> Bool {
        other.x >= x - 0.01 && other.y >= y - 0.01 && other.x + other.width <= x + width + 0.01
            && other.y + other.height <= y + height + 0.01
    }
}
