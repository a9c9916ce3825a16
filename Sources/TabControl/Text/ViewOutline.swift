internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The view tree of one view controller.
struct ViewHierarchy {
    /// The daemon allows 32 levels; a deeper tree contains a cycle.
    static let maximumDepth = 64

    private let subviews: [UInt32: [ViewEntry]]

    init(_ views: [ViewEntry]) { subviews = Dictionary(grouping: views, by: \.parent) }

    var root: ViewEntry? { subviews[0]?.first }

    /// Returns the subviews from back to front.
    ///
    /// - Parameter depth: The depth of the view; 0 for the root.
    func subviews(of view: ViewEntry, at depth: Int) -> [ViewEntry] {
        guard depth + 1 < Self.maximumDepth else { return [] }
        return (subviews[view.id] ?? []).filter { $0.id != view.id }
    }
}

/// A view tree as readable text: one line per view, indented by depth. The rows of a table and the items of a tab bar
/// follow their view.
struct ViewOutline {
    private let views: ViewHierarchy

    init(_ views: [ViewEntry]) { self.views = ViewHierarchy(views) }

    var lines: [String] { views.root.map { lines(of: $0, depth: 0) } ?? [] }

    private func lines(of view: ViewEntry, depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth)
        let menus = [("menu", view.menu), ("row menu", view.rowMenu)].filter { !$1.isEmpty }.map { name, menu in
            CharacterWidth.printable("\(name): " + Self.text(of: menu))
        }
        let rows = (Self.rows(of: view) + menus).map { indent + "      " + $0 }
        let subviews = views.subviews(of: view, at: depth).flatMap { lines(of: $0, depth: depth + 1) }
        return [indent + Self.line(of: view)] + rows + subviews
    }

    /// The properties that come first in a line.
    private static let contentKeys = [
        ViewKeys.text.name, ViewKeys.title.name, ViewKeys.placeholder.name, ViewKeys.image.name, ViewKeys.isOn.name,
        ViewKeys.value.name, ViewKeys.progress.name, ViewKeys.segments.name, ViewKeys.selectedSegment.name,
        ViewKeys.selectedItem.name, ViewKeys.values.name,
    ]

    /// The properties that a line leaves out.
    private static let hiddenKeys = [
        ViewKeys.identifier.name, ViewKeys.menu.name, ViewKeys.rowMenu.name, ViewKeys.textRevisions.name,
        ViewKeys.adjustedContentInset.name,
    ]

    /// Returns asterisks in place of a secret text.
    static func masked(_ text: Variant) -> Variant {
        .string(String(repeating: "*", count: min((text.get(as: String.self) ?? "").count, 8)))
    }

    /// Returns the line of a view: `2 Label #Elapsed  0,20 375x60  Text="00:00" Style=title`.
    static func line(of view: ViewEntry) -> String {
        var parts = [name(of: view), PropertyText.frame(view.frame)]
        var properties = view.properties
        for key in hiddenKeys { properties[key] = nil }
        if view.isKind(.tableView) { properties[ViewKeys.rows.name] = nil }
        if view.isKind(.tabBar) { properties[ViewKeys.items.name] = nil }
        if view.isSecure, let text = properties[ViewKeys.text.name] { properties[ViewKeys.text.name] = masked(text) }
        let content = contentKeys.filter { properties[$0] != nil }
        let others = properties.keys.filter { !contentKeys.contains($0) }.sorted()
        var texts = (content + others).map { key in
            PropertyText.assignment(key, properties[key] ?? .bool(false), in: view.className)
        }
        if view.autoresizing != 0 { texts.append("Flexible=\(PropertyText.autoresizing(view.autoresizing))") }
        if !texts.isEmpty { parts.append(texts.joined(separator: " ")) }
        return CharacterWidth.printable(parts.joined(separator: "  "))
    }

    /// Returns the identifiers of the actions in a menu with their titles: `copy "Copy", delete "Delete" (destructive)`.
    private static func text(of menu: [MenuItem]) -> String {
        menu.filter { $0.kind == "action" }.map { item in
            let notes = (item.state == "off" ? [] : [item.state]) + item.attributes
            return "\(item.identifier) \"\(item.title)\"" + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
        }.joined(separator: ", ")
    }

    /// Returns the id, class and Identifier of a view: `2 Label #Elapsed`.
    static func name(of view: ViewEntry) -> String {
        "\(view.id) \(view.className)" + (view.text(ViewKeys.identifier).map { " #\($0)" } ?? "")
    }

    /// Returns the rows or items with their number, title, detail or badge, image and notes, in columns.
    private static func rows(of view: ViewEntry) -> [String] {
        let items = view.isKind(.tabBar) ? view.items : []
        let cells =
            items.enumerated().map { index, item in
                [
                    "\(Position(at: index))", item.title, item.badgeValue, ImageName.short(item.image),
                    item.enabled ? "" : "disabled",
                ]
            }
            + view.rows.enumerated().map { index, row in
                let notes = [row.accessory == "none" ? "" : row.accessory, row.enabled ? "" : "disabled"]
                let note = notes.filter { !$0.isEmpty }.joined(separator: ", ")
                return ["\(Position(at: index))", row.title, row.detail, ImageName.short(row.image), note]
            }
        return Output.table(cells).split(separator: "\n").map(String.init)
    }
}
