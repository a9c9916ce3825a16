internal import EventLoop
internal import GTKWidgets
internal import TabInterface

extension [MenuItem] {
    /// The items as entries of GTK, without hidden ones.
    ///
    /// - Parameter parent: The index of the item that contains them; -1 for the top level.
    func entries(in parent: Int = -1) -> [MenuEntry] {
        indices.filter { Int(self[$0].parent) == parent && !self[$0].isHidden }.map { index in
            let item = self[index]
            // Parents come first, so this ends.
            let children = index > parent && item.kind != "action" ? entries(in: index) : []
            let kind: MenuEntry.Kind =
                switch item.kind {
                case "submenu": .submenu(children)
                case "inline": .section(children)
                default: .action(isOn: item.state != "off")
                }
            return MenuEntry(
                identifier: item.identifier, title: item.title, icon: item.image, isEnabled: !item.isDisabled,
                isDestructive: item.attributes.contains("destructive"), kind: kind)
        }
    }
}

/// Opens the menu of a view or a row: by a secondary click, a long press, and the Menu key.
@EventLoop
final class MenuGestures {
    private weak var widget: Widget?
    private let items: @EventLoop () -> [MenuItem]
    private let choose: @EventLoop (String) -> Void

    /// - Parameter items: Returns the current items; empty for no menu.
    init(
        on widget: Widget, _ items: @escaping @EventLoop () -> [MenuItem],
        _ choose: @escaping @EventLoop (String) -> Void
    ) {
        self.widget = widget
        self.items = items
        self.choose = choose
        widget.onClick(button: 3) { [weak self] x, y in self?.open(at: (x, y)) }
        widget.onLongPress { [weak self] x, y in self?.open(at: (x, y)) }
        widget.onKey { [weak self] key in
            guard let self, key.name == "Menu" || key.name == "F10" && key.isShift, !items().isEmpty else {
                return false
            }
            open()
            return true
        }
    }

    func open(at point: (x: Double, y: Double)? = nil) {
        let items = items()
        guard !items.isEmpty else { return }
        widget?.showMenu(items.entries(), at: point, choose)
    }
}
