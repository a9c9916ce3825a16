/// What is wrong with a layout, and where.
package struct LayoutProblem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    package let message: String

    package var description: String { "line \(line): \(message)" }
}
