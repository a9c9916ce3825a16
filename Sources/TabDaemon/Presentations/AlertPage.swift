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
        var root = ViewEntry(id: 1, parent: 0, .view, frame: bounds)
        root[ViewKeys.backgroundColor] = "systemBackground"
        var scroll = ViewEntry(id: View.scroll, parent: 1, .scrollView, frame: bounds)
        scroll[ViewKeys.contentSize] = DBusSize(layout.size)
        scroll[ViewKeys.contentOffset] = DBusSize(width: 0, height: offset)
        let title = delivery.hierarchy.nodes.title(of: id) ?? ""
        var entries = [
            root, scroll,
            label(View.title, "Title", title, .headline, layout.title, lines: layout.titleLines),
            label(View.message, "Message", alert.message, .body, layout.message, lines: layout.messageLines),
        ]
        for (index, textField) in alert.textFields.enumerated() {
            entries.append(field(index, textField, layout.textFields[index]))
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
        _ view: UInt32, _ identifier: String, _ text: String, _ style: TextStyle, _ frame: Rect, lines: Int
    ) -> ViewEntry {
        var label = ViewEntry(id: view, parent: View.scroll, .label, frame: DBusRect(frame))
        label[ViewKeys.identifier] = identifier
        label[ViewKeys.textStyle] = style
        label[ViewKeys.alignment] = .center
        label[ViewKeys.lines] = UInt32(clamping: max(lines, 1))
        label[ViewKeys.text] = text
        label[ViewKeys.isHidden] = text.isEmpty
        return label
    }

    private func field(_ index: Int, _ textField: Alert.TextField, _ frame: Rect) -> ViewEntry {
        var field = ViewEntry(
            id: View.firstTextField + UInt32(clamping: index), parent: View.scroll, .textField,
            frame: DBusRect(frame))
        field[ViewKeys.identifier] = "TextField.\(index)"
        field[ViewKeys.text] = textField.text
        field[ViewKeys.placeholder] = textField.placeholder
        field[ViewKeys.isSecure] = textField.isSecure
        return field
    }

    private func button(
        _ index: Int, _ action: Alert.Action, _ frame: Rect?, isPreferred: Bool, isAnswered: Bool
    ) -> ViewEntry {
        var button = ViewEntry(
            id: View.firstAction + UInt32(clamping: index), parent: View.scroll, .button,
            frame: DBusRect(frame ?? .zero))
        button[ViewKeys.identifier] = "Action.\(index)"
        button[ViewKeys.title] = action.title
        button[ViewKeys.buttonStyle] = isPreferred ? .filled : action.style == .destructive ? .destructive : .plain
        button[ViewKeys.isEnabled] = action.isEnabled && !isAnswered
        button[ViewKeys.isHidden] = frame == nil
        return button
    }

    // MARK: Gestures

    func performAction(_ action: String, view: UInt32, value: Variant) throws(DBusError) {
        let id = id
        switch (action, value) {
        case (UserActions.buttonTriggered.name, _) where view >= View.firstAction:
            try delivery.perform { try $0.tapAction(Int(view - View.firstAction), ofAlert: id) }
        case (UserActions.editingChanged.name, .string(let text)), (UserActions.editingDidEnd.name, .string(let text)),
            (UserActions.returnPressed.name, .string(let text)):
            guard view >= View.firstTextField else { return }
            try delivery.perform {
                try $0.setText(text, inField: Int(view - View.firstTextField), ofAlert: id)
            }
        case (UserActions.scrolled.name, _):
            guard let position: DBusSize = value.get() else { return }
            offset = max(position.height, 0)
            views.noteViews(of: id)
        default: return
        }
    }
}
