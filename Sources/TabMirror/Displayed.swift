package import DBusInterface
internal import TabInterface

/// What a user has before him in a tab bar controller, a navigation controller or any other view controller.
package struct Displayed: Hashable, Sendable {
    /// The view controller on top; nil when there is none.
    package let content: ObjectPath?
    /// The navigation controller whose stack has the content, More included; nil for none.
    package let navigation: ObjectPath?

    /// - Parameter controller: A container stands for what it shows and for what is presented over it, any other for
    ///   itself and the stack that it is on.
    package init(in controller: ObjectPath, of tree: ManagedObjects) {
        self.init(by: Self.presentations(over: controller, tree).last ?? controller, tree)
    }

    /// What covers a window, and the popovers over it.
    package struct Layers: Hashable, Sendable {
        package struct Layer: Hashable, Sendable {
            package let popover: Popover
            package let displayed: Displayed
        }

        package let page: Displayed
        /// Whether the page is presented, and so covers the bars of what is under it.
        package let isPagePresented: Bool
        /// Each over the one before it.
        package let popovers: [Layer]
        /// What is presented last; nil for nothing.
        package let topPresented: ObjectPath?

        /// - Parameter controller: As `Displayed` takes it.
        package init(in controller: ObjectPath, of tree: ManagedObjects) {
            let presentations = Displayed.presentations(over: controller, tree)
            var page = controller
            var popovers: [Layer] = []
            for path in presentations {
                // What was asked for covers the window, whatever it is elsewhere.
                if path != controller, let popover = Popover(of: path, in: tree) ?? Popover(alert: path, in: tree) {
                    popovers.append(Layer(popover: popover, displayed: Displayed(by: path, tree)))
                } else {
                    page = path
                    popovers = []
                }
            }
            self.page = Displayed(by: page, tree)
            isPagePresented = page != controller
            self.popovers = popovers
            topPresented = presentations.dropFirst().last
        }
    }

    /// What a controller shows when nothing is over it.
    private init(by controller: ObjectPath, _ tree: ManagedObjects) {
        var path = controller
        // Containers in each other: a tree that is deeper closes in itself.
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

    /// A controller that is in no container, what is presented over it, what over that, and so on.
    private static func presentations(over controller: ObjectPath, _ tree: ManagedObjects) -> [ObjectPath] {
        // 32 are allowed; a tree that is higher closes in itself.
        Array(sequence(first: controller) { presented(over: $0, controller, tree) }.prefix(64))
    }

    /// What is over a controller that is in no container; nil for none, and for a plain controller that was asked for.
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

    /// The child that a container shows, / for an empty one; nil for what is no container.
    private static func shown(by path: ObjectPath, of tree: ManagedObjects) -> ObjectPath? {
        if isStack(path, tree) { return tree.navigationController(path).topViewController }
        let tabs = tree.tabBarController(path)
        guard let selected = tabs.selectedViewController else { return nil }
        // More has what is selected on its own stack, and all that was on the stack of a navigation controller.
        guard let more = tabs.moreNavigationController, let bar = tabs.tabBar, !more.isNone,
            tree.tabBar(bar).selectedItem == more
        else { return selected }
        return more
    }

    private static func isStack(_ path: ObjectPath, _ tree: ManagedObjects) -> Bool {
        tree.objects[path]?[NavigationControllerInterface.name] != nil
    }
}
