import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The presentation of alerts and action sheets, and the delivery of their answers.
@EventLoop
final class AlertPresenter: DaemonPart {
    let core: Core
    private let popovers: PopoverConfigurator
    private let presentations: Presentations
    private let views: ViewStore

    init(core: Core, popovers: PopoverConfigurator, presentations: Presentations, views: ViewStore) {
        self.core = core
        self.popovers = popovers
        self.presentations = presentations
        self.views = views
    }

    /// Creates and presents an alert. The completion is called when it has appeared, or failed to. If `parts` has
    /// neither actions nor text fields, the prepared parts are used.
    ///
    /// - Parameters:
    ///   - holder: The client or plugin whose limit counts the alert.
    ///   - receiver: The view controller whose owner gets the answer, and the owner's token.
    ///   - usesPreparedParts: Whether parts that were prepared are used if `parts` has none.
    func presentAlert(
        _ parts: AlertParts, style: String, title: String, message: String, from id: ViewControllerID,
        holder: String?, receiver: (id: ViewControllerID, token: UInt64)? = nil, usesPreparedParts: Bool = true,
        completion: @escaping @EventLoop (Result<ViewControllerID, DBusError>) -> Void
    ) throws(DBusError) {
        let title = try TextRules.text(title, named: "Title")
        let isPrepared = usesPreparedParts && parts.isEmpty
        let prepared = isPrepared ? records[id]?.preparedAlert ?? AlertParts() : AlertParts()
        var all = prepared
        // A view of the prepared anchor may have been removed. That is a missing anchor, not a wrong argument of this
        // call.
        if (try? popovers.popoverConfiguration(all.popover, startingWith: PopoverConfiguration())) == nil {
            all.popover = [:]
        }
        try all.add(parts)
        let alert = try all.alert(style: style, message: message)
        try quotas.requireRoom(for: 1, content: all.content + message.utf8.count + title.utf8.count, of: holder)
        var configuration: PopoverConfiguration?
        if alert.style == .actionSheet {
            configuration = try popovers.popoverConfiguration(all.popover, startingWith: PopoverConfiguration())
        } else if !parts.popover.isEmpty {
            throw .invalidArgument("an alert has no popover; the option Popover is only allowed with style actionSheet")
        }
        try delivery.perform {
            try $0.present(
                alert, title: title, from: id, animated: all.isAnimated ?? false, popover: configuration)
        } recording: { presented in
            if isPrepared { records[id]?.preparedAlert = AlertParts() }
            presentations.expect(presented) { [unowned self] result in
                if isPrepared, case .failure = result { keepPrepared(prepared, for: id) }
                completion(result.map { presented })
            }
            let record = ControllerRecord(type: "AlertController", holder: holder)
            let page = AlertPage(of: presented, delivery: delivery, views: views, quotas: quotas)
            record.setOwner(page, .ready)
            record.alertReceiver = receiver
            record.preferredFocusedView = page.firstFocus(of: alert)
            records[presented] = record
        }
        if let presenter = records[id] { quotas.noteContent(of: presenter) }
    }

    /// Presents an alert of a plugin, now or after the plugin's callback.
    ///
    /// - Parameter receiver: The view controller whose owner gets the answer, and the owner's token.
    func presentAlert(
        _ parts: AlertParts, style: String, title: String, message: String, from id: ViewControllerID,
        ofPlugin plugin: String, receiver: (id: ViewControllerID, token: UInt64)?
    ) throws(DBusError) {
        let title = try TextRules.text(title, named: "Title")
        let configuration = try popovers.popoverConfiguration(parts.popover, startingWith: PopoverConfiguration())
        let alert = try parts.alert(style: style, message: message)
        let isDeferred = delivery.defersCommands
        try delivery.command {
            _ = try $0.present(
                alert, title: title, from: id, animated: parts.isAnimated ?? false,
                popover: alert.style == .actionSheet ? configuration : nil)
        } run: { [unowned self] () throws(DBusError) in
            do throws(DBusError) {
                try presentAlert(
                    parts, style: style, title: title, message: message, from: id, holder: plugin, receiver: receiver,
                    usesPreparedParts: false
                ) { _ in }
            } catch {
                // The deferred call has already returned success to the plugin.
                if isDeferred, let receiver {
                    records[receiver.id]?.owner?.alertAnswered(receiver.token, action: AlertAnswer.none, texts: [])
                }
                throw error
            }
        }
    }

    // MARK: Preparation

    /// Sets the anchor of the next action sheet and removes an anchor of the other kind.
    func setAnchor(
        _ setting: PopoverSetting, _ reference: ViewReference, ofNextAlertFrom id: ViewControllerID
    ) throws(DBusError) {
        let anchor = [setting.rawValue: reference.variant]
        _ = try popovers.popoverConfiguration(anchor, startingWith: PopoverConfiguration())
        try prepareAlert(from: id) { (parts) throws(DBusError) in parts.popover = anchor }
    }

    /// Changes the parts of the next alert that a view controller presents.
    func prepareAlert(
        from id: ViewControllerID, _ change: (inout AlertParts) throws(DBusError) -> Void
    ) throws(DBusError) {
        guard let record = records[id] else { throw .unknownObject("no object at \(id.path)") }
        var parts = record.preparedAlert
        try change(&parts)
        let growth = parts.content - record.preparedAlert.content
        let room = quotas.contentRoom(of: record)
        guard growth <= room else {
            throw .limitsExceeded(
                "the alert needs \(growth) more bytes: \(room) are free (content in [limits] of tabd.toml)")
        }
        record.preparedAlert = parts
        quotas.noteContent(of: record)
    }

    /// Keeps the parts of an alert that failed to appear for the next alert.
    private func keepPrepared(_ parts: AlertParts, for id: ViewControllerID) {
        guard let record = records[id] else { return }
        var kept = parts
        // Fails for parts beyond the limit, as more may have been prepared meanwhile.
        try? kept.add(record.preparedAlert)
        record.preparedAlert = kept
        quotas.noteContent(of: record)
    }

    // MARK: Answers

    func alertAnswered(_ id: ViewControllerID, _ answer: Alert.Answer) {
        bus.tree.announceChanges()
        bus.emit(
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
}
