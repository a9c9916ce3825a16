import Foundation
import TestSupport

/// The Media plugin with mpv, which plays a file without a sound card.
@EventLoop @Suite(.bus) struct MediaPlayerTests {
    private nonisolated static let script = "/etc/mpv/scripts/mpris.so"

    /// In CI a missing package is a failure.
    private nonisolated static let hasPlayer =
        ProcessInfo.processInfo.environment["CI"] == "true"
        || FileManager.default.fileExists(atPath: script) && HouseCommand.isInstalled("/usr/bin/mpv")
            && HouseCommand.isInstalled("/usr/bin/playerctl")

    /// A minute of silence as a WAV file, with a title, an artist and an album.
    private static var song: Data {
        func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + number(content.count) + content + (content.count % 2 == 1 ? [0] : [])
        }
        let rate = 8000
        let format = number(1, 2) + number(1, 2) + number(rate) + number(rate) + number(1, 2) + number(8, 2)
        let tags = [("INAM", "Silence"), ("IART", "Nobody"), ("IPRD", "Quiet Album")]
        let info = Array("INFO".utf8) + tags.flatMap { chunk($0, Array($1.utf8) + [0]) }
        let parts =
            chunk("fmt ", format) + chunk("LIST", info) + chunk("data", [UInt8](repeating: 128, count: 60 * rate))
        return Data(chunk("RIFF", Array("WAVE".utf8) + parts))
    }

    /// Asks the player in another way.
    private func playerctl(_ arguments: String...) async throws -> String {
        let result = try await HouseCommand.runOnThread(
            ["playerctl", "--player", "mpv"] + arguments, environment: PrivateBus.current.environment)
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(.enabled(if: hasPlayer, "mpv, mpv-mpris or playerctl is not installed"))
    func `mpv plays, is controlled, and leaves`() async throws {
        let folder = try TemporaryFolder()
        try Self.song.write(to: URL(fileURLWithPath: folder.path + "/song.wav"))
        try Data(ImageSamples.png).write(to: URL(fileURLWithPath: folder.path + "/cover.png"))
        let stage = try await MediaStage()
        try await stage.hasBadge("")
        let player = try ChildProcess(
            "/usr/bin/mpv",
            [
                "--no-config", "--ao=null", "--vo=null", "--no-terminal", "--script=\(Self.script)",
                folder.path + "/song.wav",
            ], environment: stage.bus.environment, output: .none, errors: .none)
        defer { player.send(SIGKILL) }
        try await stage.shows("Silence", in: "Title")
        try await stage.hasBadge("▶")
        for (text, label) in [("Nobody", "Artist"), ("Quiet Album", "Album"), ("mpv", "Player"), ("1:00", "Length")] {
            try await stage.shows(text, in: label)
        }
        try await EventLoop.until("the cover") {
            let name: String = try await stage.property("Image", of: "Artwork", in: stage.page, default: "")
            return name != "audio-x-generic-symbolic" && !name.isEmpty
        }

        try await stage.press("PlayPause", of: stage.page)
        try await stage.hasBadge("")
        try await stage.has("Play", "AccessibilityLabel", of: "PlayPause")
        #expect(try await playerctl("status") == "Paused")
        try await stage.send("valueChanged", .double(40), to: "Position", of: stage.page)
        // mpv moves to the packet before that time.
        try await EventLoop.until("the position") {
            let text = try await stage.text(of: "Elapsed", in: stage.page)
            let position = try await playerctl("position")
            return text == "0:39" && position.hasPrefix("39.") || text == "0:40" && position.hasPrefix("40.")
        }
        try await stage.send("valueChanged", .double(30), to: "Volume", of: stage.page)
        try await EventLoop.until("the volume") { try await playerctl("volume").hasPrefix("0.3") }
        try await stage.press("Loop", of: stage.page)
        try await stage.has("All tracks", "AccessibilityValue", of: "Loop")
        // What others do is shown as well.
        _ = try await playerctl("play")
        try await stage.hasBadge("▶")
        _ = try await playerctl("volume", "0.7")
        try await stage.has(70.0, "Value", of: "Volume")
        player.send(SIGKILL)
        try await stage.hasBadge("")
        try await EventLoop.until("no player") {
            try await stage.text(of: "Message", in: stage.page).hasPrefix("No media player is running.")
        }
    }
}
