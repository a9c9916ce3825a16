internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Tapping, closing, moving and hiding tabs on the bar.
extension ScreenState {
    /// Taps the tab at a position of the bar.
    mutating func tapTab(_ position: Int, in scene: Scene) -> [UserGesture] {
        if tree.isCustomizing { return drop(on: position) }
        let snapshot = tree.snapshot
        guard position < snapshot.items.count else { return refuse("tab \(position + 1) does not exist") }
        guard !snapshot.isPagePresented else { return refuse("a presented page covers the tabs") }
        guard scene.popover != nil else { return [.tap(position)] }
        // Behind a popover, a tap can dismiss the popover; a tap outside of the window does nothing.
        let frames = tree.itemFrames
        guard let bar = snapshot.barFrame, frames.indices.contains(position) else { return [] }
        let cells = Grid.screen.cells(frames[position].offset(x: bar.x, y: bar.y))
        guard scene.wholeWindow.contains(row: cells.middleRow, column: cells.middleColumn) else { return [] }
        let point = Grid.point(row: cells.middleRow, column: cells.middleColumn)
        return [.tapAt(x: point.x, y: point.y)]
    }

    /// Returns the tab at a position on the bar; nil for More, while customizing, and behind a presentation.
    private func tab(at position: Int, in scene: Scene) -> WindowSnapshot.Item? {
        let items = tree.snapshot.items
        let tabs = tree.tabBarController(controller).viewControllers ?? []
        guard items.indices.contains(position), tabs.contains(items[position].path), !tree.isCustomizing,
            scene.popover == nil, !tree.snapshot.isPagePresented
        else { return nil }
        return items[position]
    }

    mutating func close(_ position: Int, in scene: Scene) -> [UserGesture] {
        guard let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsClosing else { return refuse("this tab can't be closed") }
        return [.close(tab.path)]
    }

    /// Moves the focused tab to the position beside it. The focus moves with it.
    mutating func reorder(by step: Int, in scene: Scene) -> [UserGesture] {
        guard case .tab(let position) = focus, let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsReordering else { return refuse("this tab can't be moved") }
        guard self.tab(at: position + step, in: scene) != nil else { return [] }
        focus = .tab(position + step)
        return [.reorder(tab.path, position + step)]
    }

    mutating func hide(in scene: Scene) -> [UserGesture] {
        guard case .tab(let position) = focus, let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsHiding else { return refuse("this tab can't be hidden") }
        return [.hide(tab.path)]
    }

    /// Shows the tabs again that the user has hidden.
    func showHiddenTabs() -> [UserGesture] { hiddenTabs.isEmpty ? [] : [.resetHiddenTabs] }

    private var hiddenTabs: [ObjectPath] {
        (tree.tabBarController(controller).viewControllers ?? []).filter { tree.viewController($0).tabHidden == true }
    }

    /// The hints for a tab on the bar: its tooltip, and the keys that it allows.
    func hints(forTabAt position: Int) -> [String] {
        let items = tree.snapshot.items
        guard items.indices.contains(position) else { return [] }
        let item = items[position]
        return (item.tooltip.isEmpty ? [] : [CharacterWidth.printable(item.tooltip)]) + ["Enter taps"]
            + (item.allowsClosing ? ["Del closes"] : []) + (item.allowsReordering ? ["Shift-←→ moves"] : [])
            + (item.allowsHiding ? ["h hides"] : []) + (hiddenTabs.isEmpty ? [] : ["H resets hidden tabs"])
    }
}
