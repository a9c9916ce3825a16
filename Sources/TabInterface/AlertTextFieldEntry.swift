package import DBusInterface

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
