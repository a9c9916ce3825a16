import DBusInterface
import TabInterface
import TabModel

/// The writable properties of a popover, by name: written one by one, given to Present, or set by plugins.
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

    /// Those that name views or items.
    var hasReferences: Bool {
        switch self {
        case .sourceView, .barButtonItem, .passthroughViews: true
        default: false
        }
    }
}
