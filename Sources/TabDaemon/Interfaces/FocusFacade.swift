import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.Focus`.
@EventLoop
struct FocusFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = FocusInterface

    static let interface = Interface<FocusFacade>(Contract.self) {
        Contract.focusedItem.reading { facade in
            facade.model.nodes.focusedItem(of: facade.id).map { UInt32(clamping: $0) } ?? Contract.noItem
        }
        Contract.focusEnvironment.reading { facade in
            facade.model.nodes.focusedView(of: facade.id) == nil ? "bar" : "content"
        }
        Contract.focusedView.reading { facade in
            facade.model.nodes.focusedView(of: facade.id).map {
                ViewReference(viewController: $0.viewController.path, view: $0.view)
            } ?? .none
        }
        Contract.enabled.reading(
            { $0.model.nodes.isFocusEnabled(of: $0.id) }, setting: { try $0.setFocusEnabled($2, of: $1) })
        Contract.press.handledLater { (facade, promise, button, _) throws(DBusError) in
            try facade.press(try TextRules.value(button, named: "button"), promise)
        }
        Contract.swipe.handledLater { (facade, promise, direction, _) throws(DBusError) in
            let allowed = RemoteButton.directions
            try facade.press(try TextRules.value(direction, named: "direction", allowed: allowed), promise)
        }
        Contract.rotate.handledLater { (facade, promise, steps, _) throws(DBusError) in
            let id = facade.id
            var left = Int(steps)
            try facade.move(promise) { try $0.rotate(by: &left, in: id, content: $1) }
        }
    }

    private func press(_ button: RemoteButton, _ promise: Promise<Bool>) throws(DBusError) {
        try move(promise) { [id] in try $0.press(button, in: id, content: $1) }
    }

    private func move(
        _ promise: Promise<Bool>, _ command: @escaping (inout Hierarchy, FocusContent) throws -> Press
    ) throws(DBusError) {
        try userGestures.moveFocus(in: id, caller: caller, command, reply: promise.fulfil)
    }
}
