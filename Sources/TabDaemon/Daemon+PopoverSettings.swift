import DBusInterface
import TabInterface
import TabModel

/// Writes what is set of popovers.
extension Daemon {
    /// Writes one property.
    ///
    /// - Throws: `InvalidArgs` for a value of another type, `InvalidArgument` for one that is not allowed.
    func apply(
        _ setting: PopoverSetting, _ value: Variant, to configuration: inout PopoverConfiguration
    ) throws(DBusError) {
        let name = setting.rawValue
        switch setting {
        case .sourceView: configuration.sourceView = try address(of: try typed(value, name))
        case .sourceRect: configuration.sourceRect = try Self.sourceRect(try typed(value, name))
        case .barButtonItem: configuration.barButtonItem = try barButtonItem(try typed(value, name))
        case .permittedArrowDirections:
            configuration.permittedArrowDirections = PopoverArrowDirection(rawValue: try typed(value, name))
        case .popoverLayoutMargins:
            let margins: DBusInsets = try typed(value, name)
            configuration.layoutMargins = Insets(
                top: margins.top, left: margins.left, bottom: margins.bottom, right: margins.right)
        case .backgroundColor:
            configuration.backgroundColor = try TextRules.colour(try typed(value, name)) ?? ""
        case .passthroughViews:
            let views: [ViewReference] = try typed(value, name)
            guard views.count <= PopoverSetting.maximumPassthroughViews else {
                throw .limitsExceeded(
                    "PassthroughViews has \(views.count) views: at most \(PopoverSetting.maximumPassthroughViews) are "
                        + "allowed")
            }
            var addresses: [ViewAddress] = []
            for view in views {
                guard let address = try address(of: view) else {
                    throw .invalidArgument("PassthroughViews has (/, 0): each is a view, or a tab bar with 0")
                }
                addresses.append(address)
            }
            configuration.passthroughViews = addresses
        case .popoverBackgroundViewClass: configuration.background = try popoverBackground(try typed(value, name))
        case .canOverlapSourceViewRect: configuration.canOverlapSourceViewRect = try typed(value, name)
        case .contentExtendsUnderArrow: configuration.contentExtendsUnderArrow = try typed(value, name)
        case .adaptiveSheet: configuration.adaptiveSheet = try SheetConfiguration(try typed(value, name))
        }
    }

    /// Writes a property of the popover of a controller.
    func setPopover(_ setting: PopoverSetting, to value: Variant, of id: ViewControllerID) throws(DBusError) {
        guard var configuration = hierarchy.popoverConfiguration(of: id) else { throw noPopover(id) }
        try apply(setting, value, to: &configuration)
        let new = configuration
        try perform { (model) throws(ModelError) in try model.configurePopover(of: id) { $0 = new } }
    }

    /// What Present's option makes of the popover; nil when it says nothing.
    func popoverConfiguration(
        _ values: [String: Variant], of id: ViewControllerID
    ) throws(DBusError) -> PopoverConfiguration? {
        guard !values.isEmpty else { return nil }
        guard hierarchy.contains(id) else { throw .unknownObject("there is no object at \(id.path)") }
        guard let configuration = hierarchy.popoverConfiguration(of: id) else {
            _ = try popoverConfiguration(values, startingWith: PopoverConfiguration())
            throw noPopover(id)
        }
        return try popoverConfiguration(values, startingWith: configuration)
    }

    /// A popover's configuration with other values of these properties.
    func popoverConfiguration(
        _ values: [String: Variant], startingWith old: PopoverConfiguration
    ) throws(DBusError) -> PopoverConfiguration {
        let known = PopoverSetting.allCases.map {
            OptionDescription(name: $0.rawValue, signature: $0.signature, summary: "")
        }
        do throws(DBusError) {
            try Options(values).validate(against: known)
        } catch {
            throw .invalidArgs("Popover: \(error.message)")
        }
        var configuration = old
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let setting = PopoverSetting(rawValue: name) else { continue }
            try apply(setting, value, to: &configuration)
        }
        return configuration
    }

    func noPopover(_ id: ViewControllerID) -> DBusError {
        .invalidArgument("\(id.path) has no popover: set its ModalPresentationStyle to popover first")
    }
}
