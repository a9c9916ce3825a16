import Foundation
import LayoutFile
import TestSupport

/// The findings about layout files: codes, lines, keys and values.
@Suite struct LayoutFindingTests {
    private static let desk = "[[controller]]\nidentifier = \"desk\"\n"

    private static func problems(_ text: String, in current: CurrentLayout = CurrentLayout([])) -> [String] {
        let file = LayoutDocument(text)
        let plan = LayoutPlan(of: file.controllers, in: current) { entry, _ in
            entry.type == "a.B" ? nil : "no plugin offers '\(entry.type)'"
        }
        return LayoutFindings.problems(of: file, plan).map(\.brief)
    }

    @Test(arguments: [
        ("a = ", "syntax 1 '' ''"),
        ("color = \"red\"", "unknown-key 1 'color' 'red'"),
        ("controller = 3.5", "wrong-type 1 'controller' '3.5'"),
        ("controller = [true]", "wrong-type 1 'controller' 'true'"),
        ("[[controller]]\ntitle = \"x\"", "missing-key 1 'identifier' ''"),
        ("[[controller]]\nidentifier = \"\"", "invalid-value 2 'identifier' ''"),
        ("[[controller]]\nidentifier = 7", "wrong-type 2 'identifier' '7'"),
        (desk + "tile = 1979-05-27", "unknown-key 3 'tile' '1979-05-27'"),
        (desk + "kind = \"box\"", "invalid-value 3 'kind' 'box'"),
        (desk + "kind = 1", "wrong-type 3 'kind' '1'"),
        (desk + "profile = \"watch\"", "invalid-value 3 'profile' 'watch'"),
        (desk + "kind = \"view\"", "missing-key 1 'type' ''"),
        (desk + "type = \"clock\"", "invalid-value 3 'type' 'clock'"),
        (desk + "type = \"a.B\"\narguments = 1", "wrong-type 4 'arguments' '1'"),
        (desk + "type = \"a.B\"\narguments = { A = \"\\u0000\" }", "invalid-value 4 'arguments.A' '\u{FFFD}'"),
        (desk + "stack = []", "invalid-value 3 'stack' ''"),
        (desk + "kind = \"navigation\"", "missing-key 1 'stack' ''"),
        (desk + "tabs = [{ title = \"x\" }]", "missing-key 3 'type' ''"),
        (desk + "tabs = [1]", "wrong-type 3 'tabs' '1'"),
        (desk + "tabs = \"a.B\"", "wrong-type 3 'tabs' 'a.B'"),
        (desk + "tabs = [{ stack = [false] }]", "wrong-type 3 'stack' 'false'"),
        (desk + "tabs = [{ type = \"a.B\", icon = \"a/b\" }]", "invalid-value 3 'icon' 'a/b'"),
        (desk + "tabs = [{ type = \"a.B\", hidden = 1 }]", "wrong-type 3 'hidden' '1'"),
        (desk + "size = [0, 1]", "invalid-value 3 'size' ''"),
        (desk + "size = 5", "wrong-type 3 'size' '5'"),
        (desk + "size_policy = \"huge\"", "invalid-value 3 'size_policy' 'huge'"),
        (desk + "bar_height = -1", "invalid-value 3 'bar_height' '-1'"),
        (desk + "bar_slots = \"4\"", "wrong-type 3 'bar_slots' '4'"),
        (desk + "bar_slots = 65", "invalid-value 3 'bar_slots' '65'"),
        (desk + "profile = \"tv\"\nbar_slots = 4", "unsupported-key 4 'bar_slots' '4'"),
        (desk + "profile = \"tv\"\nbar_side = \"bottom\"", "unsupported-key 4 'bar_side' 'bottom'"),
        (desk + "tabs = [\(String(repeating: "\"a.B\",", count: 101))]", "too-many 3 'tabs' ''"),
        (desk + desk, "duplicate-identifier 3 'identifier' 'desk'"),
        (desk + "tabs = [\n\"c.D\"]", "unavailable-type 4 'type' 'c.D'"),
        (desk + "title = \"a\\u0000b\"", "invalid-value 3 'title' 'a\u{FFFD}b'"),
    ])
    func `a problem has a code, a line, a key and a value`(text: String, finding: String) {
        #expect(Self.problems(text).first == finding)
    }

    @Test(arguments: HostileText.all) func `a layout keeps a text, with escapes, and its remarks are comments`(
        hostile: HostileText
    ) {
        var entry = LayoutEntry(kind: .tabBar)
        (entry.identifier, entry.isNamed, entry.title) = ("desk", true, hostile.text)
        entry.arguments = [hostile.text: .string(hostile.text)]
        entry.type = "a.B"
        let text = LayoutWriter.text(of: [entry], remarks: ["Skipped: the arguments of \(hostile.text)."])
        #expect(HostileText.controls(in: text, hasEscapes: true) == [])
        let document = LayoutDocument(text)
        #expect(document.errors.isEmpty, "\(document.errors.map(\.description))")
        #expect(document.controllers.map(\.title) == [hostile.text])
        #expect(document.controllers.map(\.arguments) == [entry.arguments])
        #expect(text.split(separator: "\n").last?.hasPrefix("# Skipped: ") == true)
    }

    @Test(arguments: HostileText.all) func `the sentence of a finding is a line of text`(hostile: HostileText) {
        let finding = LayoutFinding(
            .unknownKey, key: hostile.text, value: hostile.text, text: "unknown key '\(hostile.text)'")
        #expect(HostileText.controls(in: finding.text, hasEscapes: true) == [])
        #expect(!finding.text.contains("\n"))
        #expect(finding.key == hostile.text)
    }

    @Test func `all problems are reported in the order of lines, each once`() {
        let text = """
            [[controller]]
            identifier = "desk"
            tile = 1
            tabs = ["clock", "c.D", { type = 2 }, { kind = "view", title = 3 }]

            [[controller]]
            stack = ["c.E", "c.F"]
            """
        #expect(
            Self.problems(text) == [
                "unknown-key 3 'tile' '1'", "invalid-value 4 'type' 'clock'", "wrong-type 4 'type' '2'",
                "invalid-value 4 'type' '2'", "wrong-type 4 'title' '3'", "missing-key 4 'type' ''",
                "unavailable-type 4 'type' 'c.D'",
                "missing-key 6 'identifier' ''", "unavailable-type 7 'type' 'c.E'", "unavailable-type 7 'type' 'c.F'",
            ])
    }

    @Test func `live view controllers that stand in the way are named`() {
        func live(_ id: ViewControllerID, _ identifier: String) -> LiveController {
            var entry = LayoutEntry(kind: .view)
            (entry.identifier, entry.type) = (identifier, "a.B")
            return LiveController(id, entry: entry)
        }
        var (foreign, shown) = (live(4, "foreign"), live(5, "shown"))
        foreign.isDeclarable = false
        shown.isPresented = true
        let tabs = ["foreign", "shown"].map { "{ type = \"a.B\", identifier = \"\($0)\" }" }.joined(separator: ",\n")
        #expect(
            Self.problems(Self.desk + "tabs = [\(tabs)]", in: CurrentLayout([foreign, shown])) == [
                "not-declarable 3 'identifier' 'foreign'", "presented 4 'identifier' 'shown'",
            ])
    }

    @Test func `long values are cut, and the number of problems is limited`() throws {
        let keys = (0..<1005).map { "k\($0) = \"\(String(repeating: "é", count: 100))\"\n" }.joined()
        let file = LayoutDocument(keys)
        let findings = LayoutFindings.problems(of: file, LayoutPlan(of: file.controllers, in: CurrentLayout([])))
        #expect(findings.count == LayoutFindings.maximumProblems + 1)
        #expect(findings.first?.value == String(repeating: "é", count: LayoutFinding.maximumValue))
        #expect(try #require(findings.last).brief == "more-findings 0 '' '5'")
    }

    @Test(arguments: ["docs/layout.md", "man/tabd-layout.5"])
    func `the documentation has every code`(page: String) throws {
        let text = try String(contentsOfFile: "\(HouseCommand.package)/\(page)", encoding: .utf8)
        let words = Set(text.split { !$0.isLetter && $0 != "-" }.map(String.init))
        #expect(Set(LayoutFinding.Code.allCases.map(\.rawValue)).subtracting(words) == [])
    }
}

extension LayoutFinding {
    /// All but the text.
    var brief: String { "\(code) \(line) '\(key)' '\(value)'" }
}
