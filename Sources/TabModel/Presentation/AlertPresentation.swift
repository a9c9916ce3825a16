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
        if let validationError = alert.validationError { throw validationError }
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
        _ = try hierarchy.require.alert(id)
        hierarchy.nodes[id]?.alert?.message = message
        hierarchy.markChanged(id)
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
        hierarchy.nodes[id]?.alert?.textFields[field].text = text
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
