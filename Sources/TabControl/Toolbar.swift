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
        let name = NavigationControllerInterface.name
        guard let frame = tree.value(NavigationControllerInterface.toolbarFrame, of: name, at: navigation),
            frame.height > 0,
            let top = tree.value(NavigationControllerInterface.topViewController, of: name, at: navigation),
            let items = tree.value(ViewControllerInterface.toolbarItems, of: ViewControllerInterface.name, at: top)
        else { return nil }
        self.frame = frame
        self.items = items
    }

    /// `[Reply] [Delete]`, without columns.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }

    /// The columns of each button that is not cut off.
    func buttonColumns(columns: Int) -> [UInt32: Range<Int>] {
        var result: [UInt32: Range<Int>] = [:]
        var column = 0
        for item in items {
            let end = column + CharacterWidth.width(of: CharacterWidth.printable(NavigationBar.text(item)))
            if column < columns { result[item.id] = column..<min(end, columns) }
            column = end + 1
        }
        return result
    }
}
