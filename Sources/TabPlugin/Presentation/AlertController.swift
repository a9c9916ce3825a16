internal import CTabPlugin

/// An alert or an action sheet: a title, a message, and actions of which the user chooses one.
///
/// Present it with `present(_:animated:)`. The handler of the chosen action runs after the dismissal, with the texts of the
/// fields in place. Set everything before the presentation. In regular size classes an action sheet is a popover:
/// give its `popoverPresentationController` an anchor.
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

    /// The alerts that wait for their answers, by their tokens.
    private static var shown: [UInt64: AlertController] = [:]

    public let preferredStyle: Style
    public var message: String?
    public private(set) var actions: [AlertAction] = []
    /// The action that the return key stands for; one of `actions`.
    public var preferredAction: AlertAction?
    /// nil without text fields.
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

    /// Adds a text field, which `configurationHandler` sets up. An action sheet has no text fields: presenting one that
    /// does is refused.
    public func addTextField(configurationHandler: ((TextField) -> Void)? = nil) {
        let textField = TextField()
        configurationHandler?(textField)
        textFields = (textFields ?? []) + [textField]
    }

    // MARK: The host's side

    /// Presents it behind the code that runs now, which may still set the anchor of its popover.
    func present(from presenter: ViewController, animated: Bool) {
        guard !Self.shown.values.contains(where: { $0 === self }) else {
            log(.error, "an alert could not be presented: it is presented already")
            return
        }
        let token = UInt64.random(in: 1...UInt64.max)
        Self.shown[token] = self
        Host.postIsolated { [weak presenter] in
            guard let presenter else { return Self.forget(token) }
            self.send(as: token, from: presenter, animated: animated)
        }
    }

    private func send(as token: UInt64, from presenter: ViewController, animated: Bool) {
        do throws(PluginError) {
            try Host.presentAlert(token, from: presenter.number, content(animated: animated))
        } catch {
            Self.forget(token)
            log(.error, "view controller \(presenter.number) could not present an alert: \(error)")
        }
    }

    private static func forget(_ token: UInt64) { shown[token] = nil }

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
        if let popover = popovers.own?.wanted, preferredStyle == .actionSheet { content["Popover"] = .options(popover) }
        return .options(content)
    }

    /// - Parameter action: A position outside of the actions when there is no answer.
    static func answered(_ token: UInt64, _ action: UInt32, _ texts: [String]) {
        guard let alert = shown.removeValue(forKey: token) else { return }
        for (textField, text) in zip(alert.textFields ?? [], texts) { textField.text = text }
        guard alert.actions.indices.contains(Int(action)) else { return }
        let chosen = alert.actions[Int(action)]
        chosen.handler?(chosen)
    }
}

func fillAlerts(_ table: inout tab_plugin_v1) {
    table.alert_answered = { instance, alert, action, texts, count in
        let texts = UnsafeBufferPointer(start: texts, count: texts == nil ? 0 : count).map { String($0) ?? "" }
        enter(instance) { _ in AlertController.answered(alert, action, texts) }
    }
}

/// One of the actions of an ``AlertController``.
@PluginActor
public final class AlertAction {
    public enum Style: String, Sendable {
        case `default`
        /// Leaves everything unchanged. An alert has at most one action of this style.
        case cancel
        case destructive
    }

    public let title: String?
    public let style: Style
    public var isEnabled = true
    let handler: ((AlertAction) -> Void)?

    /// - Parameter handler: Runs after the dismissal.
    public init(title: String?, style: Style = .default, handler: ((AlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}
