import Foundation
import TestSupport

/// Images after a restart of the daemon.
@EventLoop @Suite(.bus) struct ImageRestorationTests {
    private let stage: StoreStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await StoreStage() }

    /// Creates a restored tab with images in its item, its bar buttons and its toolbar. Returns the images.
    private func makeTab() async throws -> [String] {
        var names: [String] = []
        for color in ["red", "green", "blue", "gray"] {
            names.append(try await client.addImage(ImageSamples.svg(color)))
        }
        let tabs = try await stage.make("Desk")
        try await client.tabBarItem(tabs).set(\.image, to: names[0])
        try await client.tabBarItem(tabs).set(\.selectedImage, to: names[1])
        try await client.navigationItem(tabs).addLeftBarButtonItem(1, "", names[2], true)
        try await client.viewController(tabs).addToolbarItem(2, "", names[3], true)
        return names
    }

    private func desk() async throws -> ObjectPath { try #require(try await client.manager.tabBarControllers.first) }

    @Test(.rules("S-198")) func `images that saved items and buttons name survive a kill, and no others`() async throws
    {
        let names = try await makeTab()
        let unnamed = try await client.addImage(ImageSamples.png)
        try await stage.restart()
        let desk = try await desk()
        #expect(try await client.tabBarItem(desk).displayImage == names[0])
        for (name, color) in zip(names, ["red", "green", "blue", "gray"]) {
            #expect(try await client.imageContent(name) == ImageSamples.svg(color))
        }
        #expect(await !client.hasImage(unnamed))
        // No client holds them now.
        try await client.tabBarItem(desk).set(\.image, to: "")
        try await stage.restart()
        #expect(await !client.hasImage(names[0]))
        #expect(await client.hasImage(names[2]))
        try await stage.restart()
        #expect(await client.hasImage(names[3]))
        #expect(try await stage.reason().isEmpty)
    }

    @Test(.rules("S-198")) func `a destroyed view controller keeps its images for Reopen, across a restart`()
        async throws
    {
        let names = try await makeTab()
        let desk = try await desk()
        try await client.manager.destroy(desk)
        try await stage.restart()
        #expect(try await client.manager.reopen([:]) == desk)
        #expect(try await client.tabBarItem(desk).image == names[0])
        for name in names { #expect(await client.hasImage(name)) }
    }

    @Test(.rules("S-198")) func `damaged data is not an image, and its name stays`() async throws {
        let names = try await makeTab()
        await stage.kill()
        let script = """
            import sqlite3
            with sqlite3.connect("\(stage.file)") as store:
                store.execute("UPDATE image SET data = x'00' WHERE name = '\(names[0])'")
            """
        #expect(try await ChildProcess("/usr/bin/python3", ["-c", script]).ended() == 0)
        try await stage.start()
        #expect(await !client.hasImage(names[0]))
        #expect(await client.hasImage(names[1]))
        #expect(try await client.tabBarItem(try await desk()).image == names[0])
        // The same data is the same image again.
        #expect(try await client.addImage(ImageSamples.svg("red")) == names[0])
    }

    @Test(.rules("S-198")) func `a lost database is written again with its images`() async throws {
        let names = try await makeTab()
        for suffix in ["", "-wal"] { try FileManager.default.removeItem(atPath: stage.file + suffix) }
        // The next change finds the files missing.
        try await client.viewController(try await desk()).set(\.title, to: "Again")
        try await stage.restart()
        for name in names { #expect(await client.hasImage(name)) }
        #expect(try await stage.titles() == ["Again"])
    }
}
