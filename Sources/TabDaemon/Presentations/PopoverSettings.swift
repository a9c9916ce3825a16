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

extension Variant {
    /// The value of a property.
    ///
    /// - Throws: `InvalidArgs` for another type.
    func typed<Content: DBusType>(as name: String) throws(DBusError) -> Content {
        guard let content: Content = get() else {
            throw .invalidArgs("\(name) has type '\(signature)', expected '\(Content.signature)'")
        }
        return content
    }
}

extension DBusRect {
    /// A rectangle; the null rect for nil.
    init(orNull rect: Rect?) { self = rect.map { DBusRect($0) } ?? .null }
}
