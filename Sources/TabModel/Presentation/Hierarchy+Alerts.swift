/// An alert or action sheet on the screen (`UIAlertController`): it is presented like any view controller, and the user
/// answers it.
extension Hierarchy {
    /// Creates an alert and presents it like any controller. An action sheet is presented as a popover, which adapts to
    /// a sheet at the bottom of the window in compact size classes and does not wait for its anchor.
    package mutating func present(
        _ alert: Alert, title: String, from receiver: ViewControllerID, animated: Bool,
        popover configuration: PopoverConfiguration? = nil
    ) throws(ModelError) -> ViewControllerID {
        _ = try require.node(receiver)
        if let error = alert.validationError ?? alert.textError ?? Alert.error(of: title, named: "Title") {
            throw error
        }
        guard nodes.window(around: receiver)?.profile != .tv else {
            throw .notSupported("there are no alerts in profile tv")
        }
        // The presentation may fail when the alert already exists.
        var model = self
        let id = model.createViewController()
        model.nodes[id]?.settings.title = title.isEmpty ? nil : title
        model.nodes[id]?.settings.modalPresentationStyle = alert.style == .alert ? .overFullScreen : .popover
        if alert.style == .actionSheet { model.addPopover(to: id) }
        try model.present(id, from: receiver, animated: animated, popover: configuration)
        model.nodes[id]?.alert = alert
        model.nodes[id]?.alert?.presenter = receiver
        if let handler = model.nodes[id]?.presenter {
            model.nodes[handler]?.presentation?.isDue = true
            model.nodes[handler]?.presentation?.isTimed = true
        }
        self = model
        return id
    }

    package mutating func setMessage(_ message: String, ofAlert id: ViewControllerID) throws(ModelError) {
        try change(try require.alert(id), id) { $0.message = message }
    }

    package mutating func setActionEnabled(
        _ action: Int, _ isEnabled: Bool, ofAlert id: ViewControllerID
    ) throws(ModelError) {
        _ = try require.action(action, of: try require.alert(id), id)
        nodes[id]?.alert?.actions[action].isEnabled = isEnabled
        markChanged(id)
    }

    // MARK: User gestures

    /// Types into a field.
    package mutating func setText(_ text: String, inField field: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        let alert = try require.shownAlert(id)
        guard alert.textFields.indices.contains(field) else {
            throw .outOfRange(
                "text field \(field) is out of range: \(id.describe) has \(alert.textFields.count) text fields")
        }
        try change(alert, id) { $0.textFields[field].text = text }
    }

    /// Changes the texts of an alert.
    private mutating func change(
        _ alert: Alert, _ id: ViewControllerID, _ change: (inout Alert) -> Void
    ) throws(ModelError) {
        var new = alert
        change(&new)
        try admit(new, insteadOf: alert, of: id)
        nodes[id]?.alert = new
        markChanged(id)
    }

    /// Chooses an action. The alert is dismissed, then the answer is announced.
    package mutating func tapAction(_ action: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        let alert = try require.shownAlert(id)
        guard try require.action(action, of: alert, id).isEnabled else {
            throw .invalidArgument("action \(action) of \(id.describe) is disabled")
        }
        guard let handler = nodes[id]?.presenter else { return }
        answerAlert(id, with: action)
        endPresentation(by: handler, animated: true)
        finishAnswer(of: id)
    }
}
