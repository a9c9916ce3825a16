import Foundation
import TestSupport

/// The hostings in which the plugin runs.
private let hostings = ["in-process", "process"]

/// A daemon with the plugin of `Tests/Fixtures/images.c`, whose folder contains images.
@EventLoop private struct ImagePluginStage {
    let plugin: PluginStage
    let controller: ObjectPath
    var client: BusClient { plugin.client }
    /// The plugin's folder.
    var folder: String { plugin.folder + "/images" }

    init(_ hosting: String) async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"\(hosting)\"\n")
        plugin = try await PluginStage { folder in
            let classes = [
                CPlugin.plain("Main"), CPlugin.plain("Named") + "\nicon = \"./icons/a.svg\"",
                CPlugin.plain("Lost") + "\nicon = \"./icons/lost.svg\"",
            ]
            try CPlugin.build("images", manifestClasses: classes, in: folder)
            try CPlugin.createFolder(folder + "/images/icons")
            try CPlugin.put(Data(ImageSamples.svg("red")), at: folder + "/images/icons/a.svg", mode: 0o644)
            try CPlugin.put(Data(ImageSamples.png), at: folder + "/images/b.png", mode: 0o644)
        }
        controller = try await plugin.create("images.Main")
    }

    /// Runs an experiment, and returns its result.
    func run(_ experiment: String) async throws -> String {
        try await plugin.run(experiment, of: controller)
        try await client.barrier()
        return try await plugin.texts(of: controller)["Result"] ?? ""
    }

    func property(_ key: String, of view: UInt32) async throws(DBusError) -> Variant? {
        try await plugin.views(of: controller).first { $0.id == view }?.properties[key]
    }

    func write(_ data: [UInt8], to path: String, mode: Int = 0o644) throws {
        try CPlugin.put(Data(data), at: folder + "/" + path, mode: mode)
    }
}

/// Images of plugins: files in their folders, and data that they add.
@EventLoop @Suite(.bus) struct PluginImageTests {
    @Test(.rules("S-197"), arguments: hostings)
    func `a file of the plugin's folder appears as the name of its data, wherever an image can be`(
        hosting: String
    ) async throws {
        let stage = try await ImagePluginStage(hosting)
        let (client, page) = (stage.client, stage.controller)
        for place in ["item", "selected", "button", "toolbar", "view", "row", "menu", "bar"] {
            #expect(try await stage.run("\(place) ./icons/a.svg") == "0", "\(place)")
        }
        let name = try await client.tabBarItem(page).image
        #expect(name.hasPrefix("sha256:"))
        #expect(try await client.imageContent(name) == ImageSamples.svg("red"))
        #expect(try await client.tabBarItem(page).selectedImage == name)
        #expect(try await client.navigationItem(page).rightBarButtonItems.map(\.image) == [name])
        #expect(try await client.viewController(page).toolbarItems.map(\.image) == [name])
        #expect(try await stage.property("Image", of: 7) == .string(name))
        let rows: [TableRow]? = try await stage.property("Rows", of: 8)?.get()
        #expect(rows?.map(\.image) == [name])
        let menu: [MenuItem]? = try await stage.property("Menu", of: 9)?.get()
        #expect(menu?.map(\.image) == [name])
        let items: [TabBarEntry]? = try await stage.property("Items", of: 10)?.get()
        #expect(items?.map(\.image) == [name])
        #expect(try await stage.run("item ./b.png") == "0")
        #expect(try await client.imageContent(client.tabBarItem(page).image) == ImageSamples.png)
        // Icon names stay what they are.
        #expect(try await stage.run("item go-next") == "0")
        #expect(try await client.tabBarItem(page).image == "go-next")
        #expect(try await client.manager.usage["Images"]?.used == 2)
    }

    @Test(.rules("S-197"), arguments: hostings)
    func `a changed file is another image`(hosting: String) async throws {
        let stage = try await ImagePluginStage(hosting)
        #expect(try await stage.run("item ./icons/a.svg") == "0")
        let first = try await stage.client.tabBarItem(stage.controller).image
        try stage.write(ImageSamples.svg("green"), to: "icons/a.svg")
        #expect(try await stage.run("item ./icons/a.svg") == "0")
        let second = try await stage.client.tabBarItem(stage.controller).image
        #expect(second != first)
        #expect(try await stage.client.imageContent(second) == ImageSamples.svg("green"))
    }

