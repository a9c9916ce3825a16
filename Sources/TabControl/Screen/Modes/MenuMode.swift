internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

/// The menu of a view or of a row of a table, while it is open.
struct OpenMenu: Hashable, Sendable {
    let path: ObjectPath
    let view: UInt32
    /// The row of a table whose menu it is; nil for the menu of the view.
    let row: Int?
    /// The index of the submenu that is shown; -1 for the top level.
    private(set) var parent = -1
    /// The place of the chosen item among those that are shown.
    private(set) var place = 0

    init(path: ObjectPath, view: UInt32, row: Int?) {
        self.path = path
        self.view = view
        self.row = row
    }

    /// Moves the choice to the next or previous item that the user can choose.
    mutating func move(_ step: Int, in menu: [MenuItem]) {
        let shown = menu.shown(in: parent)
        guard !shown.isEmpty else { return }
        var next = place
        for _ in shown {
            next = (next + step + shown.count) % shown.count
            guard menu[shown[next]].isDisabled else { break }
        }
        place = next
    }

    mutating func choose(_ place: Int) { self.place = place }

    mutating func open(_ submenu: Int) { (parent, place) = (submenu, 0) }

    /// Shows the menu that contains the submenu.
    ///
    /// - Returns: False at the top level.
    mutating func goBack(in menu: [MenuItem]) -> Bool {
        guard menu.indices.contains(parent) else { return false }
        var above = Int(menu[parent].parent)
        // The items of a group are in the menu around it.
        while menu.indices.contains(above), menu[above].kind == "inline" { above = Int(menu[above].parent) }
        (parent, place) = (above, 0)
        return true
    }
}

/// The open menu, which gets all keys.
struct MenuMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        guard let menu = state.menu else { return .passed() }
        let items = state.openItems
        switch key {
        case .up, .backTab: state.menu?.move(-1, in: items)
        case .down, .tab: state.menu?.move(1, in: items)
        case .enter, .right, .character(" "): return .handled(state.chooseMenuItem(at: menu.place))
        case .escape, .left: if state.menu?.goBack(in: items) != true { state.menu = nil }
        case .character("q"): state.menu = nil
        default: break
        }
        return .handled()
    }
}

/// Menus.
extension ScreenState {
    /// The items of the open menu; empty if there is none, or if its view no longer has it.
    var openItems: [MenuItem] {
        guard let menu, let entry = tree.view(.view(menu.path, menu.view))?.view else { return [] }
        return menu.row == nil ? entry.menu : entry.rowMenu
    }

    /// Opens the menu of the focused view, or of its current row.
    mutating func openMenu(in scene: Scene) {
        let focused = focus ?? tree.focusedView.map { .view($0.viewController, $0.view) }
        guard let focused, openMenu(of: focused, in: scene) else { return message = "no menu here" }
    }

    /// - Returns: False if the target has no menu.
    @discardableResult
    mutating func openMenu(of target: Target, in scene: Scene) -> Bool {
        guard !isReadOnly, case .view(let path, let id) = target, let entry = tree.view(target)?.view else {
            return false
        }
        let row = entry.rowMenu.isEmpty ? nil : currentRow(of: target, in: scene)
        guard row != nil || !entry.menu.isEmpty else { return false }
        menu = OpenMenu(path: path, view: id, row: row)
        // The first item that the user can choose.
        let items = openItems
        menu?.move(-1, in: items)
        menu?.move(1, in: items)
        return true
    }

    /// Chooses the item at a place of the open menu.
    mutating func chooseMenuItem(at place: Int) -> [UserGesture] {
        let items = openItems
        guard let open = menu else { return [] }
        let shown = items.shown(in: open.parent)
        guard shown.indices.contains(place) else { return [] }
        let item = items[shown[place]]
        menu?.choose(place)
        guard !item.isDisabled else { return [] }
        guard item.kind == "action" else {
            menu?.open(shown[place])
            return []
        }
        menu = nil
        return tree.view(.view(open.path, open.view)).map { [$0.chosenMenuItem(item.identifier, ofRow: open.row)] }
            ?? []
    }
}
