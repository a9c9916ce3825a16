internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Closing, moving and hiding tabs on the bar.
extension ScreenState {
    /// Returns the tab at a position on the bar; nil for More, while customizing, and behind a presentation.
    private func tab(at position: Int, in scene: Scene) -> Picture.Item? {
        let items = tree.picture.items
        let tabs = tree.tabBarController(controller).viewControllers ?? []
        guard items.indices.contains(position), tabs.contains(items[position].path), !tree.isCustomizing,
            scene.popover == nil, !tree.picture.isPagePresented
        else { return nil }
        return items[position]
    }

    mutating func close(_ position: Int, in scene: Scene) -> [UserGesture] {
        guard let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsClosing else {
            message = "this tab can't be closed"
            return []
        }
        return [.close(tab.path)]
    }

    /// Moves the focused tab to the position beside it. The focus moves with it.
    mutating func reorder(by step: Int, in scene: Scene) -> [UserGesture] {
        guard case .tab(let position) = focus, let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsReordering else {
            message = "this tab can't be moved"
            return []
        }
        guard self.tab(at: position + step, in: scene) != nil else { return [] }
        focus = .tab(position + step)
        return [.reorder(tab.path, position + step)]
    }

    mutating func hide(in scene: Scene) -> [UserGesture] {
        guard case .tab(let position) = focus, let tab = tab(at: position, in: scene) else { return [] }
        guard tab.allowsHiding else {
            message = "this tab can't be hidden"
            return []
        }
        return [.hide(tab.path)]
    }

    /// Shows the tabs again that the user has hidden.
    func showHiddenTabs() -> [UserGesture] { hiddenTabs.isEmpty ? [] : [.resetHiddenTabs] }

    private var hiddenTabs: [ObjectPath] {
        (tree.tabBarController(controller).viewControllers ?? []).filter { tree.viewController($0).tabHidden == true }
    }

    /// The hints for a tab on the bar: its tooltip, and the keys that it allows.
    func hints(forTabAt position: Int) -> [String] {
        let items = tree.picture.items
        guard items.indices.contains(position) else { return [] }
        let item = items[position]
        return (item.tooltip.isEmpty ? [] : [CharacterWidth.printable(item.tooltip)]) + ["Enter taps"]
            + (item.allowsClosing ? ["Del closes"] : []) + (item.allowsReordering ? ["Shift-←→ moves"] : [])
            + (item.allowsHiding ? ["h hides"] : []) + (hiddenTabs.isEmpty ? [] : ["H resets hidden tabs"])
    }
}