    @Test(.rules("S-197"), arguments: hostings)
    func `a path that leaves the folder and a file of another type are refused`(hosting: String) async throws {
        let stage = try await ImagePluginStage(hosting)
        let folder = stage.folder
        try stage.write(Array("text".utf8), to: "text.svg")
        try stage.write(ImageSamples.svg(size: (4 << 20) + 1), to: "large.svg")
        try stage.write(ImageSamples.svg(), to: "open.svg", mode: 0o666)
        try stage.write(ImageSamples.svg(), to: "../outside.svg")
        // A slash with a combining mark is one character of Swift, and two of the system.
        try stage.write(ImageSamples.svg(), to: "../\u{301}outside.svg")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder + "/link.svg", withDestinationPath: "icons/a.svg")
        try files.createSymbolicLink(atPath: folder + "/out", withDestinationPath: "..")
        #expect(mkfifo(folder + "/fifo.svg", 0o600) == 0)
        // TAB_ERROR_INVALID_ARGUMENT, and TAB_ERROR_LIMITS_EXCEEDED for the large one.
        let invalid = try await stage.run("item ./missing.svg")
        let paths = [
            "./../outside.svg", "./../\u{301}outside.svg", "./icons/../b.png", "./icons/./a.svg", "././b.png",
            ".//b.png", "./", "./icons",
            "./icons/", "./link.svg", "./out/outside.svg", "./fifo.svg", "./text.svg", "./open.svg", "/etc/hostname",
            "icons/a.svg", "../outside.svg", "./" + String(repeating: "a/", count: 600) + "a",
        ]
        for path in paths {
            for place in ["item", "view"] { #expect(try await stage.run("\(place) \(path)") == invalid, "\(path)") }
        }
        #expect(invalid != "0")
        let large = try await stage.run("view ./large.svg")
        #expect(large != invalid && large != "0")
        #expect(try await stage.client.tabBarItem(stage.controller).image.isEmpty)
        #expect(try await stage.property("Image", of: 7) == nil)
        #expect(try await stage.client.manager.usage["Images"]?.used == 0)
    }

    @Test(.rules("S-197"), arguments: hostings)
    func `the icon of a class can be a file`(hosting: String) async throws {
        let stage = try await ImagePluginStage(hosting)
        let named = try await stage.plugin.create("images.Named")
        let name = try await stage.client.tabBarItem(named).displayImage
        #expect(try await stage.client.imageContent(name) == ImageSamples.svg("red"))
        // A missing file leaves it without an icon.
        let lost = try await stage.plugin.create("images.Lost")
        #expect(try await stage.client.tabBarItem(lost).image.isEmpty)
        let log = try String(contentsOfFile: stage.plugin.log, encoding: .utf8)
        #expect(log.contains("the icon of class 'Lost'"))
        // A layout does not repeat it.
        let tabs = try await stage.client.manager.createTabBarController(["RestorationIdentifier": .string("desk")])
        try await stage.client.setTabs([named], of: tabs)
        #expect(try await !stage.client.manager.getLayout().contains("icon"))
    }

    @Test(.rules("S-195"), arguments: hostings)
    func `a plugin adds images, and uses their names`(hosting: String) async throws {
        let stage = try await ImagePluginStage(hosting)
        let name = try await stage.run("add <svg/>")
        #expect(name.hasPrefix("sha256:"))
        #expect(try await stage.run("add <svg/>") == name)
        #expect(try await stage.run("view " + name) == "0")
        #expect(try await stage.property("Image", of: 7) == .string(name))
        #expect(try await stage.client.imageContent(name) == Array("<svg/>".utf8))
        let invalid = try await stage.run("add text")
        #expect(invalid == (try await stage.run("item ./missing.svg")))
        #expect(try await stage.run("item sha256:" + String(repeating: "0", count: 64)) == invalid)
    }

    @Test(.rules("S-196 S-197")) func `the images of an unloaded plugin are dropped unless something names them`()
        async throws
    {
        let stage = try await ImagePluginStage("process")
        let (unnamed, named) = (try await stage.run("add <svg/>"), try await stage.run("add <svg></svg>"))
        #expect(try await stage.run("item " + named) == "0")
        try await stage.client.plugin(TabNames.plugin("images")).unload()
        let other = try BusClient()
        _ = try await other.addImage(ImageSamples.jpeg)
        let name = other.connection.uniqueName
        other.connection.close()
        try await stage.client.left(name)
        #expect(await !stage.client.hasImage(unnamed))
        #expect(await stage.client.hasImage(named))
    }
}
