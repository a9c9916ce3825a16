internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// A table with its rows. A changed row keeps its widget.
@EventLoop
final class TableNode: ViewNode {
    /// The largest height of a row, in points. A screen has no room for more.
    private static let maximumRowHeight = 4096.0

    private let list = List()
    private var rows: [RowView] = []
    private var placeholder: EmptyStateView?

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, list)
        list.onActivate = { [weak self] index in self.map { $0.perform($0.target.selectedRow(index)) } }
        list.onKey { [weak self] key in self?.receive(key) ?? false }
    }

    override func show(_ view: ViewEntry) {
        let new = view.rows
        while rows.count > new.count {
            list.removeRow(at: rows.count - 1)
            rows.removeLast()
        }
        let height = min(view[ViewKeys.rowHeight], Self.maximumRowHeight)
        let allowsMove = view[ViewKeys.allowsMove]
        for (index, content) in new.enumerated() {
            if index == rows.count {
                let row = RowView()
                rows.append(row)
                list.insert(row.row, at: index)
            }
            rows[index].show(content, height: height, width: view.frame.width)
            if allowsMove { allowMoving(rows[index], index) }
            if !view.rowMenu.isEmpty { addMenu(to: rows[index], index) }
        }
        let isEmpty = new.isEmpty
        list.isBoxed = view[ViewKeys.tableStyle] == .inset && !isEmpty
        showPlaceholder(isEmpty ? EmptyStateView.Content(view) : nil)
        list.contentInset = view.shownInset
        let sections = view[ViewKeys.sections]
        list.headings = headings(of: sections)
        list.footer = sections.last?.footer ?? ""
        list.selected = view.selectedRow.flatMap { new.indices.contains($0) ? $0 : nil }
    }

    private func showPlaceholder(_ state: EmptyStateView.Content?) {
        guard state != placeholder?.content else { return }
        placeholder = state.map(EmptyStateView.init)
        list.placeholder = placeholder?.box
    }

    /// Lets the user drag the row to another one.
    private func allowMoving(_ row: RowView, _ index: Int) {
        guard !row.isMovable else { return }
        row.isMovable = true
        row.row.allowDragging(RowReference(path: owner.path, view: view.id, row: index).text)
        row.row.onDrop { [weak self] text in
            guard let self, let dragged = RowReference(text), dragged.path == owner.path, dragged.view == view.id,
                dragged.row != index
            else { return false }
            perform(dragged.moved(to: index))
            return true
        }
    }

    /// The text above the first row of each section: its header, after the footer of the section before it.
    private func headings(of sections: [TableSection]) -> [Int: String] {
        var (headings, footer, row): ([Int: String], String, Int) = ([:], "", 0)
        for section in sections {
            let texts = [footer, section.header].filter { !$0.isEmpty }
            if !texts.isEmpty { headings[row] = texts.joined(separator: "\n") }
            footer = section.footer
            row += Int(section.rows)
        }
        return headings
    }

    /// Scrolls to a row.
    func scroll(to row: Int, _ position: String) {
        list.reveal(row, at: ["top": 0, "middle": 0.5, "bottom": 1][position])
    }

    private func addMenu(to row: RowView, _ index: Int) {
        guard row.menu == nil else { return }
        row.menu = MenuGestures(
            on: row.row,
            { [weak self] in
                guard let self, view.rows.indices.contains(index), view.rows[index].enabled else { return [] }
                return view.rowMenu
            }
        ) { [weak self] item in
            self.map { $0.perform($0.target.chosenMenuItem(item, ofRow: index)) }
        }
    }

    private func receive(_ key: KeyPress) -> Bool {
        guard let index = list.focused else { return false }
        let gesture: UserGesture? =
            switch key.name {
            case "Delete": target.deletedRow(index)
            case "Up" where key.isAlt: target.movedRow(index, to: index - 1)
            case "Down" where key.isAlt: target.movedRow(index, to: index + 1)
            default: nil
            }
        guard let gesture else { return false }
        perform(gesture)
        return true
    }

    override func setLabel(_ label: String) { list.setListLabel(label) }
    override var styleClasses: Set<String> { ["tabd-table"] }
}

/// A row of a table: an icon, the title, the detail and the accessory.
@EventLoop
private final class RowView {
    let row: ListRow
    var isMovable = false
    var menu: MenuGestures?
    private let box = Box(.horizontal, spacing: 8, role: .none)
    /// The title, and the detail beside it, or below it if they are too long.
    private let texts = Box(.horizontal, spacing: 8, role: .none)
    private let icon = Icon(size: 20)
    private let title = Label(role: .none)
    private let detail = Label(role: .none)
    private let accessory = Icon()
    private var shown: TableRow?
    private var shownSize = (height: 0.0, width: 0.0)

    init() {
        row = ListRow(box)
        row.classes = ["tabd-drop"]
        title.expands = true
        texts.expands = true
        detail.classes = ["tabd-secondary"]
        for child in [title, detail] { texts.append(child) }
        for child in [icon, texts, accessory] as [Widget] { box.append(child) }
    }

    func show(_ content: TableRow, height: Double, width: Double) {
        row.setMinimumSize(height: Int(max(height, 1)))
        guard content != shown || shownSize != (height, width) else { return }
        shown = content
        shownSize = (height, width)
        icon.isVisible = !content.image.isEmpty
        icon.show(content.image, fallback: "image-missing-symbolic")
        title.text = content.title
        detail.text = content.detail
        detail.isVisible = !content.detail.isEmpty
        accessory.isVisible = content.accessory != "none"
        accessory.show(content.accessory == "checkmark" ? "object-select" : "go-next")
        row.isActivatable = content.enabled
        row.isEnabled = content.enabled
        let parts = [content.title, content.detail, content.accessory == "checkmark" ? "selected" : ""]
        arrangeTexts(height, width)
        row.setAccessible(.label, parts.filter { !$0.isEmpty }.joined(separator: ", "))
    }

    /// Puts the detail below the title if both do not fit beside each other, and wraps them in the height of the row.
    private func arrangeTexts(_ height: Double, _ width: Double) {
        let icons = [icon, accessory].filter(\.isVisible).count
        let room = width - Self.margin - Double(icons) * 28
        for label in [title, detail] { label.lines = 1 }
        let lines = Int(max(height / max(title.metrics.lineHeight, 1), 1))
        let needed = title.naturalWidth + (detail.isVisible ? detail.naturalWidth + 8 : 0)
        let wraps = needed > room && lines > 1
        texts.axis = wraps ? .vertical : .horizontal
        guard wraps else { return }
        title.lines = max(lines - (detail.isVisible ? 1 : 0), 1)
        detail.lines = max(lines - Int((title.naturalWidth / max(room, 1)).rounded(.up)), 1)
    }

    /// The space at both sides of a row.
    private static let margin = 24.0
}
