import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The actions, text fields and popover settings of an alert, as given by clients and plugins.
struct AlertParts {
    /// The maximum size of a placeholder or of an action's title, in bytes.
    private static let maximumText = 1024

    private(set) var actions: [AlertActionEntry] = []
    private(set) var textFields: [AlertTextFieldEntry] = []

    /// Properties of the popover of an action sheet.
    var popover: [String: Variant] = [:]
    /// Whether front ends animate the presentation; nil if not given.
    var isAnimated: Bool?

    init() {}

    /// The parts in options of PresentAlert.
    init(_ options: Options) throws(DBusError) {
        typealias Option = ViewControllerInterface.AlertOption
        for action in options[Option.actions] ?? [] { try add(action) }
        for textField in options[Option.textFields] ?? [] { try add(textField) }
        popover = options[Option.popover] ?? [:]
        isAnimated = options[ViewControllerInterface.PresentationOption.animated]
    }

    /// Whether it has neither actions nor text fields.
    var isEmpty: Bool { actions.isEmpty && textFields.isEmpty }

    /// Size of all values in bytes.
    var content: Int {
        actions.reduce(popover.isEmpty ? 0 : popover.variant.extent.content) { $0 + $1.title.utf8.count }
            + textFields.reduce(0) { $0 + $1.placeholder.utf8.count + $1.text.utf8.count }
    }

    mutating func add(_ action: AlertActionEntry) throws(DBusError) {
        guard actions.count < Alert.maximumActions else {
            throw .limitsExceeded(
                "the alert has \(actions.count + 1) actions: at most \(Alert.maximumActions) are allowed")
        }
        try Self.checkLength(of: action.title, named: "the title of an action")
        if try Self.style(of: action) == .cancel, let other = actions.first(where: { $0.style == action.style }) {
            throw .invalidArgument("'\(action.title)' and '\(other.title)' are cancel actions: at most one is allowed")
        }
        if action.preferred, let other = actions.first(where: \.preferred) {
            throw .invalidArgument("'\(action.title)' and '\(other.title)' are preferred: at most one is allowed")
        }
        actions.append(action)
    }

    mutating func add(_ textField: AlertTextFieldEntry) throws(DBusError) {
        guard textFields.count < Alert.maximumTextFields else {
            throw .limitsExceeded(
                "the alert has \(textFields.count + 1) text fields: at most \(Alert.maximumTextFields) are allowed")
        }
        try Self.checkLength(of: textField.placeholder, named: "a placeholder")
        _ = try TextRules.text(textField.text, named: "the text of a field")
        textFields.append(textField)
    }

    mutating func add(_ parts: AlertParts) throws(DBusError) {
        for action in parts.actions { try add(action) }
        for textField in parts.textFields { try add(textField) }
        let anchors = [PopoverSetting.sourceView, .barButtonItem].map(\.rawValue)
        if anchors.contains(where: { parts.popover[$0] != nil }) { for anchor in anchors { popover[anchor] = nil } }
        popover.merge(parts.popover) { $1 }
        isAnimated = parts.isAnimated ?? isAnimated
    }

    /// The alert that consists of these parts.
    ///
    /// - Throws: `InvalidArgument` for an unknown style.
    func alert(style: String, message: String) throws(DBusError) -> Alert {
        let style: Alert.Style = try TextRules.value(style, named: "alert style")
        var modelActions: [Alert.Action] = []
        for action in actions {
            let style = try Self.style(of: action)
            modelActions.append(Alert.Action(title: action.title, style: style, isEnabled: action.enabled))
        }
        return Alert(
            style: style, message: try TextRules.text(message, named: "Message"), actions: modelActions,
            textFields: textFields.map {
                Alert.TextField(placeholder: $0.placeholder, text: $0.text, isSecure: $0.secure)
            }, preferredAction: actions.firstIndex(where: \.preferred))
    }

    private static func style(of action: AlertActionEntry) throws(DBusError) -> Alert.Action.Style {
        try TextRules.value(action.style, named: "action style")
    }

    private static func checkLength(of text: String, named name: String) throws(DBusError) {
        guard text.utf8.count > maximumText else { return }
        throw .limitsExceeded("\(name) has \(text.utf8.count) bytes: at most \(maximumText) are allowed")
    }
}
