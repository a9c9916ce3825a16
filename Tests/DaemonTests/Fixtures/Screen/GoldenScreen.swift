import Foundation
import TestSupport

/// A recorded screen: a file with a line for each row, and optionally a file with the styles.
struct GoldenScreen {
    let name: String

    /// With `TABD_RECORD=1` the files are written again, to be reviewed with `git diff`.
    static let isRecording = ProcessInfo.processInfo.environment["TABD_RECORD"] == "1"
    private static let folder = HouseCommand.package + "/Tests/DaemonTests/Golden/screens"

    private var path: String { "\(Self.folder)/\(name).txt" }
    private var stylePath: String { "\(Self.folder)/\(name).style" }

    /// nil when it was never recorded.
    var lines: [String]? { Self.read(path) }
    var styled: [String]? { Self.read(stylePath) }

    private static func read(_ path: String) -> [String]? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        var lines = text.components(separatedBy: "\n")
        // Each line ends with a newline.
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    func record(_ screen: TerminalScreen, styled: Bool) throws {
        try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
        try Self.write(screen.lines, to: path)
        if styled { try Self.write(screen.styled, to: stylePath) }
    }

    private static func write(_ lines: [String], to path: String) throws {
        try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The differences line by line, or empty.
    static func difference(want: [String], got: [String]) -> [String] {
        (0..<max(want.count, got.count)).flatMap { row -> [String] in
            let (old, new) = (row < want.count ? want[row] : nil, row < got.count ? got[row] : nil)
            guard old != new else { return [] }
            let number = String(repeating: " ", count: max(0, 3 - String(row).count)) + String(row)
            return [
                "\(number) want \(old.map { "|\($0)|" } ?? "no line")",
                "     got \(new.map { "|\($0)|" } ?? "no line")",
            ]
        }
    }
}

extension TerminalProcess {
    /// Waits until the screen equals the golden screen of that name, and reports the differences after the timeout.
    ///
    /// When recording it waits until the screen satisfies `when` and does not change, and writes the files.
    func matches(
        _ name: String, styled: Bool = false, milliseconds: UInt64 = TestTimeout.milliseconds,
        when: @escaping @EventLoop ([String]) -> Bool = { _ in true },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let golden = GoldenScreen(name: name)
        guard !GoldenScreen.isRecording else {
            try await rests("the screen \(name)", for: 400) { when($0.lines) }
            return try golden.record(screen, styled: styled)
        }
        let problem = await difference(from: golden, styled: styled, milliseconds: milliseconds)
        if let problem { Issue.record("\(problem)", sourceLocation: sourceLocation) }
    }

    /// The differences from the golden screen after the timeout, or nil as soon as the screen equals it.
    func difference(from golden: GoldenScreen, styled: Bool, milliseconds: UInt64) async -> String? {
        guard let lines = golden.lines, let looks = styled ? golden.styled : [] else {
            return "missing golden screen \(golden.name): record it with TABD_RECORD=1"
        }
        do {
            try await becomes("the screen \(golden.name)", milliseconds: milliseconds) {
                $0.lines == lines && (!styled || $0.styled == looks)
            }
            return nil
        } catch {
            let differences =
                GoldenScreen.difference(want: lines, got: screen.lines)
                + (styled ? GoldenScreen.difference(want: looks, got: screen.styled) : [])
            return "the screen is not \(golden.name):\n\(differences.joined(separator: "\n"))"
        }
    }
}
