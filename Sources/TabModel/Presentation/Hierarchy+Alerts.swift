/// Alerts and action sheets: presenting, answering, and their place in the window.
extension Hierarchy {
    /// How many alerts stay readable after their answers.
    package static let maximumAnsweredAlerts = 20

    /// nil for a controller that is not an alert.
    package func alert(_ id: ViewControllerID) -> Alert? { nodes[id]?.alert }

    /// Creates an alert and presents it like any controller. An action sheet is presented as a popover, which adapts to
    /// a sheet at the bottom of the window in compact size classes and does not wait for its anchor.
    ///
    /// After an error the alert already exists: the caller discards this copy of the model.
    package mutating func presentAlert(
        _ alert: Alert, title: String, from receiver: ViewControllerID, animated: Bool,
        popover configuration: PopoverConfiguration? = nil
    ) throws(ModelError) -> ViewControllerID {
        _ = try requireNode(receiver)
        if let validationError = alert.validationError { throw validationError }
        guard nodes[root(of: receiver)]?.window?.profile != .tv else {
            throw .notSupported("there are no alerts in profile tv")
        }
        let id = createViewController()
        nodes[id]?.settings.title = title.isEmpty ? nil : title
        nodes[id]?.settings.modalPresentationStyle = alert.style == .alert ? .overFullScreen : .popover
        if alert.style == .actionSheet {
            let popover = Popover(number: makeToken())
            nodes[id]?.popover = popover
            rest.popoverOwners.insert(id)
        }
        try present(id, from: receiver, animated: animated, popover: configuration)
        nodes[id]?.alert = alert
        nodes[id]?.alert?.presenter = receiver
        if let handler = nodes[id]?.presenter {
            nodes[handler]?.presentation?.isDue = true
            nodes[handler]?.presentation?.isTimed = true
        }
        return id
    }

    package mutating func setMessage(_ message: String, ofAlert id: ViewControllerID) throws(ModelError) {
        _ = try requireAlert(id)
        nodes[id]?.alert?.message = message
        markChanged(id)
    }

    package mutating func setActionEnabled(
        _ action: Int, _ isEnabled: Bool, ofAlert id: ViewControllerID
    ) throws(ModelError) {
        _ = try requireAction(action, of: try requireAlert(id), id)
        nodes[id]?.alert?.actions[action].isEnabled = isEnabled
        markChanged(id)
    }

    // MARK: User gestures

    /// Types into a field.
    package mutating func setText(_ text: String, inField field: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        let alert = try requireShownAlert(id)
        guard alert.textFields.indices.contains(field) else {
            throw .outOfRange(
                "text field \(field) is out of range: \(id.describe) has \(alert.textFields.count) text fields")
        }
        nodes[id]?.alert?.textFields[field].text = text
        markChanged(id)
    }

    /// Chooses an action. The alert is dismissed, then the answer is announced.
    package mutating func tapAction(_ action: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        let alert = try requireShownAlert(id)
        guard try requireAction(action, of: alert, id).isEnabled else {
            throw .invalidArgument("action \(action) of \(id.describe) is disabled")
        }
        guard let handler = nodes[id]?.presenter else { return }
        answerAlert(id, with: action)
        endPresentation(by: handler, animated: true)
        finishAnswer(of: id)
    }

    /// Whether an attempt of the user to dismiss an alert has no effect.
    func isDismissalRefused(ofAlert id: ViewControllerID) -> Bool {
        guard let alert = nodes[id]?.alert else { return false }
        guard alert.style == .actionSheet else { return true }
        guard let cancel = alert.cancelAction else { return nodes[id]?.popover?.placement == nil }
        return !alert.actions[cancel].isEnabled
    }

    /// Records the answer of an alert whose presentation is about to end.
    mutating func answerAlert(_ id: ViewControllerID, with action: Int) {
        guard let alert = nodes[id]?.alert else { return }
        nodes[id]?.alert?.answer = Alert.Answer(action: action, texts: alert.textFields.map(\.text))
        markChanged(id)
    }

    /// Announces the answer of an alert whose presentation has ended. The oldest answered alert is destroyed when there
    /// are too many.
    mutating func finishAnswer(of id: ViewControllerID) {
        guard let answer = nodes[id]?.alert?.answer else { return }
        rest.answeredAlerts.append(id)
        emit(.alertAnswered(id, answer))
        let surplus = rest.answeredAlerts.dropLast(Self.maximumAnsweredAlerts)
        for oldest in surplus { discardAlert(oldest) }
    }

