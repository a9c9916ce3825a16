import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Content, properties, presentations and popovers. Plugins refer to view controllers by number.
extension PluginViewController {
    func dismiss(animated: Bool) throws(DBusError) {
        try delivery.command { [id] in _ = try $0.dismiss(from: id, animated: animated) }
    }

    func present(_ presented: ViewControllerID, animated: Bool, popover: [String: Variant]) throws(DBusError) {
        var values: [String: Variant] = [:]
        for (name, value) in popover { values[name] = try Self.withPaths(value, named: name) }
        let configuration = try parts.popovers.popoverConfiguration(values, of: presented)
        let settings = values
        try delivery.command {
            try $0.present(presented, from: id, animated: animated, popover: configuration)
        } run: { [id, presentations = parts.presentations] () throws(DBusError) in
            try presentations.present(presented, from: id, animated: animated, popover: settings) { _ in }
        }
    }

    func setPopoverProperty(_ name: String, to value: Variant) throws(DBusError) {
        let id = try nearestPopover()
        guard let setting = PopoverSetting(rawValue: name) else {
            throw .invalidArgument(
                "'\(name.prefix(80))' is not a writable popover property; expected "
                    + PopoverSetting.allCases.map(\.rawValue).sorted().joined(separator: ", "))
        }
        try parts.popovers.setPopover(setting, to: try Self.withPaths(value, named: name), of: id)
    }

    func popoverProperty(_ name: String) throws(DBusError) -> Variant {
        let id = try nearestPopover()
        let facade = parts.exporter.popoverFacade(id)
        let value = try PopoverFacade.interface.property(name).value(facade)
        guard PopoverSetting(rawValue: name)?.hasReferences == true else { return value }
        if let references = [ViewReference](variant: value) {
            return .array(of: "(tu)", references.map(\.numbers))
        }
        return value.get(as: ViewReference.self)?.numbers ?? value
    }

    func setPopoverDelegate(_ delegate: ViewControllerID?) throws(DBusError) {
        let id = try nearestPopover()
        guard let delegate else { return parts.delegateChanges.setPopoverDelegate(nil, of: id, isGone: false) }
        guard delivery.hierarchy.nodes.contains(delegate) else {
            throw .unknownObject("no view controller has the number \(delegate)")
        }
        guard parts.delegates.ofPopovers[id]?.receiver != .viewController(delegate) else { return }
        parts.delegateChanges.setPopoverDelegate(
            PopoverDelegate(delegate, timeout: Int32(parts.settings.deadlines.delegate)), of: id, isGone: false)
    }

    private func nearestPopover() throws(DBusError) -> ViewControllerID {
        guard let popover = delivery.hierarchy.nodes.nearestPopover(of: id) else {
            throw .unknownInterface("\(id.path) is not in a popover; its modal presentation style must be popover")
        }
        return popover
    }

    /// Converts references by number in a value to references by object path.
    static func withPaths(_ value: Variant, named name: String) throws(DBusError) -> Variant {
        guard PopoverSetting(rawValue: name)?.hasReferences == true else { return value }
        guard case .array(_, let elements) = value else { return try ViewReference(numbers: value).variant }
        var references: [ViewReference] = []
        for element in elements { references.append(try ViewReference(numbers: element)) }
        return references.variant
    }

    func setProperty(_ name: String, to value: Variant) throws(DBusError) {
        let properties = parts.properties
        switch name {
        case "Title": try setTitle(try value.typed(as: name))
        case "ModalPresentationStyle": try properties.setModalPresentationStyle(try value.typed(as: name), of: id)
        case "ModalInPresentation":
            try properties.change(\.isModalInPresentation, of: id, to: try value.typed(as: name))
        case "PreferredContentSize": try properties.setPreferredContentSize(try value.typed(as: name), of: id)
        case "HidesBottomBarWhenPushed":
            try properties.change(\.hidesBottomBarWhenPushed, of: id, to: try value.typed(as: name))
        case "EdgesForExtendedLayout":
            try properties.change(\.edgesForExtendedLayout, of: id, to: try value.typed(as: name))
        case "ExtendedLayoutIncludesOpaqueBars":
            try properties.change(\.extendedLayoutIncludesOpaqueBars, of: id, to: try value.typed(as: name))
        case "CustomizableViewControllers":
            let list: [ViewControllerID] = try value.typed(as: name)
            let tabs = try nearestTabBarController()
            try delivery.command { try $0.setCustomizableViewControllers(list, of: tabs) }
        case "TabBarHidden":
            let isHidden: Bool = try value.typed(as: name)
            let tabs = try nearestTabBarController()
            try delivery.command { try $0.setTabBarHidden(isHidden, of: tabs) }
        case "ToolbarHidden":
            let isHidden: Bool = try value.typed(as: name)
            let navigation = try nearestNavigationController()
            try delivery.command { try $0.changeSettings(of: navigation) { $0.isToolbarHidden = isHidden } }
        case "RestorationIdentifier": try properties.identify(id, as: try value.typed(as: name))
        case "PreferredFocusedView": try properties.setPreferredFocusedView(try value.typed(as: name), of: id)
        default: throw .invalidArgument("'\(name.prefix(80))' is not a property that a plugin can set")
        }
    }

