import Foundation
import TestSupport

@testable import TabDaemon

/// The locale of a tree: its texts, its direction, and what owners hear of it.
@EventLoop @Suite(.bus) struct WindowLocaleTests {
    /// Compiles the project's German and Japanese catalogs to where the next daemon finds them.
    private static func installCatalogs() throws {
        let folder = try PrivateBus.current.directory + "/data/locale"
        for language in ["de", "ja"] {
            let place = "\(folder)/\(language)/LC_MESSAGES"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try HouseCommand.run(["msgfmt", "-o", "\(place)/tabd.mo", "po/\(language).po"]).succeeded()
        }
    }

    private static func stage(tabs: Int) async throws -> WindowStage {
        try installCatalogs()
        return try await WindowStage(tabs: tabs)
    }

    /// The titles of More's item, its list, and the list's button.
    private static func moreTexts(_ stage: WindowStage) async throws -> [String] {
        let client = stage.other
        let more = try await client.tabBarController(stage.tabs).moreNavigationController
        let list = try #require(try await client.navigationController(more).viewControllers.first)
        let buttons = try await client.navigationItem(list).rightBarButtonItems
        return [
            try await client.tabBarItem(more).displayTitle, try await client.viewController(list).title,
            try await client.navigationItem(list).title, buttons.map(\.title).joined(),
        ]
    }

