package import TabInterface

/// The findings about a layout, for `Manager.CheckLayout`.
package enum LayoutFindings {
    /// The maximum number of problems in a reply. Each of 100,000 unknown keys would be one.
    package static let maximumProblems = 1000

    /// Returns the problems of a file and of its plan, in the order of lines.
    ///
    /// No plugin offers a type that is not one, which is a problem of the file already.
    package static func problems(of file: LayoutDocument, _ plan: LayoutPlan) -> [LayoutFinding] {
        let further = plan.errors.filter { $0.code != .unavailableType || LayoutReader.isType($0.value) }
        return limited((file.errors + further).sorted { $0.line < $1.line }.map(\.finding))
    }

    /// Returns as many problems as a reply may have.
    package static func limited(_ problems: [LayoutFinding]) -> [LayoutFinding] {
        let rest = problems.count - maximumProblems
        guard rest > 0 else { return problems }
        let more = LayoutFinding(.moreFindings, value: "\(rest)", text: "there are \(rest) more problems")
        return problems.prefix(maximumProblems) + [more]
    }
}
