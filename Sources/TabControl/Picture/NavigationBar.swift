internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The navigation bar of the top view controller of a navigation controller.
struct NavigationBar: Hashable, Sendable {
    /// The title of the back button; empty without a back button.
    var backTitle: String
    var title: String
    var left: [BarButtonItemEntry]
    var right: [BarButtonItemEntry]

    /// Returns nil if the bar is hidden or the stack is empty.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard tree.navigationController(navigation).navigationBarHidden == false,
            let top = tree.navigationController(navigation).topViewController, tree.objects[top] != nil
        else { return nil }
        let item = tree.navigationItem(top)
        backTitle = item.backButtonTitle ?? ""
        title = item.title ?? ""
        left = item.leftBarButtonItems ?? []
        right = item.rightBarButtonItems ?? []
    }

    /// The whole bar on one line, without columns: `< Back [Button] | Title | [Button]`. The first right button is the
    /// outermost, as on the left.
    var text: String {
        let back = backTitle.isEmpty ? [] : ["< \(backTitle)"]
        let parts = [back + left.map(Self.text), [title], right.reversed().map(Self.text)]
        return CharacterWidth.printable(
            parts.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }.joined(separator: " | "))
    }

    /// Returns the button that a reference names; nil if it is not in a bar.
    static func item(_ reference: ViewReference, in tree: ManagedObjects) -> BarButtonItemEntry? {
        items(of: reference.viewController, in: tree).first { $0.id == reference.view }
    }

    /// Returns the buttons of a view controller in the navigation bar and in the toolbar.
    static func items(of viewController: ObjectPath, in tree: ManagedObjects) -> [BarButtonItemEntry] {
        let item = tree.navigationItem(viewController)
        let lists = [
            item.leftBarButtonItems, item.rightBarButtonItems, tree.viewController(viewController).toolbarItems,
        ]
        return lists.flatMap { $0 ?? [] }
    }

    /// Returns the text of a button: `[Title]`, or `(Title)` if it is disabled. A button without a title shows its
    /// image or its id.
    static func text(_ item: BarButtonItemEntry) -> String {
        let title = [item.title, item.image, String(item.id)].first { !$0.isEmpty } ?? ""
        return item.enabled ? "[\(title)]" : "(\(title))"
    }
}

/// The toolbar of the top view controller of a navigation controller.
struct Toolbar: Hashable, Sendable {
    var items: [BarButtonItemEntry]
    /// The frame in the view of the navigation controller, in points.
    var frame: DBusRect

    /// Returns nil if the toolbar is not drawn or the stack is empty.
    init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard let frame = tree.navigationController(navigation).toolbarFrame, frame.height > 0,
            let top = tree.navigationController(navigation).topViewController,
            let items = tree.viewController(top).toolbarItems
        else { return nil }
        self.frame = frame
        self.items = items
    }

    /// The buttons on one line, without columns: `[Reply] [Delete]`.
    var text: String { CharacterWidth.printable(items.map(NavigationBar.text).joined(separator: " ")) }
}
