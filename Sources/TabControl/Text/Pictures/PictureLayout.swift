internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Where everything of a picture is: the lines of the page and the bars, and the popovers over them.
///
/// The lines stand closer than what they show does in the window. So a popover has the size that it has there, but is
/// beside the text of what it comes from.
struct PictureLayout {
    /// Empty lines that make room for popovers.
    struct Space: Hashable {
        var aboveContent = 0
        var belowContent = 0
    }

    /// What is around that from which a popover comes: it says where there can be more room.
    private enum Zone { case navigationBar, content, foot }

    /// A page on the picture.
    private struct Level {
        let text: PageText
        let barRow: Int
        let contentRow: Int
        let toolbarRow: Int
        let column: Int
        /// What of it can be seen.
        let clip: CellRect
        /// nil: the page of the window, which has all of them.
        let zone: Zone?

        /// The cells of a part of the text whose first row is known, or the nearest that can be seen.
        func seen(_ cells: CellRect, from row: Int) -> CellRect {
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
        /// With the border.
        let box: CellRect
        let arrow: [PopoverArrow.Part]
        /// The box without its border and the insets of its background.
        let content: CellRect
        let text: PageText
    }

    /// What is around the content of a popover, with the border.
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
    /// What popovers need besides.
    private(set) var missing = Space()
    private let foot: PictureFoot
    private let footRow: Int
    /// The first row below title and navigation bar.
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

    /// With everything that popovers reach over.
    var rows: Int { max(lines.count, popovers.map(\.box.endRow).max() ?? 0) }

    // MARK: Popovers

    private mutating func add(_ page: Picture.PopoverPage) {
        let popover = page.popover
        let (source, zone) = source(of: popover)
        // A cell is twice as high as wide.
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
        // The border is in the insets of the background where these have room for it.
        let edges = Edges(
            top: max(cells(insets.top, of: width * 2), 1), left: max(cells(insets.left, of: width), 1),
            bottom: max(cells(insets.bottom, of: width * 2), 1), right: max(cells(insets.right, of: width), 1))
        var size = TerminalSize(
            columns: max(
                cells(popover.frame.width, of: width) - (isVertical ? 0 : extent), PopoverBox.minimum.columns),
            rows: 0)
        var text = PageText(page.page, columns: max(size.columns - edges.columns, 1))
        // Letters are smaller than cells: what fits there has to fit here.
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
            // Narrower it may need more rows.
            guard box.columns < size.columns, box.columns > 2 else { break }
            size.columns = box.columns
        } while true
        note(missing: size.rows - box.rows, for: popover.arrowDirection, zone)
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

    /// What a popover may cover: not the title, and the tab bar only when it comes from there.
    private func bounds(_ direction: ArrowDirection?, from source: CellRect, _ zone: Zone, rows: Int) -> CellRect {
        // Beside a bar button it begins above it, as an arrow is not at a corner.
        let top = direction?.isVertical == false ? max(min(headEnd, source.row - 1), 0) : headEnd
        let bottom = zone == .foot ? max(source.endRow + rows, footRow) : footRow
        return CellRect(row: top, column: 0, rows: max(bottom - top, 0), columns: columns)
    }

    private mutating func note(missing rows: Int, for direction: ArrowDirection?, _ zone: Zone) {
        guard rows > 0 else { return }
        switch (direction, zone) {
        case (.down, .content): missing.aboveContent = max(missing.aboveContent, rows)
        case (.down, .navigationBar), (.up, .foot), (.left, .foot), (.right, .foot), (nil, .foot): break
        default: missing.belowContent = max(missing.belowContent, rows)
        }
    }

    // MARK: Sources

    /// The cells of what a popover comes from; where they are not on the picture, those at its place in the window.
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
                    return (level.seen(cells, from: level.barRow), level.zone ?? .navigationBar)
                }
                if let cells = level.text.toolbarButton(item) {
                    return (level.seen(cells, from: level.toolbarRow), level.zone ?? .foot)
                }
            }
        case .view(let view):
            for level in levels.reversed() {
                guard let cells = level.text.view(view, popover.sourceRect) else { continue }
                return (level.seen(cells, from: level.contentRow), level.zone ?? .content)
            }
        case nil: break
        }
        return (place(of: popover), .content)
    }

    private func below(_ cells: CellRect) -> CellRect { cells.offset(rows: footRow, columns: 0) }

    /// The cell beside the middle of the edge that has the arrow.
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
    /// Longer on the side towards a popover whose arrow points in a direction.
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
