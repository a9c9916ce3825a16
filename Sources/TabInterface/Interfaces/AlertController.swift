package import DBusInterface

/// The interface of alerts and action sheets (`UIAlertController`), on the object that PresentAlert returns.
package enum AlertControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.AlertController"
    package static let summary = """
        An alert or an action sheet; ViewController.PresentAlert creates and presents it. While an alert is \
        visible, gestures outside of it have no effect: TapItem and TapRow return false, TapAt returns refused, \
        and the other gestures fail with InternalInconsistency. Such a gesture outside of an action sheet chooses \
        the cancel action, and TapAt returns dismissed.
        """

    package static let style: Property<String> = property(
        "Style", changes: .constant, summary: "The style: alert or actionSheet.")
    package static let message: Property<String> = property(
        "Message", writable: true,
        summary: "The text below the title; empty for none. The title is ViewController.Title.")
    package static let actions: Property<[AlertActionEntry]> = property(
        "Actions",
        summary: """
            The actions that the user can choose: title, style (default, cancel or destructive), enabled, preferred. \
            SetActionEnabled changes enabled.
            """)
    package static let textFields: Property<[AlertTextFieldEntry]> = property(
        "TextFields", summary: "The text fields: placeholder, text, and whether the text is secret.")
    package static let preferredAction: Property<Int32> = property(
        "PreferredAction", changes: .constant,
        summary: "The position of the action that the return key triggers; -1 for none.")
    package static let answered: Property<Bool> = property(
        "Answered",
        summary: "Whether the user has answered. An alert that a program dismisses is destroyed without an answer.")
    package static let answer: Property<AlertAnswer> = property(
        "Answer",
        summary: """
            The position of the chosen action and the texts of the fields; 4294967295 and no texts before an answer. \
            It stays readable until the alert or its presenter is destroyed, or until 20 later alerts were answered.
            """)

    package static let setActionEnabled: Method<(UInt32, Bool, Options) -> Void> = method(
        "SetActionEnabled", "action", "enabled", "options",
        summary: "Enables or disables the action at a position. OutOfRange for a position without an action.")
    package static let tapAction: Method<(UInt32, Options) -> Void> = method(
        "TapAction", "action", "options",
        summary: """
            Taps the action at a position, as a gesture of the user. The alert is dismissed, then AlertAnswered is \
            sent. OutOfRange for a position without an action, InvalidArgument for a disabled action, \
            InternalInconsistency while the alert is not visible.
            """)
    package static let setText: Method<(UInt32, String, Options) -> Void> = method(
        "SetText", "field", "text", "options",
        summary: """
            Replaces the text of a field, as if the user had typed it. OutOfRange for a position without a field, \
            LimitsExceeded for a text over 4096 bytes, InternalInconsistency while the alert is not visible.
            """)

    package static let alertAnswered: Signal<UInt32, [String]> = signal(
        "AlertAnswered", "action", "texts",
        summary: """
            The user answered and the alert was dismissed. Carries the position of the action and the texts of the \
            fields.
            """)
}

/// One action of an alert, `(ssbb)`.
package struct AlertActionEntry: DBusStructure, Hashable {
    package var title: String
    /// `default`, `cancel` or `destructive`.
    package var style: String
    package var enabled: Bool
    /// Whether the return key triggers the action.
    package var preferred: Bool

    package init(title: String, style: String = "default", enabled: Bool = true, preferred: Bool = false) {
        self.title = title
        self.style = style
        self.enabled = enabled
        self.preferred = preferred
    }

    package static let layout = FieldLayout(
        "AlertAction", Self.init, "title", "style", "enabled", "preferred", values: \.title, \.style, \.enabled,
        \.preferred)
}

/// One text field of an alert, `(ssb)`.
package struct AlertTextFieldEntry: DBusStructure, Hashable {
    package var placeholder: String
    package var text: String
    package var secure: Bool

    package init(placeholder: String, text: String = "", secure: Bool = false) {
        self.placeholder = placeholder
        self.text = text
        self.secure = secure
    }

    package static let layout = FieldLayout(
        "AlertTextField", Self.init, "placeholder", "text", "secure", values: \.placeholder, \.text, \.secure)
}

/// The answer to an alert, `(uas)`.
package struct AlertAnswer: DBusStructure, Hashable {
    /// The position of the chosen action; `none` before an answer.
    package var action: UInt32
    /// The texts of the fields, in order.
    package var texts: [String]

    package static let none = UInt32.max

    package init(action: UInt32 = none, texts: [String] = []) {
        self.action = action
        self.texts = texts
    }

    package static let layout = FieldLayout("AlertAnswer", Self.init, "action", "texts", values: \.action, \.texts)
}
