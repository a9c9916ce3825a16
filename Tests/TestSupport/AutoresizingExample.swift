/// An example of the table in docs/rules/layout.md.
package struct AutoresizingExample: Sendable, CustomStringConvertible {
    /// x, y, width, height.
    package typealias Four = (Double, Double, Double, Double)
    /// Width, height.
    package typealias Two = (Double, Double)

    package let number: Int
    package let name: String
    package let frame: Four
    package let mask: UInt32
    package let old: Two
    package let new: Two
    package let result: Four

    init(_ number: Int, _ name: String, _ frame: Four, _ mask: UInt32, _ old: Two, _ new: Two, _ result: Four) {
        self.number = number
        self.name = name
        self.frame = frame
        self.mask = mask
        self.old = old
        self.new = new
        self.result = result
    }

    /// The frame, the mask, the old and the new size of the superview, and the result, for a plugin.
    package var numbers: [Double] {
        [
            frame.0, frame.1, frame.2, frame.3, Double(mask), old.0, old.1, new.0, new.1, result.0, result.1, result.2,
            result.3,
        ]
    }

    package var description: String { "example \(number): \(name)" }

    private static let tall: Two = (320, 480)
    private static let wide: Two = (480, 320)
    private static let large: Two = (480, 480)
    private static let plain: Four = (10, 10, 100, 50)

    package static let all = [
        AutoresizingExample(1, "no mask", plain, 0, tall, wide, plain),
        AutoresizingExample(2, "width", (10, 10, 300, 50), 2, tall, large, (10, 10, 460, 50)),
        AutoresizingExample(3, "left margin", plain, 1, tall, large, (170, 10, 100, 50)),
        AutoresizingExample(4, "right margin", plain, 4, tall, large, plain),
        AutoresizingExample(5, "centred", (110, 10, 100, 50), 5, tall, large, (190, 10, 100, 50)),
        AutoresizingExample(6, "margins 1:3", (55, 10, 100, 50), 5, tall, (430, 480), (82.5, 10, 100, 50)),
        AutoresizingExample(7, "width and right 1:2", (20, 10, 100, 50), 6, tall, (470, 480), (20, 10, 150, 50)),
        AutoresizingExample(8, "left and width 1:2", (50, 10, 100, 50), 3, tall, (350, 480), (60, 10, 120, 50)),
        AutoresizingExample(9, "all three doubled", (40, 10, 80, 50), 7, tall, (640, 480), (80, 10, 160, 50)),
        AutoresizingExample(10, "both margins 0", (0, 10, 320, 50), 5, tall, (400, 480), (40, 10, 320, 50)),
        AutoresizingExample(11, "right margin 0", (0, 10, 320, 50), 6, tall, (400, 480), (0, 10, 400, 50)),
        AutoresizingExample(12, "width shrinks", (10, 10, 300, 50), 2, tall, (200, 480), (10, 10, 180, 50)),
        AutoresizingExample(13, "never below 0", (10, 10, 50, 50), 2, tall, (200, 480), (10, 10, 0, 50)),
        AutoresizingExample(14, "thirds", (0, 0, 0, 0), 7, (0, 0), (300, 0), (100, 0, 100, 0)),
        AutoresizingExample(15, "top and bottom", (0, 190, 320, 100), 40, tall, (320, 320), (0, 110, 320, 100)),
        AutoresizingExample(16, "tab bar", (0, 431, 320, 49), 10, tall, wide, (0, 271, 480, 49)),
        AutoresizingExample(17, "navigation bar", (0, 20, 320, 44), 34, tall, wide, (0, 20, 480, 44)),
        AutoresizingExample(18, "content", (0, 64, 320, 367), 18, tall, wide, (0, 64, 480, 207)),
        AutoresizingExample(19, "all six", (32, 48, 64, 96), 63, tall, (640, 240), (64, 24, 128, 48)),
        AutoresizingExample(20, "bottom right", (210, 420, 100, 50), 9, tall, wide, (370, 260, 100, 50)),
        AutoresizingExample(
            21, "negative right margin, width", (300, 0, 100, 10), 6, (320, 10), (400, 10), (300, 0, 180, 10)),
        AutoresizingExample(
            22, "negative right margin, left", (300, 0, 100, 10), 5, (320, 10), (400, 10), (380, 0, 100, 10)),
        AutoresizingExample(23, "height, width changes", plain, 16, tall, large, plain),
        AutoresizingExample(24, "shrinks to two thirds", (60, 0, 120, 10), 3, (240, 10), (180, 10), (40, 0, 80, 10)),
    ]
}
