/// Turns pictures into what a terminal must be sent, which is only what differs from the picture before.
package struct Renderer: Sendable {
    private var shown: Canvas?

    package init() {}

    /// Forgets what is shown: the next picture is sent whole.
    package mutating func reset() { shown = nil }

    package mutating func render(_ canvas: Canvas) -> String {
        var output = ""
        var style: Style?
        let previous = shown?.size == canvas.size ? shown : nil
        if previous == nil { output += Style.plain.sequence + "\u{1B}[2J" }
        for row in 0..<canvas.size.rows {
            let new = Array(canvas.row(row))
            let old =
                previous.map { Array($0.row(row)) } ?? Array(repeating: Cell.blank, count: canvas.size.columns)
            guard
                var first = zip(new, old).enumerated().first(where: { $1.0 != $1.1 })?.offset,
                let last = new.indices.last(where: { new[$0] != old[$0] })
            else { continue }
            // A changed right half is drawn with its left one.
            while first > 0, new[first].character == nil { first -= 1 }
            output += "\u{1B}[\(row + 1);\(first + 1)H"
            for cell in new[first...last] {
                guard let character = cell.character else { continue }
                if style != cell.style {
                    output += cell.style.sequence
                    style = cell.style
                }
                output.append(character)
            }
        }
        if let style, style != [] { output += Style.plain.sequence }
        shown = canvas
        return output
    }
}