    func presentAlert(_ token: UInt64, content: [String: Variant]) throws(DBusError) {
        guard let presenter = parts.records[id] else {
            throw .unknownObject("no view controller has the number \(id)")
        }
        typealias Option = ViewControllerInterface.AlertOption
        let options = Options(content)
        try options.validate(against: Option.all.map(\.description) + Self.alertTexts)
        var alertParts = try AlertParts(options)
        for (name, value) in alertParts.popover { alertParts.popover[name] = try Self.withPaths(value, named: name) }
        func text(_ name: String) -> String { content[name]?.get() ?? "" }
        let (style, title, message, holder) = (
            text("Style"), try TextRules.text(text("Title"), named: "Title"), text("Message"), presenter.pluginID
        )
        let given = alertParts
        let configuration = try parts.popovers.popoverConfiguration(given.popover, startingWith: PopoverConfiguration())
        let alert = try given.alert(style: style, message: message)
        let isDeferred = delivery.defersCommands
        try delivery.command {
            _ = try AlertPresentation(
                presenting: alert, title: title, from: id, animated: given.isAnimated ?? false,
                popover: alert.style == .actionSheet ? configuration : nil, in: &$0)
        } run: { [id, parts] () throws(DBusError) in
            do throws(DBusError) {
                try parts.alerts.presentAlert(
                    given, style: style, title: title, message: message, from: id, holder: holder,
                    receiver: (id, token)
                ) { _ in }
            } catch {
                // The deferred call has already returned success to the plugin.
                if isDeferred { parts.records[id]?.owner?.alertAnswered(token, action: AlertAnswer.none, texts: []) }
                throw error
            }
        }
    }

    func setTitle(_ title: String) throws(DBusError) {
        try parts.properties.setTitle(title, of: id, isCreating: isCreating)
    }

    func setTabBarItem(_ change: [String: Variant]) throws(DBusError) {
        try parts.properties.setTabBarItem(TabBarItemChange(change), of: id, isCreating: isCreating)
    }

    func setNavigationItem(_ change: [String: Variant]) throws(DBusError) {
        try parts.properties.setNavigationItem(NavigationItemChange(change), of: id, isCreating: isCreating)
    }

    func updateViews(changed: [ViewEntry], removed: [UInt32]) throws(DBusError) {
        try parts.views.update(id, changed: changed, removed: removed)
    }

    var colorScheme: ColorScheme { parts.views.traits(of: id).colorScheme }

    private static let alertTexts = ["Style", "Title", "Message"].map {
        OptionDescription(name: $0, signature: "s", summary: "")
    }
}

extension ViewReference {
    /// A reference from the number of a view controller and a view id, `(tu)`. View 0 of a tab bar controller is its
    /// bar; (0, 0) means none.
    ///
    /// - Throws: `InvalidArgs` for a wrong type.
    init(numbers: Variant) throws(DBusError) {
        guard case .structure(let fields) = numbers, fields.count == 2, let id: ViewControllerID = fields[0].get(),
            let view: UInt32 = fields[1].get()
        else { throw .invalidArgs("a view has type '\(numbers.signature)', expected '(tu)'") }
        let isNone = id.rawValue == 0 && view == 0
        self = isNone ? .none : ViewReference(viewController: view == 0 ? id.barPath : id.path, view: view)
    }

    fileprivate var numbers: Variant {
        let id = TabNames.viewController(of: viewController) ?? TabNames.tabBarController(ofBar: viewController)
        return .structure([id.variant, .uint32(view)])
    }
}
