import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The presentation of alerts and action sheets, and the delivery of their answers.
extension Daemon {
    typealias AlertCompletion = @EventLoop (Result<ViewControllerID, DBusError>) -> Void

    /// Creates and presents an alert. The completion is called when it has appeared, or failed to. If `parts` has
    /// neither actions nor text fields, the prepared parts are used.
    ///
    /// - Parameters:
    ///   - holder: The client or plugin whose limit counts the alert.
    ///   - receiver: The view controller whose owner gets the answer, and the owner's token.
    func presentAlert(
        _ parts: AlertParts, style: String, title: String, message: String, from id: ViewControllerID,
        holder: String?, receiver: (id: ViewControllerID, token: UInt64)? = nil,
        completion: @escaping AlertCompletion
    ) throws(DBusError) {
        let title = try TextRules.text(title, named: "Title")
        let isPrepared = receiver == nil && parts.isEmpty
        let prepared = isPrepared ? records[id]?.preparedAlert ?? AlertParts() : AlertParts()
        var all = prepared
        // A view of the prepared anchor may have been removed. That is a missing anchor, not a wrong argument of this
        // call.
        if (try? popoverConfiguration(all.popover, startingWith: PopoverConfiguration())) == nil { all.popover = [:] }
        try all.add(parts)
        let alert = try all.alert(style: style, message: message)
        try requireRoom(for: 1, content: all.content + message.utf8.count + title.utf8.count, of: holder)
        var configuration: PopoverConfiguration?
        if alert.style == .actionSheet {
            configuration = try popoverConfiguration(all.popover, startingWith: PopoverConfiguration())
        } else if !parts.popover.isEmpty {
            throw .invalidArgument("an alert has no popover; the option Popover is only allowed with style actionSheet")
        }
        var model = hierarchy
        let presented = try translatingErrors {
            try AlertPresentation(
                presenting: alert, title: title, from: id, animated: all.isAnimated ?? false, popover: configuration,
                in: &model
            ).id
        }
        if isPrepared { records[id]?.preparedAlert = AlertParts() }
        presentations[presented] = { [unowned self] result in
            if isPrepared, case .failure = result { keepPrepared(prepared, for: id) }
            completion(result.map { presented })
        }
        let record = ControllerRecord(type: "AlertController", holder: holder)
        let page = AlertPage(of: presented, in: self)
        record.owner = page
        record.alertReceiver = receiver
        record.preferredFocusedView = page.firstFocus(of: alert)
        records[presented] = record
        hierarchy = model
        deliverEvents()
        if let presenter = records[id] { noteContent(of: presenter) }
    }

    /// Keeps the parts of an alert that failed to appear for the next alert.
    private func keepPrepared(_ parts: AlertParts, for id: ViewControllerID) {
        guard let record = records[id] else { return }
        var kept = parts
        // Fails for parts beyond the limit, as more may have been prepared meanwhile.
        try? kept.add(record.preparedAlert)
        record.preparedAlert = kept
        noteContent(of: record)
    }

    func alertAnswered(_ id: ViewControllerID, _ answer: Alert.Answer) {
        tree.announceChanges()
        emit(
            AlertControllerInterface.alertAnswered, from: id.path,
            UInt32(clamping: answer.action), answer.texts)
        if let record = records[id] { notifyAlertReceiver(answer, of: record) }
    }

    /// Sends the answer to the plugin that presented an alert, once.
    func notifyAlertReceiver(_ answer: Alert.Answer?, of record: ControllerRecord) {
        guard let receiver = record.alertReceiver else { return }
        record.alertReceiver = nil
        records[receiver.id]?.owner?.alertAnswered(
            receiver.token, action: answer.map { UInt32(clamping: $0.action) } ?? AlertAnswer.none,
            texts: answer?.texts ?? [])
    }

    func presentAlert(
        _ token: UInt64, from controller: UInt64, content: [String: Variant]
    ) throws(DBusError) {
        let id = ViewControllerID(controller)
        guard let presenter = records[id] else {
            throw .unknownObject("no view controller has the number \(controller)")
        }
        typealias Option = ViewControllerInterface.AlertOption
        let options = Options(content)
        try options.validate(against: Option.all.map(\.description) + Self.alertTexts)
        var parts = try AlertParts(options)
        for (name, value) in parts.popover { parts.popover[name] = try Self.withPaths(value, named: name) }
        func text(_ name: String) -> String { content[name]?.get() ?? "" }
        let (style, title, message, holder) = (
            text("Style"), try TextRules.text(text("Title"), named: "Title"), text("Message"), presenter.pluginID
        )
        let given = parts
        let configuration = try popoverConfiguration(given.popover, startingWith: PopoverConfiguration())
        let alert = try given.alert(style: style, message: message)
        let isDeferred = callbackDepth > 0
        try command {
            _ = try AlertPresentation(
                presenting: alert, title: title, from: id, animated: given.isAnimated ?? false,
                popover: alert.style == .actionSheet ? configuration : nil, in: &$0)
        } run: { [unowned self] () throws(DBusError) in
            do throws(DBusError) {
                try presentAlert(
                    given, style: style, title: title, message: message, from: id, holder: holder,
                    receiver: (id, token)
                ) { _ in }
            } catch {
                // The deferred call has already returned success to the plugin.
                if isDeferred { records[id]?.owner?.alertAnswered(token, action: AlertAnswer.none, texts: []) }
                throw error
            }
        }
    }

    private static let alertTexts = ["Style", "Title", "Message"].map {
        OptionDescription(name: $0, signature: "s", summary: "")
    }
}

/// The preparation of alerts on the presenting view controller.
extension ViewControllerFacade {
    /// Sets the anchor of the next action sheet and removes an anchor of the other kind.
    func setAlertAnchor(_ setting: PopoverSetting, _ reference: ViewReference) throws(DBusError) {
        let anchor = [setting.rawValue: reference.variant]
        _ = try daemon.popoverConfiguration(anchor, startingWith: PopoverConfiguration())
        try prepareAlert { (parts) throws(DBusError) in parts.popover = anchor }
    }

    func prepareAlert(_ change: (inout AlertParts) throws(DBusError) -> Void) throws(DBusError) {
        guard let record else { throw .unknownObject("no object at \(id.path)") }
        var parts = record.preparedAlert
        try change(&parts)
        let growth = parts.content - record.preparedAlert.content
        let room = daemon.contentRoom(of: record)
        guard growth <= room else {
            throw .limitsExceeded(
                "the alert needs \(growth) more bytes: \(room) are free (content in [limits] of tabd.toml)")
        }
        record.preparedAlert = parts
        daemon.noteContent(of: record)
    }
}

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

    /// Size of all texts in bytes.
    var content: Int {
        actions.reduce(0) { $0 + $1.title.utf8.count }
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
