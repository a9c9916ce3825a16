import Testing

@testable import PluginHosting

struct ManifestTests {
    private static let good = """
        {
          "id": "clock", "name": "Clock", "version": "1.0.0", "abi": 1, "library": "libclock.so", "swift": "6.3",
          "isolation": "in-process", "future": [1, {"a": null}],
          "classes": [ { "name": "WorldClock", "title": "World Clock", "icon": "globe-symbolic", "background": null } ],
          "popoverBackgrounds": [
            { "name": "Bubble", "arrowHeight": 20, "arrowBase": 40, "contentInsets": [8, 10, 12, 14],
              "fillColor": "#FFF3C480" }
          ]
        }
        """

    private func read(_ text: String) throws(ManifestError) -> Manifest {
        try Manifest(Array(text.utf8), file: "manifest.json", folder: "clock")
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

    @Test func `the documented manifest is read, unknown keys ignored`() throws {
        let manifest = try read(Self.good)
        #expect(manifest.id == "clock")
        #expect(manifest.abi == 1)
        #expect(manifest.isolation == .inProcess)
        #expect(manifest.classes.map(\.name) == ["WorldClock"])
        #expect(manifest.classes.first?.background == nil)
        #expect(manifest.popoverBackgrounds.first?.contentInsets == [8, 10, 12, 14])
        #expect(manifest.popoverBackgrounds.first?.fillColor == "#FFF3C480")
        #expect(manifest.popoverBackgrounds.first?.borderColor == "")
        #expect(manifest.unknownBackgrounds.isEmpty)
        #expect(manifest.unknownKeys == ["manifest.json:3: key 'future': is unknown, and ignored"])
    }

    @Test func `a class whose background the manifest does not offer is named`() throws {
        let manifest = try read(replacing("\"background\": null", "\"background\": \"Box\""))
        #expect(
            manifest.unknownBackgrounds == [
                "class 'WorldClock' has the background 'Box', which popoverBackgrounds does not list"
            ])
        #expect(try read(replacing("\"background\": null", "\"background\": \"Bubble\"")).unknownBackgrounds.isEmpty)
    }

    @Test func `isolation defaults to a process of its own`() throws {
        #expect(try read(replacing("\"isolation\": \"in-process\",", "")).isolation == .process)
    }

    @Test(arguments: [
        ("\"version\": \"1.0.0\", ", "", "manifest.json:1: key 'version': is missing"),
        (", \"title\": \"World Clock\"", "", "manifest.json:4: key 'classes[0].title': is missing"),
        ("\"abi\": 1", "\"abi\": \"1\"", "manifest.json:2: key 'abi': expected a number, found a string"),
        ("\"abi\": 1", "\"abi\": -1", "manifest.json:2: key 'abi': expected a whole number from 0"),
        ("\"abi\": 1", "\"abi\": 1.5", "manifest.json:2: key 'abi': expected a whole number from 0"),
        (
            "libclock.so", "../libclock.so",
            "manifest.json:2: key 'library': expected the name of a file in the plugin's folder"
        ),
        (
            "\"id\": \"clock\"", "\"id\": \"Clock\"",
            "manifest.json:2: key 'id': 'Clock' is not of the form [a-z][a-z0-9_]{0,63}"
        ),
        (
            "\"id\": \"clock\"", "\"id\": \"other\"",
            "manifest.json:2: key 'id': 'other' differs from the folder's name 'clock'"
        ),
        ("\"name\": \"Clock\"", "\"id\": \"clock\"", "manifest.json:2: key 'id' stands twice"),
        ("in-process", "outside", "manifest.json:3: key 'isolation': 'outside' is neither process nor in-process"),
        ("[1, {\"a\": null}]", "[1, {\"a\": }]", "manifest.json:3: expected a value"),
        ("\"future\": [1,", "\"future\": [01,", "manifest.json:3: expected a value"),
        ("World Clock", "\\ud800", "manifest.json:4: no such character in a string"),
        ("World Clock", "\\u0000", "manifest.json:4: no such character in a string"),
        (
            "[8, 10, 12, 14]", "[8, 10, 12]",
            "manifest.json:6: key 'popoverBackgrounds[0].contentInsets': expected four numbers from 0 to 1000: "
                + "top, left, bottom, right"
        ),
        (
            "\"Bubble\"", "\"B.ubble\"",
            "manifest.json:6: key 'popoverBackgrounds[0].name': 'B.ubble' is not a name; expected up to 64 "
                + "letters, digits and underscores"
        ),
        (
            "#FFF3C480", "cream",
            "manifest.json:7: key 'popoverBackgrounds[0].fillColor': 'cream' is not a colour: #RRGGBB, #RRGGBBAA or one "
                + "of label, secondaryLabel, systemBackground, systemBlue, systemGray, systemGreen, systemOrange, "
                + "systemRed, tint is allowed"
        ),
        (
            "\"popoverBackgrounds\": [",
            "\"popoverBackgrounds\": [{\"name\": \"Bubble\", \"arrowHeight\": 0, \"arrowBase\": 0, "
                + "\"contentInsets\": [0, 0, 0, 0]},",
            "manifest.json:6: key 'popoverBackgrounds[1].name': 'Bubble' is the name of another popover background; "
                + "expected a unique name"
        ),
    ]) func `what is wrong is told with file, line and key`(old: String, new: String, expected: String) {
        #expect(message(old, new) == expected)
    }

    @Test func `deep nesting, size and garbage end in an error`() {
        let hostile: [[UInt8]] = [
            [], Array("{".utf8), Array("null".utf8), Array(String(repeating: "[", count: 60000).utf8),
            Array(repeating: 0x20, count: 70000), [0xFF, 0xFE, 0], Array("{\"id\": \"\u{1}\"}".utf8),
            Array("{\"id\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8), Array("{\"id\": \"\\u12".utf8),
            Array("{} {}".utf8), Array("{\"id\": 1e999}".utf8), Array("{\"id\": nul".utf8),
        ]
        for bytes in hostile {
            #expect(throws: ManifestError.self) { try Manifest(bytes, file: "manifest.json", folder: "clock") }
        }
    }

    @Test func `every truncation and every changed byte is an error or a manifest, never a trap`() {
        let bytes = Array(Self.good.utf8)
        for length in 0..<bytes.count {
            #expect(throws: ManifestError.self) {
                try Manifest(Array(bytes.prefix(length)), file: "manifest.json", folder: "clock")
            }
        }
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x22, 0x5C, 0x7B, 0x80, 0x39] {
                var changed = bytes
                changed[index] = byte
                _ = try? Manifest(changed, file: "manifest.json", folder: "clock")
            }
        }
    }
}
