import Foundation
import TestSupport

/// What the Media plugin shows and sends while players are slow, and while its page is off screen.
@EventLoop @Suite(.bus) struct MediaChangeTests {
    @Test func `sliders stay where the user has put them, and their last value is sent when the player is ready`()
        async throws
    {
        var paused = FakePlayer.playing
        paused["PlaybackStatus"] = .string("Paused")
        // Without an object path, the player can only be moved by a distance.
        paused["Metadata"] = FakePlayer.track("One", id: nil)
        let player = try await FakePlayer("slow", paused)
        let stage = try await MediaStage()
        try await stage.shows("0:10", in: "Elapsed")
        player.isSilent = true
        for value in [20.0, 30, 40] {
            try await stage.send("valueChanged", .double(value), to: "Position", of: stage.page)
        }
        for value in [60.0, 70, 80] {
            try await stage.send("valueChanged", .double(value), to: "Volume", of: stage.page)
        }
        let set = "Set \(FakePlayer.interface) Volume"
        #expect(player.calls.sorted() == ["Seek 10000000", "\(set) 0.6"])
        func values() async throws -> [Double] {
            [
                try await stage.property("Value", of: "Position", in: stage.page, default: 0),
                try await stage.property("Value", of: "Volume", in: stage.page, default: 0),
            ]
        }
        #expect(try await values() == [40, 80])
        // A report about something else, and what the player says about the first values, change nothing.
        try player.set(["Volume": .double(0.6), "CanGoNext": .bool(false)])
        try player.seek(to: .int64(20_000_000))
        try await stage.has(false, "Enabled", of: "Next")
        #expect(try await values() == [40, 80])
        player.answerAll()
        try await stage.received("Seek 20000000", by: player)
        try await stage.received("\(set) 0.8", by: player)
        #expect(player.calls.count == 4, "\(player.calls)")
        #expect(player.properties["Position"] == .int64(40_000_000))
    }

    @Test func `a player that can't be read at first is read again`() async throws {
        let player = try await FakePlayer()
        player.readError = DBusError(name: "org.freedesktop.DBus.Error.UnknownObject", message: "not yet")
        let stage = try await MediaStage()
        try await stage.shows("fake", in: "Player")
        // It may be alive at each signal. Without one, it is asked again six times.
        for _ in 1...7 {
            let reads = player.reads
            try player.announce([.string(FakePlayer.interface), [String: Variant]().variant, [String]().variant])
            try await EventLoop.until("two reads") { player.reads >= reads + 2 }
        }
        try await stage.has("Play", "AccessibilityLabel", of: "PlayPause")
        player.readError = nil
        try await stage.shows("One", in: "Title")
        try await stage.shows("Fake Player", in: "Player")
    }

    @Test func `a page that is not on screen changes its tab only`() async throws {
        let player = try await FakePlayer()
        let stage = try await MediaStage(isOnScreen: false)
        func hasToolTip(_ text: String) async throws {
            try await EventLoop.until("the tooltip \(text)") {
                try await stage.client.tabBarItem(stage.page).tooltip == text
            }
        }
        try await hasToolTip("One – Ann, Bob")
        stage.client.clearSignals()
        try player.set(["Metadata": FakePlayer.track("Two")])
        try await hasToolTip("Two")
        #expect(!stage.client.signals.contains { $0.path == stage.page && $0.member == "ViewChanged" })
        // A client that reads it gets it up to date.
        #expect(try await stage.text(of: "Title", in: stage.page) == "Two")
        try player.set(["Metadata": FakePlayer.track("Three")])
        try await hasToolTip("Three")
        stage.client.clearSignals()
        try await stage.showPage()
        try await stage.client.waitForSignal("the title") { signal in
            guard signal.path == stage.page, signal.member == "ViewChanged", signal.arguments.count == 3 else {
                return false
            }
            let entries: [ViewEntry] = signal.arguments[1].get() ?? []
            return entries.named("Title")?.text == "Three"
        }
    }
}
