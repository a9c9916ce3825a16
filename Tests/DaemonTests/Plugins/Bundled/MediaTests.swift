import Foundation
import TestSupport

/// The Media plugin with players that the test makes.
@EventLoop @Suite(.bus) struct MediaTests {
    @Test(arguments: ["process", "in-process"])
    func `what a player plays is shown, and every control reaches it`(isolation: String) async throws {
        let player = try await FakePlayer()
        let stage = try await MediaStage(settings: "[isolation]\nmedia = \"\(isolation)\"\n")
        try await stage.shows("One", in: "Title")
        // The player tells its name in another reply.
        try await stage.shows("Fake Player", in: "Player")
        let texts = try await stage.texts(of: stage.page)
        #expect(texts["Artist"] == "Ann, Bob" && texts["Album"] == "First")
        #expect(texts["Length"] == "3:20" && texts["Elapsed"] != "0:00", "\(texts)")
        try await stage.hasBadge("▶")
        #expect(try await stage.client.tabBarItem(stage.page).tooltip == "One – Ann, Bob")
        #expect(await failure { try await stage.press("Previous", of: stage.page) } == "InvalidArgument")
        for button in ["PlayPause", "Next", "Shuffle", "Loop"] { try await stage.press(button, of: stage.page) }
        for call in [
            "Pause", "Next", "Set \(FakePlayer.interface) Shuffle true",
            "Set \(FakePlayer.interface) LoopStatus Playlist",
        ] { try await stage.received(call, by: player) }
        try await stage.send("valueChanged", .double(30), to: "Position", of: stage.page)
        try await stage.received("SetPosition /track/1 30000000", by: player)
        try await stage.send("valueChanged", .double(50), to: "Volume", of: stage.page)
        try await stage.received("Set \(FakePlayer.interface) Volume 0.5", by: player)
        // The player did not accept it, so the slider goes back.
        try await stage.has(25.0, "Value", of: "Volume")

        try player.set(["PlaybackStatus": .string("Paused")])
        try await stage.has("Play", "AccessibilityLabel", of: "PlayPause")
        try await stage.hasBadge("")
        try player.seek(to: .int64(125_000_000))
        try await stage.shows("2:05", in: "Elapsed")
        try await stage.has("Elapsed time 2:05", "AccessibilityLabel", of: "Elapsed")
        try await stage.has("Length 3:20", "AccessibilityLabel", of: "Length")
        // A player that can't pause fails at PlayPause even while it does not play.
        try player.set(["CanPause": .bool(false)])
        try await stage.press("PlayPause", of: stage.page)
        try await stage.received("Play", by: player)
        try player.set(["Metadata": FakePlayer.track("Two", id: "/track/2"), "Position": .int64(0)])
        try await stage.shows("Two", in: "Title")
        #expect(try await !stage.isShown("Artist"))
        try await player.leave()
        try await EventLoop.until("no player") { try await !stage.isShown("Title") }
        #expect(try await stage.text(of: "Message", in: stage.page).hasPrefix("No media player is running."))
    }

