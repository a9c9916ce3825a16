internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

extension WindowSnapshot {
    /// The titles of the controller and of its page: `Clock - World Clock`; the path without titles.
    var heading: String {
        let selected = items.first(where: \.isSelected)?.title ?? ""
        var names = [title, page.content.map { $0.title.isEmpty ? selected : $0.title } ?? ""].filter { !$0.isEmpty }
        if names.count == 2, names[0] == names[1] { names.removeLast() }
        return CharacterWidth.printable(names.isEmpty ? controller.text : names.joined(separator: " - "))
    }
}

extension WindowSnapshot.Item {
    /// Returns the text for a screen reader and the tooltip: `2 Alarms: label "Alarms, 3 new", tooltip "Today"`; nil
    /// without both.
    func description(at position: Position) -> String? {
        let parts = [("label", accessibilityLabel), ("tooltip", tooltip)].filter { !$1.isEmpty }.map {
            "\($0) \(PropertyText.text(.string($1)))"
        }
        return parts.isEmpty ? nil : CharacterWidth.printable("\(position) \(title): \(parts.joined(separator: ", "))")
    }

    /// The marks of a tab that needs attention and of one that is loading; empty for none.
    var marks: String { (needsAttention ? "!" : "") + (isLoading ? "↻" : "") }

    /// Returns the text of an item on a bar: `[1 Selected]`, ` 2 Other ` or `(3 Disabled)`. A badge follows the title
    /// in braces, then the marks.
    func text(at position: Position) -> String {
        isSelected ? "[\(label(at: position))]" : isEnabled ? " \(label(at: position)) " : "(\(label(at: position)))"
    }

    /// Returns the text of an item in a list: `1 Alarm {2}`, or `(2 Timer)` for a disabled tab.
    func listText(at position: Position) -> String {
        isEnabled ? label(at: position) : "(\(label(at: position)))"
    }

    private func label(at position: Position) -> String {
        CharacterWidth.printable(
            "\(position) \(title)" + (badge.isEmpty ? "" : " {\(badge)}") + (marks.isEmpty ? "" : " \(marks)"))
    }
}

extension NavigationBar {
    /// The whole bar on one line, without columns: `< Back [Button] | Title | [Button]`. The first right button is the
    /// outermost, as on the left.
    var text: String {
        let back = backTitle.isEmpty ? [] : ["< \(backTitle)"]
        let parts = [back + left.map(Self.text), [title], right.reversed().map(Self.text)]
        return CharacterWidth.printable(
            parts.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }.joined(separator: " | "))
    }

    /// Returns the text of a button: `[Title]`, or `(Title)` if it is disabled. A button without a title shows its
    /// image or its id.
    static func text(_ item: BarButtonItemEntry) -> String {
        let title = [item.title, item.image, String(item.id)].first { !$0.isEmpty } ?? ""
        return item.enabled ? "[\(title)]" : "(\(title))"
    }
}

extension Toolbar {
    /// The buttons on one line, without columns: `[Reply] [Delete]`.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }
}
