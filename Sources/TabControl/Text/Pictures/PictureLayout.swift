internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The layout of a picture: the lines of the page and the bars, and the popovers over them.
///
/// Lines of text are closer together than the views in the window. A popover keeps its size from the window, but is
/// placed beside the text of its source.
struct PictureLayout {
    /// The numbers of empty lines that make room for popovers.
    struct Space: Hashable {
        var aboveContent = 0
        var belowContent = 0
    }

    /// The part of the picture that contains the source of a popover. It determines where empty lines can make room.
    private enum Zone { case navigationBar, content, foot }

    /// A page on the picture.
    private struct Level {
        let text: PageText
        let barRow: Int
        let contentRow: Int
        let toolbarRow: Int
        let column: Int
        /// The visible part.
        let clip: CellRect
        /// The zone of the source; nil for the page of the window, which contains all zones.
        let zone: Zone?

        /// Returns the cells of a part of the text, moved into the visible part if needed.
        func visible(_ cells: CellRect, from row: Int) -> CellRect {
            func part(_ start: Int, _ count: Int, _ low: Int, _ high: Int) -> (Int, Int) {
                let first = max(min(start, high - 1), low)
                return (first, max(min(start + count, high) - first, 1))
            }
            let (row, rows) = part(cells.row + row, cells.rows, clip.row, clip.endRow)
            let (column, columns) = part(cells.column + column, cells.columns, clip.column, clip.endColumn)
            return CellRect(row: row, column: column, rows: rows, columns: columns)
        }
    }

    struct PlacedPopover {
        /// The cells of the popover with its border.
        let box: CellRect
        let arrow: [PopoverArrow.Part]
        /// The cells inside of the border and the insets of the background.
        let content: CellRect
        let text: PageText
    }

    /// The widths of the border and the insets on each side of a popover, in cells.
    private struct Edges {
        let top: Int
        let left: Int
        let bottom: Int
        let right: Int

        var rows: Int { top + bottom }
        var columns: Int { left + right }

        func inside(of box: CellRect) -> CellRect {
            CellRect(
                row: box.row + top, column: box.column + left, rows: max(box.rows - rows, 0),
                columns: max(box.columns - columns, 0))
        }
    }

    private let picture: Picture
    private let columns: Int
    let lines: [Line]
    private(set) var popovers: [PlacedPopover] = []
    /// The additional empty lines that popovers need.
    private(set) var missing = Space()
    private let foot: PictureFoot
    private let footRow: Int
    /// The first row below the title and the navigation bar.
    private let headEnd: Int
    private var levels: [Level]

    init(_ picture: Picture, columns: Int, _ space: Space) {
        self.picture = picture
        self.columns = columns
        let head = picture.head(columns: columns)
        let text = PageText(picture.page, columns: columns)
        let foot = PictureFoot(picture, columns: columns)
        headEnd = head.count + text.bar.count
        let gap = Array(repeating: Line(), count: space.aboveContent)
        let content = head + text.bar + gap + text.content + Array(repeating: Line(), count: space.belowContent)
        let upper = content + text.toolbar
        footRow = upper.count
        lines = upper + foot.lines
        self.foot = foot
        levels = [
            Level(
                text: text, barRow: head.count, contentRow: headEnd + space.aboveContent,
                toolbarRow: content.count, column: 0,
                clip: CellRect(row: 0, column: 0, rows: footRow, columns: columns), zone: nil)
        ]
        for popover in picture.popovers { add(popover) }
    }

    /// The number of rows, including those of popovers.
    var rows: Int { max(lines.count, popovers.map(\.box.endRow).max() ?? 0) }

    // MARK: Popovers

    private mutating func add(_ page: Picture.PopoverPage) {
        let popover = page.popover
        let (source, zone) = source(of: popover)
        // A cell is twice as high as it is wide.
        let width = max((picture.size?.width ?? 0) / Double(max(columns, 1)), 1)
        func cells(_ points: Double, of length: Double) -> Int {
            points.isFinite ? Int(min(max((points / length).rounded(), -16384), 16384)) : 0
        }
        let isVertical = popover.arrowDirection?.isVertical == true
        let offset = cells(popover.arrowOffset, of: isVertical ? width : width * 2)
        let arrow = PopoverArrow(of: popover, cell: DBusSize(width: width, height: width * 2))
        let extent = arrow?.extent ?? 0
        let target = source.extended(popover.arrowDirection, by: extent)
        let insets = popover.chrome.contentInsets
        // The border is drawn inside of the insets of the background if they are large enough.
        let edges = Edges(
            top: max(cells(insets.top, of: width * 2), 1), left: max(cells(insets.left, of: width), 1),
            bottom: max(cells(insets.bottom, of: width * 2), 1), right: max(cells(insets.right, of: width), 1))
        var size = TerminalSize(
            columns: max(
                cells(popover.frame.width, of: width) - (isVertical ? 0 : extent), PopoverBox.minimum.columns),
            rows: 0)
        var text = PageText(page.page, columns: max(size.columns - edges.columns, 1))
        // Letters in the window are smaller than cells, so the text may need more columns.
        size.columns = min(
            max(size.columns, text.naturalSize.columns + edges.columns), max(columns, PopoverBox.minimum.columns))
        var box: CellRect
        repeat {
            text = PageText(page.page, columns: max(size.columns - edges.columns, 1))
            size.rows = max(
                cells(popover.frame.height, of: width * 2) - (isVertical ? extent : 0),
                text.naturalSize.rows + edges.rows)
            box = PopoverBox.cells(
                from: target, popover.arrowDirection, size: size, offset: offset,
                in: bounds(popover.arrowDirection, from: target, zone, rows: size.rows))
            // A narrower text may need more rows.
            guard box.columns < size.columns, box.columns > 2 else { break }
            size.columns = box.columns
        } while true
        addMissing(rows: size.rows - box.rows, for: popover.arrowDirection, zone)
        let inside = edges.inside(of: box)
        let middle = CellPlace(row: target.middleRow, column: target.middleColumn)
        let parts = arrow?.parts(near: middle, on: box) ?? []
        popovers.append(PlacedPopover(box: box, arrow: parts, content: inside, text: text))
        levels.append(
            Level(
                text: text, barRow: inside.row, contentRow: inside.row + text.bar.count,
                toolbarRow: inside.endRow - text.toolbar.count, column: inside.column,
                clip: inside, zone: zone))
    }

