internal import DBusInterface
internal import TabInterface

/// A question as it crosses to a host.
extension DelegateQuestion {
    var name: String {
        switch self {
        case .shouldSelect: "shouldSelect"
        case .animation: "animation"
        case .supportedOrientations: "supportedOrientations"
        case .preferredOrientation: "preferredOrientation"
        case .prepareForPresentation: "prepareForPresentation"
        case .shouldDismiss: "shouldDismiss"
        case .reposition: "reposition"
        case .adaptiveStyle: "adaptiveStyle"
        case .adaptiveViewController: "adaptiveViewController"
        }
    }

    /// Whether what a plugin does while it is asked is done at once, as while it is asked whether a tap may select; what it
    /// does in other questions comes behind them (S-24).
    var isDirect: Bool { if case .shouldSelect = self { true } else { false } }

    var wireArguments: [String: Variant] {
        switch self {
        case .shouldSelect(let target): ["To": .uint64(target)]
        case .animation(let from, let to): ["From": .uint64(from), "To": .uint64(to)]
        case .reposition(let rect, let controller, let view):
            ["Rect": rect.variant, "Controller": .uint64(controller), "View": .uint32(view)]
        case .adaptiveStyle(let horizontal, let vertical):
            ["Horizontal": .string(horizontal), "Vertical": .string(vertical)]
        case .adaptiveViewController(let style): ["Style": .string(style)]
        case .supportedOrientations, .preferredOrientation, .prepareForPresentation, .shouldDismiss: [:]
        }
    }

    /// nil for what no daemon of this version asks.
    init?(_ name: String, _ arguments: [String: Variant]) {
        func value<T: DBusType>(_ key: String, as type: T.Type = T.self) -> T? {
            arguments[key].flatMap(T.init(variant:))
        }
        switch name {
        case "shouldSelect":
            guard let target: UInt64 = value("To") else { return nil }
            self = .shouldSelect(target)
        case "animation":
            guard let from: UInt64 = value("From"), let to: UInt64 = value("To") else { return nil }
            self = .animation(from: from, to: to)
        case "supportedOrientations": self = .supportedOrientations
        case "preferredOrientation": self = .preferredOrientation
        case "prepareForPresentation": self = .prepareForPresentation
        case "shouldDismiss": self = .shouldDismiss
        case "reposition":
            guard let rect: DBusRect = value("Rect"), let controller: UInt64 = value("Controller"),
                let view: UInt32 = value("View")
            else { return nil }
            self = .reposition(rect: rect, controller: controller, view: view)
        case "adaptiveStyle":
            guard let horizontal: String = value("Horizontal"), let vertical: String = value("Vertical") else {
                return nil
            }
            self = .adaptiveStyle(horizontal: horizontal, vertical: vertical)
        case "adaptiveViewController":
            guard let style: String = value("Style") else { return nil }
            self = .adaptiveViewController(style: style)
        default: return nil
        }
    }
}
