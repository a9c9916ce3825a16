import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.Focus`, as one caller sees it.
@EventLoop
struct FocusFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = FocusInterface

    static let interface = Interface<FocusFacade, LibDBus>(Contract.description) {
        Contract.focusedItem.reading { facade in
            facade.daemon.hierarchy.focusedItem(of: facade.id).map { UInt32(clamping: $0) } ?? Contract.noItem
        }
        Contract.focusEnvironment.reading { facade in
            facade.daemon.hierarchy.focusedView(of: facade.id) == nil ? "bar" : "content"
        }
        Contract.focusedView.reading { facade in
            facade.daemon.hierarchy.focusedView(of: facade.id).map {
                ViewReference(viewController: $0.viewController.path, view: $0.view)
            } ?? .none
        }
        Contract.press.answeredLater { (facade, promise, button, _) throws(DBusError) in
            let button = try TextRules.value(
                button, of: RemoteButton.self, named: "button", allowed: RemoteButton.allCases)
            try facade.press(button, promise)
        }
        Contract.swipe.answeredLater { (facade, promise, direction, _) throws(DBusError) in
            let direction = try TextRules.value(
                direction, of: RemoteButton.self, named: "direction", allowed: RemoteButton.directions)
            try facade.press(direction, promise)
        }
    }

    private func press(_ button: RemoteButton, _ promise: Promise<Bool, LibDBus>) throws(DBusError) {
        try daemon.press(button, in: id, caller: caller, reply: promise.settle)
    }
}
