import Foundation
import TestSupport

/// The Settings plugin over the bus: navigation over three levels, its bar buttons, and its saved settings.
@EventLoop @Suite(.bus) struct SettingsTests {
    @Test(.rules("N14")) func `three levels have titles and back buttons, and a choice returns`() async throws {
        let stage = try await SettingsStage()
        #expect(try await stage.titles() == ["Settings", ""])
        try await stage.select("Appearance", in: "Settings")
        #expect(try await stage.titles() == ["Settings", "Appearance", "Settings"])
        let appearance = try await stage.top()
        try await stage.select("Accent Colour", in: "Appearance")
        #expect(try await stage.titles() == ["Settings", "Appearance", "Accent Colour", "Appearance"])
        let choice = try await stage.top()
        #expect(try await stage.client.viewController(choice).type == "settings.AccentColorChoice")
        #expect(try await stage.client.viewController(choice).appearanceState == "appeared")
        #expect(try await stage.chosen() == ["Blue"])
        try await stage.select("Green", in: "Choices")
        #expect(try await stage.stack() == [stage.root, appearance])
        #expect(try await stage.rows("Appearance").map(\.detail) == ["Automatic", "Green"])
        #expect(try await stage.view("TextSize").properties["TintColor"] == .string("systemGreen"))
        // A popped page is destroyed.
        try await stage.client.waitForRemoval(of: choice)
        try await stage.back()
        #expect(try await stage.stack() == [stage.root])
        try await stage.back()
        #expect(try await stage.stack() == [stage.root], "the back button of the root")
    }

    @Test(.rules("N19")) func `the list of regions has the room of the tab bar`() async throws {
        let stage = try await SettingsStage()
        try await stage.select("General", in: "Settings")
        #expect(try await !stage.isTabBarHidden())
        try await stage.select("Region", in: "General")
        #expect(try await stage.titles().dropLast() == ["Settings", "General", "Region"])
        #expect(try await stage.isTabBarHidden())
        #expect(try await stage.chosen() == ["Automatic"])
        try await stage.select("Japan", in: "Choices")
        #expect(try await !stage.isTabBarHidden())
        #expect(try await stage.rows("General").map(\.detail) == ["English", "Japan"])
    }

    @Test(.rules("E-22 E-23 E-25"))
    func `in More the pages are on its stack, and return with their own stack`() async throws {
        let stage = try await SettingsStage()
        let client = stage.client
        var tabs: [ObjectPath] = []
        for _ in 0..<5 { tabs.append(try await client.register()) }
        try await client.setTabs(tabs + [stage.navigation], of: stage.tabs)
        try await client.select(5, in: stage.tabs)
        let more = try await client.viewController(stage.root).navigationController
        #expect(more != stage.navigation)
        func stack() async throws(DBusError) -> [ObjectPath] {
            return Array(try await client.navigationController(more).viewControllers.dropFirst())
        }
        func select(_ row: UInt32, in table: String) async throws {
            let page = try #require(try await stack().last)
            try await client.sendAction("selectRow", .uint32(row), to: 0, of: page, ["Identifier": .string(table)])
        }
        #expect(try await stack() == [stage.root])
        #expect(try await stage.rows("Settings", of: stage.root).allSatisfy(\.enabled))
        try await select(3, in: "Settings")
        #expect(try await !stage.isTabBarHidden())
        try await select(1, in: "General")
        #expect(try await stack().count == 3)
        #expect(try await stage.isTabBarHidden())
        try await select(1, in: "Choices")
        let pages = try await stack()
        #expect(pages.count == 2)
        #expect(try await !stage.isTabBarHidden())
        // On the bar again it has its stack and works as before.
        try await client.setTabs([stage.navigation], of: stage.tabs)
        #expect(try await stage.stack() == pages)
        #expect(try await stage.rows("General").map(\.detail) == ["English", "Brazil"])
        try await stage.select("Languages", in: "General")
        #expect(try await stage.titles() == ["Settings", "General", "Languages", "General"])
    }

    @Test func `Reset is enabled when the page, or any page, has a changed setting`() async throws {
        let stage = try await SettingsStage()
        #expect(try await stage.buttons().map(\.enabled) == [false])
        #expect(await failure { try await stage.tapButton("Reset") } == "InvalidArgument")
        try await stage.select("Sound", in: "Settings")
        try await stage.send("valueChanged", .double(79.6), to: "Volume")
        #expect(try await stage.view("Volume").properties["Value"] == .double(80))
        try await stage.send("valueChanged", .bool(true), to: "Mute")
        #expect(try await stage.view("Volume").properties["Enabled"] == .bool(false))
        #expect(await failure { try await stage.send("valueChanged", .double(1), to: "Volume") } == "InvalidArgument")
        try await stage.back()
        #expect(try await stage.rows("Settings").map(\.detail) == ["Automatic", "Muted", "On", "English"])
        try await stage.select("Appearance", in: "Settings")
        #expect(try await stage.buttons().map(\.enabled) == [false], "nothing on this page was changed")
        try await stage.send("valueChanged", .double(150.4), to: "TextSize")
        #expect(try await stage.view("TextSize").properties["Value"] == .double(150))
        try await stage.tapButton("Reset")
        #expect(try await stage.view("TextSize").properties["Value"] == .double(100))
        #expect(try await stage.buttons().map(\.enabled) == [false])
        try await stage.back()
        #expect(try await stage.rows("Settings")[1].detail == "Muted")
        try await stage.tapButton("Reset")
        #expect(try await stage.rows("Settings").map(\.detail) == ["Automatic", "50%", "On", "English"])
        #expect(try await stage.buttons().map(\.enabled) == [false])
    }