    // MARK: Life cycle

    /// Destroys an alert after its presentation.
    mutating func discardAlert(_ id: ViewControllerID) {
        guard nodes[id]?.alert != nil else { return }
        rest.answeredAlerts.removeAll { $0 == id }
        removeFromPopovers(id)
        remove(id)
    }

    /// Destroys the answered alerts that a controller presented.
    mutating func discardAlerts(presentedFrom id: ViewControllerID) {
        for alert in rest.answeredAlerts where nodes[alert]?.alert?.presenter == id { discardAlert(alert) }
    }

    // MARK: Layout

    /// Frames of an alert's views; nil for a controller that is not an alert.
    package func alertLayout(of id: ViewControllerID) -> AlertLayout? {
        guard let node = nodes[id], let alert = node.alert else { return nil }
        let placement = node.popover?.placement
        var width = placement?.contentFrame.width ?? AlertLayout.width
        if placement == nil, let window = window(around: id) {
            let room = max(window.size.width - 2 * AlertLayout.gap, 0)
            width = alert.style == .actionSheet ? room : min(width, room)
        }
        return AlertLayout(alert, title: node.settings.title ?? "", width: width, isPopover: placement != nil)
    }

    /// The size that an action sheet wants in a popover.
    func popoverSize(ofAlert id: ViewControllerID) -> Size? {
        guard let node = nodes[id], let alert = node.alert else { return nil }
        return AlertLayout(alert, title: node.settings.title ?? "", width: AlertLayout.width, isPopover: true).size
    }

    /// The frame in the window of an alert, or of an action sheet that is not a popover: above the keyboard, an alert in
    /// the middle, an action sheet at the bottom.
    func alertFrame(of id: ViewControllerID) -> Layout? {
        guard let alert = nodes[id]?.alert, let window = window(around: id), let size = alertLayout(of: id)?.size
        else { return nil }
        let (top, gap) = (window.statusBarHeight, AlertLayout.gap)
        let end =
            window.size.height - max(window.keyboardHeight, alert.style == .alert ? 0 : window.bottomSafeAreaInset)
        let bottom = max(alert.style == .actionSheet ? min(end, window.size.height - gap) : end - gap, 0)
        let height = min(size.height, max(bottom - top - gap, 0))
        let middle = top + (max(end, top) - top - height) / 2
        let frame = Rect(
            x: (window.size.width - size.width) / 2, y: alert.style == .alert ? middle : bottom - height,
            width: size.width, height: height)
        return Layout(frame: frame, insets: .zero)
    }

    private func window(around id: ViewControllerID) -> Window? {
        nodes[id]?.presenter.flatMap { nodes[root(of: $0)]?.window }
    }

    // MARK: Hit testing

    /// The alert that takes all touches of a window; nil for an action sheet that is a popover.
    package func blockingAlert(in root: ViewControllerID) -> ViewControllerID? {
        // Nothing can be presented over an alert.
        guard let top = displayedChain(of: root).last, nodes[top]?.alert != nil, nodes[top]?.popover?.placement == nil
        else { return nil }
        return top
    }

    /// Throws for an alert where any other view controller is allowed.
    func requireNotAlert(_ id: ViewControllerID) throws(ModelError) {
        guard nodes[id]?.alert != nil else { return }
        throw .invalidArgument("\(id.describe) is an alert: PresentAlert makes and presents it")
    }

    private func requireAlert(_ id: ViewControllerID) throws(ModelError) -> Alert {
        guard let alert = try requireNode(id).alert else { throw .invalidArgument("\(id.describe) is not an alert") }
        return alert
    }

    private func requireAction(_ action: Int, of alert: Alert, _ id: ViewControllerID) throws(ModelError)
        -> Alert.Action
    {
        guard alert.actions.indices.contains(action) else {
            throw .outOfRange("action \(action) is out of range: \(id.describe) has \(alert.actions.count) actions")
        }
        return alert.actions[action]
    }

    private func requireShownAlert(_ id: ViewControllerID) throws(ModelError) -> Alert {
        let alert = try requireAlert(id)
        guard alert.answer == nil else { throw .internalInconsistency("\(id.describe) was answered already") }
        guard let handler = nodes[id]?.presenter, nodes[handler]?.presentation?.isPending == false else {
            throw .internalInconsistency("\(id.describe) is not shown")
        }
        return alert
    }
}
