package import DBusInterface
package import TabInterface

/// The navigation bar of the top view controller of a navigation controller.
package struct NavigationBar: Hashable, Sendable {
    /// The title of the back button; empty without a back button.
    package var backTitle: String
    package var title: String
    package var left: [BarButtonItemEntry]
    package var right: [BarButtonItemEntry]

    /// Returns nil if the bar is hidden or the stack is empty.
    package init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard tree.navigationController(navigation).navigationBarHidden == false,
            let top = tree.navigationController(navigation).topViewController, tree.objects[top] != nil
        else { return nil }
        let item = tree.navigationItem(top)
        backTitle = item.backButtonTitle ?? ""
        title = item.title ?? ""
        left = item.leftBarButtonItems ?? []
        right = item.rightBarButtonItems ?? []
    }

    /// Returns the button that a reference names; nil if it is not in a bar.
    package static func item(_ reference: ViewReference, in tree: ManagedObjects) -> BarButtonItemEntry? {
        items(of: reference.viewController, in: tree).first { $0.id == reference.view }
    }

    /// Returns the buttons of a view controller in the navigation bar and in the toolbar.
    package static func items(of viewController: ObjectPath, in tree: ManagedObjects) -> [BarButtonItemEntry] {
        let item = tree.navigationItem(viewController)
        let lists = [
            item.leftBarButtonItems, item.rightBarButtonItems, tree.viewController(viewController).toolbarItems,
        ]
        return lists.flatMap { $0 ?? [] }
    }

}

/// The toolbar of the top view controller of a navigation controller.
package struct Toolbar: Hashable, Sendable {
    package var items: [BarButtonItemEntry]
    /// The frame in the view of the navigation controller, in points.
    package var frame: DBusRect

    /// Returns nil if the toolbar is not drawn or the stack is empty.
    package init?(of navigation: ObjectPath, in tree: ManagedObjects) {
        guard let frame = tree.navigationController(navigation).toolbarFrame, frame.height > 0,
            let top = tree.navigationController(navigation).topViewController,
            let items = tree.viewController(top).toolbarItems
        else { return nil }
        self.frame = frame
        self.items = items
    }
}
