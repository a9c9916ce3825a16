import Foundation
import TestSupport

/// Images that outlive the client that has added them, and view controllers that outlive theirs.
@EventLoop @Suite(.bus) struct ImageHolderTests {
    @EventLoop private struct Stage {
        let client: BusClient
        let daemon: DaemonProcess

        init(_ limits: String) async throws {
            try PrivateBus.current.configure("[limits]\n" + limits)
            daemon = try await DaemonProcess.start()
            client = try BusClient()
        }

        /// Adds an image as a client that then leaves, after another one has named it.
        func addAndLeave(_ data: [UInt8], naming: (String) async throws -> Void) async throws {
            let other = try BusClient()
            let name = try await other.addImage(data)
            try await naming(name)
            try await leave(other)
        }

        func leave(_ other: BusClient) async throws {
            let name = other.connection.uniqueName
            other.connection.close()
            try await client.left(name)
        }

        func bytes() async throws -> UInt64? { try await client.manager.usage["ImageContent"]?.used }
    }

    @Test(.rules("S-196")) func `an image counts for the client whose view controller names it`() async throws {
        let stage = try await Stage("image_content = 100000\nimage_content_per_client = 10000")
        let victim = try BusClient()
        let items = [try await victim.register(), try await victim.register()]
        var refused = 0
        // Each of the others has room for its image, and names it on an item of the victim.
        for index in 0..<20 {
            try await stage.addAndLeave(ImageSamples.svg(size: 2048, "#0000\(10 + index)")) { name in
                do throws(DBusError) {
                    try await stage.client.navigationItem(items[index % 2])
                        .addRightBarButtonItem(UInt32(index + 1), "", name, true)
                } catch {
                    #expect(error.name.hasSuffix(".LimitsExceeded"))
                    #expect(error.message.contains("image_content in [limits]"), "\(error.message)")
                    refused += 1
                }
            }
        }
        // Four of them are in 10,000 bytes, and the others left with their clients.
        #expect(refused == 16)
        #expect(try await stage.bytes() == 4 * 2048)
        // Other clients have their room, and the owner gets its own by clearing the item.
        for index in 0..<4 { _ = try await stage.client.addImage(ImageSamples.svg(size: 2048, "#1000\(10 + index)")) }
        let own = ImageSamples.svg(size: 4096, "red")
        #expect(await failure { _ = try await victim.addImage(own) } == "LimitsExceeded")
        for item in items { try await victim.navigationItem(item).set(\.rightBarButtonItems, to: []) }
        _ = try await victim.addImage(own)
        #expect(try await stage.bytes() == 4 * 2048 + 4096)
    }

