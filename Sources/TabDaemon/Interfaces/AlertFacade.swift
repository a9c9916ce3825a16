import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.AlertController`.
@EventLoop
struct AlertFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = AlertControllerInterface

    private var alert: Alert { delivery.hierarchy.nodes.alert(id) ?? Alert(style: .alert) }

    static let interface = Interface<AlertFacade>(Contract.self) {
        Contract.style.reading { $0.alert.style.rawValue }
        Contract.message.reading(
            { $0.alert.message },
            setting: { try $0.setMessage(try TextRules.text($2, named: "Message"), ofAlert: $1) })
        Contract.actions.reading { facade in
            facade.alert.actions.enumerated().map { position, action in
                AlertActionEntry(
                    title: action.title, style: action.style.rawValue, enabled: action.isEnabled,
                    preferred: position == facade.alert.preferredAction)
            }
        }
        Contract.textFields.reading { facade in
            facade.alert.textFields.map {
                AlertTextFieldEntry(placeholder: $0.placeholder, text: $0.text, secure: $0.isSecure)
            }
        }
        Contract.preferredAction.reading { $0.alert.preferredAction.map { Int32(clamping: $0) } ?? -1 }
        Contract.answered.reading { $0.alert.answer != nil }
        Contract.answer.reading { facade in
            facade.alert.answer.map { AlertAnswer(action: UInt32(clamping: $0.action), texts: $0.texts) }
                ?? AlertAnswer()
        }
        Contract.setActionEnabled.handled { (facade, action, isEnabled, _) throws(DBusError) in
            try facade.perform { try $0.setActionEnabled(Int(action), isEnabled, ofAlert: $1) }
        }
        Contract.tapAction.handled { (facade, action, _) throws(DBusError) in
            try facade.perform { try $0.tapAction(Int(action), ofAlert: $1) }
        }
        Contract.setText.handled { (facade, field, text, _) throws(DBusError) in
            let text = try TextRules.text(text, named: "the text of a field")
            try facade.perform { try $0.setText(text, inField: Int(field), ofAlert: $1) }
        }
        Contract.alertAnswered
    }
}
