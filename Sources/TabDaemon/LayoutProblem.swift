/// A mistake in a layout, and its position.
package struct LayoutProblem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// Counted from 1; nil when the line says enough.
    let column: Int?
    package let message: String

    package init(line: Int, column: Int? = nil, message: String) {
        (self.line, self.column, self.message) = (line, column, message)
    }

    /// The position as it follows a file's name.
    var place: String { column.map { "\(line):\($0)" } ?? "\(line)" }

    package var description: String { "line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)" }
}
