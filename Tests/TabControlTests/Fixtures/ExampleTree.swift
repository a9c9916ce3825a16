import TestSupport

@testable import TabControl

/// A tab bar controller with two tabs on the bar (a navigation controller and a plain one) and two under More. Tests
/// change its properties.
struct ExampleTree {
    static let tabs = path(1)
    static let bar = ObjectPath("\(tabs)/tab_bar")
    static let more = path(2)
    static let list = path(3)
    static let navigation = path(4)
    static let root = path(5)
    static let page = path(6)
    static let plain = path(7)
    static let alarm = path(8)
    static let timer = path(9)

    private(set) var objects: [ObjectPath: [String: [String: Variant]]] = [:]

    static func path(_ number: UInt64) -> ObjectPath { ViewControllerID(number).path }

    init() {
        add(Self.tabs, "Desk", type: "TabBarController", in: .none)
        add(Self.more, "More", type: "MoreNavigationController", in: Self.tabs)
        add(Self.list, "More", type: "MoreList", in: Self.more, on: Self.more)
        add(Self.navigation, "Settings", type: "NavigationController", in: Self.tabs)
        add(Self.root, "Settings", type: "x.Root", in: Self.navigation, on: Self.navigation)
        add(Self.page, "Sound", type: "x.Page", in: Self.navigation, on: Self.navigation)
        add(Self.plain, "Plain", type: "x.Plain", in: Self.tabs)
        add(Self.alarm, "Alarm", type: "x.Alarm", in: Self.tabs)
        add(Self.timer, "Timer", type: "x.Timer", in: Self.tabs)
        let all = [Self.navigation, Self.plain, Self.alarm, Self.timer]
        self[Self.tabs, TabBarControllerInterface.name] = [
            "TabBar": Self.bar.variant, "MoreNavigationController": Self.more.variant, "Profile": .string("phone"),
            "ViewControllers": all.variant, "SelectedViewController": Self.navigation.variant,
            "Customizing": .bool(false),
        ]
        self[Self.tabs, WindowInterface.name] = ["Size": DBusSize(width: 375, height: 667).variant]
        self[Self.bar, TabBarInterface.name] = [
            "Items": [Self.navigation, Self.plain, Self.more].variant, "SelectedItem": Self.navigation.variant,
            "Hidden": .bool(false),
        ]
        setStack([Self.root, Self.page], of: Self.navigation)
        setStack([Self.list], of: Self.more)
        self[Self.list, MoreListInterface.name] = [
            "Rows": [Self.alarm, Self.timer].variant, "EditAvailable": .bool(true),
            "BarItems": [Self.navigation, Self.plain].variant,
        ]
        setButton(1, "Edit")
        set(TabBarItemInterface.name, "BadgeValue", .string("2"), of: Self.alarm)
        set(TabBarItemInterface.name, "Enabled", .bool(false), of: Self.timer)
        set(NavigationItemInterface.name, "BackButtonTitle", .string("Settings"), of: Self.page)
    }

    /// The button of the More list; nil for none.
    mutating func setButton(_ id: UInt32, _ title: String?) {
        let buttons = title.map { [BarButtonItemEntry(id: id, title: $0)] } ?? []
        set(NavigationItemInterface.name, "RightBarButtonItems", buttons.variant, of: Self.list)
    }

    private mutating func add(
        _ path: ObjectPath, _ title: String, type: String, in parent: ObjectPath, on stack: ObjectPath = .none
    ) {
        self[path, ViewControllerInterface.name] = [
            "Title": .string(title), "Type": .string(type), "Parent": parent.variant, "State": .string("ready"),
            "AppearanceState": .string("appeared"), "PresentedViewController": ObjectPath.none.variant,
            "NavigationController": stack.variant, "TabBarController": (path == Self.tabs ? .none : Self.tabs).variant,
        ]
        self[path, TabBarItemInterface.name] = [
            "DisplayTitle": .string(title), "BadgeValue": .string(""), "Enabled": .bool(true),
        ]
        self[path, NavigationItemInterface.name] = [
            "Title": .string(title), "BackButtonTitle": .string(""), "HidesBackButton": .bool(false),
            "LeftBarButtonItems": [BarButtonItemEntry]().variant, "RightBarButtonItems": [BarButtonItemEntry]().variant,
        ]
    }

    subscript(path: ObjectPath, interface: String) -> [String: Variant] {
        get { objects[path]?[interface] ?? [:] }
        set { objects[path, default: [:]][interface] = newValue }
    }

    mutating func set(_ interface: String, _ property: String, _ value: Variant, of path: ObjectPath) {
        self[path, interface][property] = value
    }

    mutating func setStack(_ stack: [ObjectPath], of navigation: ObjectPath) {
        self[navigation, NavigationControllerInterface.name] = [
            "ViewControllers": stack.variant, "TopViewController": (stack.last ?? .none).variant,
            "NavigationBarHidden": .bool(false),
        ]
        for path in stack {
            set(ViewControllerInterface.name, "NavigationController", navigation.variant, of: path)
            set(ViewControllerInterface.name, "Parent", navigation.variant, of: path)
        }
    }

    mutating func select(_ path: ObjectPath, item: ObjectPath? = nil) {
        set(TabBarControllerInterface.name, "SelectedViewController", path.variant, of: Self.tabs)
        set(TabBarInterface.name, "SelectedItem", (item ?? path).variant, of: Self.bar)
    }

    /// A presented view controller has no container.
    mutating func present(_ path: ObjectPath, from presenting: ObjectPath = tabs) {
        set(ViewControllerInterface.name, "PresentedViewController", path.variant, of: presenting)
        set(ViewControllerInterface.name, "Parent", ObjectPath.none.variant, of: path)
    }

    var tree: ManagedObjects { ManagedObjects(objects) }

    /// The tree as a front end has it.
    func attached(_ views: [ObjectPath: [ViewEntry]] = [:]) -> TabTree {
        var tree = TabTree(of: Self.tabs)
        _ = tree.replaceAll(objects, views.mapValues { ViewSnapshot(revision: 1, views: $0) })
        return tree
    }

    /// Returns the lines of `tabctl show`.
    func printed(columns: Int? = nil, views: [ObjectPath: [ViewEntry]] = [:]) -> [String] {
        let tree = attached(views)
        return PrintedScene.lines(of: tree, columns: columns, focus: TreeText(tree).focus(of: Self.tabs))
    }

    /// Returns the JSON of `tabctl show`.
    func json(views: [ObjectPath: [ViewEntry]] = [:]) -> String {
        let tree = attached(views)
        let snapshot = WindowSnapshot(of: Self.tabs, in: tree.managedObjects)
        return snapshot.json(tree.views.mapValues(\.snapshot), focus: TreeText(tree).focus(of: Self.tabs)).text
    }
}
