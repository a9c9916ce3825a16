import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// Writes of properties and items of view controllers.
@EventLoop
final class ControllerProperties: DaemonPart {
    let core: Core
    let images: ImageReferences

    init(core: Core, images: ImageReferences) {
        self.core = core
        self.images = images
    }

    /// Changes a setting of a view controller.
    func change<Content>(
        _ field: WritableKeyPath<ViewControllerSettings, Content>, of id: ViewControllerID, to content: Content
    ) throws(DBusError) {
        try delivery.perform { try $0.changeSettings(of: id) { $0[keyPath: field] = content } }
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
        bus.tree.markChanged(id.path)
    }

    func toolbarItems(of id: ViewControllerID) -> [BarButtonItemEntry] {
        delivery.hierarchy.nodes.navigationItem(of: id).toolbarItems.map { BarButtonItemEntry($0) }
    }

    /// - Parameter caller: `""` for the daemon.
    func setToolbarItems(
        _ entries: [BarButtonItemEntry], of id: ViewControllerID, for caller: String = ""
    ) throws(DBusError) {
        let items = try buttons(entries, of: id, for: caller).checked(named: "ToolbarItems")
        try delivery.perform { model in try model.setNavigationItem(of: id) { $0.toolbarItems = items } }
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

    func setTitle(_ title: String, of id: ViewControllerID, for caller: String) throws(DBusError) {
        let text = try TextRules.text(title, named: "Title")
        guard !keepsTitle(id, caller) else { return }
        try delivery.perform { try $0.setTitle(text.isEmpty ? nil : text, of: id) }
    }

    /// Whether a view controller has a title from its creator, which the `create` of its class does not replace.
    private func keepsTitle(_ id: ViewControllerID, _ caller: String) -> Bool {
        guard let record = records[id], record.hasGivenTitle else { return false }
        return record.isBeingCreated && record.isOwned(byCaller: caller)
    }

    /// Whether a view controller has an icon from its creator, which the `create` of its class does not replace.
    private func keepsImage(_ id: ViewControllerID, _ caller: String) -> Bool {
        guard let record = records[id], record.hasGivenImage else { return false }
        return record.isBeingCreated && record.isOwned(byCaller: caller)
    }

    /// - Parameter caller: `""` for the daemon.
    func setTabBarItem(
        _ change: TabBarItemChange, of id: ViewControllerID, for caller: String = ""
    ) throws(DBusError) {
        var change = change
        if let title = change.title { _ = try TextRules.text(title, named: "Title") }
        let isTitleKept = keepsTitle(id, caller)
        if isTitleKept { change.title = nil }
        let isImageKept = keepsImage(id, caller)
        if isImageKept { change.image = nil }
        if let badge = change.badgeValue { _ = try TextRules.text(badge, named: "BadgeValue") }
        let image = try change.image.map { (text) throws(DBusError) in try self.image(text, of: id, for: caller) }
        let selectedImage = try change.selectedImage.map { (text) throws(DBusError) in
            try self.image(text, of: id, for: caller)
        }
        let colour = try change.badgeColor.map { (text) throws(DBusError) in try TextRules.colour(text) }
        for (name, text) in change.descriptions { _ = try TextRules.text(text, named: name) }
        let systemItem = try change.systemItem.map { (text) throws(DBusError) in try TabBarItemFacade.systemItem(text) }
        // Otherwise the item of a navigation controller would no longer be that of its root.
        guard change != TabBarItemChange() else { return }
        let initial = TabBarItem.initial(of: delivery.hierarchy.nodes.kind(of: id))
        try delivery.perform { model in
            try model.setTabBarItem(of: id) { item in
                if change.isReplacement {
                    item = TabBarItem(
                        title: isTitleKept ? item.title : nil, image: isImageKept ? item.image : nil,
                        systemItem: initial.systemItem)
                }
                if let title = change.title { item.title = title.isEmpty ? nil : title }
                if let image { item.image = image }
                if let selectedImage { item.selectedImage = selectedImage }
                if let badge = change.badgeValue { item.badgeValue = badge.isEmpty ? nil : badge }
                if let colour { item.badgeColor = colour }
                if let isEnabled = change.isEnabled { item.isEnabled = isEnabled }
                if let tag = change.tag { item.tag = tag }
                if let systemItem { item.systemItem = systemItem }
                for (name, field) in TabBarItem.flags { change.flags[name].map { item[keyPath: field] = $0 } }
                for (name, field) in TabBarItem.descriptions {
                    change.descriptions[name].map { item[keyPath: field] = $0.isEmpty ? nil : $0 }
                }
            }
        }
    }

    func setNavigationItem(
        _ change: NavigationItemChange, of id: ViewControllerID, for caller: String
    ) throws(DBusError) {
        var title = try change.title.map { (text) throws(DBusError) in try TextRules.text(text, named: "Title") }
        if keepsTitle(id, caller) { title = nil }
        let left = try change.leftItems.map { (items) throws(DBusError) in
            try buttons(items, of: id, for: caller).checked(named: "left items")
        }
        let right = try change.rightItems.map { (items) throws(DBusError) in
            try buttons(items, of: id, for: caller).checked(named: "right items")
        }
        try delivery.perform { model in
            try model.setNavigationItem(of: id) { item in
                if let title { item.title = title.isEmpty ? nil : title }
                if let left { item.leftBarButtonItems = left }
                if let right { item.rightBarButtonItems = right }
                if let hides = change.hidesBackButton { item.hidesBackButton = hides }
            }
        }
    }

    // MARK: Images

    /// Returns the image that a caller wants the item of a view controller to name.
    func image(_ text: String, of id: ViewControllerID, for caller: String) throws(DBusError) -> String? {
        try images.image(text, for: caller, on: records[id])
    }

    /// Returns buttons for a view controller, with the images that a caller names.
    func buttons(
        _ entries: [BarButtonItemEntry], of id: ViewControllerID, for caller: String
    ) throws(DBusError) -> [BarButtonItemEntry] {
        try images.buttons(entries, for: caller, on: records[id])
    }

    // MARK: RestorationIdentifier

    /// Throws `InvalidArgument` for an identifier of another view controller. Several may have `""`.
    func checkIdentifier(_ identifier: String, for id: ViewControllerID? = nil) throws(DBusError) {
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        guard let other = delivery.hierarchy.controller(identifiedBy: identifier), other != id else { return }
        throw .invalidArgument("RestorationIdentifier '\(identifier.prefix(200))' already belongs to \(other.path)")
    }

    func identify(_ id: ViewControllerID, as identifier: String) throws(DBusError) {
        try checkIdentifier(identifier, for: id)
        try delivery.perform { try $0.setRestorationIdentifier(identifier, of: id) }
    }
}
