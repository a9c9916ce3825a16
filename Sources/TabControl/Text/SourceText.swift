internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The focused element of a tab bar controller of profile tv, in words.
enum FocusText {
    /// Returns `item 1 of the bar, 2 Stopwatch` or `view 4 Button #StartStop of 2 Stopwatch`; nil in other profiles.
    ///
    /// - Parameter views: The known views. Other views are named by their ids alone.
    static func text(
        of controller: ObjectPath, in tree: ManagedObjects, views: [ObjectPath: [ViewEntry]]
    ) -> String? {
        let (tabs, focus) = (tree.tabBarController(controller), tree.focus(controller))
        guard tabs.profile == "tv", let environment = focus.focusEnvironment else { return nil }
        guard environment == "bar" else {
            let focused = focus.focusedView ?? .none
            guard !focused.viewController.isNone else { return "the content" }
            return CharacterWidth.printable(ObjectNames.name(focused, in: tree, views))
        }
        let item = focus.focusedItem ?? FocusInterface.noItem
        guard item != FocusInterface.noItem else { return "the bar" }
        let items = tabs.tabBar.flatMap { tree.tabBar($0).items } ?? []
        let title = items.dropFirst(Int(item)).first.map { ", \(ObjectNames.name($0, in: tree))" } ?? ""
        return "item \(Position(at: item)) of the bar\(title)"
    }
}

/// The description of a popover, in words.
enum PopoverText {
    /// Returns `arrow up at [Add] of 3 World Clock, 352,140 320x413` or `adapted to formSheet`; nil if there is no
    /// popover.
    static func text(
        of viewController: ObjectPath, in tree: ManagedObjects, views: [ObjectPath: [ViewEntry]]
    ) -> String? {
        guard tree.popover(viewController).presented == true else { return nil }
        guard let popover = Popover(of: viewController, in: tree) else {
            let style = tree.popover(viewController).adaptivePresentationStyle ?? ""
            return style.isEmpty ? "adapted" : "adapted to \(style)"
        }
        let arrow = popover.arrowDirection.map { "arrow \($0.name)" } ?? "no arrow,"
        let background = popover.chrome.name.isEmpty ? "" : ", background \(popover.chrome.name)"
        return "\(arrow) at \(source(of: popover, in: tree, views: views)), \(PropertyText.frame(popover.frame))"
            + background
    }

    /// Returns the source: `[Add] of 3 World Clock`, `view 4 Button #Add of 3 World Clock`, `item 1 of the bar of 5
    /// Desk`.
    private static func source(
        of popover: Popover, in tree: ManagedObjects, views: [ObjectPath: [ViewEntry]]
    ) -> String {
        func name(_ path: ObjectPath) -> String { ObjectNames.name(path, in: tree) }
        let part = popover.sourceRect.map { PropertyText.frame($0) + " in " } ?? ""
        switch popover.sourceItem {
        case .barButtonItem(let item):
            let button = NavigationBar.item(item, in: tree).map(NavigationBar.text) ?? "button \(item.view)"
            return "\(button) of \(name(item.viewController))"
        case .view(let view): return part + ObjectNames.name(view, in: tree, views)
        case .tabBar(let bar): return "\(part)the bar of \(name(owner(of: bar)))"
        case .tabBarItem(let bar, let position):
            return "item \(Position(at: position)) of the bar of \(name(owner(of: bar)))"
        case nil: return "nothing"
        }
    }

    private static func owner(of bar: ObjectPath) -> ObjectPath {
        TabNames.tabBarController(ofBar: bar)?.path ?? bar
    }
}
