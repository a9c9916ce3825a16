internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The names of view controllers and views in messages and texts.
enum ObjectNames {
    /// Returns the number and the title, else the type: `2 Stopwatch`; `none` for `/`.
    static func name(_ path: ObjectPath, in tree: ManagedObjects) -> String {
        let controller = tree.viewController(path)
        let titles = [tree.tabBarItem(path).displayTitle, controller.title, controller.type].compactMap(\.self)
        let title = titles.first { !$0.isEmpty }.map { " " + $0 } ?? ""
        return CharacterWidth.printable(PropertyText.object(path) + title)
    }

    /// Returns `view 4 Button #Add of 3 World Clock`.
    ///
    /// - Parameter views: The known views. Other views are named by their ids alone.
    static func name(
        _ view: ViewReference, in tree: ManagedObjects, _ views: [ObjectPath: [ViewEntry]]
    ) -> String {
        let entry = views[view.viewController]?.first { $0.id == view.view }
        return "view \(entry.map(ViewOutline.name) ?? String(view.view)) of \(name(view.viewController, in: tree))"
    }

    /// Returns `7 Stopwatch is not a tab bar controller; it belongs to 3 Clocks`.
    static func notTabBarController(_ path: ObjectPath, in tree: ManagedObjects) -> String {
        let tabs = tree.viewController(path).tabBarController ?? .none
        return "\(name(path, in: tree)) is not a tab bar controller"
            + (tabs.isNone ? "" : "; it belongs to \(name(tabs, in: tree))")
    }
}
