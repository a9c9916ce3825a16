/// An alert or action sheet, `UIAlertController`: its texts, its actions, and the user's answer.
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
        package internal(set) var texts: [String]
    }

    package static let maximumActions = 32
    package static let maximumTextFields = 8
    /// How many alerts stay readable after their answers.
    package static let maximumAnswered = 20

    package let style: Style
    package internal(set) var message: String
    package internal(set) var actions: [Action]
    package internal(set) var textFields: [TextField]
    /// The position of the action of the return key; nil for none.
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

    /// The position of the action of style cancel.
    package var cancelAction: Int? { actions.firstIndex { $0.style == .cancel } }

    /// The reason why UIKit would refuse such an alert; nil for a valid alert.
    package var validationError: ModelError? {
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

/// Frames of an alert's views in points: a pure function of its content and its width.
///
/// The model has no fonts. It counts on 26 characters of the title and 29 of the message in each line of 238 points, and
/// breaks lines between words.
package struct AlertLayout: Hashable, Sendable {
    package static let width: Double = 270
    /// Distance of an action sheet from the edges of its window, and of its cancel action from the other actions.
    package static let gap: Double = 8
    package static let margin: Double = 16
    package static let titleLineHeight: Double = 22
    package static let messageLineHeight: Double = 18
    package static let textFieldHeight: Double = 32
    package static let actionHeight: Double = 44
    private static let titleCharacterWidth: Double = 238 / 26
    private static let messageCharacterWidth: Double = 238 / 29
    /// Two actions with titles of at most this many characters are side by side in an alert.
    private static let shortTitle = 13

    /// Zero without a title.
    package private(set) var title = Rect.zero
    /// Zero without a message.
    package private(set) var message = Rect.zero
    package private(set) var textFields: [Rect] = []
    /// By position; nil for the cancel action of a popover, which has no button.
    package private(set) var actions: [Rect?] = []
    package private(set) var size: Size
    package private(set) var titleLines = 0
    package private(set) var messageLines = 0

    /// - Parameter isPopover: Whether an action sheet is shown as a popover.
    package init(_ alert: Alert, title: String, width: Double, isPopover: Bool) {
        size = Size(width: width, height: 0)
        let room = max(width - 2 * Self.margin, 1)
        var end: Double = 0
        func next(_ height: Double, after distance: Double) -> Rect {
            let rect = Rect(x: Self.margin, y: end + distance, width: room, height: height)
            end = rect.maxY
            return rect
        }
        if !title.isEmpty {
            titleLines = Self.lines(of: title, columns: Int(room / Self.titleCharacterWidth))
            self.title = next(Double(titleLines) * Self.titleLineHeight, after: Self.margin)
        }
        if !alert.message.isEmpty {
            messageLines = Self.lines(of: alert.message, columns: Int(room / Self.messageCharacterWidth))
            let height = Double(messageLines) * Self.messageLineHeight
            message = next(height, after: title.isEmpty ? Self.margin : 2)
        }
        for index in alert.textFields.indices {
            textFields.append(next(Self.textFieldHeight, after: index == 0 ? Self.margin : 4))
        }
        if end > 0 { end += Self.margin }
        actions = alert.actions.map { _ in nil }
        let cancel = alert.cancelAction
        let areShort = alert.actions.allSatisfy { $0.title.count <= Self.shortTitle }
        if alert.style == .alert, alert.actions.count == 2, areShort {
            let left = cancel ?? 0
            for (position, action) in [left, 1 - left].enumerated() {
                actions[action] = Rect(
                    x: Double(position) * width / 2, y: end, width: width / 2, height: Self.actionHeight)
            }
            size.height = end + Self.actionHeight
            return
        }
        for index in alert.actions.indices where index != cancel {
            actions[index] = Rect(x: 0, y: end, width: width, height: Self.actionHeight)
            end += Self.actionHeight
        }
        if let cancel, !isPopover {
            if alert.style == .actionSheet, end > 0 { end += Self.gap }
            actions[cancel] = Rect(x: 0, y: end, width: width, height: Self.actionHeight)
            end += Self.actionHeight
        }
        size.height = end
    }

    /// Number of lines that a text takes, with its own line breaks.
    static func lines(of text: String, columns: Int) -> Int {
        let columns = max(columns, 1)
        var count = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            count += 1
            var used = 0
            for word in line.split(separator: " ") {
                var length = word.count
                if used > 0, used + 1 + length > columns {
                    count += 1
                    used = 0
                }
                // A word longer than a line continues on the next line.
                count += (length - 1) / columns
                if length > columns { length = (length - 1) % columns + 1 }
                used += used > 0 ? length + 1 : length
            }
        }
        return count
    }
}
