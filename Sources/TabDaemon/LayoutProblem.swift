/// What is wrong with a layout or with another TOML document, and where.
package struct LayoutProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let message: String

    package var description: String { "line \(line): \(message)" }
}
