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

    private func change(_ statement: String) async throws {
        let script = """
            import sqlite3
            with sqlite3.connect("\(stage.file)") as store:
                store.execute("\(statement)")
            """
        #expect(try await ChildProcess("/usr/bin/python3", ["-c", script]).ended() == 0)
    }

    @Test(.rules("S-198"), arguments: ["UPDATE image SET data = x'00'", "DELETE FROM image"])
    func `an image that is lost is reported, nothing names it, and added again it is saved again`(
        change: String
    ) async throws {
        let names = try await makeTab()
        await stage.kill()
        for name in [names[0], names[2]] { try await self.change("\(change) WHERE name = '\(name)'") }
        try await stage.start()
        for (index, name) in names.enumerated() { #expect(await client.hasImage(name) == (index % 2 == 1)) }
        let desk = try await desk()
        // The user sees why the icons are missing, and no client gets a name that it can't use.
        for name in [names[0], names[2]] { #expect(try await stage.reason().contains(name)) }
        #expect(try await stage.reason().contains("\(desk.text) no longer names it"))
        #expect(try await client.tabBarItem(desk).image.isEmpty)
        #expect(try await client.navigationItem(desk).leftBarButtonItems.map(\.image) == [""])
        #expect(try await client.viewController(desk).toolbarItems.map(\.image) == [names[3]])
        // The same data is the same image again, and in the store too.
        #expect(try await client.addImage(ImageSamples.svg("red")) == names[0])
        try await client.tabBarItem(desk).set(\.image, to: names[0])
        try await stage.restart()
        #expect(try await client.imageContent(names[0]) == ImageSamples.svg("red"))
        #expect(try await client.tabBarItem(desk).image == names[0])
        #expect(try await stage.reason().isEmpty)
    }

    @Test(.rules("S-198")) func `an image of arguments that is lost is saved when it is added again`() async throws {
        let name = try await client.addImage(ImageSamples.svg("red"))
        let arguments: [String: Variant] = ["Picture": .string(name)]
        _ = try await client.manager.createViewController(
            "clock.Stopwatch",
            [
                "Arguments": arguments.variant, "RestorationIdentifier": .string("page"), "Lazy": .bool(true),
            ])
        await stage.kill()
        try await change("UPDATE image SET data = x'00'")
        try await stage.start()
        #expect(try await stage.reason().contains("the data of image \(name) are damaged"))
        #expect(await !client.hasImage(name))
        #expect(try await client.addImage(ImageSamples.svg("red")) == name)
        try await stage.restart()
        #expect(try await client.imageContent(name) == ImageSamples.svg("red"))
    }

    @Test(.rules("S-198")) func `a view controller that Reopen restores does not name a lost image`() async throws {
        let names = try await makeTab()
        let desk = try await desk()
        try await client.manager.destroy(desk)
        await stage.kill()
        try await change("UPDATE image SET data = x'00' WHERE name = '\(names[0])'")
        try await stage.start()
        #expect(try await client.manager.reopen([:]) == desk)
        #expect(try await client.tabBarItem(desk).image.isEmpty)
        // The selected image goes with the image.
        #expect(try await client.tabBarItem(desk).selectedImage.isEmpty)
        #expect(await client.hasImage(names[1]))
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
