/// An example of the table of rule A16 in docs/rules/popover-placement.md.
package struct PopoverExample: Sendable, CustomStringConvertible {
    /// x, y, width, height; or top, left, bottom, right.
    package typealias Four = (Double, Double, Double, Double)
    /// Width, height.
    package typealias Two = (Double, Double)

    package let number: Int
    package let name: String
    package let container: Four
    package let source: Four
    package let content: Two
    package let statusBarHeight: Double
    package let margins: Four
    package let keyboardOverlap: Double
    package let permitted: UInt64
    package let canOverlap: Bool
    /// Whether there is a custom background: an arrow 20 high on a base of 40, a corner radius of 8, content insets 8,
    /// 10, 12, 14.
    package let hasCustomBackground: Bool
    /// The bit of the direction, or 0 without an arrow.
    package let arrow: UInt64
    package let frame: Four
    package let contentFrame: Four
    package let arrowOffset: Double
    /// The name of the decision in rule A6.
    package let stage: String

    private static let containers: [String: Four] = [
        "L": (0, 0, 1024, 768), "P": (0, 0, 768, 1024), "I": (0, 0, 320, 480),
    ]
    private static let arrows: [String: UInt64] = ["none": 0, "up": 1, "down": 2, "left": 4, "right": 8]

    init(_ example: RuleExample) {
        let inputs = example.cells[3]
        // The numbers after the name of another input.
        func input(_ name: String) -> [Double]? {
            inputs.firstRange(of: name + " ").map { RuleExample.numbers(inputs[$0.upperBound...]) }
        }
        number = example.number
        name = example.name
        container = Self.containers[example.cells[0]] ?? example.numbers(0).four
        source = example.numbers(1).four
        content = example.numbers(2).two
        statusBarHeight = input("status bar")?.first ?? 20
        margins = input("margins")?.four ?? (10, 10, 10, 10)
        keyboardOverlap = input("keyboard")?.first ?? 0
        permitted = input("permitted")?.first.map { UInt64($0) } ?? 15
        canOverlap = inputs.contains("overlap")
        hasCustomBackground = inputs.contains("metrics M2")
        arrow = Self.arrows[example.cells[4]] ?? .max
        frame = example.numbers(5).four
        contentFrame = example.numbers(6).four
        arrowOffset = example.numbers(7).first ?? .nan
        stage = example.cells[8]
    }

    package var description: String { "example \(number): \(name)" }

    package static let all = RuleExample.table(in: "popover-placement.md", "| # | case | container").map(Self.init)
}
