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
        let (tabs, focus) = (tree.tabBarController(controller), tree.focus(controller))
        guard tabs.profile == "tv", let environment = focus.focusEnvironment else { return nil }
        guard environment == "bar" else {
            let focused = focus.focusedView ?? .none
            guard !focused.viewController.isNone else { return "the content" }
            return CharacterWidth.printable(TreeText.name(focused, in: tree, views))
        }
        let item = focus.focusedItem ?? FocusInterface.noItem
        guard item != FocusInterface.noItem else { return "the bar" }
        let items = tabs.tabBar.flatMap { tree.tabBar($0).items } ?? []
        let title = items.dropFirst(Int(item)).first.map { ", \(TreeText.name($0, in: tree))" } ?? ""
        return "item \(Position(at: item)) of the bar\(title)"
    }
}
