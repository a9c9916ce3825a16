import Testing

@testable import PluginHosting

struct ManifestTests {
    private static let good = """
        id = "clock"
        name = "Clock"
        version = "1.0.0"
        abi = 1
        library = "libclock.so"
        swift = "6.3"
        isolation = "in-process"
        future = [1, { a = 1979-05-27 }]

        [[class]]
        name = "WorldClock"
        title = "World Clock"
        icon = "globe-symbolic"

        [[popover_background]]
        name = "Bubble"
        arrow_height = 20
        arrow_base = 40.5
        content_insets = [8, 10, 12.0, 14]
        fill_color = "#FFF3C480"
        """

    private func read(_ text: String) throws(ManifestError) -> Manifest {
        try Manifest(Array(text.utf8), file: "plugin.toml", folder: "clock")
    }

    private func message(_ old: String, _ new: String) -> String {
        do throws(ManifestError) {
            _ = try read(replacing(old, new))
            return "accepted"
        } catch {
            return error.description
        }
    }

    private func replacing(_ old: String, _ new: String) -> String {
        guard let range = Self.good.firstRange(of: old) else { return "" }
        var text = Self.good
        text.replaceSubrange(range, with: new)
        return text
    }

    @Test func `the documented manifest is read, and unknown keys are ignored`() throws {
        let manifest = try read(Self.good)
        #expect(manifest.id == "clock")
        #expect(manifest.abi == 1)
        #expect(manifest.isolation == .inProcess)
        #expect(manifest.classes.map(\.name) == ["WorldClock"])
        #expect(manifest.classes.first?.background == nil)
        #expect(manifest.popoverBackgrounds.first?.arrowBase == 40.5)
        #expect(manifest.popoverBackgrounds.first?.contentInsets == [8, 10, 12, 14])
        #expect(manifest.popoverBackgrounds.first?.fillColor == "#FFF3C480")
        #expect(manifest.popoverBackgrounds.first?.borderColor == "")
        #expect(manifest.unknownBackgrounds.isEmpty)
        #expect(
            manifest.unknownKeys == [
                "plugin.toml:8:1: 'future' is unknown and ignored; expected one of abi, class, id, isolation, library, "
                    + "name, popover_background, swift, version"
            ])
    }

    @Test func `a class with an unknown background is reported`() throws {
        let manifest = try read(replacing("icon =", "background = \"Box\"\nicon ="))
        #expect(
            manifest.unknownBackgrounds == [
                "class 'WorldClock' has the background 'Box', which is not the name of a [[popover_background]]"
            ])
        #expect(try read(replacing("icon =", "background = \"Bubble\"\nicon =")).unknownBackgrounds.isEmpty)
    }

    @Test func `isolation defaults to a plugin process`() throws {
        #expect(try read(replacing("isolation = \"in-process\"", "")).isolation == .process)
    }

    @Test(arguments: [
        ("version = \"1.0.0\"", "", "1:1: 'version' is missing"),
        ("title = \"World Clock\"", "", "10:1: 'title' is missing"),
        ("abi = 1", "abi = \"1\"", "4:7: 'abi' is '1'; expected a whole number from 0 to 4294967295"),
        ("abi = 1", "abi = -1", "4:7: 'abi' is -1; expected a whole number from 0 to 4294967295"),
        ("abi = 1", "abi = 1.5", "4:7: 'abi' is 1.5; expected a whole number from 0 to 4294967295"),
        (
            "libclock.so", "../libclock.so",
            "5:11: 'library' is '../libclock.so'; expected the name of a file in the plugin's folder"
        ),
        (
            "id = \"clock\"", "id = \"Clock\"",
            "1:6: 'id' is 'Clock'; expected a small letter, then up to 63 small letters, digits and "
                + "underscores"
        ),
        ("id = \"clock\"", "id = \"other\"", "1:6: 'id' is 'other'; expected 'clock', the name of the folder"),
        ("in-process", "outside", "7:13: 'isolation' is 'outside'; expected 'process' or 'in-process'"),
        (
            "icon =", "superclass = \"Tab\"\nicon =",
            "13:14: 'superclass' is 'Tab'; expected 'ViewController' or 'TabBarController'"
        ),
        ("World Clock", "\\u0000", "12:9: 'title' is '\0'; expected a text of 1 to 1024 bytes"),
        ("World Clock", "", "12:9: 'title' is ''; expected a text of 1 to 1024 bytes"),
        ("[[class]]", "[class]", "10:1: 'class' is a table; expected at most 256 tables, each below [[class]]"),
        ("[[class]]", "[[type]]", "1:1: 'class' is missing; expected at least one [[class]]"),
        (
            "[8, 10, 12.0, 14]", "[8, 10, 12]",
            "19:18: 'content_insets' is an array; expected four numbers from 0 to 1000: top, left, bottom, "
                + "right"
        ),
        ("20", "nan", "17:16: 'arrow_height' is nan; expected a number from 0 to 1000"),
        ("\"Bubble\"", "\"B.ubble\"", "16:8: 'name' is 'B.ubble'; expected up to 64 letters, digits and underscores"),
        (
            "#FFF3C480", "cream",
            "20:14: 'fill_color': 'cream' is not a colour; expected #RRGGBB, #RRGGBBAA or one of label, "
                + "secondaryLabel, secondarySystemBackground, separator, systemBackground, systemBlue, systemGray, "
                + "systemGreen, systemIndigo, systemOrange, systemPink, systemPurple, systemRed, systemTeal, "
                + "systemYellow, tint"
        ),
        (
            "[[popover_background]]",
            "[[popover_background]]\nname = \"Bubble\"\narrow_height = 0\narrow_base = 0\n"
                + "content_insets = [0, 0, 0, 0]\n[[popover_background]]",
            "21:8: 'name' is a duplicate, 'Bubble'; expected a unique name"
        ),
    ]) func `an error has file, line, column, value and the allowed values`(
        old: String, new: String, expected: String
    ) { #expect(message(old, new) == "plugin.toml:" + expected) }

    @Test func `a text that is not TOML is an error with its position`() {
        for (old, new, position) in [
            ("id = ", "id: ", "1:3"), ("[1, {", "[01, {", "8:"), ("World Clock", "\\ud800", "12:"),
            ("name = \"Clock\"", "id = \"clock\"", "2:1"),
        ] {
            #expect(message(old, new).hasPrefix("plugin.toml:\(position)"), "\(message(old, new))")
        }
    }

    @Test func `deep nesting, excessive size and garbage are errors`() {
        let hostile: [[UInt8]] = [
            [], Array("[".utf8), Array("null".utf8), Array(("a = " + String(repeating: "[", count: 60000)).utf8),
            Array(repeating: 0x20, count: 70000), [0xFF, 0xFE, 0], Array("id = \"\u{1}\"".utf8),
            Array("id = \"".utf8) + [0xC3, 0x28] + Array("\"".utf8), Array("id = \"\\u12".utf8),
            Array("{\"id\": \"clock\"}".utf8), Array("class = [1]".utf8), Array("id = 1e999".utf8),
        ]
        for bytes in hostile {
            #expect(throws: ManifestError.self) { try Manifest(bytes, file: "plugin.toml", folder: "clock") }
        }
    }

    @Test func `every truncation and every changed byte is an error or a manifest, never a trap`() {
        let bytes = Array(Self.good.utf8)
        for length in 0..<bytes.count {
            _ = try? Manifest(Array(bytes.prefix(length)), file: "plugin.toml", folder: "clock")
        }
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x0A, 0x22, 0x5B, 0x5C, 0x7B, 0x80, 0x39] {
                var changed = bytes
                changed[index] = byte
                _ = try? Manifest(changed, file: "plugin.toml", folder: "clock")
            }
        }
    }
}