    @Test func `languages are moved and deleted only between Edit and Done, and the last one stays`() async throws {
        let stage = try await SettingsStage()
        try await stage.select("General", in: "Settings")
        try await stage.select("Languages", in: "General")
        func expect(_ languages: [String], _ button: String, _ isEnabled: Bool) async throws {
            #expect(try await stage.rows("Preferred").map(\.detail) == languages)
            #expect(try await stage.buttons().map(\.title) == [button])
            #expect(try await stage.buttons().map(\.enabled) == [isEnabled])
        }
        try await expect(["en"], "Edit", false)
        for language in ["Deutsch", "日本語"] { try await stage.select(language, in: "Others") }
        try await expect(["en", "de", "ja"], "Edit", true)
        #expect(await failure { try await stage.send("deleteRow", .uint32(0), to: "Preferred") } == "InvalidArgument")
        try await stage.tapButton("Edit")
        try await expect(["en", "de", "ja"], "Done", true)
        try await stage.send("moveRow", .structure([.uint32(2), .uint32(0)]), to: "Preferred")
        try await stage.send("deleteRow", .uint32(1), to: "Preferred")
        try await expect(["ja", "de"], "Done", true)
        try await stage.send("deleteRow", .uint32(1), to: "Preferred")
        #expect(await failure { try await stage.send("deleteRow", .uint32(0), to: "Preferred") } == "InvalidArgument")
        try await expect(["ja"], "Done", true)
        try await stage.tapButton("Done")
        try await expect(["ja"], "Edit", false)
        try await stage.back()
        #expect(try await stage.rows("General").map(\.detail) == ["日本語", "Automatic"])
    }

    @Test func `all Settings controllers show the same, and without a navigation controller they explain their place`()
        async throws
    {
        let stage = try await SettingsStage()
        let (navigation, other) = try await SettingsStage.create(stage.client)
        try await stage.select("Notifications", in: "Settings")
        try await stage.send("valueChanged", .bool(true), to: "DoNotDisturb")
        #expect(try await stage.rows("Settings", of: other)[2].detail == "Do Not Disturb")
        #expect(try await stage.view("Message", of: other).properties["Hidden"] == .bool(true))
        try await stage.client.manager.destroy(navigation)
        #expect(try await stage.rows("Settings", of: other).allSatisfy { !$0.enabled })
        let message: String? = try await stage.view("Message", of: other).properties["Text"]?.get()
        #expect(message?.contains("tabctl create --navigation settings.Settings") == true)
        _ = try await stage.client.manager.createNavigationController(other)
        #expect(try await stage.rows("Settings", of: other).allSatisfy(\.enabled))
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func `a choice is restored after a restart of the daemon`(
        signal: Int32
    ) async throws {
        let stage = try await SettingsStage()
        try await stage.select("Appearance", in: "Settings")
        try await stage.select("Style", in: "Appearance")
        try await stage.select("Dark", in: "Choices")
        try await stage.send("valueChanged", .double(120), to: "TextSize")
        stage.daemon.send(signal)
        _ = await stage.daemon.status()
        let next = try await SettingsStage()
        #expect(try await next.rows("Settings").first?.detail == "Dark")
        try await next.select("Appearance", in: "Settings")
        #expect(try await next.view("TextSize").properties["Value"] == .double(120))
        try await next.tapButton("Reset")
        #expect(await next.daemon.stop() == 0)
        #expect(try await SettingsStage().buttons().map(\.enabled) == [false])
    }

    @Test func `mistakes in the file are logged, defaults apply, and the file is kept aside`() async throws {
        let path = try SettingsStage.file(of: PrivateBus.current)
        let text = """
            # by hand
            Style = dark
            Volume = 101
            Languages = de de
              Muted=true
            Colour = red
            TextSize

            """
        try Self.write(text, to: path)
        let stage = try await SettingsStage()
        #expect(try await stage.rows("Settings").map(\.detail) == ["Dark", "Muted", "On", "English"])
        let log = try String(contentsOfFile: stage.log, encoding: .utf8)
        for complaint in [
            "line 3: '101' is not a value of Volume; expected 0 to 100", "line 4: 'de de' is not a value of Languages",
            "line 6: 'Colour = red' is not a preference; expected one of Style, AccentColor", "line 7: 'TextSize'",
        ] {
            #expect(log.contains(complaint), "\(log)")
        }
        try await stage.tapButton("Reset")
        #expect(try String(contentsOfFile: path + ".broken", encoding: .utf8) == text)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\nStyle = automatic\n"))
    }

    @Test(arguments: ["bytes", "long", "folder"]) func `a file that is not regular does no harm`(
        kind: String
    ) async throws {
        let path = try SettingsStage.file(of: PrivateBus.current)
        switch kind {
        case "long": try Self.write("Style = dark\n" + String(repeating: "#", count: 70_000), to: path)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        default:
            try Self.write("", to: path)
            try Data([0x53, 0xFF, 0x00, 0xFE]).write(to: URL(fileURLWithPath: path))
        }
        let stage = try await SettingsStage()
        #expect(try await stage.rows("Settings").map(\.detail) == ["Automatic", "50%", "On", "English"])
        let log = try String(contentsOfFile: stage.log, encoding: .utf8)
        #expect(log.contains(path) && log.contains("using the defaults"), "\(log)")
        try await stage.select("Notifications", in: "Settings")
        try await stage.send("valueChanged", .bool(true), to: "DoNotDisturb")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\nDoNotDisturb = true\n"))
        #expect(FileManager.default.fileExists(atPath: path + ".broken"))
    }

    @Test func `a setting that can't be saved still applies, and the root page shows the reason`() async throws {
        let path = try SettingsStage.file(of: PrivateBus.current)
        // A folder is at the path of the new file.
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: true)
        let stage = try await SettingsStage()
        try await stage.select("Notifications", in: "Settings")
        try await stage.send("valueChanged", .bool(true), to: "DoNotDisturb")
        try await stage.back()
        #expect(try await stage.rows("Settings")[2].detail == "Do Not Disturb")
        let message: String? = try await stage.view("Message").properties["Text"]?.get()
        #expect(message?.hasPrefix("Changes are not saved: ") == true, "\(message ?? "")")
        try FileManager.default.removeItem(atPath: path + ".new")
        try await stage.tapButton("Reset")
        #expect(try await stage.view("Message").properties["Hidden"] == .bool(true))
    }

