internal import TabInterface
internal import TerminalUI

/// What a table shows in its middle while it has no rows.
struct EmptyState {
    private let image: String
    private let title: String
    private let detail: String

    /// Creates it for a table; nil if the table shows nothing.
    init?(_ view: ViewEntry) {
        image = view[ViewKeys.emptyImage]
        title = view[ViewKeys.emptyTitle]
        detail = view[ViewKeys.emptyDetail]
        guard [image, title, detail].contains(where: { !$0.isEmpty }) else { return nil }
    }

    func draw(in cells: CellRect, on builder: inout SceneBuilder) {
        guard !cells.intersection(builder.pen.clip).isEmpty else { return }
        let room = cells.inset(columns: 1)
        func lines(_ text: String, _ style: Style) -> [(text: String, style: Style)] {
            text.isEmpty ? [] : CharacterWidth.wrap(text, to: room.columns).map { ($0, style) }
        }
        let lines = lines(Icon.symbol(image) ?? "", .dim) + lines(title, .bold) + lines(detail, .dim)
        builder.lack(lines.count - cells.rows, at: cells.endRow)
        let row = cells.row + max(cells.rows - lines.count, 0) / 2
        for (index, line) in lines.prefix(cells.rows).enumerated() {
            builder.pen.text(line.text, in: room, row: row + index, alignment: .center, style: line.style)
        }
    }
}
