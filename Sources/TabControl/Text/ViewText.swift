internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// A view tree as lines of text. Views beside each other share a line, all others are below each other.
struct ViewText {
    /// A view with text, and its frame in the root view.
    private struct Block {
        var view: UInt32
        var frame: DBusRect
        var lines: [Line]
        var alignment: String
        /// Whether the text uses the whole width.
        var isWide: Bool
        var isTable: Bool
    }

    private let views: ViewHierarchy

    init(_ views: [ViewEntry]) { self.views = ViewHierarchy(views) }

    /// Returns the lines, and the place of each view that has text.
    func layout(columns: Int) -> (lines: [Line], places: [UInt32: Place]) {
        guard let root = views.root else { return ([], [:]) }
        var blocks: [Block] = []
        let width = root.frame.width > 0 ? root.frame.width : 1
        let page = Page(columns: columns, scale: Double(columns) / width)
        collect(root, x: -root.frame.x, y: -root.frame.y, depth: 0, page, clip: nil, into: &blocks)
        var lines: [Line] = []
        var places: [UInt32: Place] = [:]
        for row in rows(of: blocks) {
            let (text, cells) = Self.layOut(row, columns: columns, scale: page.scale)
            for (block, cells) in zip(row, cells) {
                places[block.view] = Place(
                    cells: cells.offset(rows: lines.count, columns: 0), frame: block.frame, isTable: block.isTable)
            }
            lines += text
        }
        return (lines, places)
    }

    /// The width of the text, and the number of columns per point.
    private struct Page {
        let columns: Int
        let scale: Double
    }

    /// - Parameter clip: The visible part of the enclosing scroll view, in the root view; nil if there is none.
    private func collect(
        _ view: ViewEntry, x: Double, y: Double, depth: Int, _ page: Page, clip: DBusRect?,
        into blocks: inout [Block]
    ) {
        guard !view.isHidden else { return }
        let frame = view.frame.offset(x: x, y: y)
        let room = frame.width > 0 ? max(Self.clamp(frame.width * page.scale, to: page.columns), 1) : page.columns
        let lines = ViewControls.lines(of: view, columns: page.columns, room: room)
        if !lines.isEmpty, clip.map({ Self.isShown(frame, in: $0) }) ?? true {
            blocks.append(
                Block(
                    view: view.id, frame: frame, lines: lines,
                    alignment: view.text("Alignment") ?? "natural",
                    isWide: ["TableView", "TextView", "Chart"].contains(view.className),
                    isTable: view.className == "TableView"))
        }
        let offset = view.contentOffset
        let inner = view.className == "ScrollView" ? clip.map { Self.intersection(of: $0, frame) } ?? frame : clip
        for child in views.subviews(of: view, at: depth) {
            collect(
                child, x: frame.x - offset.width, y: frame.y - offset.height, depth: depth + 1, page, clip: inner,
                into: &blocks)
        }
    }

    /// Returns whether the middle of a view is inside of the visible part.
    private static func isShown(_ frame: DBusRect, in clip: DBusRect) -> Bool {
        let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
        return x >= clip.x && x <= clip.x + clip.width && y >= clip.y && y <= clip.y + clip.height
    }

    private static func intersection(of a: DBusRect, _ b: DBusRect) -> DBusRect {
        let (x, y) = (max(a.x, b.x), max(a.y, b.y))
        let (right, bottom) = (min(a.x + a.width, b.x + b.width), min(a.y + a.height, b.y + b.height))
        return DBusRect(x: x, y: y, width: max(right - x, 0), height: max(bottom - y, 0))
    }

    /// Returns the blocks from top to bottom. Blocks that overlap vertically but not horizontally share a row.
    private func rows(of blocks: [Block]) -> [[Block]] {
        let ordered = blocks.enumerated().sorted { left, right in
            left.element.frame.y != right.element.frame.y
                ? left.element.frame.y < right.element.frame.y : left.offset < right.offset
        }.map(\.element)
        var rows: [[Block]] = []
        for block in ordered {
            guard let row = rows.last, row.allSatisfy({ Self.isBeside($0, block) }) else {
                rows.append([block])
                continue
            }
            rows[rows.count - 1].append(block)
        }
        return rows.map { $0.sorted { $0.frame.x < $1.frame.x } }
    }

