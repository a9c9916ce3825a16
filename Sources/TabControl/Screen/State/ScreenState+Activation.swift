internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Activation of targets by Enter or a click.
extension ScreenState {
    mutating func activate(_ target: Target, in scene: Scene) -> [ScreenEffect] {
        switch target {
        case .tab(let position):
            if isCustomizing, carried == nil { return pickUp(onBar: position) }
            return tapTab(position, in: scene)
        case .back(let navigation): return [.back(navigation)]
        case .barButton(let path, let id), .toolbarItem(let path, let id): return [.barButton(path, id)]
        case .edit(let list): return [isCustomizing ? .endEditing(list) : .beginEditing(list)]
        case .view: return activateView(target, in: scene)
        case .row(let path, let id, let row):
            rows[.view(path, id)] = row
            return [.send(path, id, "selectRow", .uint32(UInt32(clamping: row)))]
        case .segment(let path, let id, let index):
            return [.send(path, id, "valueChanged", .int32(Int32(clamping: index)))]
        case .item(let path, let id, let index):
            return [.send(path, id, "selectItem", .uint32(UInt32(clamping: index)))]
        case .moreList(let list): return chosenRow(of: target, in: scene).map { [.tapRow($0, list)] } ?? []
        case .moreRow(let list, let row):
            rows[.moreList(list)] = row
            return [.tapRow(row, list)]
        case .customized:
            carried = carried == target ? nil : target
            return []
        case .respawn(let path): return [.respawn(path)]
        }
    }

    /// Returns the enabled button of the preferred action in the top alert; nil if there is none.
    func preferredAction(in scene: Scene) -> Target? {
        typealias Contract = AlertControllerInterface
        guard let alert = scene.page,
            let position = tree.alert(alert).preferredAction,
            let button = tree.views[alert]?.views.first(where: {
                $0.properties["Identifier"] == .string("Action.\(position)")
            })
        else { return nil }
        let target = Target.view(alert, button.id)
        return scene.spot(target)?.isFocusable == true ? target : nil
    }

    private mutating func activateView(_ target: Target, in scene: Scene) -> [ScreenEffect] {
        guard let (path, view) = view(target) else { return [] }
        switch view.className {
        case "Button": return [.send(path, view.id, "primaryActionTriggered", .bool(true))]
        case "Switch":
            return [.send(path, view.id, "valueChanged", .bool(view.properties["On"] != .bool(true)))]
        case "TableView":
            guard let row = chosenRow(of: target, in: scene) else { return [] }
            return [.send(path, view.id, "selectRow", .uint32(UInt32(clamping: row)))]
        case "TabBar":
            // Taps the selected item again.
            let selected = view.selectedItem.flatMap { view.items.indices.contains($0) ? $0 : nil }
            guard let item = selected ?? view.item(after: nil, step: 1), view.items[item].enabled else { return [] }
            return [.send(path, view.id, "selectItem", .uint32(UInt32(clamping: item)))]
        case "TextField", "TextView":
            beginEditing(target)
            return []
        default: return []
        }
    }

    /// Starts editing a field, unless it is read-only.
    mutating func beginEditing(_ target: Target) {
        guard let (_, view) = view(target), editor?.target != target else { return }
        guard Self.acceptsText(view), !isReadOnly else { return }
        editor = TextEditor(target, text: view.text("Text") ?? "", isMultiline: view.className == "TextView")
    }

    static func acceptsText(_ view: ViewEntry) -> Bool {
        view.className == "TextField" || view.className == "TextView" && view.properties["Editable"] == .bool(true)
    }

    // MARK: Customizing

    /// Picks up a tab from the bar.
    private mutating func pickUp(onBar position: Int) -> [ScreenEffect] {
        guard let item = more?.arrangement?.dropFirst(position).first else { return [] }
        carried = .customized(item.path)
        return []
    }

    mutating func drop(on position: Int) -> [ScreenEffect] {
        guard let list = moreList, let bar = more?.arrangement else { return [] }
        guard case .customized(let path) = carried else {
            message = "pick up a tab with Enter first"
            return []
        }
        guard position < bar.count else {
            message = "the bar has no position \(position + 1)"
            return []
        }
        carried = nil
        return [.move(path, slot: position, list)]
    }

    // MARK: Rows

    /// Returns the keyboard's current row; nil if there are no rows.
    func chosenRow(of target: Target, in scene: Scene) -> Int? {
        guard let count = scene.lists[target]?.count, count > 0 else { return nil }
        let selected: Int32 = view(target)?.view.properties["SelectedRow"]?.get() ?? -1
        let row = rows[target] ?? (selected < count ? Int(selected) : 0)
        return min(max(row, 0), count - 1)
    }

    func deleteRow(in scene: Scene) -> [ScreenEffect] {
        guard let focus, let (path, view) = view(focus), view.properties["AllowsDelete"] == .bool(true),
            let row = chosenRow(of: focus, in: scene)
        else { return [] }
        return [.send(path, view.id, "deleteRow", .uint32(UInt32(clamping: row)))]
    }

    mutating func moveRow(by step: Int, in scene: Scene) -> [ScreenEffect] {
        guard let focus, let (path, view) = view(focus), view.properties["AllowsMove"] == .bool(true),
            let row = chosenRow(of: focus, in: scene)
        else { return [] }
        return move(row, to: row + step, of: view, in: path)
    }

    /// Moves a row; the keyboard's current row moves with it.
    mutating func move(_ row: Int, to other: Int, of view: ViewEntry, in path: ObjectPath) -> [ScreenEffect] {
        let all: [TableRow] = view.properties["Rows"]?.get() ?? []
        guard all.indices.contains(row), all.indices.contains(other), row != other else { return [] }
        rows[.view(path, view.id)] = other
        return [
            .send(
                path, view.id, "moveRow",
                .structure([.uint32(UInt32(clamping: row)), .uint32(UInt32(clamping: other))]))
        ]
    }
}
