import LayoutFile
import TabInterface

extension FuzzTarget {
    /// A layout file: every mistake is reported with its line, and a valid file is unchanged after writing and reading.
    static let layout = FuzzTarget(name: "layout", maximumLength: 4096) { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        let layout = LayoutDocument(text)
        for problem in layout.errors {
            try Finding.expect(!problem.message.isEmpty, "a problem without a message")
            try Finding.expect((1...lines).contains(problem.line), "a problem on line \(problem.line) of \(lines)")
        }
        let plan = LayoutPlan(of: layout.controllers, in: CurrentLayout([]))
        let problems = LayoutFindings.problems(of: layout, plan)
        try Finding.expect(problems.isEmpty == layout.errors.isEmpty, "\(problems.count) problems")
        for finding in problems + plan.findings {
            try Finding.expect(!finding.text.isEmpty && finding.line <= lines, "a finding on line \(finding.line)")
            let parts = [finding.key, finding.value, finding.text]
            try Finding.expect(!parts.contains { $0.utf8.contains(0) }, "D-Bus can't carry a finding")
        }
        guard layout.errors.isEmpty else { return }
        let written = LayoutWriter.text(of: layout.controllers)
        let again = LayoutDocument(written)
        try Finding.expect(again.errors.isEmpty, "written: \(again.errors.map(\.description))\n\(written)")
        try Finding.expect(
            again.controllers.map(Self.withoutPlaces) == layout.controllers.map(Self.withoutPlaces),
            "it is another layout when it is written again:\n\(written)")
    }

    private static func withoutPlaces(_ entry: LayoutEntry) -> LayoutEntry {
        var entry = entry
        entry.line = 0
        // These equal a missing key.
        if entry.arguments?.isEmpty == true { entry.arguments = nil }
        entry.children = entry.children.map { $0.map(withoutPlaces) }
        return entry
    }
}
