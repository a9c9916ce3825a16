import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Writes of popover properties.
@EventLoop
final class PopoverConfigurator: DaemonPart {
    let core: Core
    private let plugins: PluginCatalog
    private let references: ObjectReferences

    init(core: Core, plugins: PluginCatalog, references: ObjectReferences) {
        self.core = core
        self.plugins = plugins
        self.references = references
    }

    /// Sets one property in a configuration.
    ///
    /// - Throws: `InvalidArgs` for a wrong type, `InvalidArgument` for an invalid value.
    func apply(
        _ setting: PopoverSetting, _ value: Variant, to configuration: inout PopoverConfiguration
    ) throws(DBusError) {
        let name = setting.rawValue
        switch setting {
        case .sourceView: configuration.sourceView = try references.address(of: try value.typed(as: name))
        case .sourceRect: configuration.sourceRect = try ObjectReferences.sourceRect(try value.typed(as: name))
        case .barButtonItem: configuration.barButtonItem = try references.barButtonItem(try value.typed(as: name))
        case .permittedArrowDirections:
            configuration.permittedArrowDirections = PopoverArrowDirection(rawValue: try value.typed(as: name))
        case .popoverLayoutMargins:
            let margins: DBusInsets = try value.typed(as: name)
            configuration.layoutMargins = Insets(
                top: margins.top, left: margins.left, bottom: margins.bottom, right: margins.right)
        case .backgroundColor:
            configuration.backgroundColor = try TextRules.colour(try value.typed(as: name)) ?? ""
        case .passthroughViews:
            let views: [ViewReference] = try value.typed(as: name)
            try checkPassthroughViews(count: views.count)
            configuration.passthroughViews = try views.map { (view) throws(DBusError) in try passthroughView(view) }
        case .popoverBackgroundViewClass:
            configuration.background = try plugins.popoverBackground(try value.typed(as: name))
        case .canOverlapSourceViewRect: configuration.canOverlapSourceViewRect = try value.typed(as: name)
        case .contentExtendsUnderArrow: configuration.contentExtendsUnderArrow = try value.typed(as: name)
        case .adaptiveSheet: configuration.adaptiveSheet = try SheetConfiguration(try value.typed(as: name))
        }
    }

    private func checkPassthroughViews(count: Int) throws(DBusError) {
        guard count <= PopoverSetting.maximumPassthroughViews else {
            throw .limitsExceeded(
                "PassthroughViews has \(count) views: at most \(PopoverSetting.maximumPassthroughViews) are allowed")
        }
    }

    private func passthroughView(_ view: ViewReference) throws(DBusError) -> ViewAddress {
        guard let address = try references.address(of: view) else {
            throw .invalidArgument("PassthroughViews contains (/, 0); expected views, or tab bars with view 0")
        }
        return address
    }

    /// Adds a view to PassthroughViews. The other views in the list may be missing.
    func addPassthroughView(_ view: ViewReference, of id: ViewControllerID) throws(DBusError) {
        try configurePopover(of: id) { (configuration) throws(DBusError) in
            let address = try passthroughView(view)
            guard !configuration.passthroughViews.contains(address) else { return }
            try checkPassthroughViews(count: configuration.passthroughViews.count + 1)
            configuration.passthroughViews.append(address)
        }
    }

    /// Removes a view from PassthroughViews. The view may be missing.
    func removePassthroughView(_ view: ViewReference, of id: ViewControllerID) throws(DBusError) {
        try configurePopover(of: id) { (configuration) throws(DBusError) in
            let known = configuration.passthroughViews.map { references.reference(to: $0) }
            guard known.contains(view) else {
                let first = known.prefix(20).map { "(\($0.viewController), \($0.view))" }
                throw .invalidArgument(
                    "(\(view.viewController.text.prefix(200)), \(view.view)) is not one of the PassthroughViews: "
                        + (first.isEmpty ? "the list is empty" : first.joined(separator: ", ")))
            }
            configuration.passthroughViews.removeAll { references.reference(to: $0) == view }
        }
    }

    /// Sets a property of the popover of a view controller.
    func setPopover(_ setting: PopoverSetting, to value: Variant, of id: ViewControllerID) throws(DBusError) {
        try configurePopover(of: id) { (configuration) throws(DBusError) in
            try apply(setting, value, to: &configuration)
        }
    }

    private func configurePopover(
        of id: ViewControllerID, _ change: (inout PopoverConfiguration) throws(DBusError) -> Void
    ) throws(DBusError) {
        guard var configuration = delivery.hierarchy.nodes.popoverConfiguration(of: id) else { throw noPopover(id) }
        try change(&configuration)
        let new = configuration
        try delivery.perform { model in try model.configurePopover(of: id) { $0 = new } }
    }

    /// Returns the configuration after applying Present's option Popover; nil for an empty option.
    func popoverConfiguration(
        _ values: [String: Variant], of id: ViewControllerID
    ) throws(DBusError) -> PopoverConfiguration? {
        guard !values.isEmpty else { return nil }
        guard delivery.hierarchy.nodes.contains(id) else { throw .unknownObject("no object at \(id.path)") }
        guard let configuration = delivery.hierarchy.nodes.popoverConfiguration(of: id) else {
            _ = try popoverConfiguration(values, startingWith: PopoverConfiguration())
            throw noPopover(id)
        }
        return try popoverConfiguration(values, startingWith: configuration)
    }

    /// Returns a configuration with some properties replaced.
    func popoverConfiguration(
        _ values: [String: Variant], startingWith old: PopoverConfiguration
    ) throws(DBusError) -> PopoverConfiguration {
        let known = try PopoverSetting.allCases.map { (setting) throws(DBusError) in
            let property = try PopoverFacade.interface.property(setting.rawValue)
            return OptionDescription(name: property.name, type: .basic(property.signature), summary: "")
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
        .invalidArgument("\(id.path) has no popover; set its ModalPresentationStyle to popover first")
    }

    /// Applies the background that the manifest gives for the class of the view controller (`P45`).
    func applyManifestBackground(of id: ViewControllerID) {
        // A background that a callback has set takes precedence.
        guard delivery.hierarchy.nodes.popoverConfiguration(of: id)?.background == nil, let record = records[id],
            let plugin = plugins.plugin(of: id),
            let name = plugin.classes.first(where: { "\(plugin.id).\($0.name)" == record.type })?.background,
            let background = try? plugins.popoverBackground("\(plugin.id).\(name)")
        else { return }
        try? delivery.perform { model in try model.configurePopover(of: id) { $0.background = background } }
    }
}
