internal import DBusInterface
internal import TabInterface

/// What a user has before him in a tab bar controller, a navigation controller or any other view controller.
struct Displayed: Hashable, Sendable {
    /// The view controller on top; nil when there is none.
    let content: ObjectPath?
    /// The navigation controller whose stack has the content, More included; nil for none.
    let navigation: ObjectPath?

    /// - Parameter controller: A container stands for what it shows and for what is presented over it, any other for
    ///   itself and the stack that it is on.
    init(in controller: ObjectPath, of tree: ObjectTree) {
        var path = controller
        // Presentations and containers in each other: a tree that is deeper closes in itself.
        for _ in 0..<64 {
            guard let next = Self.presented(over: path, controller, tree) ?? Self.shown(by: path, of: tree) else {
                break
            }
            guard !next.isNone else {
                content = nil
                navigation = Self.isStack(path, tree) ? path : nil
                return
            }
            path = next
        }
        content = path
        navigation = tree.value(
            ViewControllerInterface.navigationController, of: ViewControllerInterface.name, at: path
        ).flatMap { $0.isNone ? nil : $0 }
    }

    /// What covers a controller that is in no container; nil for none, and for a plain controller that was asked for.
    private static func presented(
        over path: ObjectPath, _ controller: ObjectPath, _ tree: ObjectTree
    ) -> ObjectPath? {
        let name = ViewControllerInterface.name
        guard tree.value(ViewControllerInterface.parent, of: name, at: path)?.isNone == true,
            let presented = tree.value(ViewControllerInterface.presentedViewController, of: name, at: path),
            !presented.isNone, path != controller || shown(by: path, of: tree) != nil
        else { return nil }
        return presented
    }

    /// The child that a container shows, / for an empty one; nil for what is no container.
    private static func shown(by path: ObjectPath, of tree: ObjectTree) -> ObjectPath? {
        if isStack(path, tree) {
            return tree.value(
                NavigationControllerInterface.topViewController, of: NavigationControllerInterface.name, at: path)
        }
        let name = TabBarControllerInterface.name
        guard let selected = tree.value(TabBarControllerInterface.selectedViewController, of: name, at: path) else {
            return nil
        }
        // More has what is selected on its own stack, and all that was on the stack of a navigation controller.
        guard let more = tree.value(TabBarControllerInterface.moreNavigationController, of: name, at: path),
            let bar = tree.value(TabBarControllerInterface.tabBar, of: name, at: path), !more.isNone,
            tree.value(TabBarInterface.selectedItem, of: TabBarInterface.name, at: bar) == more
        else { return selected }
        return more
    }

    private static func isStack(_ path: ObjectPath, _ tree: ObjectTree) -> Bool {
        tree.objects[path]?[NavigationControllerInterface.name] != nil
    }
}
