internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// More's list as a user sees it: the tabs that have no place on the bar, and while they are arranged those that have one.
struct MoreRows: Hashable, Sendable {
    var rows: [Picture.Item]
    var isEditAvailable: Bool
    /// The arrangement of the bar while somebody is customizing; nil while nobody is.
    var arrangement: [Picture.Item]?
    /// Those that may be arranged, in the order of the tabs.
    var customizable: [Picture.Item]

    /// nil for what is no list of More.
    init?(of list: ObjectPath, in tree: ManagedObjects) {
        let more = tree.moreList(list)
        guard let rows = more.rows else { return nil }
        func item(_ path: ObjectPath) -> Picture.Item { Picture.Item(path, in: tree, isSelected: false) }
        isEditAvailable = more.editAvailable ?? false
        let tabs = tree.tabBarController(tree.viewController(list).tabBarController ?? .none)
        customizable = (tabs.customizableViewControllers ?? []).map(item)
        guard tabs.customizing == true, let bar = more.barItems else {
            self.rows = rows.map(item)
            return
        }
        arrangement = bar.map(item)
        // The list itself stays as it was until Done; what is shown is what it would be.
        self.rows = (tabs.viewControllers ?? rows).filter { !bar.contains($0) }.map(item)
    }

    /// `1 Alarm {2}`, `(2 Timer)` for a disabled one.
    static func text(_ item: Picture.Item, at index: Int) -> String {
        let text = "\(Position(at: index)) \(item.title)" + (item.badge.isEmpty ? "" : " {\(item.badge)}")
        return item.isEnabled ? text : "(\(text))"
    }

    /// The list of a tab bar controller's More, displayed or not; nil in profile tv.
    static func list(of controller: ObjectPath, in tree: ManagedObjects) -> ObjectPath? {
        tree.paths(with: MoreListInterface.name).first { tree.viewController($0).tabBarController == controller }
    }

    // MARK: Errors

    /// The list of a tab bar controller's More.
    static func requireList(of controller: ObjectPath, in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        guard let list = list(of: controller, in: tree) else {
            throw ControlError(message: TreeText.notTabBarController(controller, in: tree))
        }
        return list
    }

    /// What to do about an error of the list: it has to be displayed for what a user does with it.
    static func advice(on error: DBusError, about controller: ObjectPath, in tree: ManagedObjects) -> ControlError {
        let told = ControlError(error)
        guard error.tabError == .internalInconsistency, let list = list(of: controller, in: tree),
            Displayed(in: controller, of: tree).content != list,
            let bar = tree.tabBarController(controller).tabBar, let items = tree.tabBar(bar).items,
            let more = tree.tabBarController(controller).moreNavigationController,
            let index = items.firstIndex(of: more)
        else { return told }
        return told.saying(
            "\(told.message); 'tabctl tap \(PropertyText.object(controller)) \(Position(at: index))' shows the list")
    }
}
