import TestSupport
import Testing

/// `org.tabd.Tabs1.NavigationItem`: the content of a navigation bar, and the user's actions on it.
@EventLoop @Suite(.bus) struct NavigationItemTests {
    private typealias Contract = NavigationItemInterface

    private static func button(_ id: UInt32, enabled: Bool = true) -> BarButtonItemEntry {
        BarButtonItemEntry(id: id, title: "Button \(id)", image: "list-add-symbolic", enabled: enabled)
    }

    @Test(.rules("N13")) func `the item's title follows the controller's, but not the reverse`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        #expect(try await client.navigationItem(stage.root).title == "Root")
        try await client.viewController(stage.root).set(\.title, to: "T")
        #expect(try await stage.announced(Contract.name, of: stage.root) == [["Title": .string("T")]])
        try await client.navigationItem(stage.root).set(\.title, to: "I")
        #expect(try await stage.announced(Contract.name, of: stage.root) == [["Title": .string("I")]])
        #expect(try await client.viewController(stage.root).title == "T")
        #expect(try await client.tabBarItem(stage.root).title == "T")
        try await client.navigationItem(stage.root).set(\.title, to: "I")
        #expect(try await stage.announced(Contract.name, of: stage.root).isEmpty)
    }

    @Test(.rules("N14")) func `a new back button title is announced where it is shown`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        let top = try await stage.push("Top")
        func expect(_ title: String, _ comment: Comment) async throws {
            let announced = try await stage.announced(Contract.name, of: top).compactMap { $0["BackButtonTitle"] }
            #expect(announced == [.string(title)], comment)
            #expect(try await client.navigationItem(top).backButtonTitle == title, comment)
        }
        try await expect("Root", "pushed")
        try await client.viewController(stage.root).set(\.title, to: "Inbox")
        try await expect("Inbox", "another title below")
        try await client.navigationItem(stage.root).set(\.title, to: "")
        try await expect("Back", "no title below")
        try await client.navigationItem(top).set(\.hidesBackButton, to: true)
        try await expect("", "hidden")
        try await client.tapBack(in: stage.navigation)
        #expect(try await stage.get(NavigationControllerInterface.topViewController) == top)
        try await client.navigationItem(top).set(\.hidesBackButton, to: false)
        try await expect("Back", "shown")
        try await client.tapBack(in: stage.navigation)
        try await expect("", "popped")
        let written = await failure {
            try await client.setAnything("BackButtonTitle", of: Contract.name, at: top, to: .string("x"))
        }
        #expect(written == "PropertyReadOnly")
    }

    @Test(.rules("N14 N15")) func `bar buttons are written as a whole, and announced`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        let left = [Self.button(7), Self.button(1, enabled: false)]
        try await client.navigationItem(stage.root).set(\.leftBarButtonItems, to: left)
        #expect(try await stage.announced(Contract.name, of: stage.root) == [["LeftBarButtonItems": left.variant]])
        #expect(try await client.navigationItem(stage.root).leftBarButtonItems == left)
        let long = String(repeating: "x", count: 70_000)
        let cases: [([BarButtonItemEntry], String)] = [
            ([Self.button(0)], "InvalidArgument"), ([Self.button(2), Self.button(2)], "InvalidArgument"),
            ([Self.button(7)], "InvalidArgument"),
            ([BarButtonItemEntry(id: 2, title: long)], "LimitsExceeded"),
            ([BarButtonItemEntry(id: 2, image: "../add")], "InvalidArgument"),
            ((100...164).map { Self.button($0) }, "LimitsExceeded"),
        ]
        for (items, expected) in cases {
            let found = await failure {
                try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: items)
            }
            #expect(found == expected, "\(items.count) items, the first of id \(items[0].id)")
        }
        let untyped = await failure {
            try await client.setAnything(
                "RightBarButtonItems", of: Contract.name, at: stage.root, to: .array(of: "s", [.string("add")]))
        }
        #expect(untyped == "InvalidArgs")
        #expect(try await stage.announced(Contract.name, of: stage.root).isEmpty)
        let right = (100...163).map { Self.button($0) }
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: right)
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: right)
        #expect(try await stage.announced(Contract.name, of: stage.root) == [["RightBarButtonItems": right.variant]])
    }

    @Test func `a tap on a bar button is announced, and refused on a disabled or unknown one`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        try await client.navigationItem(stage.root).set(
            \.leftBarButtonItems, to: [Self.button(7), Self.button(1, enabled: false)])
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: [Self.button(.max)])
        let stranger = try BusClient()
        func tap(_ id: UInt32) async throws(DBusError) {
            try await stranger.navigationItem(stage.root).tapBarButtonItem(id)
        }
        client.clearSignals()
        try await tap(7)
        try await tap(.max)
        for id in [0, 1, 8] as [UInt32] { #expect(await failure { try await tap(id) } == "InvalidArgument", "\(id)") }
        do {
            try await tap(8)
        } catch {
            #expect(error.message.contains("bar button item 8"))
            #expect(error.message.contains("7, 1, 4294967295"))
        }
        try await client.barrier()
        let received = client.signals.filter { $0.member == "BarButtonItemActivated" }
        #expect(received.map(\.path) == [stage.root, stage.root])
        #expect(received.map(\.arguments) == [[.uint32(7)], [.uint32(.max)]])
    }
}
