internal import CTabPlugin

/// An alert or an action sheet, which shows a title, a message and actions. The user chooses one of the actions.
///
/// Configure the alert, then present it with `present(_:animated:)`. Later changes have no effect. The handler of the
/// chosen action runs after the dismissal, and can read the user's input in `textFields`.
///
/// In regular size classes an action sheet is a popover: give its `popoverPresentationController` an anchor.
///
/// ```swift
/// final class Drawing: ViewController {
///     private let erase = Button(title: "Erase")
///
///     func askToErase() {
///         let alert = AlertController(
///             title: "Erase the drawing?", message: "You can't undo this.", preferredStyle: .actionSheet)
///         alert.addAction(AlertAction(title: "Erase", style: .destructive) { [weak self] _ in self?.clear() })
///         alert.addAction(AlertAction(title: "Cancel", style: .cancel))
///         alert.popoverPresentationController?.sourceView = erase
///         present(alert, animated: true)
///     }
///
///     private func clear() {}
/// }
/// ```
@PluginActor
public final class AlertController: ViewController {
    public enum Style: String, Sendable { case alert, actionSheet }

    /// The presented alerts by their tokens.
    private static var presented: [UInt64: AlertController] = [:]

    public let preferredStyle: Style
    public var message: String?
    public private(set) var actions: [AlertAction] = []
    /// The action that the return key triggers. It must be one of `actions`.
    public var preferredAction: AlertAction?
    /// The text fields; nil if there are none.
    public private(set) var textFields: [TextField]?

    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(arguments: [:])
        self.title = title
        if preferredStyle == .actionSheet { modalPresentationStyle = .popover }
    }

    public required convenience init(arguments: [String: Value]) {
        self.init(title: nil, message: nil, preferredStyle: .alert)
    }

    public func addAction(_ action: AlertAction) { actions.append(action) }

    /// Adds a text field to an alert.
    ///
    /// - Parameter configurationHandler: The code that configures the text field.
    /// - Warning: An action sheet with text fields can't be presented.
    public func addTextField(configurationHandler: ((TextField) -> Void)? = nil) {
        let textField = TextField()
        configurationHandler?(textField)
        textFields = (textFields ?? []) + [textField]
    }

    // MARK: Presentation

    /// Presents the alert after the current callback, which may still set the anchor of the popover.
    func present(from presenter: ViewController, animated: Bool) {
        guard !Self.presented.values.contains(where: { $0 === self }) else {
            log(.error, "view controller \(presenter.number) could not present an alert: it is already presented")
            return
        }
        let token = UInt64.random(in: 1...UInt64.max)
        Self.presented[token] = self
        Host.postIsolated { [weak presenter] in
            guard let presenter else { return Self.remove(token) }
            self.send(as: token, from: presenter, animated: animated)
        }
    }

    private func send(as token: UInt64, from presenter: ViewController, animated: Bool) {
        do throws(PluginError) {
            try Host.call { table, host, arena in
                table.present_alert?(host, presenter.number, token, arena.pointer(to: content(animated: animated)))
            }
        } catch {
            Self.remove(token)
            log(.error, "view controller \(presenter.number) could not present an alert: \(error)")
        }
    }

    private static func remove(_ token: UInt64) { presented[token] = nil }

    private func content(animated: Bool) -> Value {
        var content: [String: Value] = [
            "Style": .string(preferredStyle.rawValue), "Title": .string(title ?? ""), "Message": .string(message ?? ""),
            "Animated": .bool(animated),
        ]
        content["Actions"] = .array(
            of: "(ssbb)",
            actions.map { action in
                .structure([
                    .string(action.title ?? ""), .string(action.style.rawValue), .bool(action.isEnabled),
                    .bool(action === preferredAction),
                ])
            })
        content["TextFields"] = .array(
            of: "(ssb)",
            (textFields ?? []).map {
                .structure([.string($0.placeholder), .string($0.text), .bool($0.isSecureTextEntry)])
            })
        if let popover = popovers.own?.assignedValues, preferredStyle == .actionSheet {
            content["Popover"] = .options(popover)
        }
        return .options(content)
    }

    /// Handles the user's answer to an alert.
    ///
    /// - Parameters:
    ///   - action: The index of the chosen action. An index out of bounds stands for a dismissal without a choice.
    ///   - texts: The contents of the text fields.
    static func didAnswer(_ token: UInt64, _ action: UInt32, _ texts: [String]) {
        guard let alert = presented.removeValue(forKey: token) else { return }
        for (textField, text) in zip(alert.textFields ?? [], texts) { textField.text = text }
        guard alert.actions.indices.contains(Int(action)) else { return }
        let chosen = alert.actions[Int(action)]
        chosen.handler?(chosen)
    }
}

func addAlertCallbacks(_ table: inout tab_plugin_v1) {
    table.alert_answered = { instance, alert, action, texts, count in
        let texts = UnsafeBufferPointer(start: texts, count: texts == nil ? 0 : count).map { String($0) ?? "" }
        enter(instance) { _ in AlertController.didAnswer(alert, action, texts) }
    }
}

/// An action of an ``AlertController``.
@PluginActor
public final class AlertAction {
    public enum Style: String, Sendable {
        case `default`
        /// An action that cancels the operation and changes nothing. An alert has at most one action of this style.
        case cancel
        /// An action that deletes data.
        case destructive
    }

    public let title: String?
    public let style: Style
    public var isEnabled = true
    let handler: ((AlertAction) -> Void)?

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The title of its button.
    ///   - style: The style of its button.
    ///   - handler: The code to run after the dismissal if the user chooses the action.
    public init(title: String?, style: Style = .default, handler: ((AlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
