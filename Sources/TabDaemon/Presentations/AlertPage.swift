import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The page of an alert.
@EventLoop
final class AlertPage: DaemonPage {
    private enum View {
        static let scroll: UInt32 = 2
        static let title: UInt32 = 3
        static let message: UInt32 = 4
        static let firstTextField: UInt32 = 10
        static let firstAction: UInt32 = 100
    }

    let id: ViewControllerID
    let delivery: EventDelivery
    let quotas: Quotas
    private let views: ViewStore
    /// The scroll offset of an alert that is higher than its window, in points.
    private var offset: Double = 0

    init(of id: ViewControllerID, delivery: EventDelivery, views: ViewStore, quotas: Quotas) {
        self.id = id
        self.delivery = delivery
        self.views = views
        self.quotas = quotas
    }

    /// Returns the initially focused view: a text field, else the preferred action; 0 for none.
    func firstFocus(of alert: Alert) -> UInt32 {
        if !alert.textFields.isEmpty { return View.firstTextField }
        return alert.preferredAction.map { View.firstAction + UInt32(clamping: $0) } ?? 0
    }

    // MARK: Views

    /// Updates the views to the state of the model.
    func updateViews(of record: ControllerRecord) {
        guard let alert = delivery.hierarchy.nodes.alert(id),
            let layout = delivery.hierarchy.geometry.alertLayout(of: id)
        else {
            return
        }
        let frame = delivery.hierarchy.geometry.frame(of: id)
        let height = frame.height > 0 ? frame.height : layout.size.height
        offset = min(offset, max(layout.size.height - height, 0))
        let bounds = DBusRect(x: 0, y: 0, width: layout.size.width, height: height)
        var scroll: [String: Variant] = ["ContentSize": DBusSize(layout.size).variant]
        if offset > 0 { scroll["ContentOffset"] = DBusSize(width: 0, height: offset).variant }
        var entries = [
            ViewEntry(
                id: 1, parent: 0, className: "View", frame: bounds,
                properties: ["BackgroundColor": .string("systemBackground")]),
            ViewEntry(id: View.scroll, parent: 1, className: "ScrollView", frame: bounds, properties: scroll),
            label(
                View.title, delivery.hierarchy.nodes.title(of: id) ?? "", layout.title, lines: layout.titleLines,
                ["Identifier": .string("Title"), "Style": .string("headline")]),
            label(
                View.message, alert.message, layout.message, lines: layout.messageLines,
                ["Identifier": .string("Message")]),
        ]
        for (index, textField) in alert.textFields.enumerated() {
            entries.append(
                ViewEntry(
                    id: View.firstTextField + UInt32(clamping: index), parent: View.scroll, className: "TextField",
                    frame: DBusRect(layout.textFields[index]), properties: properties(of: textField, index)))
        }
        for (index, action) in alert.actions.enumerated() {
            entries.append(
                button(
                    index, action, layout.actions[index],
                    isPreferred: index == alert.preferredAction, isAnswered: alert.answer != nil))
        }
        update(record, entries)
    }

    private func label(
        _ view: UInt32, _ text: String, _ frame: Rect, lines: Int, _ properties: [String: Variant]
    ) -> ViewEntry {
        var properties = properties
        properties["Alignment"] = .string("center")
        properties["Lines"] = .uint32(UInt32(clamping: max(lines, 1)))
        if text.isEmpty { properties["Hidden"] = .bool(true) } else { properties["Text"] = .string(text) }
        return ViewEntry(
            id: view, parent: View.scroll, className: "Label", frame: DBusRect(frame), properties: properties)
    }

    private func properties(of textField: Alert.TextField, _ index: Int) -> [String: Variant] {
        var properties: [String: Variant] = ["Identifier": .string("TextField.\(index)")]
        if !textField.text.isEmpty { properties["Text"] = .string(textField.text) }
        if !textField.placeholder.isEmpty { properties["Placeholder"] = .string(textField.placeholder) }
        if textField.isSecure { properties["Secure"] = .bool(true) }
        return properties
    }

    private func button(
        _ index: Int, _ action: Alert.Action, _ frame: Rect?, isPreferred: Bool, isAnswered: Bool
    ) -> ViewEntry {
        var properties: [String: Variant] = ["Identifier": .string("Action.\(index)"), "Title": .string(action.title)]
        if isPreferred {
            properties["Style"] = .string("filled")
        } else if action.style == .destructive {
            properties["Style"] = .string("destructive")
        }
        if !action.isEnabled || isAnswered { properties["Enabled"] = .bool(false) }
        if frame == nil { properties["Hidden"] = .bool(true) }
        return ViewEntry(
            id: View.firstAction + UInt32(clamping: index), parent: View.scroll, className: "Button",
            frame: DBusRect(frame ?? .zero), properties: properties)
    }

    // MARK: Gestures

    func performAction(_ action: String, view: UInt32, value: Variant) throws(DBusError) {
        let id = id
        switch (action, value) {
        case ("primaryActionTriggered", _) where view >= View.firstAction:
            try delivery.perform { try $0.tapAction(Int(view - View.firstAction), ofAlert: id) }
        case ("editingChanged", .string(let text)), ("editingDidEnd", .string(let text)),
            ("primaryActionTriggered", .string(let text)):
            guard view >= View.firstTextField else { return }
            try delivery.perform {
                try $0.setText(text, inField: Int(view - View.firstTextField), ofAlert: id)
            }
        case ("scrolled", _):
            guard let position: DBusSize = value.get() else { return }
            offset = max(position.height, 0)
            views.noteViews(of: id)
        default: return
        }
    }
}
