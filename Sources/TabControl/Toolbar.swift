internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The toolbar of a navigation controller as it is shown under the top of its stack.
struct Toolbar: Hashable, Sendable {
    var items: [BarButtonItemEntry]
    /// In the view of the navigation controller, in points.
    var frame: DBusRect

    /// nil when the toolbar is not drawn, or when nothing is on the stack.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard let frame = tree.navigationController(navigation).toolbarFrame, frame.height > 0,
            let top = tree.navigationController(navigation).topViewController,
            let items = tree.viewController(top).toolbarItems
        else { return nil }
        self.frame = frame
        self.items = items
    }

    /// `[Reply] [Delete]`, without columns.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }
}
