internal import DBusInterface

/// The scroll positions of pages, lists and texts, and the keyboard's current rows in lists.
struct ScrollPositions: Hashable, Sendable {
    private var rows: [Target: Int] = [:]
    private var firstRows: [Target: Int] = [:]
    /// The scroll offsets of pages, in rows.
    private(set) var pageOffsets: [ObjectPath: Int] = [:]

    /// Returns the keyboard's current row of a list; nil before the user chooses one.
    func row(of target: Target) -> Int? { rows[target] }

    /// Returns the keyboard's current row within a list, else the selected row; nil if there are no rows.
    func row(of target: Target, selected: Int?, in list: Scene.List?) -> Int? {
        guard let count = list?.count, count > 0 else { return nil }
        let row = rows[target] ?? selected.flatMap { $0 < count ? $0 : nil } ?? 0
        return min(max(row, 0), count - 1)
    }

    /// Returns the first visible row of a list or a text.
    func firstRow(of target: Target) -> Int { firstRows[target] ?? 0 }

    func pageOffset(of path: ObjectPath) -> Int { pageOffsets[path] ?? 0 }

    // MARK: Rows

    mutating func choose(_ row: Int, of target: Target) { rows[target] = row }

    /// Chooses a row and scrolls to it.
    mutating func choose(_ row: Int, of target: Target, in list: Scene.List) {
        rows[target] = row
        firstRows[target] = max(min(max(list.first, row - list.room + 1), row), 0)
    }

    /// Scrolls to a row, so that it is at a position: `top`, `middle` or `bottom`; visible with `none`.
    mutating func show(_ row: Int, at position: String, of target: Target, in list: Scene.List?) {
        let (first, room) = (list?.first ?? firstRow(of: target), list?.room ?? 1)
        let wanted =
            switch position {
            case "top": row
            case "middle": row - room / 2
            case "bottom": row - room + 1
            default: min(max(first, row - room + 1), row)
            }
        firstRows[target] = max(wanted, 0)
        // The keyboard's current row stays visible.
        if let current = rows[target], !(firstRow(of: target)..<firstRow(of: target) + room).contains(current) {
            rows[target] = row
        }
    }

    /// Keeps the scroll position that the scene shows.
    mutating func keep(_ list: Scene.List, of target: Target) {
        if list.room > 0 { firstRows[target] = list.first }
    }

    /// Scrolls a list or a text. The keyboard's current row stays visible.
    ///
    /// - Returns: The visible rows; nil if everything is visible.
    mutating func scroll(_ target: Target, by step: Int, in list: Scene.List?) -> Range<Int>? {
        guard let list, list.count > list.room else { return nil }
        let first = min(max(list.first + step, 0), list.count - list.room)
        firstRows[target] = first
        if let row = rows[target] { rows[target] = min(max(row, first), first + list.room - 1) }
        return first..<(first + list.room)
    }

    // MARK: Pages

    mutating func scrollPage(by step: Int, in scene: Scene) {
        guard let path = scene.page, scene.pageOverflow > 0 else { return }
        pageOffsets[path] = min(max(pageOffset(of: path) + step, 0), scene.pageOverflow)
    }

    /// Limits the offsets to the content of the pages.
    mutating func limit(to overflows: [ObjectPath: Int]) {
        for (path, overflow) in overflows where pageOffset(of: path) > overflow { pageOffsets[path] = overflow }
    }

    mutating func removePages(where isRemoved: (ObjectPath) -> Bool) {
        pageOffsets = pageOffsets.filter { !isRemoved($0.key) }
    }
}
