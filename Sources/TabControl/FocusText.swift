internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Where the focus of a tab bar controller of profile tv is, in words.
enum FocusText {
    /// `item 1 of the bar, 2 Stopwatch` or `view 4 Button #StartStop of 2 Stopwatch`; nil in other profiles.
    ///
    /// - Parameter views: What is known of the views; they are named by their numbers alone otherwise.
    static func text(
        of controller: ObjectPath, in tree: ManagedObjects, views: [ObjectPath: [ViewEntry]]
    ) -> String? {
        let name = FocusInterface.name
        let profile = tree.value(
            TabBarControllerInterface.profile, of: TabBarControllerInterface.name, at: controller)
        guard profile == "tv", let environment = tree.value(FocusInterface.focusEnvironment, of: name, at: controller)
        else { return nil }
        guard environment == "bar" else {
            let focused = tree.value(FocusInterface.focusedView, of: name, at: controller) ?? .none
            guard !focused.viewController.isNone else { return "the content" }
            let view = views[focused.viewController]?.first { $0.id == focused.view }
            let viewName = view.map(ViewOutline.name) ?? String(focused.view)
            return CharacterWidth.printable("view \(viewName) of \(TreeText.name(focused.viewController, in: tree))")
        }
        let item = tree.value(FocusInterface.focusedItem, of: name, at: controller) ?? FocusInterface.noItem
        guard item != FocusInterface.noItem else { return "the bar" }
        let bar = tree.value(TabBarControllerInterface.tabBar, of: TabBarControllerInterface.name, at: controller)
        let items = bar.flatMap { tree.value(TabBarInterface.items, of: TabBarInterface.name, at: $0) } ?? []
        let title = items.dropFirst(Int(item)).first.map { ", \(TreeText.name($0, in: tree))" } ?? ""
        return "item \(Position(at: item)) of the bar\(title)"
    }
}