    private static func isBeside(_ left: Block, _ right: Block) -> Bool {
        guard !left.isWide, !right.isWide, left.lines.count == 1, right.lines.count == 1 else { return false }
        let (a, b) = (left.frame, right.frame)
        let isLevel = b.y + b.height / 2 < a.y + a.height && b.y + b.height / 2 > a.y
        let isApart = a.x + a.width <= b.x || b.x + b.width <= a.x
        return isLevel && isApart
    }

    /// Returns the lines of a row, and the cells of each block.
    private static func layOut(_ row: [Block], columns: Int, scale: Double) -> ([Line], [CellRect]) {
        if row.count == 1, let block = row.first, block.isWide {
            return (block.lines, [CellRect(row: 0, column: 0, rows: block.lines.count, columns: columns)])
        }
        var lines = Array(repeating: Line(), count: row.map(\.lines.count).max() ?? 0)
        let cells = row.map { block in
            var cells: CellRect?
            for (index, line) in block.lines.enumerated() {
                let room = max(0, columns - line.end)
                let start = clamp(block.frame.x * scale, to: columns)
                let width = clamp(block.frame.width * scale, to: columns)
                let wanted =
                    switch block.alignment {
                    case "center": start + max(0, (width - line.end) / 2)
                    case "right": start + max(0, width - line.end)
                    default: start
                    }
                // A text that does not fit into its frame pushes the next one; a text without room is cut.
                let column = max(min(wanted, room), lines[index].spans.isEmpty ? 0 : lines[index].end + 2)
                for span in line.spans { lines[index].add(span.text, column: column + span.column, style: span.style) }
                let part = CellRect(row: index, column: column, rows: 1, columns: line.end)
                cells = cells?.union(part) ?? part
            }
            return cells ?? CellRect(row: 0, column: 0, rows: 0, columns: 0)
        }
        return (lines, cells)
    }

    private static func clamp(_ value: Double, to limit: Int) -> Int {
        value.isFinite ? Int(min(max(0, value.rounded()), Double(limit))) : 0
    }
}

/// The cells of an element on a picture, with its frame.
struct Place: Hashable, Sendable {
    var cells: CellRect
    /// The frame in points; the frame of a view is in the root view.
    var frame: DBusRect
    /// Whether each line is a table row.
    var isTable = false

    /// The row height of UIKit in points, which clients use to anchor a popover at a row.
    private static let rowHeight = 44.0

    /// Returns the cells of a part of the element.
    ///
    /// - Parameter rect: The part in points; nil for the whole element.
    func cells(of rect: DBusRect?) -> CellRect {
        guard let rect, rect.x.isFinite, rect.y.isFinite, rect.width.isFinite, rect.height.isFinite else {
            return cells
        }
        let (left, width) = Self.part(rect.x, rect.width, of: frame.width, cells: cells.columns)
        let height = isTable ? Self.rowHeight * Double(cells.rows) : frame.height
        let (top, rows) = Self.part(rect.y, rect.height, of: height, cells: cells.rows)
        return CellRect(row: cells.row + top, column: cells.column + left, rows: rows, columns: width)
    }

    /// Returns at least one cell and none outside. A negative length extends in the other direction.
    private static func part(_ start: Double, _ length: Double, of whole: Double, cells: Int) -> (Int, Int) {
        guard whole > 0, cells > 0 else { return (0, cells) }
        let scale = Double(cells) / whole
        let (low, high) = (min(start, start + length) * scale, max(start, start + length) * scale)
        let first = Int(min(max(low.rounded(.down), 0), Double(cells - 1)))
        let end = Int(min(max(high.rounded(.up), Double(first + 1)), Double(cells)))
        return (first, end - first)
    }
}
