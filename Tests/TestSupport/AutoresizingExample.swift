/// An example of the table in docs/rules/layout.md.
package struct AutoresizingExample: Sendable, CustomStringConvertible {
    package let number: Int
    package let description: String
    /// The frame, the mask, the old and the new size of the superview, and the result.
    package let numbers: [Double]

    package var frame: (Double, Double, Double, Double) { numbers.four }
    package var mask: UInt32 { UInt32(numbers[4]) }
    package var old: (Double, Double) { Array(numbers[5...]).two }
    package var new: (Double, Double) { Array(numbers[7...]).two }
    package var result: (Double, Double, Double, Double) { Array(numbers[9...]).four }

    package static let all = RuleExample.table(in: "layout.md", "| # | case | frame | mask").map { example in
        AutoresizingExample(
            number: example.number, description: example.description,
            numbers: example.cells.flatMap(RuleExample.numbers))
    }
}
