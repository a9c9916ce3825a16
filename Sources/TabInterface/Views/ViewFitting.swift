internal import DBusInterface

/// The sizes that views need for their contents, as `sizeThatFits` answers.
package struct ViewFitting {
    private let metrics: TextMetrics

    package init(_ metrics: TextMetrics) { self.metrics = metrics }

    /// The space around the title of a button or the text of a field, to both sides together.
    private static let padding = DBusSize(width: 16, height: 14)
    /// The width of an icon with the space beside it.
    private static let icon = 28.0
    /// The space above and below the texts of a row, together.
    private static let rowPadding = 12.0
    /// The space beside the texts of a row, to both sides together.
    private static let rowMargin = 24.0
    private static let minimumRowHeight = 44.0
    /// The height of the image of a table without rows.
    private static let emptyImage = 48.0
    /// How much wider the letters of a bold text are.
    private static let boldStretch = 1.1
    /// A row does not grow beyond this number of lines.
    private static let maximumRowLines = 4
    /// The length of a control that the user can make as long as they like.
    static let defaultLength = 120.0

    /// Returns the size that a view needs, rounded up to whole points.
    ///
    /// - Parameters:
    ///   - view: A view with properties that its class allows.
    ///   - room: The space that there is, where the content can adapt to it. A length may be infinite.
    package func size(of view: ViewEntry, in room: DBusSize) -> DBusSize {
        let viewClass = ViewClasses.viewClass(view.className)
        let size = viewClass?.naturalSize(view, self, room) ?? all(of: room)
        return DBusSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
    }

    // MARK: Classes

    func button(_ view: ViewEntry) -> DBusSize {
        let title = metrics.width(of: view[ViewKeys.title], style: "body")
        let image = view.text(ViewKeys.image) == nil ? 0 : Self.icon
        return padded(DBusSize(width: title + image, height: body))
    }

    func textField(_ view: ViewEntry) -> DBusSize {
        let texts = [view[ViewKeys.text], view[ViewKeys.placeholder]]
        let width = texts.map { metrics.width(of: $0, style: "body") }.max() ?? 0
        return padded(DBusSize(width: max(width, Self.defaultLength), height: body))
    }

    func textView(_ view: ViewEntry, in room: DBusSize) -> DBusSize {
        padded(
            wrapped(view[ViewKeys.text], "body", maximumLines: .max, inside: room.width - Self.padding.width))
    }

    func segmentedControl(_ view: ViewEntry) -> DBusSize {
        let segments = view[ViewKeys.segments]
        let width = segments.map { metrics.width(of: $0, style: "body") + Self.padding.width }.max() ?? 0
        return DBusSize(width: width * Double(segments.count), height: body + Self.padding.height)
    }

    /// The whole space, without lengths that are infinite.
    func all(of room: DBusSize) -> DBusSize { DBusSize(width: finite(room.width), height: finite(room.height)) }

    /// The height of a line.
    private var body: Double { metrics["body"].lineHeight }

    private func finite(_ length: Double) -> Double { length.isFinite ? length : 0 }

    private func padded(_ size: DBusSize) -> DBusSize {
        DBusSize(width: size.width + Self.padding.width, height: size.height + Self.padding.height)
    }

    func label(_ view: ViewEntry, in room: DBusSize) -> DBusSize {
        let (text, style) = (view[ViewKeys.text], view[ViewKeys.textStyle].rawValue)
        let limit = Int(view[ViewKeys.lines])
        let stretch = stretch(of: view)
        if limit == 1 {
            return DBusSize(width: metrics.width(of: text, style: style) * stretch, height: metrics[style].lineHeight)
        }
        let size = wrapped(text, style, maximumLines: limit == 0 ? .max : limit, inside: room.width / stretch)
        return DBusSize(width: size.width * stretch, height: size.height)
    }

    /// Returns how much wider a label's text is than one of the weight of its style.
    private func stretch(of view: ViewEntry) -> Double {
        let wide: Set = [TextAttribute.Name.bold.rawValue, TextAttribute.Name.code.rawValue]
        let isWide =
            [FontWeight.semibold, .bold].contains(view[ViewKeys.weight])
            || view[ViewKeys.textAttributes].contains { wide.contains($0.name) }
        return isWide ? Self.boldStretch : 1
    }

    /// The size of a text that wraps.
    private func wrapped(_ text: String, _ style: String, maximumLines: Int, inside width: Double) -> DBusSize {
        let width = max(width, 0)
        let natural = text.split(separator: "\n").map { metrics.width(of: $0, style: style) }.max() ?? 0
        let lines = metrics.lines(of: text, style: style, width: width)
        return DBusSize(
            width: min(natural, width), height: Double(min(lines, maximumLines)) * metrics[style].lineHeight)
    }

    func image(_ view: ViewEntry) -> DBusSize {
        guard let pixels = view.given(ViewKeys.pixels) else { return DBusSize(width: 24, height: 24) }
        return DBusSize(width: Double(pixels.width), height: Double(pixels.height))
    }

    /// The size of a table that shows all its rows.
    func table(_ view: ViewEntry, in room: DBusSize) -> DBusSize {
        let rows = view[ViewKeys.rows]
        let titles = view[ViewKeys.sections].flatMap { [$0.header, $0.footer] }.filter { !$0.isEmpty }.count
        let height = view.given(ViewKeys.rowHeight) ?? rowHeight(of: rows, width: room.width)
        return DBusSize(
            width: finite(room.width),
            height: height * Double(rows.count) + Double(titles) * (body + Self.rowPadding)
                + (rows.isEmpty ? emptyHeight(view, width: room.width) : 0))
    }

    /// The height that a table without rows needs for its texts and its image.
    private func emptyHeight(_ view: ViewEntry, width: Double) -> Double {
        let room = max(width - Self.rowMargin, 0)
        let texts = [(ViewKeys.emptyTitle, TextStyle.headline), (ViewKeys.emptyDetail, .body)].compactMap {
            key, style in
            view.text(key).map {
                Double(metrics.lines(of: $0, style: style.rawValue, width: room)) * metrics[style.rawValue].lineHeight
            }
        }
        let image = view.text(ViewKeys.emptyImage) == nil ? [] : [Self.emptyImage]
        return (image + texts).reduce(0) { $0 + $1 + Self.rowPadding }
    }

    /// The height that all rows of a table need. The detail of a row is beside its title if both have room there,
    /// otherwise below it.
    private func rowHeight(of rows: [TableRow], width: Double) -> Double {
        let lines = rows.map { self.lines(of: $0, width: width) }.max() ?? 1
        return max(
            Self.minimumRowHeight,
            Double(min(lines, Self.maximumRowLines)) * body + Self.rowPadding)
    }

    private func lines(of row: TableRow, width: Double) -> Int {
        let icons = (row.image.isEmpty ? 0 : Self.icon) + (row.accessory == "none" ? 0 : Self.icon)
        let room = max(width - icons - Self.rowMargin, 0)
        let gap = row.detail.isEmpty ? 0 : metrics["body"].averageAdvance
        let both = metrics.width(of: row.title, style: "body") + gap + metrics.width(of: row.detail, style: "body")
        if both <= room { return 1 }
        return [row.title, row.detail].filter { !$0.isEmpty }.reduce(0) {
            $0 + metrics.lines(of: $1, style: "body", width: room)
        }
    }
}
