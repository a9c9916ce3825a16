package import DBusInterface

/// Alerts and action sheets, `UIAlertController`: on the object that PresentAlert returns.
package enum AlertControllerInterface {
    package static let name = "org.tabd.Tabs1.AlertController"

    package static let style = Property<String>(
        "Style", changes: .constant, summary: "alert or actionSheet.")
    package static let message = Property<String>(
        "Message", writable: true, summary: "The text below the title, empty for none. Title is ViewController's.")
    package static let actions = Property<[AlertActionEntry]>(
        "Actions",
        summary: """
            What the user can answer: title, style (default, cancel or destructive), enabled, and whether it is \
            preferred. SetActionEnabled changes the third.
            """)
    package static let textFields = Property<[AlertTextFieldEntry]>(
        "TextFields", summary: "The text fields: placeholder, text, and whether the text is secret.")
    package static let preferredAction = Property<Int32>(
        "PreferredAction", changes: .constant,
        summary: "The position of the action that the return key stands for, -1 for none.")
    package static let answered = Property<Bool>(
        "Answered", summary: "Whether the user has answered. An alert that a program dismisses is destroyed instead.")
    package static let answer = Property<AlertAnswer>(
        "Answer",
        summary: """
            The position of the chosen action and the texts of the fields; 4294967295 and no texts before an answer. It \
            stays readable until the alert or the view controller that it was presented from is destroyed, or 20 alerts \
            were answered later.
            """)

    package static let setActionEnabled = Method<(UInt32, Bool, Options) -> Void>(
        "SetActionEnabled", "action", "enabled", "options",
        summary: "Enables or disables an action by its position. OutOfRange outside of the actions.")
    package static let tapAction = Method<(UInt32, Options) -> Void>(
        "TapAction", "action", "options",
        summary: """
            A user taps an action, by its position: the alert is dismissed, then AlertAnswered is sent. OutOfRange \
            outside of the actions, InvalidArgument for a disabled action, InternalInconsistency when the alert is not \
            shown.
            """)
    package static let setText = Method<(UInt32, String, Options) -> Void>(
        "SetText", "field", "text", "options",
        summary: """
            A user types into a text field: it has this text now. OutOfRange outside of the fields, LimitsExceeded over \
            64 KiB, InternalInconsistency when the alert is not shown.
            """)

    package static let alertAnswered = Signal<UInt32, [String]>(
        "AlertAnswered", "action", "texts",
        summary: "The user has answered, and the alert is dismissed: the position of the action, and the texts.")

    package static let description = InterfaceDescription(
        name,
        summary: """
            An alert or an action sheet, made and presented by ViewController.PresentAlert. While it is shown, \
            gestures outside of it do nothing: TapItem and TapRow return false, TapAt replies refused, and the others \
            fail with InternalInconsistency. On an action sheet such a gesture chooses the cancel action, and TapAt \
            replies dismissed.
            """,
        [
            style, message, actions, textFields, preferredAction, answered, answer, setActionEnabled, tapAction,
            setText, alertAnswered,
        ])
}

/// One action of an alert, `(ssbb)`.
package struct AlertActionEntry: DBusStructure, Hashable {
    package var title: String
    /// `default`, `cancel` or `destructive`.
    package var style: String
    package var enabled: Bool
    /// Whether the return key stands for it.
    package var preferred: Bool

    package init(title: String, style: String = "default", enabled: Bool = true, preferred: Bool = false) {
        self.title = title
        self.style = style
        self.enabled = enabled
        self.preferred = preferred
    }

    package static let layout = Layout<AlertActionEntry>(
        { AlertActionEntry(title: $0, style: $1, enabled: $2, preferred: $3) }, \.title, \.style, \.enabled, \.preferred
    )
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

    package static let layout = Layout<AlertTextFieldEntry>(
        { AlertTextFieldEntry(placeholder: $0, text: $1, secure: $2) }, \.placeholder, \.text, \.secure)
}

/// The answer to an alert, `(uas)`.
package struct AlertAnswer: DBusStructure, Hashable {
    /// The position of the action, `none` before an answer.
    package var action: UInt32
    /// The texts of the fields, in their order.
    package var texts: [String]

    package static let none = UInt32.max

    package init(action: UInt32 = none, texts: [String] = []) {
        self.action = action
        self.texts = texts
    }

    package static let layout = Layout<AlertAnswer>(
        { AlertAnswer(action: $0, texts: $1) }, \.action, \.texts)
}
