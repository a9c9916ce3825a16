internal import DBusInterface

/// The sizes that views need for their contents, as `sizeThatFits` answers.
package struct ViewFitting {
    private let metrics: TextMetrics
    private let controls: ControlMetricsTable

    package init(_ metrics: TextMetrics, _ controls: ControlMetricsTable = ControlMetricsTable()) {
        self.metrics = metrics
        self.controls = controls
    }

    /// The width of an icon with the space beside it.
    private static let icon = 28.0
    /// The height of the image of a table without rows.
    private static let emptyImage = 48.0
    /// How much wider the letters of a bold text are.
    private static let boldStretch = 1.1
    /// A row does not grow beyond this number of lines.
    private static let maximumRowLines = 4

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

    /// The size of a control whose content is always the same.
    func control(_ kind: ViewKind) -> DBusSize { controls[kind].size() }

    func button(_ view: ViewEntry) -> DBusSize {
        let image = view.text(ViewKeys.image) == nil ? 0 : Self.icon
        return controls[.button].size(
            around: DBusSize(width: titleWidth(view[ViewKeys.title]) + image, height: body))
    }

    func textField(_ view: ViewEntry) -> DBusSize {
        let texts = [view[ViewKeys.text], view[ViewKeys.placeholder]]
        let width = texts.map { metrics.width(of: $0, style: "body") }.max() ?? 0
        return controls[.textField].size(around: DBusSize(width: width, height: body))
    }

    func textView(_ view: ViewEntry, in room: DBusSize) -> DBusSize {
        let control = controls[.textView]
        return control.size(
            around: wrapped(
                view[ViewKeys.text], "body", maximumLines: .max, inside: room.width - control.horizontalPadding))
    }

    func segmentedControl(_ view: ViewEntry) -> DBusSize {
        let segments = view[ViewKeys.segments]
        let segment = controls[.segmentedControl].size(
            around: DBusSize(width: segments.map(titleWidth).max() ?? 0, height: body))
        return DBusSize(width: segments.isEmpty ? 0 : segment.width * Double(segments.count), height: segment.height)
    }

    func tabBar(in room: DBusSize) -> DBusSize {
        let bar = control(.tabBar)
        return DBusSize(width: max(all(of: room).width, bar.width), height: bar.height)
    }

    /// The width of the title of a button or a segment. Toolkits draw it bold, as headlines are.
    private func titleWidth(_ title: String) -> Double {
        metrics.width(of: title, style: metrics.advances["headline"] == nil ? "body" : "headline")
    }

    /// The whole space, without lengths that are infinite.
    func all(of room: DBusSize) -> DBusSize { DBusSize(width: finite(room.width), height: finite(room.height)) }

    /// The height of a line.
    private var body: Double { metrics["body"].lineHeight }

    private func finite(_ length: Double) -> Double { length.isFinite ? length : 0 }

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
        let row = controls[.tableView]
        return DBusSize(
            width: max(finite(room.width), row.minimumWidth),
            height: height * Double(rows.count) + Double(titles) * (body + row.verticalPadding)
                + (rows.isEmpty ? emptyHeight(view, width: room.width) : 0))
    }

    /// The height that a table without rows needs for its texts and its image.
    private func emptyHeight(_ view: ViewEntry, width: Double) -> Double {
        let row = controls[.tableView]
        let room = max(width - row.horizontalPadding, 0)
        let texts = [(ViewKeys.emptyTitle, TextStyle.headline), (ViewKeys.emptyDetail, .body)].compactMap {
            key, style in
            view.text(key).map {
                Double(metrics.lines(of: $0, style: style.rawValue, width: room)) * metrics[style.rawValue].lineHeight
            }
        }
        let image = view.text(ViewKeys.emptyImage) == nil ? [] : [Self.emptyImage]
        return (image + texts).reduce(0) { $0 + $1 + row.verticalPadding }
    }

    /// The height that all rows of a table need. The detail of a row is beside its title if both have room there,
    /// otherwise below it.
    private func rowHeight(of rows: [TableRow], width: Double) -> Double {
        let row = controls[.tableView]
        let lines = rows.map { self.lines(of: $0, width: width - row.horizontalPadding) }.max() ?? 1
        return row.size(around: DBusSize(width: 0, height: Double(min(lines, Self.maximumRowLines)) * body)).height
    }

    private func lines(of row: TableRow, width: Double) -> Int {
        let icons = (row.image.isEmpty ? 0 : Self.icon) + (row.accessory == "none" ? 0 : Self.icon)
        let room = max(width - icons, 0)
        let gap = row.detail.isEmpty ? 0 : metrics["body"].averageAdvance
        // Front ends give each text whole points.
        let texts = [row.title, row.detail].map { metrics.width(of: $0, style: "body").rounded(.up) }
        if texts[0] + gap + texts[1] <= room { return 1 }
        return [row.title, row.detail].filter { !$0.isEmpty }.reduce(0) {
            $0 + metrics.lines(of: $1, style: "body", width: room)
        }
    }
}
