import Foundation
import TestSupport

@testable import TabControl

/// The outputs of `SECURITY.md`'s list that need no daemon, with each text of the table.
@Suite struct HostileTextTests {
    @Test func `the table has texts of each kind, and no two are equal`() {
        #expect(HostileText.all.count >= 60)
        #expect(Set(HostileText.all.map(\.text)).count == HostileText.all.count)
        for kind in HostileText.Kind.allCases { #expect(HostileText.all.count { $0.kind == kind } >= 5, "\(kind)") }
        #expect(!HostileText.all.contains { $0.text.contains("\0") })
    }

    @Test(arguments: HostileText.all) func `JSON keeps the text, with escapes`(hostile: HostileText) throws {
        let value = JSON.object([.init(name: hostile.text, value: .array([.string(hostile.text)]))])
        #expect(HostileText.controls(in: value.text, hasEscapes: true) == [])
        #expect(!value.text.contains("\n"))
        let read = try JSONDecoder().decode([String: [String]].self, from: Data(value.text.utf8))
        #expect(read.count == 1)
        // Swift's keys are equal when they look equal.
        #expect(read.first.map { Array($0.key.unicodeScalars) } == Array(hostile.text.unicodeScalars))
        #expect(read.first?.value.first.map { Array($0.unicodeScalars) } == Array(hostile.text.unicodeScalars))
        // What all output goes through does not change it.
        #expect(CharacterWidth.withoutControls(value.text) == value.text)
    }

    @Test(arguments: HostileText.all) func `a terminal gets a line of text`(hostile: HostileText) {
        let signal = SignalContent(
            path: "/a", interface: "a.b", member: "C",
            arguments: [.string(hostile.text), .structure([.string(hostile.text)])])
        let lines = [
            CharacterWidth.printable(hostile.text), PropertyText.text(.string(hostile.text)), signal.text,
            PropertyText.assignment("Title", .string(hostile.text), in: "Label"), hostile.text.onOneLine,
        ]
        for line in lines {
            #expect(HostileText.controls(in: line) == [])
            #expect(!line.contains("\n"))
        }
        let table = Output.table([[hostile.text, hostile.text], ["a", "b"]], under: ["TITLE", "TEXT"])
        #expect(HostileText.controls(in: table) == [])
        #expect(table.count { $0 == "\n" } == 3)
        let output = CharacterWidth.withoutControls("a\n" + hostile.text)
        #expect(HostileText.controls(in: output).filter { $0 != "\t" } == [])
        #expect(output.hasPrefix("a\n"))
    }

    @Test func `what a terminal does not get has an escape in each format that has escapes`() throws {
        for value in [0..<0x3000, 0xF900..<0x1_1000, 0xE_0000..<0xE_1000].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let shown = CharacterWidth.printable(String(scalar)).unicodeScalars
            if !shown.contains(scalar), scalar != "\n" {
                #expect(scalar.isControlOrDirection, "U+\(String(value, radix: 16))")
            }
            if scalar.isControlOrDirection, ![0x61C, 0x200E, 0x200F].contains(value) {
                #expect(!shown.contains(scalar), "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test(arguments: HostileText.all) func `an object path has letters, digits and underscores`(hostile: HostileText) {
        let path = TabNames.plugin(hostile.text)
        #expect(path.isValid)
        #expect(path.text.hasPrefix(TabNames.plugins.text + "/"))
        #expect(path.text.dropFirst(TabNames.plugins.text.utf8.count + 1).contains("/") == false)
    }

    @Test(arguments: HostileText.all) func `an image is a name or an absolute URI, and a colour is not a style sheet`(
        hostile: HostileText
    ) {
        if let image = try? TextRules.image(hostile.text) {
            #expect(!image.unicodeScalars.contains { $0.isControlOrDirection || $0 == " " })
            #expect(!image.contains(":") || image.hasPrefix("file:///") || ImageName.isName(image))
            #expect(image.contains(":") || !image.contains("/"))
        }
        // A link is printed in an escape sequence.
        for text in [hostile.text, "https://example.org/" + hostile.text] {
            if let link = try? TextRules.link(text) { #expect(link.utf8.allSatisfy { 0x21..<0x7F ~= $0 }) }
        }
        #expect((try? TextRules.colour(hostile.text)) == nil)
        #expect((try? TextRules.colour("#" + hostile.text)) == nil)
    }

    @Test(arguments: HostileText.all) func `a command that is printed for a shell has the text as one word`(
        hostile: HostileText
    ) throws {
        let folder = try TemporaryFolder()
        let process = try ChildProcess(
            "/bin/sh",
            ["-c", "cd '\(folder.path)' && printf %s \(PluginProject.quoted(hostile.text)) >'\(folder.path)/out'"])
        #expect(process.wait() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
        let printed = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out"))
        #expect(printed == Data(hostile.text.utf8))
    }
}
