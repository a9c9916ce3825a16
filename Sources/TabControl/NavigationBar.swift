internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// The bar of a navigation controller as it is shown over the top of its stack.
struct NavigationBar: Hashable, Sendable {
    /// The title of the way back; empty when there is none.
    var backTitle: String
    var title: String
    var left: [BarButtonItemEntry]
    var right: [BarButtonItemEntry]

    /// nil when the bar is hidden, or when nothing is on the stack.
    init?(of navigation: ObjectPath, in tree: ObjectTree) {
        let name = NavigationControllerInterface.name
        guard tree.value(NavigationControllerInterface.navigationBarHidden, of: name, at: navigation) == false,
            let top = tree.value(NavigationControllerInterface.topViewController, of: name, at: navigation),
            tree.objects[top] != nil
        else { return nil }
        func value<Content: DBusType>(_ property: Property<Content>) -> Content? {
            tree.value(property, of: NavigationItemInterface.name, at: top)
        }
        backTitle = value(NavigationItemInterface.backButtonTitle) ?? ""
        title = value(NavigationItemInterface.title) ?? ""
        left = value(NavigationItemInterface.leftBarButtonItems) ?? []
        right = value(NavigationItemInterface.rightBarButtonItems) ?? []
        if let more = MoreRows(of: top, in: tree) {
            if title.isEmpty { title = "More" }
            right = more.editTitle.map { [BarButtonItemEntry(id: 0, title: $0)] } ?? []
        }
    }

    /// `< Back  [Button]`
    var leading: String {
        ((backTitle.isEmpty ? [] : ["< \(backTitle)"]) + left.map(Self.text)).joined(separator: " ")
    }

    var trailing: String { right.map(Self.text).joined(separator: " ") }

    /// All in a line, without columns.
    var text: String {
        CharacterWidth.printable([leading, title, trailing].filter { !$0.isEmpty }.joined(separator: " | "))
    }

    /// The title in the middle, the buttons at the right; what has no room there follows what is before it.
    func line(columns: Int) -> Line {
        var line = Line()
        func add(_ text: String, at column: Int, _ style: Style) {
            let start = line.spans.isEmpty ? max(column, 0) : max(column, line.end + 2)
            guard !text.isEmpty, start < columns else { return }
            line.add(CharacterWidth.truncate(text, to: columns - start), column: start, style: style)
        }
        func width(_ text: String) -> Int { CharacterWidth.width(of: CharacterWidth.printable(text)) }
        add(CharacterWidth.printable(leading), at: 0, [])
        add(CharacterWidth.printable(title), at: (columns - width(title)) / 2, .bold)
        add(CharacterWidth.printable(trailing), at: columns - width(trailing), [])
        return line
    }

    /// `[Title]`, `(Title)` for a disabled one; without a title its image or its number stands there.
    static func text(_ item: BarButtonItemEntry) -> String {
        let title = [item.title, item.image, String(item.id)].first { !$0.isEmpty } ?? ""
        return item.enabled ? "[\(title)]" : "(\(title))"
    }
}
