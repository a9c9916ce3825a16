internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The tree from the daemon, as the screen reads it: with the values that the user has sent and owners have not shown.
struct ScreenTree: ContractObjects {
    private var tree: TabTree
    /// The tree without the values that owners have not shown.
    var shown: TabTree { tree }
    /// The newest values sent to owners, while replies are pending, so that quick steps add up.
    private var sent: [Target: Variant] = [:]

    init(of controller: ObjectPath) { tree = TabTree(of: controller) }

    mutating func follow(_ tree: TabTree) { self.tree = tree }

    var controller: ObjectPath { tree.controller }
    var objects: [ObjectPath: TabTree.Properties] { tree.objects }
    var views: [ObjectPath: ViewMirror] { tree.views }
    var managedObjects: ManagedObjects { tree.managedObjects }
    var snapshot: WindowSnapshot { WindowSnapshot(of: controller, in: managedObjects) }

    // MARK: Properties of the controller

    /// Whether the daemon moves the focus, as in profile tv. It does not know the rows of More's list and of the
    /// customizing page, so the keyboard's own focus works there.
    var isRemote: Bool {
        guard hasFocus(controller) else { return false }
        let tabs = tabBarController(controller)
        guard tabs.profile != "tv" else { return true }
        guard !isCustomizing, let more = tabs.moreNavigationController, tabs.selectedViewController == more else {
            return !isCustomizing
        }
        return navigationController(more).topViewController != moreList
    }

    /// Whether the controller is one of profile tv.
    var isTelevision: Bool { tabBarController(controller).profile == "tv" }

    var focusedView: ViewReference? { focus(controller).focusedView }

    var isCustomizing: Bool { tabBarController(controller).customizing == true }

    var moreList: ObjectPath? { MoreRows.list(of: controller, in: managedObjects) }

    /// The More list, displayed or not; nil in profile tv.
    var more: MoreRows? { moreList.flatMap { MoreRows(of: $0, in: managedObjects) } }

    /// The frames of the items, in points of the bar.
    var itemFrames: [DBusRect] { tabBarController(controller).tabBar.flatMap { tabBar($0).itemFrames } ?? [] }

    /// Returns the button of the preferred action of an alert; nil if there is none.
    func preferredAction(of alert: ObjectPath) -> Target? {
        guard let position = self.alert(alert).preferredAction else { return nil }
        let button = views[alert]?.views.first { $0[ViewKeys.identifier] == "Action.\(position)" }
        return button.map { .view(alert, $0.id) }
    }

    // MARK: Views

    /// Returns the view of a target; nil if the target is not a view.
    func view(_ target: Target?) -> TargetView? {
        guard let target, case .view(let path, let id) = target, var view = views[path]?.view(id) else { return nil }
        if let value = sent[target], let key = Self.valueKey(of: view.kind) { view.properties[key] = value }
        return TargetView(path: path, view: view)
    }

    /// The key that the user's action on a view changes.
    private static func valueKey(of kind: ViewKind?) -> String? {
        switch kind {
        case .scrollView: ViewKeys.contentOffset.name
        case .segmentedControl: ViewKeys.selectedSegment.name
        case .slider: ViewKeys.value.name
        case .switchControl: ViewKeys.isOn.name
        case .tabBar: ViewKeys.selectedItem.name
        default: nil
        }
    }

    /// Notes a value that is being sent, until `didReceiveAllReplies`.
    mutating func expect(_ gesture: UserGesture) {
        switch gesture {
        case .send(let path, let id, UserActions.valueChanged, let value),
            .update(let path, let id, UserActions.valueChanged, let value),
            .update(let path, let id, UserActions.scrolled.name, let value):
            sent[.view(path, id)] = value
        case .send(let path, let id, UserActions.selectItem.name, .uint32(let item)):
            sent[.view(path, id)] = .int32(Int32(clamping: item))
        default: break
        }
    }

    /// Drops the sent values: the values that the owners show are up to date.
    mutating func didReceiveAllReplies() { sent = [:] }
}
