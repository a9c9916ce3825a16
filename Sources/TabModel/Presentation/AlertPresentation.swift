/// An alert or action sheet on the screen (`UIAlertController`): it is presented like any view controller, and the user
/// answers it.
package struct AlertPresentation {
    package let id: ViewControllerID

    package init(_ id: ViewControllerID) { self.id = id }

    /// Creates an alert and presents it like any controller. An action sheet is presented as a popover, which adapts to
    /// a sheet at the bottom of the window in compact size classes and does not wait for its anchor.
    ///
    /// After an error the alert already exists: the caller discards this copy of the model.
    package init(
        presenting alert: Alert, title: String, from receiver: ViewControllerID, animated: Bool,
        popover configuration: PopoverConfiguration? = nil, in hierarchy: inout Hierarchy
    ) throws(ModelError) {
        _ = try hierarchy.require.node(receiver)
        if let error = alert.validationError ?? alert.textError ?? Alert.error(of: title, named: "Title") {
            throw error
        }
        guard hierarchy.nodes.window(around: receiver)?.profile != .tv else {
            throw .notSupported("there are no alerts in profile tv")
        }
        id = hierarchy.createViewController()
        hierarchy.nodes[id]?.settings.title = title.isEmpty ? nil : title
        hierarchy.nodes[id]?.settings.modalPresentationStyle = alert.style == .alert ? .overFullScreen : .popover
        if alert.style == .actionSheet { hierarchy.addPopover(to: id) }
        try hierarchy.present(id, from: receiver, animated: animated, popover: configuration)
        hierarchy.nodes[id]?.alert = alert
        hierarchy.nodes[id]?.alert?.presenter = receiver
        guard let handler = hierarchy.nodes[id]?.presenter else { return }
        hierarchy.nodes[handler]?.presentation?.isDue = true
        hierarchy.nodes[handler]?.presentation?.isTimed = true
    }

    package func setMessage(_ message: String, in hierarchy: inout Hierarchy) throws(ModelError) {
        try change(try hierarchy.require.alert(id), in: &hierarchy) { $0.message = message }
    }

    package func setActionEnabled(
        _ action: Int, _ isEnabled: Bool, in hierarchy: inout Hierarchy
    ) throws(ModelError) {
        _ = try hierarchy.require.action(action, of: try hierarchy.require.alert(id), id)
        hierarchy.nodes[id]?.alert?.actions[action].isEnabled = isEnabled
        hierarchy.markChanged(id)
    }

    // MARK: User gestures

    /// Types into a field.
    package func setText(_ text: String, inField field: Int, in hierarchy: inout Hierarchy) throws(ModelError) {
        let alert = try hierarchy.require.shownAlert(id)
        guard alert.textFields.indices.contains(field) else {
            throw .outOfRange(
                "text field \(field) is out of range: \(id.describe) has \(alert.textFields.count) text fields")
        }
        try change(alert, in: &hierarchy) { $0.textFields[field].text = text }
    }

    /// Changes the texts of the alert.
    private func change(
        _ alert: Alert, in hierarchy: inout Hierarchy, _ change: (inout Alert) -> Void
    ) throws(ModelError) {
        var new = alert
        change(&new)
        try hierarchy.admit(new, insteadOf: alert, of: id)
        hierarchy.nodes[id]?.alert = new
        hierarchy.markChanged(id)
    }

    /// Chooses an action. The alert is dismissed, then the answer is announced.
    package func tapAction(_ action: Int, in hierarchy: inout Hierarchy) throws(ModelError) {
        let alert = try hierarchy.require.shownAlert(id)
        guard try hierarchy.require.action(action, of: alert, id).isEnabled else {
            throw .invalidArgument("action \(action) of \(id.describe) is disabled")
        }
        guard let handler = hierarchy.nodes[id]?.presenter else { return }
        hierarchy.answerAlert(id, with: action)
        hierarchy.endPresentation(by: handler, animated: true)
        hierarchy.finishAnswer(of: id)
    }
}
