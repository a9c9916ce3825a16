import TestSupport

/// How many images there can be, and when they are dropped.
@EventLoop @Suite(.bus) struct ImageLimitTests {
    @EventLoop private struct Stage {
        let client: BusClient
        let daemon: DaemonProcess

        init(_ limits: String) async throws {
            try PrivateBus.current.configure("[limits]\n" + limits)
            daemon = try await DaemonProcess.start()
            client = try BusClient()
        }

        func usage() async throws(DBusError) -> [UInt64?] {
            let usage = try await client.manager.usage
            return [usage["Images"]?.used, usage["ImageContent"]?.used]
        }
    }

    private static let colors = ["red", "green", "blue", "gray", "navy", "teal", "lime"]

    @Test(.rules("S-196")) func `a full quota drops images that nothing names, oldest first`() async throws {
        let stage = try await Stage("images = 64\nimages_per_client = 4")
        let client = stage.client
        var names: [String] = []
        for color in Self.colors.prefix(4) { names.append(try await client.addImage(ImageSamples.svg(color))) }
        let page = try await client.register()
        try await client.tabBarItem(page).set(\.image, to: names[0])
        // Added again, it counts as the newest.
        #expect(try await client.addImage(ImageSamples.svg(Self.colors[1])) == names[1])
        let fifth = try await client.addImage(ImageSamples.svg(Self.colors[4]))
        var kept: [Bool] = []
        for name in names + [fifth] { kept.append(await client.hasImage(name)) }
        #expect(kept == [true, true, false, true, true])
        // All are named now.
        for (id, name) in zip(UInt32(1)..., [names[1], names[3], fifth]) {
            try await client.navigationItem(page).addRightBarButtonItem(id, "", name, true)
        }
        let refused = await failure { _ = try await client.addImage(ImageSamples.svg(Self.colors[5])) }
        #expect(refused == "LimitsExceeded")
        // Other clients have quotas of their own.
        let other = try BusClient()
        let sixth = try await other.addImage(ImageSamples.svg(Self.colors[5]))
        #expect(await client.hasImage(sixth))
        try await client.manager.destroy(page)
        // Reopen can restore it, so its images stay.
        #expect(await failure { _ = try await client.addImage(ImageSamples.svg(Self.colors[6])) } == "LimitsExceeded")
        #expect(try await client.manager.reopen([:]) == page)
        try await client.tabBarItem(page).set(\.image, to: "")
        _ = try await client.addImage(ImageSamples.svg(Self.colors[6]))
        #expect(await !client.hasImage(names[0]))
    }

    @Test(.rules("S-196")) func `the size of an image and of all images of a client is limited`() async throws {
        let stage = try await Stage("image = 2048\nimage_content_per_client = 5000")
        let client = stage.client
        let large = await failure { _ = try await client.addImage(ImageSamples.svg(size: 2049)) }
        #expect(large == "LimitsExceeded")
        let first = try await client.addImage(ImageSamples.svg(size: 2048, "red"))
        let second = try await client.addImage(ImageSamples.svg(size: 2048, "green"))
        #expect(try await stage.usage() == [2, 4096])
        let page = try await client.register()
        try await client.tabBarItem(page).set(\.image, to: first)
        let third = try await client.addImage(ImageSamples.svg(size: 2048, "blue"))
        #expect(await client.hasImage(first))
        #expect(await !client.hasImage(second))
        #expect(await client.hasImage(third))
        #expect(try await stage.usage() == [2, 4096])
    }

    @Test(.rules("S-196")) func `an image stays while its client is there, or while something names it`() async throws {
        let stage = try await Stage("")
        let (client, owner) = (stage.client, try BusClient())
        let named = try await owner.addImage(ImageSamples.png)
        let viewed = try await owner.addImage(ImageSamples.svg("red"))
        let shared = try await owner.addImage(ImageSamples.svg("green"))
        let unnamed = try await owner.addImage(ImageSamples.svg("blue"))
        #expect(try await client.addImage(ImageSamples.svg("green")) == shared)
        let page = try await client.register()
        try await client.tabBarItem(page).set(\.image, to: named)
        try await client.viewController(page).loadViewIfNeeded()
        try await client.viewController(page).updateView(
            [.view(2, "TableView", with: ["Rows": [TableRow(title: "a", image: viewed)].variant])], [], [:])
        let name = owner.connection.uniqueName
        owner.connection.close()
        try await client.left(name)
        for image in [named, viewed, shared] { #expect(await client.hasImage(image)) }
        #expect(await !client.hasImage(unnamed))
        #expect(try await stage.usage().first == 3)
        // The next sweep finds it unnamed.
        try await client.tabBarItem(page).set(\.image, to: "")
        let last = try BusClient()
        _ = try await last.addImage(ImageSamples.jpeg)
        let lastName = last.connection.uniqueName
        last.connection.close()
        try await client.left(lastName)
        #expect(await !client.hasImage(named))
        #expect(try await stage.usage().first == 2)
    }

    @Test(.rules("S-196")) func `with a limit of 0 there are no images`() async throws {
        let stage = try await Stage("images = 0")
        #expect(await failure { _ = try await stage.client.addImage(ImageSamples.png) } == "LimitsExceeded")
    }

    @Test(.rules("S-195")) func `a client that is attached for reading can read images`() async throws {
        let stage = try await Stage("")
        let name = try await stage.client.addImage(ImageSamples.png)
        let tabs = try await stage.client.manager.createTabBarController()
        let reader = try BusClient()
        try await reader.attach(to: tabs, ["ReadOnly": .bool(true)])
        #expect(try await reader.imageContent(name) == ImageSamples.png)
        #expect(try await reader.imageData(name) == ImageSamples.png)
        let page = try await stage.client.manager.createViewController("clock.Stopwatch", ["Image": .string(name)])
        #expect(try await reader.tabBarItem(page).image == name)
    }

    @Test(.rules("S-195")) func `a connection that cannot pass descriptors gets an error that names the other method`()
        async throws
    {
        let stage = try await Stage("")
        let name = try await stage.client.addImage(ImageSamples.png)
        let path = try PrivateBus.current.directory + "/bus"
        let message = WireMessage(
            path: TabNames.root.text, interface: ManagerInterface.name, member: "GetImage", signature: "s",
            body: [.text(name)])
        let answer = try await onThread { try WireClient(path, passesDescriptors: false).call(message) }
        #expect(answer.errorName == "org.freedesktop.DBus.Error.NotSupported")
        #expect(answer.text.contains("GetImageData"))
        let good = try await onThread { try WireClient(path).call(message) }
        #expect(good.kind == WireMessage.Kind.result.rawValue)
    }

    @Test(.rules("S-195")) func `a private connection passes descriptors`() async throws {
        let stage = try await Stage("")
        let name = try await stage.client.addImage(ImageSamples.png)
        let peer = try await BusClient(privateOf: stage.client)
        #expect(try await peer.imageContent(name) == ImageSamples.png)
        #expect(try await peer.addImage(ImageSamples.png) == name)
        #expect(try await stage.usage().first == 1)
    }
}