    private static func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// The Settings plugin in a navigation controller of a visible tab bar controller, and a client that uses it by the
/// titles of rows and buttons, as a user does.
@EventLoop private final class SettingsStage: PluginStage {
    private(set) var navigation = ObjectPath.none
    private(set) var root = ObjectPath.none

    init() async throws {
        try await super.init(DaemonOptions(hasLog: true))
        try await createTabs()
        (navigation, root) = try await Self.create(client)
        try await client.setTabs([navigation], of: tabs)
        try await show()
    }

    /// Creates Settings as the root of a new navigation controller.
    static func create(_ client: BusClient) async throws(DBusError) -> (navigation: ObjectPath, root: ObjectPath) {
        let root = try await client.manager.createViewController("settings.Settings")
        try await client.viewController(root).loadViewIfNeeded()
        return (try await client.manager.createNavigationController(root), root)
    }

    static func file(of bus: PrivateBus) -> String { bus.directory + "/state/tabd/plugins/settings/preferences" }

    func stack() async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(navigation).viewControllers
    }

    func top() async throws -> ObjectPath { try #require(try await stack().last) }

    /// The titles in the bars of the stack, followed by the title of the top's back button.
    func titles() async throws -> [String] {
        var titles: [String] = []
        for page in try await stack() { titles.append(try await client.navigationItem(page).title) }
        return titles + [try await client.navigationItem(try await top()).backButtonTitle]
    }

    func view(_ identifier: String, of page: ObjectPath? = nil) async throws -> ViewEntry {
        let target = if let page { page } else { try await top() }
        return try #require(try await views(of: target).named(identifier), "\(identifier)")
    }

    func rows(_ table: String, of page: ObjectPath? = nil) async throws -> [TableRow] {
        try await view(table, of: page).properties["Rows"]?.get() ?? []
    }

    /// The title of the row with the checkmark.
    func chosen() async throws -> [String] {
        try await rows("Choices").filter { $0.accessory == "checkmark" }.map(\.title)
    }

    /// Selects a row in a table of the top controller.
    func select(_ title: String, in table: String) async throws {
        let row = try #require(try await rows(table).firstIndex { $0.title == title }, "\(title)")
        try await send("selectRow", .uint32(UInt32(row)), to: table)
    }

    func send(_ action: String, _ value: Variant, to identifier: String) async throws {
        try await send(action, value, to: identifier, of: try await top())
    }

    /// The right buttons in the bar of the top controller.
    func buttons() async throws -> [BarButtonItemEntry] {
        try await client.navigationItem(try await top()).rightBarButtonItems
    }

    func tapButton(_ title: String) async throws {
        let button = try #require(try await buttons().first { $0.title == title }, "\(title)")
        try await client.navigationItem(try await top()).tapBarButtonItem(button.id)
    }

    func back() async throws(DBusError) { try await client.tapBack(in: navigation) }

    func isTabBarHidden() async throws(DBusError) -> Bool {
        try await client.tabBar(of: tabs).hidden
    }
}
