import TabPlugin

/// Places for views, cut out of a larger one.
extension Rect {
    /// Rows of these heights from top to bottom; those of 0 share what is left.
    func rows(_ heights: [Double], spacing: Double = 4) -> [Rect] {
        Self.cut(heights, length: height, spacing: spacing).map { offset, length in
            Rect(x: x, y: y + offset, width: width, height: length)
        }
    }

    /// Columns of these widths from left to right; those of 0 share what is left.
    func columns(_ widths: [Double], spacing: Double = 8) -> [Rect] {
        Self.cut(widths, length: width, spacing: spacing).map { offset, length in
            Rect(x: x + offset, y: y, width: length, height: height)
        }
    }

    func columns(_ count: Int) -> [Rect] { columns(Array(repeating: 0, count: count)) }

    /// Two halves, side by side where there is room for that, else one below the other.
    var halves: [Rect] { width >= 560 ? columns(2) : rows([0, 0]) }

    private static func cut(_ lengths: [Double], length: Double, spacing: Double) -> [(offset: Double, length: Double)]
    {
        let gaps = spacing * Double(max(lengths.count - 1, 0))
        let rest = max(length - gaps - lengths.reduce(0, +), 0)
        let share = rest / Double(max(lengths.count { $0 == 0 }, 1))
        var offset = 0.0
        return lengths.map { wanted in
            let length = wanted == 0 ? share : wanted
            defer { offset += length + spacing }
            return (offset, length)
        }
    }
}
