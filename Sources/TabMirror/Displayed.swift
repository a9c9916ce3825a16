package import DBusInterface
internal import TabInterface

/// The content that a user sees in a tab bar controller, a navigation controller or any other view controller.
package struct Displayed: Hashable, Sendable {
    /// The view controller on top; nil for an empty container.
    package let content: ObjectPath?
    /// The navigation controller whose stack contains the content, More included; nil for none.
    package let navigation: ObjectPath?

    /// - Parameter controller: A container stands for its displayed and presented content, any other view controller
    ///   for itself and its stack.
    package init(in controller: ObjectPath, of tree: ManagedObjects) {
        self.init(by: Self.presentations(over: controller, tree).last ?? controller, tree)
    }

    /// The page that covers a window, and the popovers over it.
    package struct Layers: Hashable, Sendable {
        package struct Layer: Hashable, Sendable {
            package let popover: Popover
            package let displayed: Displayed
        }

        package let page: Displayed
        /// The view controller whose view fills the window: the requested one, or the one that is presented over it.
        package let pageRoot: ObjectPath
        /// Whether the page is presented, and therefore covers the bars below it.
        package let isPagePresented: Bool
        /// From the lowest to the topmost.
        package let popovers: [Layer]
        /// The topmost presented view controller; nil for none.
        package let topPresented: ObjectPath?

        /// - Parameter controller: As in `Displayed`.
        package init(in controller: ObjectPath, of tree: ManagedObjects) {
            let presentations = Displayed.presentations(over: controller, tree)
            var page = controller
            var popovers: [Layer] = []
            for path in presentations {
                // The requested view controller fills the window, whatever it does elsewhere.
                if path != controller, let popover = Popover(of: path, in: tree) ?? Popover(alert: path, in: tree) {
                    popovers.append(Layer(popover: popover, displayed: Displayed(by: path, tree)))
                } else {
                    page = path
                    popovers = []
                }
            }
            self.page = Displayed(by: page, tree)
            pageRoot = page
            isPagePresented = page != controller
            self.popovers = popovers
            topPresented = presentations.dropFirst().last
        }
    }

    /// The content of a view controller without presentations.
    private init(by controller: ObjectPath, _ tree: ManagedObjects) {
        var path = controller
        // Nested containers. A deeper tree must contain a circle.
        for _ in 0..<64 {
            guard let next = Self.shown(by: path, of: tree) else { break }
            guard !next.isNone else {
                content = nil
                navigation = Self.isStack(path, tree) ? path : nil
                return
            }
            path = next
        }
        content = path
        navigation = tree.viewController(path).navigationController.flatMap { $0.isNone ? nil : $0 }
    }

    /// Returns a view controller outside of containers and the chain of presentations above it.
    private static func presentations(over controller: ObjectPath, _ tree: ManagedObjects) -> [ObjectPath] {
        // 32 levels are allowed. A higher tree must contain a circle.
        Array(sequence(first: controller) { presented(over: $0, controller, tree) }.prefix(64))
    }

    /// Returns what is presented over a view controller outside of containers; nil for none, and for a requested plain
    /// view controller.
    private static func presented(
        over path: ObjectPath, _ controller: ObjectPath, _ tree: ManagedObjects
    ) -> ObjectPath? {
        guard tree.viewController(path).parent?.isNone == true,
            let presented = tree.viewController(path).presentedViewController, !presented.isNone,
            path != controller || shown(by: path, of: tree) != nil,
            !Popover.isWaiting(presented, tree)
        else { return nil }
        return presented
    }

    /// Returns the displayed child of a container, / for an empty one; nil for a view controller that is not a
    /// container.
    package static func shown(by path: ObjectPath, of tree: ManagedObjects) -> ObjectPath? {
        if isStack(path, tree) { return tree.navigationController(path).topViewController }
        let tabs = tree.tabBarController(path)
        guard let selected = tabs.selectedViewController else { return nil }
        // More has the selected tab on its own stack, including the lent stack of a navigation controller.
        guard let more = tabs.moreNavigationController, let bar = tabs.tabBar, !more.isNone,
            tree.tabBar(bar).selectedItem == more
        else { return selected }
        return more
    }

    private static func isStack(_ path: ObjectPath, _ tree: ManagedObjects) -> Bool {
        tree.objects[path]?[NavigationControllerInterface.name] != nil
    }
}
