/// An alert or action sheet, `UIAlertController`: what it says, what a user can answer, and the answer.
package struct Alert: Hashable, Sendable {
    package enum Style: String, Sendable, CaseIterable {
        case alert, actionSheet
    }

    package struct Action: Hashable, Sendable {
        package enum Style: String, Sendable, CaseIterable {
            case `default`, cancel, destructive
        }

        package var title: String
        package var style: Style
        package var isEnabled: Bool

        package init(title: String, style: Style = .default, isEnabled: Bool = true) {
            self.title = title
            self.style = style
            self.isEnabled = isEnabled
        }
    }

    package struct TextField: Hashable, Sendable {
        package var placeholder: String
        package var text: String
        package var isSecure: Bool

        package init(placeholder: String, text: String = "", isSecure: Bool = false) {
            self.placeholder = placeholder
            self.text = text
            self.isSecure = isSecure
        }
    }

    package struct Answer: Hashable, Sendable {
        /// The position of the action.
        package let action: Int
        /// The texts of the fields, in their order.
        package let texts: [String]
    }

    package static let maximumActions = 32
    package static let maximumTextFields = 8

    package let style: Style
    package internal(set) var message: String
    package internal(set) var actions: [Action]
    package internal(set) var textFields: [TextField]
    /// The position of the action that the return key stands for; nil for none.
    package let preferredAction: Int?
    /// nil until the user has answered.
    package internal(set) var answer: Answer?
    /// The controller that the alert was presented from.
    package internal(set) var presenter: ViewControllerID?

    package init(
        style: Style, message: String = "", actions: [Action] = [], textFields: [TextField] = [],
        preferredAction: Int? = nil
    ) {
        self.style = style
        self.message = message
        self.actions = actions
        self.textFields = textFields
        self.preferredAction = preferredAction
    }

    /// Size of all texts in bytes.
    var textContent: Int {
        actions.reduce(message.utf8.count) { $0 + $1.title.utf8.count }
            + textFields.reduce(0) { $0 + $1.placeholder.utf8.count + $1.text.utf8.count }
            + (answer?.texts.reduce(0) { $0 + $1.utf8.count } ?? 0)
    }

    /// The position of the action of style cancel.
    package var cancelAction: Int? { actions.firstIndex { $0.style == .cancel } }

    /// Reason why UIKit would not make such an alert; nil for a valid alert.
    package var fault: ModelError? {
        if style == .actionSheet, !textFields.isEmpty {
            return .invalidArgument("an action sheet has no text fields: they are allowed in style alert")
        }
        let cancelActions = actions.filter { $0.style == .cancel }.count
        if cancelActions > 1 {
            return .invalidArgument("\(cancelActions) actions have style cancel: at most one is allowed")
        }
        guard let preferredAction, !actions.indices.contains(preferredAction) else { return nil }
        return .invalidArgument("action \(preferredAction) can't be preferred: there are \(actions.count) actions")
    }
}
