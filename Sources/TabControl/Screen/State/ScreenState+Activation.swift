internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Gestures on targets, by key or mouse.
extension ScreenState {
    mutating func activate(_ target: Target, in scene: Scene) -> [UserGesture] {
        switch target {
        case .tab(let position):
            guard tree.isCustomizing, carried == nil else { return tapTab(position, in: scene) }
            // Picks up a tab from the bar.
            carried = tree.more?.arrangement?.dropFirst(position).first.map { .customized($0.path) }
            return []
        case .back(let navigation): return [.back(navigation)]
        case .barButton(let path, let id), .toolbarItem(let path, let id): return [.barButton(path, id)]
        case .edit(let list): return [tree.isCustomizing ? .endEditing(list) : .beginEditing(list)]
        case .menuItem(let place): return chooseMenuItem(at: place)
        case .view:
            if tree.view(target)?.view.showsMenuWhenTapped == true {
                openMenu(of: target, in: scene)
                return []
            }
            beginEditing(target)
            return tree.view(target)?.activated(row: currentRow(of: target, in: scene)).map { [$0] } ?? []
        case .row(let path, let id, let row):
            positions.choose(row, of: .view(path, id))
            return tree.view(.view(path, id)).map { [$0.selectedRow(row)] } ?? []
        case .segment(let path, let id, let index):
            return tree.view(.view(path, id)).map { [$0.selectedSegment(index)] } ?? []
        case .item(let path, let id, let index):
            return tree.view(.view(path, id)).map { [$0.selectedItem(index)] } ?? []
        case .moreList(let list): return currentRow(of: target, in: scene).map { [.tapRow($0, list)] } ?? []
        case .moreRow(let list, let row):
            positions.choose(row, of: .moreList(list))
            return [.tapRow(row, list)]
        case .customized:
            carried = carried == target ? nil : target
            return []
        case .respawn(let path): return [.respawn(path)]
        }
    }

    /// Returns the enabled button of the preferred action in the top alert; nil if there is none.
    func preferredAction(in scene: Scene) -> Target? {
        let target = scene.page.flatMap { tree.preferredAction(of: $0) }
        return target.flatMap { scene.spot($0)?.isFocusable == true ? $0 : nil }
    }

    /// Starts editing a field, unless the screen is read-only.
    mutating func beginEditing(_ target: Target) {
        if !isReadOnly, let field = tree.view(target) { editing.begin(target, field) }
    }

    /// Escape: drops what is carried, dismisses what is presented, or removes the focus.
    mutating func escape(in scene: Scene) -> [UserGesture] {
        if carried != nil {
            carried = nil
            return []
        }
        if let presented = scene.escape { return [.escape(presented)] }
        if focus == nil, tree.snapshot.isPagePresented {
            message = "this page can only be dismissed by its own controls"
        }
        focus = nil
        return []
    }

    /// Does nothing but show a message.
    mutating func refuse(_ message: String) -> [UserGesture] {
        self.message = message
        return []
    }

    // MARK: Customizing

    mutating func drop(on position: Int) -> [UserGesture] {
        guard let list = tree.moreList, let bar = tree.more?.arrangement else { return [] }
        guard case .customized(let path) = carried else { return refuse("pick up a tab with Enter first") }
        guard position < bar.count else { return refuse("the bar has no position \(position + 1)") }
        carried = nil
        return [.move(path, slot: position, list)]
    }

    /// Moves a row of a table; the keyboard's current row moves with it.
    mutating func move(_ row: Int, to other: Int, in table: Target) -> [UserGesture] {
        guard let gesture = tree.view(table)?.movedRow(row, to: other) else { return [] }
        positions.choose(other, of: table)
        return [gesture]
    }
}
