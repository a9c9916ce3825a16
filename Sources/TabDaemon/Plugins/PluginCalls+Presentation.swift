import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// Properties, presentations and popovers. Plugins refer to view controllers by number.
extension PluginCalls {
    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError) {
        let (presented, id) = (ViewControllerID(presented), ViewControllerID(controller))
        var values: [String: Variant] = [:]
        for (name, value) in popover { values[name] = try Self.withPaths(value, named: name) }
        let configuration = try popovers.popoverConfiguration(values, of: presented)
        let settings = values
        try delivery.command {
            try $0.present(presented, from: id, animated: animated, popover: configuration)
        } run: { [unowned self] () throws(DBusError) in
            try presentations.present(presented, from: id, animated: animated, popover: settings) { _ in }
        }
    }

    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError) {
        let id = try popover(of: controller)
        guard let setting = PopoverSetting(rawValue: name) else {
            throw .invalidArgument(
                "'\(name.prefix(80))' is not a writable popover property; expected "
                    + PopoverSetting.allCases.map(\.rawValue).sorted().joined(separator: ", "))
        }
        try popovers.setPopover(setting, to: try Self.withPaths(value, named: name), of: id)
    }

    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant {
        let id = try popover(of: controller)
        let facade = exporter.popoverFacade(id)
        let value = try PopoverFacade.interface.property(name).value(facade)
        guard PopoverSetting(rawValue: name)?.hasReferences == true else { return value }
        if let references = [ViewReference](variant: value) {
            return .array(of: "(tu)", references.map(\.numbers))
        }
        return value.get(as: ViewReference.self)?.numbers ?? value
    }

    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError) {
        let id = try popover(of: controller)
        guard delegate != 0 else { return delegateChanges.setPopoverDelegate(nil, of: id, isGone: false) }
        let receiver = ViewControllerID(delegate)
        guard delivery.hierarchy.nodes.contains(receiver) else {
            throw .unknownObject("no view controller has the number \(delegate)")
        }
        guard delegates.ofPopovers[id]?.receiver != .viewController(receiver) else { return }
        delegateChanges.setPopoverDelegate(
            PopoverDelegate(receiver, timeout: Int32(settings.deadlines.delegate)), of: id, isGone: false)
    }

    private func popover(of controller: UInt64) throws(DBusError) -> ViewControllerID {
        let id = ViewControllerID(controller)
        guard let popover = delivery.hierarchy.nodes.nearestPopover(of: id) else {
            throw .unknownInterface(
                "\(id.path) is not in a popover; its modal presentation style must be popover")
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

    func setProperty(
        _ name: String, to value: Variant, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        let id = ViewControllerID(controller)
        switch name {
        case "Title": try properties.setTitle(try value.typed(as: name), of: id, isCreating: isCreating)
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
            let list: [UInt64] = try value.typed(as: name)
            let tabs = try tabBarController(around: controller)
            try delivery.command { model in
                try model.setCustomizableViewControllers(list.map { ViewControllerID($0) }, of: tabs)
            }
        case "TabBarHidden":
            let isHidden: Bool = try value.typed(as: name)
            let tabs = try tabBarController(around: controller)
            try delivery.command { try $0.setTabBarHidden(isHidden, of: tabs) }
        case "ToolbarHidden": try setToolbarHidden(try value.typed(as: name), of: controller)
        case "RestorationIdentifier": try properties.identify(id, as: try value.typed(as: name))
        case "PreferredFocusedView": try properties.setPreferredFocusedView(try value.typed(as: name), of: id)
        default: throw .invalidArgument("'\(name.prefix(80))' is not a property that a plugin can set")
        }
    }

    /// Whether a toolbar is hidden, including a deferred change from the same callback.
    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool {
        delivery.expectedHierarchy.nodes.isToolbarHidden(try navigationController(around: controller))
    }

    func setToolbarHidden(_ isHidden: Bool, of controller: UInt64) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try delivery.command { try $0.changeSettings(of: navigation) { $0.isToolbarHidden = isHidden } }
    }

    func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(DBusError) {
        let id = try tabBarController(around: controller)
        try transitions.driveTransition(of: id, caller: .viewController(ViewControllerID(controller))) {
            try $0.updateInteractiveTransition(progress, in: id)
        }
    }

    func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(DBusError) {
        let id = try tabBarController(around: controller)
        let delegate = DelegateReceiver.viewController(ViewControllerID(controller))
        let end: (inout Hierarchy) throws -> Void = { model in
            if isFinished {
                try model.finishInteractiveTransition(in: id)
            } else {
                try model.cancelInteractiveTransition(in: id)
            }
        }
        try delivery.command(end) { [unowned self] () throws(DBusError) in
            try transitions.driveTransition(of: id, caller: delegate, end)
        }
    }

    func presentAlert(
        _ token: UInt64, from controller: UInt64, content: [String: Variant]
    ) throws(DBusError) {
        let id = ViewControllerID(controller)
        guard let presenter = records[id] else {
            throw .unknownObject("no view controller has the number \(controller)")
        }
        typealias Option = ViewControllerInterface.AlertOption
        let options = Options(content)
        try options.validate(against: Option.all.map(\.description) + Self.alertTexts)
        var parts = try AlertParts(options)
        for (name, value) in parts.popover { parts.popover[name] = try Self.withPaths(value, named: name) }
        func text(_ name: String) -> String { content[name]?.get() ?? "" }
        let (style, title, message, holder) = (
            text("Style"), try TextRules.text(text("Title"), named: "Title"), text("Message"), presenter.pluginID
        )
        let given = parts
        let configuration = try popovers.popoverConfiguration(given.popover, startingWith: PopoverConfiguration())
        let alert = try given.alert(style: style, message: message)
        let isDeferred = delivery.defersCommands
        try delivery.command {
            _ = try AlertPresentation(
                presenting: alert, title: title, from: id, animated: given.isAnimated ?? false,
                popover: alert.style == .actionSheet ? configuration : nil, in: &$0)
        } run: { [unowned self] () throws(DBusError) in
            do throws(DBusError) {
                try alerts.presentAlert(
                    given, style: style, title: title, message: message, from: id, holder: holder,
                    receiver: (id, token)
                ) { _ in }
            } catch {
                // The deferred call has already returned success to the plugin.
                if isDeferred { records[id]?.owner?.alertAnswered(token, action: AlertAnswer.none, texts: []) }
                throw error
            }
        }
    }

    func setTitle(_ title: String, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        try properties.setTitle(title, of: ViewControllerID(controller), isCreating: isCreating)
    }

    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64, isCreating: Bool) throws(DBusError) {
        try properties.setTabBarItem(change, of: ViewControllerID(controller), isCreating: isCreating)
    }

    func setNavigationItem(
        _ change: NavigationItemChange, of controller: UInt64, isCreating: Bool
    ) throws(DBusError) {
        try properties.setNavigationItem(change, of: ViewControllerID(controller), isCreating: isCreating)
    }

    func updateViews(changed: [ViewEntry], removed: [UInt32], of controller: UInt64) throws(DBusError) {
        try views.update(ViewControllerID(controller), changed: changed, removed: removed)
    }

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
        guard case .structure(let fields) = numbers, fields.count == 2, let number: UInt64 = fields[0].get(),
            let view: UInt32 = fields[1].get()
        else { throw .invalidArgs("a view has type '\(numbers.signature)', expected '(tu)'") }
        let path = view == 0 ? TabNames.tabBar(of: number) : TabNames.viewController(number)
        self = number == 0 && view == 0 ? .none : ViewReference(viewController: path, view: view)
    }

    fileprivate var numbers: Variant {
        let number = TabNames.number(of: viewController) ?? TabNames.number(ofTabBar: viewController) ?? 0
        return .structure([.uint64(number), .uint32(view)])
    }
}
