package import DBusInterface

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
