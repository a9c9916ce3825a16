internal import TabInterface
internal import TerminalUI

/// Bars of items in the views of a page.
extension ControlPainter {
    /// Draws the items as in the bar of a tab bar controller, in equal parts of the width.
    func drawTabBar(on painter: inout ScenePainter) {
        guard case .view(let path, let id) = target else { return }
        if view.isEnabled { painter.note(target, at: cells) }
        painter.pen.line("─", row: cells.row, from: cells.column, columns: cells.columns, style: .dim)
        let items = view.barItems
        for (index, item) in items.enumerated() {
            guard let part = part(index, of: items.count, in: cells) else { continue }
            _ = painter.drawItem(item, in: part, tint: tint)
            if item.isEnabled { painter.add(.item(path, id, index), at: part, isFocusable: false) }
        }
    }

    /// The cells of the selected item, below the rule.
    var selectedBarItem: CellRect? {
        guard let selected = view.selectedItem, var part = part(selected, of: view.items.count, in: cells) else {
            return nil
        }
        guard part.rows > 1 else { return part }
        part.row += 1
        part.rows -= 1
        return part
    }
}
