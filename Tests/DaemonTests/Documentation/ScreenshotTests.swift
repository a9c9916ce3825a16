import Foundation
import Testing

/// The screenshot in README.md, and the script that creates it.
@Suite struct ScreenshotTests {
    private static let converter = HouseCommand.package + "/scripts/terminal-svg.py"
    private static let hasPython = HouseCommand.isInstalled("/usr/bin/python3")
    /// Prints the texts of well-formed XML, and fails otherwise.
    private static let reader =
        "import sys, xml.etree.ElementTree as t; print(*t.parse(sys.stdin).getroot().itertext())"

    private static func texts(of svg: String) throws -> String {
        let read = try HouseCommand.run(["python3", "-c", reader], environment: environment, input: svg).succeeded()
        return read.output
    }

    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["PYTHONUTF8": "1"]) { _, new in new }
    }

    private static func draw(_ screen: String) throws -> String {
        let drawn = try HouseCommand.run([converter, "20", "a <title>"], environment: environment, input: screen)
            .succeeded()
        return drawn.output
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `a screen becomes a picture with its texts in their places`() throws {
        let svg = try Self.draw("\u{1B}[1mBold\u{1B}[0m <&> \u{1B}[7m日本\u{1B}[27m!\n\u{1B}[38;2;1;2;3mred\n")
        let texts = try Self.texts(of: svg)
        for text in ["a <title>", "Bold", "<&>", "日本", "!", "red"] { #expect(texts.contains(text), "\(text)") }
        #expect(svg.contains(##"<text x="0 9 18 27" y="14" fill="#d8dee9" font-weight="bold">Bold</text>"##))
        // Wide characters have two cells each, on a rectangle, and the text after them follows.
        #expect(svg.contains(##"<rect x="81" y="0" width="36" height="18" fill="#d8dee9"/>"##))
        #expect(svg.contains(##"<text x="81 99" y="14" fill="#1b1e25">日本</text>"##))
        #expect(svg.contains(##"<text x="117" y="14" fill="#d8dee9">!</text>"##))
        #expect(svg.contains(##"<text x="0 9 18" y="32" fill="#010203">red</text>"##))
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `blocks and boxes become shapes`() throws {
        let svg = try Self.draw("\u{1B}[48;5;196m  \u{1B}[0m██▄▌\n╭─┐\n")
        _ = try Self.texts(of: svg)
        #expect(svg.contains(##"<rect x="0" y="0" width="18" height="18" fill="#ff0000"/>"##))
        #expect(svg.contains(##"<rect x="18" y="0" width="18" height="18" fill="#d8dee9"/>"##))
        #expect(svg.contains(##"<rect x="36" y="9" width="9" height="9" fill="#d8dee9"/>"##))
        #expect(svg.contains(##"<rect x="45" y="0" width="4.5" height="18" fill="#d8dee9"/>"##))
        #expect(svg.contains(#"<path d="M4.5 36Q4.5 27 9 27""#))
        #expect(!svg.contains("─"))
    }

    @Test(.enabled(if: hasPython, "python3 is not installed"))
    func `windows are placed side by side`() throws {
        let drawn = try HouseCommand.run(
            [Self.converter, "4", "left", "6", "right"], environment: Self.environment, input: "one\n\u{C}two\n")
        let texts = try Self.texts(of: drawn.output)
        for text in ["left", "one", "right", "two"] { #expect(texts.contains(text), "\(text)") }
        // The first window has four cells of 9 pixels and two margins of 12; a gap of 12 follows.
        #expect(drawn.output.contains(#"<g transform="translate(72 0)">"#))
    }

    @Test(
        .enabled(if: hasPython, "python3 is not installed"),
        arguments: [("terminal", "Stopwatch"), ("shared", "[Bubble]")])
    func `the pictures of the README are well-formed, and the README shows them`(name: String, text: String) throws {
        let file = "docs/images/\(name).svg"
        let svg = try String(contentsOfFile: HouseCommand.package + "/" + file, encoding: .utf8)
        #expect(try Self.texts(of: svg).contains(text))
        #expect(try String(contentsOfFile: HouseCommand.package + "/README.md", encoding: .utf8).contains("](\(file))"))
    }
}