    @Test(.rules("S-196")) func `what view controllers of departed clients name has one account`() async throws {
        let stage = try await Stage("image_content = 40000")
        // Each tab is that of another client, as with tabctl.
        var tabs: [ObjectPath] = []
        for _ in 0..<20 {
            let creator = try BusClient()
            tabs.append(try await creator.manager.createTabBarController())
            try await stage.leave(creator)
        }
        var named = 0
        for (index, path) in tabs.enumerated() {
            try await stage.addAndLeave(ImageSamples.svg(size: 2048, "#0000\(10 + index)")) { name in
                do throws(DBusError) {
                    try await stage.client.tabBarItem(path).set(\.image, to: name)
                    named += 1
                } catch { #expect(error.name.hasSuffix(".LimitsExceeded")) }
            }
        }
        // At most half of the limit, and a client still has its fair share.
        #expect(named == 9)
        #expect(try await stage.bytes() == 9 * 2048)
        for index in 0..<4 { _ = try await stage.client.addImage(ImageSamples.svg(size: 2048, "#1000\(10 + index)")) }
        for path in tabs { try await stage.client.tabBarItem(path).set(\.image, to: "") }
        #expect(try await stage.bytes() == 4 * 2048)
    }

    @Test(.rules("S-196")) func `an image in arguments stays, and counts for the creator`() async throws {
        let stage = try await Stage("image_content = 100000\nimage_content_per_client = 4096")
        func create(_ name: String) async throws(DBusError) -> ObjectPath {
            let arguments: [String: Variant] = ["Picture": .string(name)]
            return try await stage.client.manager.createViewController(
                "clock.Stopwatch", ["Arguments": arguments.variant, "Lazy": .bool(true)])
        }
        var pages: [ObjectPath] = []
        for color in ["red", "green", "blue"] {
            try await stage.addAndLeave(ImageSamples.svg(size: 2048, color)) { name in
                do throws(DBusError) {
                    pages.append(try await create(name))
                } catch { #expect(error.name.hasSuffix(".LimitsExceeded")) }
            }
        }
        #expect(pages.count == 2)
        #expect(try await stage.bytes() == 4096)
        for page in pages { try await stage.client.manager.destroy(page) }
        // Reopen can restore them.
        #expect(try await stage.bytes() == 4096)
        #expect(try await stage.client.manager.reopen([:]) == pages[1])
        #expect(try await stage.bytes() == 4096)
    }

    @Test(.rules("S-196")) func `a departure is fast whatever other clients have`() async throws {
        let stage = try await Stage("")
        let page = try await stage.client.register()
        try await stage.client.viewController(page).loadViewIfNeeded()
        // Ten thousand rows, which are as many places where an image could be named.
        let rows = (0..<5000).map { TableRow(title: "\($0)", image: "go-next") }.variant
        try await stage.client.viewController(page).updateView(
            [.view(2, "TableView", with: ["Rows": rows]), .view(3, "TableView", with: ["Rows": rows])], [], [:])
        for index in 0..<200 {
            let other = try BusClient()
            _ = try await other.addImage(ImageSamples.svg("#\(100_000 + index)"))
            try await stage.leave(other)
        }
        #expect(try await stage.bytes() == 0)
    }
}

/// View controllers that outlive their client or the daemon, and the quotas.
@EventLoop @Suite(.bus) struct SessionAccountTests {
    private let stage: StoreStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await StoreStage() }

    @Test func `restored view controllers leave room for clients, and count for the one that claims them`()
        async throws
    {
        try stage.bus.configure("[limits]\nview_controllers = 80\nview_controllers_per_client = 60")
        try await stage.restart()
        func used() async throws -> UInt64? { try await client.manager.usage["ViewControllers"]?.used }
        for index in 0..<11 {
            _ = try await client.manager.createTabBarController(["RestorationIdentifier": .string("\(index)")])
        }
        #expect(await failure { _ = try await client.manager.createTabBarController([:]) } == "LimitsExceeded")
        try await stage.restart()
        #expect(try await used() == 33)
        // Most of what was restored takes nothing of what clients can have.
        var count = 0
        do {
            while count < 100 {
                _ = try await client.register()
                count += 1
            }
        } catch { #expect(error.name.hasSuffix(".LimitsExceeded")) }
        #expect(count == 28)
        let other = try BusClient()
        let claimed = try await other.manager.createTabBarController(["RestorationIdentifier": .string("0")])
        #expect(try await client.manager.tabBarControllers.contains(claimed))
        #expect(try await used() == 33 + 28)
        // It counts for the client now, and is moved with its parts.
        try await other.manager.destroy(claimed)
        #expect(try await used() == 30 + 28)
    }

    @Test func `a restored page has room for its views when clients have used up theirs`() async throws {
        try stage.bus.configure("[limits]\ncontent = 1048576")
        try await stage.restart()
        _ = try await client.manager.createTabBarController([
            "RestorationIdentifier": .string("desk"), "Types": ["clock.Stopwatch"].variant,
        ])
        try await stage.restart()
        var clients: [BusClient] = []
        let argument: [String: Variant] = ["Text": .string(String(repeating: "x", count: 2000))]
        for _ in 0..<40 {
            let greedy = try BusClient()
            clients.append(greedy)
            for _ in 0..<1000 {
                do {
                    _ = try await greedy.manager.createViewController(
                        "clock.Stopwatch", ["Arguments": argument.variant, "Lazy": .bool(true)])
                } catch { break }
            }
        }
        let usage = try await client.manager.usage["Content"]
        #expect(usage?.used ?? 0 > 850_000)
        let desk = try #require(try await client.manager.tabBarControllers.first)
        let page = try #require(try await client.tabBarController(desk).viewControllers.first)
        try await client.viewController(page).loadViewIfNeeded()
        try await EventLoop.until("the views of the page") {
            try await client.viewController(page).getView().1.count > 1
        }
        for client in clients { client.connection.close() }
    }
}
