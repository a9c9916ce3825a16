internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// Draws a picture of pixels as half blocks: a cell shows two, one above the other.
struct PixelPainter {
    private let pixels: Pixels
    private let mode: String
    private let hasColors: Bool

    init(_ pixels: Pixels, mode: String, hasColors: Bool = true) {
        self.pixels = pixels
        self.mode = mode
        self.hasColors = hasColors
    }

    func draw(in cells: CellRect, on pen: inout Pen) {
        let room = cells.intersection(pen.clip)
        guard !room.isEmpty else { return }
        let place = placed(width: Double(cells.columns), height: Double(cells.rows * 2))
        for row in room.row..<room.endRow {
            for column in room.column..<room.endColumn {
                let x = Double(column - cells.column) + 0.5
                let y = Double((row - cells.row) * 2) + 0.5
                let below = pen.background(row: row, column: column)
                draw(color(x, y, place, below), color(x, y + 1, place, below), row, column, on: &pen)
            }
        }
    }

    private func draw(_ top: Color?, _ bottom: Color?, _ row: Int, _ column: Int, on pen: inout Pen) {
        guard hasColors else { return shade(top, bottom, row, column, on: &pen) }
        let (text, style): (String, Style) =
            switch (top, bottom) {
            case (nil, nil): (" ", .plain)
            case (let top?, nil): ("▀", Style(foreground: top))
            case (nil, let bottom?): ("▄", Style(foreground: bottom))
            case (let top?, let bottom?): ("▀", Style(foreground: top, background: bottom))
            }
        guard text != " " else { return }
        pen.text(text, row: row, column: column, columns: 1, style: style)
    }

    /// The lighter, the fuller.
    private func shade(_ top: Color?, _ bottom: Color?, _ row: Int, _ column: Int, on pen: inout Pen) {
        let dots = [top, bottom].compactMap { $0 }
        guard !dots.isEmpty else { return }
        let light = dots.map(Palette.luminance).reduce(0, +) / dots.count
        pen.text(["░", "▒", "▓", "█"][min(light / 64, 3)], row: row, column: column, columns: 1)
    }

    /// Where the picture is in a place of square dots, and how large one of its pixels.
    private func placed(width: Double, height: Double) -> (x: Double, y: Double, scaleX: Double, scaleY: Double) {
        let (w, h) = (Double(pixels.width), Double(pixels.height))
        var scale = (x: width / w, y: height / h)
        switch mode {
        case "scaleToFill": break
        // A pixel is a point, and a dot has eight of them.
        case "center": scale = (1 / Grid.width, 1 / Grid.width)
        default: scale = (min(scale.x, scale.y), min(scale.x, scale.y))
        }
        return ((width - w * scale.x) / 2, (height - h * scale.y) / 2, scale.x, scale.y)
    }

    /// The pixel at a dot; nil for none, and for one that can't be seen.
    private func color(
        _ x: Double, _ y: Double, _ place: (x: Double, y: Double, scaleX: Double, scaleY: Double), _ below: Color?
    ) -> Color? {
        let (column, row) = ((x - place.x) / place.scaleX, (y - place.y) / place.scaleY)
        guard column >= 0, row >= 0, column < Double(pixels.width), row < Double(pixels.height) else { return nil }
        // A picture may say that it is larger than any number of bytes.
        let start = (row.rounded(.down) * Double(pixels.width) + column.rounded(.down)) * 4
        guard start + 3 < Double(pixels.bytes.count) else { return nil }
        let index = Int(start)
        guard pixels.bytes[index + 3] >= 0x28 else { return nil }
        return Palette.mixed(
            (pixels.bytes[index], pixels.bytes[index + 1], pixels.bytes[index + 2], pixels.bytes[index + 3]),
            over: below)
    }
}