    @Test func `a player may say nothing, nonsense or too much, and may never reply`() async throws {
        let silent = try await FakePlayer("a_silent")
        silent.isSilent = true
        let long = String(repeating: "long ", count: 200_000)
        let nonsense = try await FakePlayer(
            "b_nonsense",
            [
                "PlaybackStatus": .int32(7), "Metadata": .string("none"), "Volume": .string("loud"),
                "Position": .string("here"), "CanControl": .string("yes"), "Rate": .double(.nan),
                "LoopStatus": .string("Sometimes"), "Shuffle": .double(0),
            ], identity: .int32(1))
        let metadata: [String: Variant] = [
            "mpris:trackid": .string("not a path"), "mpris:length": .double(-1), "mpris:artUrl": .string(long),
            "xesam:title": .string(long), "xesam:artist": .string("Only\none"), "xesam:album": [long, long].variant,
            "xesam:comment": [String](repeating: "x", count: 10_000).variant,
        ]
        let huge = try await FakePlayer(
            "c_huge", FakePlayer.playing.merging(["Metadata": metadata.variant, "Volume": .double(7)]) { $1 })
        let stage = try await MediaStage(["Player": .string("c_huge")])
        try await stage.shows("Only one", in: "Artist")
        let title = try await stage.text(of: "Title", in: stage.page)
        #expect(title.hasPrefix("long long") && title.hasSuffix("…") && title.count < 250)
        for view in ["Position", "Album"] { #expect(try await !stage.isShown(view), "\(view)") }
        try await stage.has(100.0, "Value", of: "Volume")
        for arguments: [Variant] in [
            [], [.int32(1)], [.string(FakePlayer.interface)], [.string(FakePlayer.interface), .string("x")],
            [.string(FakePlayer.interface), [String: Variant]().variant],
            [.string(FakePlayer.interface), ["Metadata": Variant.variant(.variant(.int32(1)))].variant, .int32(0)],
        ] { for player in [silent, nonsense, huge] { try player.announce(arguments) } }
        for _ in 1...2 { try huge.announce([.string(FakePlayer.interface), metadata.variant, ["Volume"].variant]) }
        for _ in 1...500 {
            try huge.announce([.string(FakePlayer.interface), ["Volume": Variant.double(1)].variant, ["Rate"].variant])
        }
        try huge.seek(to: .string("nowhere"))
        try huge.set(["Metadata": FakePlayer.track("Sane")])
        try await stage.shows("Sane", in: "Title")
        #expect(try await stage.state(stage.page) == "ready")

        huge.error = DBusError(name: "com.example.Error", message: "not today")
        try await stage.press("Next", of: stage.page)
        try await stage.shows("Fake Player could not go to the next track: not today", in: "Message")
        try huge.set(["Metadata": FakePlayer.track("Another")])
        try await stage.shows("Another", in: "Title")
        #expect(try await stage.text(of: "Message", in: stage.page).isEmpty)
        try await huge.leave()
        // One of the others is shown, by the end of its name because it has none.
        try await EventLoop.until("another player") {
            ["a_silent", "b_nonsense"].contains(try await stage.text(of: "Player", in: stage.page))
        }
        #expect(try await stage.text(of: "Title", in: stage.page) == "Not Playing")
    }

    @Test func `the last one that plays is shown, unless the user chooses a player, which is restored`() async throws {
        var paused = FakePlayer.playing
        paused["PlaybackStatus"] = .string("Paused")
        paused["Metadata"] = FakePlayer.track("Two")
        let first = try await FakePlayer("first", identity: .string("First"))
        let stage = try await MediaStage(isOnScreen: false)
        try await stage.showPage(inNavigation: true)
        try await stage.shows("First", in: "Player")
        #expect(try await stage.client.navigationItem(stage.page).rightBarButtonItems.isEmpty)
        let second = try await FakePlayer("second", paused, identity: .string("Second"))
        try await EventLoop.until("the button") {
            try await stage.client.navigationItem(stage.page).rightBarButtonItems.map(\.title) == ["Players"]
        }
        try second.set(["PlaybackStatus": .string("Playing")])
        try await stage.shows("Second", in: "Player")
        try first.set(["PlaybackStatus": .string("Paused")])
        try second.set(["PlaybackStatus": .string("Paused")])
        try await stage.hasBadge("")
        #expect(try await stage.text(of: "Player", in: stage.page) == "Second")

        let list = try await stage.openList()
        let rows = try await stage.rows(of: "Players", in: list)
        #expect(rows.map(\.title) == ["Automatic", "First", "Second"])
        #expect(rows.map(\.detail) == ["The last one that plays", "One – Ann, Bob", "Two"])
        #expect(rows.map(\.accessory) == ["checkmark", "none", "none"])
        try await stage.send("selectRow", .uint32(1), to: "Players", of: list)
        try await stage.shows("First", in: "Player")
        try second.set(["PlaybackStatus": .string("Playing")])
        try await stage.hasBadge("▶")
        #expect(try await stage.text(of: "Player", in: stage.page) == "First")
        // While the chosen player is away, another one is shown.
        try await first.leave()
        try await stage.shows("Second", in: "Player")
        let listOfOthers = try await stage.openList()
        let others = try await stage.rows(of: "Players", in: listOfOthers)
        #expect(others.map(\.title) == ["Automatic", "Second", "first"])
        #expect(others.map(\.detail) == ["The last one that plays", "Two", "Not running"])
        #expect(others.map(\.accessory) == ["none", "none", "checkmark"])
        try await stage.send("selectRow", .uint32(2), to: "Players", of: listOfOthers)
        try await EventLoop.until("no list") {
            try await stage.client.viewController(stage.page).presentedViewController == .none
        }
        // The state is saved before the reply to an action.
        try await stage.press("PlayPause", of: stage.page)

        await stage.kill()
        try await stage.start()
        let page = try await stage.client.createViewController("media.NowPlaying", identifiedBy: "page")
        #expect(page == stage.page)
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.waitForView("Player", of: page)
        try await stage.showPage(inNavigation: true)
        try await stage.shows("Second", in: "Player")
        let again = try await FakePlayer("first", identity: .string("First"))
        try await stage.shows("First", in: "Player")
        try await again.leave()
        try await stage.shows("Second", in: "Player")
    }

    @Test func `artwork comes from files and data, but not from pipes and the network`() async throws {
        let folder = try TemporaryFolder()
        let cover = folder.path + "/the cover.png"
        let secret = "my secret is here"
        try Data(ImageSamples.png + Array(secret.utf8)).write(to: URL(fileURLWithPath: cover))
        try "<html>\(secret)<svg/></html>".write(toFile: folder.path + "/page.html", atomically: true, encoding: .utf8)
        try Data(ImageSamples.svg()).write(to: URL(fileURLWithPath: folder.path + "/drawing.svg"))
        try "no image".write(toFile: folder.path + "/text.png", atomically: true, encoding: .utf8)
        #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
        let player = try await FakePlayer()
        let stage = try await MediaStage()
        let icon = "audio-x-generic-symbolic"
        try await stage.has(icon, "Image", of: "Artwork")
        func show(_ url: String, _ index: Int) async throws {
            try player.set(["Metadata": FakePlayer.track("Art \(index)", artwork: url)])
            try await stage.shows("Art \(index)", in: "Title")
        }
        let file = "file://" + folder.path
        for url in [file + "/the%20cover.png", "data:image/png;base64," + Data(ImageSamples.png).base64EncodedString()]
        {
            try await show("", 0)
            try await stage.has(icon, "Image", of: "Artwork")
            try await show(url, 1)
            var name = icon
            try await EventLoop.until("an image of \(url.prefix(20))") {
                name = try await stage.property("Image", of: "Artwork", in: stage.page, default: "")
                return name != icon && !name.isEmpty
            }
            // The pixels are encoded anew, so that bytes hidden in a file stay there.
            let content = try await stage.client.imageContent(name)
            #expect(content.starts(with: ImageSamples.png.prefix(8)))
            #expect(Data(content).range(of: Data(secret.utf8)) == nil)
        }
        for (index, name) in [
            "/pipe.png", "/text.png", "/missing.png", "", "/../../../../../../dev/zero", "/page.html", "/drawing.svg",
        ].enumerated() {
            try await show(file + "/the%20cover.png", 10 + 2 * index)
            try await EventLoop.until("the cover") {
                try await stage.property("Image", of: "Artwork", in: stage.page, default: "") != icon
            }
            try await show(file + name, 11 + 2 * index)
            try await stage.has(icon, "Image", of: "Artwork")
        }
        try await show("http://127.0.0.1:1/cover.png", 40)
        try await stage.has(icon, "Image", of: "Artwork")
        #expect(try await stage.state(stage.page) == "ready")
    }

    @Test func `a page on screen counts the seconds by itself`() async throws {
        // Faster, so that the test takes less time, but does not come to the end on a loaded machine.
        let hours: [String: Variant] = ["Rate": .double(5), "Metadata": FakePlayer.track("Long", seconds: 100_000)]
        let player = try await FakePlayer("fast", FakePlayer.playing.merging(hours) { $1 })
        let stage = try await MediaStage(isOnScreen: false)
        try await stage.showPage()
        try await stage.shows("Long", in: "Title")
        try await EventLoop.until("the reads after the page has appeared") { player.reads >= 3 }
        stage.client.clearSignals()
        var times: Set<String> = []
        try await stage.client.waitForSignal("the time") { signal in
            guard signal.path == stage.page, signal.member == "ViewChanged", signal.arguments.count == 3 else {
                return false
            }
            let entries: [ViewEntry] = signal.arguments[1].get() ?? []
            if let text = entries.named("Elapsed")?.text { times.insert(text) }
            return times.count == 4
        }
        #expect(player.reads <= 4, "two of the properties, and some of the position")
    }

    @Test func `an argument that is not allowed is logged`() async throws {
        for value: Variant in [.int32(1), .string(""), .string(String(repeating: "x", count: 240))] {
            let stage = try await MediaStage(["Player": value])
            let log = try String(contentsOfFile: stage.log, encoding: .utf8)
            #expect(log.contains("argument Player: "), "\(log)")
            #expect(await stage.daemon.stop() == 0)
            try FileManager.default.removeItem(atPath: stage.bus.directory + "/state")
        }
    }
}