    /// Returns the cells that a popover may cover: not the title, and the tab bar only if the popover comes from
    /// there.
    private func bounds(_ direction: ArrowDirection?, from source: CellRect, _ zone: Zone, rows: Int) -> CellRect {
        // Beside a bar button, the popover starts one row above, because an arrow can't be at a corner.
        let top = direction?.isVertical == false ? max(min(headEnd, source.row - 1), 0) : headEnd
        let bottom = zone == .foot ? max(source.endRow + rows, footRow) : footRow
        return CellRect(row: top, column: 0, rows: max(bottom - top, 0), columns: columns)
    }

    private mutating func addMissing(rows: Int, for direction: ArrowDirection?, _ zone: Zone) {
        guard rows > 0 else { return }
        switch (direction, zone) {
        case (.down, .content): missing.aboveContent = max(missing.aboveContent, rows)
        case (.down, .navigationBar), (.up, .foot), (.left, .foot), (.right, .foot), (nil, .foot): break
        default: missing.belowContent = max(missing.belowContent, rows)
        }
    }

    // MARK: Sources

    /// Returns the cells of the source of a popover. If the source is not on the picture, they are at its place in the
    /// window.
    private func source(of popover: Popover) -> (CellRect, Zone) {
        switch popover.sourceItem {
        case .tabBarItem(let bar, let position):
            if bar == picture.bar, let cells = foot.items[position] { return (below(cells), .foot) }
        case .tabBar(let bar):
            if bar == picture.bar, let cells = foot.bar {
                let place = Place(cells: cells, frame: picture.barFrame ?? .zero)
                return (below(place.cells(of: popover.sourceRect)), .foot)
            }
        case .barButtonItem(let item):
            for level in levels.reversed() {
                if let cells = level.text.button(item) {
                    return (level.visible(cells, from: level.barRow), level.zone ?? .navigationBar)
                }
                if let cells = level.text.toolbarButton(item) {
                    return (level.visible(cells, from: level.toolbarRow), level.zone ?? .foot)
                }
            }
        case .view(let view):
            for level in levels.reversed() {
                guard let cells = level.text.view(view, popover.sourceRect) else { continue }
                return (level.visible(cells, from: level.contentRow), level.zone ?? .content)
            }
        case nil: break
        }
        return (place(of: popover), .content)
    }

    private func below(_ cells: CellRect) -> CellRect { cells.offset(rows: footRow, columns: 0) }

    /// Returns the cell at the tip of the arrow, computed from the popover's frame.
    private func place(of popover: Popover) -> CellRect {
        let frame = popover.frame
        let middle = (frame.x + frame.width / 2, frame.y + frame.height / 2)
        let (x, y) =
            switch popover.arrowDirection {
            case .up: (middle.0 + popover.arrowOffset, frame.y)
            case .down: (middle.0 + popover.arrowOffset, frame.y + frame.height)
            case .left: (frame.x, middle.1 + popover.arrowOffset)
            case .right: (frame.x + frame.width, middle.1 + popover.arrowOffset)
            case nil: middle
            }
        let cells = CellRect(row: headEnd, column: 0, rows: max(footRow - headEnd, 1), columns: max(columns, 1))
        let size = picture.size ?? .zero
        let window = Place(cells: cells, frame: DBusRect(x: 0, y: 0, width: size.width, height: size.height))
        return window.cells(of: DBusRect(x: x, y: y, width: 0, height: 0))
    }
}

extension CellRect {
    /// Extends the rectangle towards a popover whose arrow points in a direction.
    fileprivate func extended(_ direction: ArrowDirection?, by cells: Int) -> CellRect {
        var rect = self
        switch direction {
        case .up: rect.rows += cells
        case .down: (rect.row, rect.rows) = (row - cells, rows + cells)
        case .left: rect.columns += cells
        case .right: (rect.column, rect.columns) = (column - cells, columns + cells)
        case nil: break
        }
        return rect
    }
}
