import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Writes of properties of view controllers, by clients and plugins.
extension Daemon {
    func setProperty(
        _ name: String, to value: Variant, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        let id = ViewControllerID(controller)
        switch name {
        case "Title": try setTitle(try typed(value, name), of: controller, isCreating: isCreating)
        case "ModalPresentationStyle": try setModalPresentationStyle(try typed(value, name), of: id)
        case "ModalInPresentation": try change(\.isModalInPresentation, of: id, to: try typed(value, name))
        case "PreferredContentSize": try setPreferredContentSize(try typed(value, name), of: id)
        case "HidesBottomBarWhenPushed":
            try change(\.hidesBottomBarWhenPushed, of: id, to: try typed(value, name))
        case "EdgesForExtendedLayout": try change(\.edgesForExtendedLayout, of: id, to: try typed(value, name))
        case "ExtendedLayoutIncludesOpaqueBars":
            try change(\.extendedLayoutIncludesOpaqueBars, of: id, to: try typed(value, name))
        case "CustomizableViewControllers":
            let list: [UInt64] = try typed(value, name)
            let tabs = try tabBarController(around: controller)
            try command { model in
                try model.setCustomizableViewControllers(list.map { ViewControllerID($0) }, of: tabs)
            }
        case "TabBarHidden":
            let isHidden: Bool = try typed(value, name)
            let tabs = try tabBarController(around: controller)
            try command { try $0.setTabBarHidden(isHidden, of: tabs) }
        case "ToolbarHidden": try setToolbarHidden(try typed(value, name), of: controller)
        case "RestorationIdentifier": try identify(id, as: try typed(value, name))
        case "PreferredFocusedView": try setPreferredFocusedView(try typed(value, name), of: id)
        default: throw .invalidArgument("'\(name.prefix(80))' is not a property that a plugin can set")
        }
    }

    func typed<Content: DBusType>(_ value: Variant, _ name: String) throws(DBusError) -> Content {
        guard let content: Content = value.get() else {
            throw .invalidArgs("\(name) has type '\(value.signature)', expected '\(Content.signature)'")
        }
        return content
    }

    /// Changes a setting of a view controller.
    func change<Content>(
        _ field: WritableKeyPath<ViewControllerSettings, Content>, of id: ViewControllerID, to content: Content
    ) throws(DBusError) {
        try perform { try $0.changeSettings(of: id) { $0[keyPath: field] = content } }
    }

    func setModalPresentationStyle(_ text: String, of id: ViewControllerID) throws(DBusError) {
        let style: ModalPresentationStyle = try TextRules.value(text, named: "presentation style")
        try change(\.modalPresentationStyle, of: id, to: style)
    }

    func setPreferredContentSize(_ size: DBusSize, of id: ViewControllerID) throws(DBusError) {
        guard Self.isContentSize(size) else {
            throw .invalidArgument(
                "PreferredContentSize \(size.width) x \(size.height) is out of range; expected 0 to 16384 each")
        }
        try change(\.preferredContentSize, of: id, to: size.size)
    }

    nonisolated static func isContentSize(_ size: DBusSize) -> Bool {
        [size.width, size.height].allSatisfy { $0.isFinite && $0 >= 0 && $0 <= 16384 }
    }

    func setPreferredFocusedView(_ view: UInt32, of id: ViewControllerID) throws(DBusError) {
        guard view == 0 || records[id]?.views[view] != nil else {
            throw .invalidArgument("\(id.path) has no view \(view); PreferredFocusedView must be one of its views or 0")
        }
        try write(id) { $0.preferredFocusedView = view }
    }

    func write(_ id: ViewControllerID, _ change: (ControllerRecord) -> Void) throws(DBusError) {
        guard let record = records[id] else { throw .unknownObject("no object at \(id.path)") }
        change(record)
        tree.markChanged(id.path)
    }
}

/// Toolbars of navigation controllers.
extension Daemon {
    func toolbarItems(of id: ViewControllerID) -> [BarButtonItemEntry] {
        hierarchy.nodes.navigationItem(of: id).toolbarItems.map { BarButtonItemEntry($0) }
    }

    func setToolbarItems(_ entries: [BarButtonItemEntry], of id: ViewControllerID) throws(DBusError) {
        let items = try entries.checked(named: "ToolbarItems")
        try perform { model in try model.setNavigationItem(of: id) { $0.toolbarItems = items } }
    }

    func removeToolbarItem(_ item: UInt32, of id: ViewControllerID) throws(DBusError) {
        let entries = toolbarItems(of: id)
        let others = entries.filter { $0.id != item }
        guard others != entries else {
            let ids = entries.map { String($0.id) }.joined(separator: ", ")
            throw .invalidArgument("\(id.path) has no toolbar item \(item)\(ids.isEmpty ? "" : ": it has \(ids)")")
        }
        try setToolbarItems(others, of: id)
    }

    // MARK: Plugins

    /// Whether a toolbar is hidden, including a deferred change from the same callback.
    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool {
        expectedHierarchy.nodes.isToolbarHidden(try navigationController(around: controller))
    }

    func setToolbarHidden(_ isHidden: Bool, of controller: UInt64) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { try $0.changeSettings(of: navigation) { $0.isToolbarHidden = isHidden } }
    }
}