    @Test(.rules("S-170")) func `texts are in the locale of the client that attached last and gave one`() async throws {
        let stage = try await Self.stage(tabs: 6)
        let (window, client) = (stage.other.window(stage.tabs), stage.other)
        let tab = try #require(try await client.tabBarController(stage.tabs).viewControllers.first)
        try await client.tabBarItem(tab).set(\.systemItem, to: "search")
        let english = ["More", "More", "More", "Edit"]
        #expect(try await window.locale == "C")
        #expect(try await window.layoutDirection == "leftToRight")
        #expect(try await Self.moreTexts(stage) == english)
        #expect(try await client.tabBarItem(tab).displayTitle == "Search")

        client.clearSignals()
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("de_AT.UTF-8")])
        #expect(try await window.locale == "de_AT")
        #expect(try await Self.moreTexts(stage) == ["Mehr", "Mehr", "Mehr", "Bearbeiten"])
        #expect(try await client.tabBarItem(tab).displayTitle == "Suchen")
        #expect(client.signals.contains { $0.path == stage.tabs && $0.changes["Locale"] == .string("de_AT") })
        #expect(client.signals.contains { $0.path == tab && $0.changes["DisplayTitle"] == .string("Suchen") })

        let second = try BusClient()
        try await second.attach(to: stage.tabs, ["Locale": .string("ja-JP")])
        #expect(try await window.locale == "ja_JP")
        #expect(try await Self.moreTexts(stage) == ["その他", "その他", "その他", "編集"])
        // Another attachment without a locale changes nothing, and no catalog means English.
        try await client.attach(to: stage.tabs)
        #expect(try await window.locale == "ja_JP")
        try await second.attach(to: stage.tabs, ["Locale": .string("tlh")])
        #expect(try await window.locale == "tlh")
        #expect(try await Self.moreTexts(stage) == english)
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(try await Self.moreTexts(stage).first == "Mehr")
        try await stage.front.window(stage.tabs).detach()
        #expect(try await window.locale == "C")
        #expect(try await Self.moreTexts(stage) == english)
    }

    @Test(.rules("S-170")) func `without a front end the locale is that of the daemon`() async throws {
        try Self.installCatalogs()
        let stage = try await Stage(
            DaemonOptions(environment: ["LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "ja"]))
        try await stage.createTabs(count: 2)
        let client = stage.client
        #expect(try await client.window(stage.tabs).locale == "de_DE")
        let navigation = try await client.manager.createNavigationController(try await client.register())
        try await client.navigationController(navigation).push(try await client.register(), false)
        let top = try await client.navigationController(navigation).topViewController
        #expect(try await client.navigationItem(top).backButtonTitle == "Zurück")
    }

    @Test(arguments: ["", "de DE", "../de", "de/AT", "x", "a_b_c_d_e", "dé", "de@a@b", "de_\u{1}"])
    func `a name that is not one of a locale is refused`(name: String) async throws {
        let stage = try await WindowStage(tabs: 2)
        let answer = await complaint { try await stage.front.attach(to: stage.tabs, ["Locale": .string(name)]) }
        #expect(answer.hasPrefix("InvalidArgument: ") && answer.contains("expected a name such as de"), "\(answer)")
        #expect(try await stage.other.window(stage.tabs).attachedClients.isEmpty)
        let direction = await failure {
            try await stage.front.attach(to: stage.tabs, ["LayoutDirection": .string("up")])
        }
        #expect(direction == "InvalidArgument")
    }

    @Test(.rules("S-172")) func `from right to left, bars are mirrored`() async throws {
        let stage = try await Self.stage(tabs: 3)
        let client = stage.other
        let bar = client.tabBar(of: stage.tabs)
        let frames = try await bar.itemFrames
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("ar_EG"), "BarSide": .string("bottom")])
        #expect(try await client.window(stage.tabs).layoutDirection == "rightToLeft")
        #expect(try await bar.itemFrames == frames.reversed())
        // The first item is at the right.
        #expect(try await client.window(stage.tabs).tapAt(370, 640) == "handled")
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == 0)
        #expect(try await client.window(stage.tabs).tapAt(5, 640) == "handled")
        #expect(try await client.tabBarController(stage.tabs).selectedIndex == 2)
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("he"), "BarSide": .string("leading")])
        #expect(try await bar.frame == DBusRect(x: 295, y: 20, width: 80, height: 647))
        try await stage.front.attach(to: stage.tabs, ["LayoutDirection": .string("leftToRight")])
        #expect(try await bar.itemFrames == frames)
        try await stage.front.attach(
            to: stage.tabs, ["Locale": .string("ar"), "LayoutDirection": .string("leftToRight")])
        #expect(try await client.window(stage.tabs).locale == "ar")
        #expect(try await bar.itemFrames == frames)
    }

    @Test func `a terminal attaches with the locale of its environment`() async throws {
        let stage = try await ScreenStage()
        try await stage.create(["gallery.Labels"])
        let terminal = try stage.attach(environment: ["LC_ALL": "de_AT.UTF-8"])
        try await terminal.shows("the first picture") { $0[23].contains("? keys") }
        #expect(try await stage.client.window(stage.tabs).locale == "de_AT")
        try await stage.end(terminal)
    }

    @Test func `owners hear the locale and the direction as traits`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let client = stage.other
        let owner = try RemoteOwner(client: client)
        let page = try await owner.register(["Methods": ["TraitsChanged"].variant])
        try await client.setTabs([page], of: stage.tabs)
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("fa_IR")])
        try await EventLoop.until("the traits") {
            owner.details.contains { $0.contains("LayoutDirection=rightToLeft Locale=fa_IR") }
        }
        let traits = try await client.viewController(page).getTraits()
        #expect(traits["Locale"] == .string("fa_IR") && traits["LayoutDirection"] == .string("rightToLeft"))
    }

    @Test(.rules("S-171")) func `titles from a manifest follow the locale until another title is set`()
        async throws
    {
        let stage = try await Self.stage(tabs: 0)
        let client = stage.other
        let alarm = try await client.createViewController("clock.Alarm")
        let named = try await client.manager.createViewController("clock.Alarm", ["Title": .string("Wake up")])
        try await client.setTabs([alarm, named], of: stage.tabs)
        #expect(try await client.tabBarItem(alarm).displayTitle == "Alarm")
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("de")])
        #expect(try await client.tabBarItem(alarm).displayTitle == "Wecker")
        #expect(try await client.tabBarItem(named).displayTitle == "Wake up")
        try await stage.front.attach(to: stage.tabs, ["Locale": .string("ja")])
        #expect(try await client.tabBarItem(alarm).displayTitle == "アラーム")
        try await client.viewController(alarm).set(\.title, to: "Frühstück")
        try await stage.front.window(stage.tabs).detach()
        #expect(try await client.tabBarItem(alarm).displayTitle == "Frühstück")
    }
}
