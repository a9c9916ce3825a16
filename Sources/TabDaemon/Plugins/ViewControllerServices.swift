import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The services for owners: content of their view controllers.
extension Daemon: ViewControllerServices {
    func updateViews(
        changed: [ViewEntry], removed: [UInt32], of controller: UInt64
    ) throws(DBusError) {
        let id = ViewControllerID(controller)
        guard let record = records[id] else {
            throw .unknownObject("no view controller has the number \(controller)")
        }
        // Its owner gets the last callbacks of a destroyed view controller. Changes have no effect.
        guard hierarchy.nodes.contains(id) else { return }
        guard hierarchy.nodes.kind(of: id) == .plain else {
            throw .notSupported("\(id.path) is a container; only the daemon changes its views")
        }
        var limits = limits
        let room = contentRoom(of: record)
        let isShort = record.views.content + room < limits.content
        if isShort { limits.content = record.views.content + room }
        do throws(DBusError) {
            try record.views.update(
                changed: changed, removed: removed, limits: limits,
                window: record.isInWindow ? record.laidOut?.bounds : nil)
        } catch {
            guard isShort, error.name == DBusError.limitsExceeded("").name else { throw error }
            throw .limitsExceeded(
                "\(error.message); the quota is used up (content in [limits] of tabd.toml)")
        }
        noteContent(of: record)
        if record.preferredFocusedView != 0, record.views[record.preferredFocusedView] == nil {
            try write(id) { $0.preferredFocusedView = 0 }
        }
        noteViews(of: id)
        hierarchy.noteFocus(of: hierarchy.nodes.root(of: id))
    }

    func setTitle(_ title: String, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        let text = try TextRules.text(title, named: "Title")
        guard !keepsTitle(controller, isCreating: isCreating) else { return }
        try perform { try $0.setTitle(text.isEmpty ? nil : text, of: ViewControllerID(controller)) }
    }

    /// Whether a view controller has a title from its creator, which the `create` of its class does not replace.
    private func keepsTitle(_ controller: UInt64, isCreating: Bool) -> Bool {
        isCreating && records[ViewControllerID(controller)]?.hasGivenTitle == true
    }

    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        var change = change
        if let title = change.title { _ = try TextRules.text(title, named: "Title") }
        let isTitleKept = keepsTitle(controller, isCreating: isCreating)
        if isTitleKept { change.title = nil }
        if let badge = change.badgeValue { _ = try TextRules.text(badge, named: "BadgeValue") }
        let image = try change.image.map { (text) throws(DBusError) in try TextRules.image(text) }
        let selectedImage = try change.selectedImage.map { (text) throws(DBusError) in try TextRules.image(text) }
        let colour = try change.badgeColor.map { (text) throws(DBusError) in try TextRules.colour(text) }
        let systemItem = try change.systemItem.map { (text) throws(DBusError) in try TabBarItemFacade.systemItem(text) }
        try perform { hierarchy in
            try hierarchy.setTabBarItem(of: ViewControllerID(controller)) { item in
                if change.isReplacement { item = TabBarItem(title: isTitleKept ? item.title : nil) }
                if let title = change.title { item.title = title.isEmpty ? nil : title }
                if let image { item.image = image }
                if let selectedImage { item.selectedImage = selectedImage }
                if let badge = change.badgeValue { item.badgeValue = badge.isEmpty ? nil : badge }
                if let colour { item.badgeColor = colour }
                if let isEnabled = change.isEnabled { item.isEnabled = isEnabled }
                if let tag = change.tag { item.tag = tag }
                if let systemItem { item.systemItem = systemItem }
            }
        }
    }

    func setNavigationItem(
        _ change: NavigationItemChange, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        var title = try change.title.map { (text) throws(DBusError) in try TextRules.text(text, named: "Title") }
        if keepsTitle(controller, isCreating: isCreating) { title = nil }
        let left = try change.leftItems.map { (items) throws(DBusError) in try items.checked(named: "left items") }
        let right = try change.rightItems.map { (items) throws(DBusError) in try items.checked(named: "right items") }
        let toolbar = try change.toolbarItems.map { (items) throws(DBusError) in
            try items.checked(named: "toolbar items")
        }
        try perform { hierarchy in
            try hierarchy.setNavigationItem(of: ViewControllerID(controller)) { item in
                if let title { item.title = title.isEmpty ? nil : title }
                if let left { item.leftBarButtonItems = left }
                if let right { item.rightBarButtonItems = right }
                if let toolbar { item.toolbarItems = toolbar }
                if let hides = change.hidesBackButton { item.hidesBackButton = hides }
            }
        }
    }

    /// Applies the configuration. Existing views and running plugins are not affected.
    func apply(_ configuration: DaemonConfiguration) {
        limits = configuration.limits
        maximumState = configuration.maximumState
        clientLimits = configuration.clientLimits
        connection?.contentLimit = clientLimits.message
        connection?.limitCalls(each: clientLimits.calls.each, total: clientLimits.calls.total)
        deadlines = configuration.deadlines
        pluginSettings = configuration.pluginSettings
        registry?.configure(configuration.hosting)
    }

    func configurationValue(_ key: String, of plugin: String) -> Variant? { pluginSettings[plugin]?[key] }

    func colorScheme(of controller: UInt64) -> ColorScheme {
        traits(of: ViewControllerID(controller)).colorScheme
    }

    /// The traits of the window that contains a view controller.
    func traits(of id: ViewControllerID) -> Traits {
        guard let window = hierarchy.nodes.window(of: hierarchy.nodes.root(of: id)) else { return Traits() }
        return Traits(
            horizontal: Traits.SizeClass(window.horizontalSizeClass),
            vertical: Traits.SizeClass(window.verticalSizeClass), colorScheme: ColorScheme(window.colorScheme))
    }
}

extension Traits.SizeClass {
    fileprivate init(_ sizeClass: TabModel.SizeClass) {
        switch sizeClass {
        case .compact: self = .compact
        case .regular: self = .regular
        }
    }
}

extension ColorScheme {
    fileprivate init(_ preference: TabModel.InterfaceStyle) {
        switch preference {
        case .noPreference: self = .noPreference
        case .dark: self = .dark
        case .light: self = .light
        }
    }
}
