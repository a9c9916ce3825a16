internal import DBusInterface
internal import TabInterface
internal import TerminalUI

extension Picture {
    /// The whole picture, as high as it needs to be.
    func canvas(columns: Int) -> Canvas {
        let lines = head(columns: columns) + body(columns: columns) + foot(columns: columns)
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: lines.count))
        for (row, line) in lines.enumerated() { canvas.draw(line, row: row) }
        return canvas
    }

    /// The picture in a terminal: the bar is at the bottom, over a line for messages; content that has no room is cut.
    func canvas(size: TerminalSize, message: String) -> Canvas {
        var canvas = Canvas(size: size)
        let foot = foot(columns: size.columns)
        let messageRow = size.rows - 1
        let footRow = max(0, messageRow - foot.count)
        let upper = (head(columns: size.columns) + body(columns: size.columns)).prefix(footRow)
        for (row, line) in upper.enumerated() { canvas.draw(line, row: row) }
        for (row, line) in foot.enumerated() where footRow + row < messageRow { canvas.draw(line, row: footRow + row) }
        canvas.draw(CharacterWidth.truncate(message, to: size.columns), row: messageRow, column: 0, style: .dim)
        return canvas
    }

    private func head(columns: Int) -> [Line] {
        let selected = items.first(where: \.isSelected)?.title ?? ""
        var names = [title, content.map { $0.title.isEmpty ? selected : $0.title } ?? ""].filter { !$0.isEmpty }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        let text = names.isEmpty ? controller.text : names.joined(separator: " - ")
        let title = CharacterWidth.truncate(CharacterWidth.printable(text), to: columns)
        let bar = navigationBar.map { [$0.line(columns: columns)] } ?? []
        return [Line(title, style: .bold), Line(String(repeating: "-", count: columns), style: .dim)] + bar
    }

    private func body(columns: Int) -> [Line] {
        guard let content else { return [Line("no tabs", style: .dim)] }
        var lines: [Line] = []
        if content.state != "ready", !content.state.isEmpty {
            let reason = content.failureReason.isEmpty ? "" : ": " + content.failureReason
            lines.append(Line("! \(content.state)\(reason)", style: .bold))
        }
        if let more { return lines + rows(of: more) }
        if content.snapshot.views.isEmpty {
            lines.append(Line("(the view is not loaded)", style: .dim))
        }
        return lines + ViewText(content.snapshot.views).lines(columns: columns)
    }

    /// More's list; while it is arranged, first what is on the bar.
    private func rows(of more: MoreRows) -> [Line] {
        var lines = more.rows.enumerated().map { index, item in
            Line("  " + MoreRows.text(item, number: index), style: item.isEnabled ? [] : .dim)
        }
        if let arrangement = more.arrangement {
            lines.insert(Line("customizing: \(TreeText.numbered(arrangement))", style: .bold), at: 0)
        }
        return lines
    }

    private func foot(columns: Int) -> [Line] {
        let rule = Line(String(repeating: "-", count: columns), style: .dim)
        return (isBarHidden ? [] : [rule] + bar(columns: columns))
            + (focus.map { [Line("focus: " + $0, style: .dim)] } ?? [])
    }

    /// The items, on as many lines as they need.
    private func bar(columns: Int) -> [Line] {
        var lines = [Line()]
        var column = 0
        for (index, item) in items.enumerated() {
            let text = CharacterWidth.truncate(item.text(number: index + 1), to: columns)
            let width = CharacterWidth.width(of: text)
            if column > 0, column + width > columns {
                lines.append(Line())
                column = 0
            }
            let style: Style = item.isSelected ? .reverse : item.isEnabled ? [] : .dim
            lines[lines.count - 1].add(text, column: column, style: style)
            column += width + 1
        }
        return lines
    }
}

extension Picture.Item {
    /// `[1 Selected]`, ` 2 Other `, `(3 Disabled)`; a badge follows the title in braces.
    fileprivate func text(number: Int) -> String {
        let badge = badge.isEmpty ? "" : " {\(badge)}"
        let text = CharacterWidth.printable("\(number) \(title)\(badge)")
        return isSelected ? "[\(text)]" : isEnabled ? " \(text) " : "(\(text))"
    }
}
