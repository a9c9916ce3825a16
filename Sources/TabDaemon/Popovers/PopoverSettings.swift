import DBusInterface
import TabInterface
import TabModel

/// The writable properties of a popover. Clients set them one by one or with Present; plugins set them by name.
enum PopoverSetting: String, CaseIterable {
    case sourceView = "SourceView"
    case sourceRect = "SourceRect"
    case barButtonItem = "BarButtonItem"
    case permittedArrowDirections = "PermittedArrowDirections"
    case popoverLayoutMargins = "PopoverLayoutMargins"
    case backgroundColor = "BackgroundColor"
    case passthroughViews = "PassthroughViews"
    case popoverBackgroundViewClass = "PopoverBackgroundViewClass"
    case canOverlapSourceViewRect = "CanOverlapSourceViewRect"
    case contentExtendsUnderArrow = "ContentExtendsUnderArrow"
    case adaptiveSheet = "AdaptiveSheetPresentationController"

    static let maximumPassthroughViews = 256

    /// Whether the value refers to views or items.
    var hasReferences: Bool {
        switch self {
        case .sourceView, .barButtonItem, .passthroughViews: true
        default: false
        }
    }
}

/// Writes of popover properties.
extension Daemon {
    /// Sets one property in a configuration.
    ///
    /// - Throws: `InvalidArgs` for a wrong type, `InvalidArgument` for an invalid value.
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
            try checkPassthroughViews(count: views.count)
            configuration.passthroughViews = try views.map { (view) throws(DBusError) in try passthroughView(view) }
        case .popoverBackgroundViewClass: configuration.background = try popoverBackground(try typed(value, name))
        case .canOverlapSourceViewRect: configuration.canOverlapSourceViewRect = try typed(value, name)
        case .contentExtendsUnderArrow: configuration.contentExtendsUnderArrow = try typed(value, name)
        case .adaptiveSheet: configuration.adaptiveSheet = try SheetConfiguration(try typed(value, name))
        }
    }

    private func checkPassthroughViews(count: Int) throws(DBusError) {
        guard count <= PopoverSetting.maximumPassthroughViews else {
            throw .limitsExceeded(
                "PassthroughViews has \(count) views: at most \(PopoverSetting.maximumPassthroughViews) are allowed")
        }
    }

    private func passthroughView(_ view: ViewReference) throws(DBusError) -> ViewAddress {
        guard let address = try address(of: view) else {
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
            let known = configuration.passthroughViews.map { reference(to: $0) }
            guard known.contains(view) else {
                let first = known.prefix(20).map { "(\($0.viewController), \($0.view))" }
                throw .invalidArgument(
                    "(\(view.viewController.text.prefix(200)), \(view.view)) is not one of the PassthroughViews: "
                        + (first.isEmpty ? "the list is empty" : first.joined(separator: ", ")))
            }
            configuration.passthroughViews.removeAll { reference(to: $0) == view }
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
        guard var configuration = hierarchy.nodes.popoverConfiguration(of: id) else { throw noPopover(id) }
        try change(&configuration)
        let new = configuration
        try perform { model in try model.configurePopover(of: id) { $0 = new } }
    }

    /// Returns the configuration after applying Present's option Popover; nil for an empty option.
    func popoverConfiguration(
        _ values: [String: Variant], of id: ViewControllerID
    ) throws(DBusError) -> PopoverConfiguration? {
        guard !values.isEmpty else { return nil }
        guard hierarchy.nodes.contains(id) else { throw .unknownObject("no object at \(id.path)") }
        guard let configuration = hierarchy.nodes.popoverConfiguration(of: id) else {
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
            return OptionDescription(name: property.name, signature: property.signature, summary: "")
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
}

/// The dictionary form of the sheet that a popover adapts to.
extension SheetConfiguration {
    private enum Key {
        static let detents = OptionKey<[String]>("Detents", "")
        static let selectedDetent = OptionKey<String>("SelectedDetent", "")
        static let prefersGrabberVisible = OptionKey<Bool>("PrefersGrabberVisible", "")
        static let all = [detents.description, selectedDetent.description, prefersGrabberVisible.description]
    }

    /// - Throws: `InvalidArgs` for an unknown key or a wrong type, `InvalidArgument` for an invalid value.
    init(_ values: [String: Variant]) throws(DBusError) {
        self.init()
        let options = Options(values)
        try options.validate(against: Key.all)
        if let names = options[Key.detents] {
            var detents: [Detent] = []
            for name in names { detents.append(try Self.detent(name)) }
            guard !detents.isEmpty, Set(detents).count == detents.count else {
                throw .invalidArgument("Detents is empty or has duplicates; expected medium, large or both")
            }
            self.detents = detents
        }
        if let name = options[Key.selectedDetent], !name.isEmpty {
            let selected = try Self.detent(name)
            guard detents.contains(selected) else {
                throw .invalidArgument("SelectedDetent '\(name)' is not one of Detents")
            }
            selectedDetent = selected
        }
        prefersGrabberVisible = options[Key.prefersGrabberVisible] ?? false
    }

    private static func detent(_ name: String) throws(DBusError) -> Detent {
        try TextRules.value(name, named: "detent")
    }

    var values: [String: Variant] {
        [
            "Detents": detents.map(\.rawValue).variant, "SelectedDetent": .string(selectedDetent?.rawValue ?? ""),
            "PrefersGrabberVisible": .bool(prefersGrabberVisible),
        ]
    }
}
