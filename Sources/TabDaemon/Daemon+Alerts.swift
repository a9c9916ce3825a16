import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Alerts and action sheets: presenting them, and sending their answers.
extension Daemon {
    typealias AlertCompletion = @EventLoop (Result<ViewControllerID, DBusError>) -> Void

    /// Makes and presents an alert. The completion is called when the alert is shown, or never will be. Parts that
    /// clients have prepared count for a client that gives neither actions nor text fields.
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
        // A view of the prepared anchor may be gone. That is a missing anchor, not a wrong argument of this call.
        if (try? popoverConfiguration(all.popover, startingWith: PopoverConfiguration())) == nil { all.popover = [:] }
        try all.add(parts)
        let alert = try all.alert(style: style, message: message)
        try requireRoom(for: 1, content: all.content + message.utf8.count + title.utf8.count, of: holder)
        var configuration: PopoverConfiguration?
        if alert.style == .actionSheet {
            configuration = try popoverConfiguration(all.popover, startingWith: PopoverConfiguration())
        } else if !parts.popover.isEmpty {
            throw .invalidArgument("an alert has no popover: the option Popover is allowed for style actionSheet")
        }
        var model = hierarchy
        let presented = try translatingErrors {
            try model.presentAlert(
                alert, title: title, from: id, animated: all.isAnimated ?? false, popover: configuration)
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

    /// Parts of an alert that was not shown count for the next one.
    private func keepPrepared(_ parts: AlertParts, for id: ViewControllerID) {
        guard let record = records[id] else { return }
        var kept = parts
        // Parts beyond the limit were added meanwhile.
        try? kept.add(record.preparedAlert)
        record.preparedAlert = kept
        noteContent(of: record)
    }

    func alertAnswered(_ id: ViewControllerID, _ answer: Alert.Answer) {
        tree.announceChanges()
        emit(
            AlertControllerInterface.alertAnswered, of: AlertControllerInterface.name, from: id.path,
            UInt32(clamping: answer.action), answer.texts)
        if let record = records[id] { giveAnswer(answer, to: record) }
    }

    /// Notifies the plugin that presented an alert, once.
    func giveAnswer(_ answer: Alert.Answer?, to record: ControllerRecord) {
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
        guard let presenter = records[id] else { throw .unknownObject("there is no view controller \(controller)") }
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
            _ = try $0.presentAlert(
                alert, title: title, from: id, animated: given.isAnimated ?? false,
                popover: alert.style == .actionSheet ? configuration : nil)
        } run: { [unowned self] () throws(DBusError) in
            do throws(DBusError) {
                try presentAlert(
                    given, style: style, title: title, message: message, from: id, holder: holder,
                    receiver: (id, token)
                ) { _ in }
            } catch {
                // The plugin was told that it will be presented.
                if isDeferred { records[id]?.owner?.alertAnswered(token, action: AlertAnswer.none, texts: []) }
                throw error
            }
        }
    }

    private static let alertTexts = ["Style", "Title", "Message"].map {
        OptionDescription(name: $0, signature: "s", summary: "")
    }
}

/// Preparing alerts, on the view controller that presents them.
extension ViewControllerFacade {
    /// Sets the anchor of the next action sheet. The other kind of anchor goes.
    func setAlertAnchor(_ setting: PopoverSetting, _ reference: ViewReference) throws(DBusError) {
        let anchor = [setting.rawValue: reference.variant]
        _ = try daemon.popoverConfiguration(anchor, startingWith: PopoverConfiguration())
        try prepareAlert { (parts) throws(DBusError) in parts.popover = anchor }
    }

    func prepareAlert(_ change: (inout AlertParts) throws(DBusError) -> Void) throws(DBusError) {
        guard let record else { throw .unknownObject("there is no object at \(id.path)") }
        var parts = record.preparedAlert
        try change(&parts)
        let growth = parts.content - record.preparedAlert.content
        let room = daemon.contentRoom(of: record)
        guard growth <= room else {
            throw .limitsExceeded(
                "the alert has \(growth) more bytes: \(room) are left (content in [limits] of tabd.toml)")
        }
        record.preparedAlert = parts
        daemon.noteContent(of: record)
    }
}
