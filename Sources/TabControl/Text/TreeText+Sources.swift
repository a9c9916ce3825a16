internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The focus and the popovers, in words.
extension TreeText {
    /// Returns the focused element: `item 1 of the bar, 2 Stopwatch` or `view 4 Button #StartStop of 2 Stopwatch`; nil
    /// without a focus.
    func focus(of controller: ObjectPath) -> String? {
        let (tabs, focus) = (tree.tabBarController(controller), tree.focus(controller))
        guard tree.hasFocus(controller), let environment = focus.focusEnvironment else { return nil }
        guard environment == "bar" else {
            let focused = focus.focusedView ?? .none
            return focused.viewController.isNone ? "the content" : CharacterWidth.printable(name(of: focused))
        }
        let item = focus.focusedItem ?? FocusInterface.noItem
        guard item != FocusInterface.noItem else { return "the bar" }
        let items = tabs.tabBar.flatMap { tree.tabBar($0).items } ?? []
        let title = items.dropFirst(Int(item)).first.map { ", \(name($0))" } ?? ""
        return "item \(Position(at: item)) of the bar\(title)"
    }

    /// Returns `arrow up at [Add] of 3 World Clock, 352,140 320x413` or `adapted to formSheet`; nil if there is no
    /// popover.
    func popover(of viewController: ObjectPath) -> String? {
        guard tree.popover(viewController).presented == true else { return nil }
        guard let popover = Popover(of: viewController, in: tree.managedObjects) else {
            let style = tree.popover(viewController).adaptivePresentationStyle ?? ""
            return style.isEmpty ? "adapted" : "adapted to \(style)"
        }
        let arrow = popover.arrowDirection.map { "arrow \($0.name)" } ?? "no arrow,"
        let background = popover.chrome.name.isEmpty ? "" : ", background \(popover.chrome.name)"
        return "\(arrow) at \(source(of: popover)), \(PropertyText.frame(popover.frame))\(background)"
    }

    /// Returns the source: `[Add] of 3 World Clock`, `view 4 Button #Add of 3 World Clock`, `item 1 of the bar of 5
    /// Desk`.
    private func source(of popover: Popover) -> String {
        let part = popover.sourceRect.map { PropertyText.frame($0) + " in " } ?? ""
        switch popover.sourceItem {
        case .barButtonItem(let item):
            let button = NavigationBar.item(item, in: tree.managedObjects).map(NavigationBar.text)
            return "\(button ?? "button \(item.view)") of \(name(item.viewController))"
        case .view(let view): return part + name(of: view)
        case .tabBar(let bar): return "\(part)the bar of \(name(owner(of: bar)))"
        case .tabBarItem(let bar, let position):
            return "item \(Position(at: position)) of the bar of \(name(owner(of: bar)))"
        case nil: return "nothing"
        }
    }

    private func owner(of bar: ObjectPath) -> ObjectPath {
        TabNames.tabBarController(ofBar: bar)?.path ?? bar
    }

    /// Returns `view 4 Button #Add of 3 World Clock`; an unknown view is named by its id alone.
    private func name(of view: ViewReference) -> String {
        let entry = tree.views[view.viewController]?.view(view.view)
        return "view \(entry.map(ViewOutline.name) ?? String(view.view)) of \(name(view.viewController))"
    }
}
