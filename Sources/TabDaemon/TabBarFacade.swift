import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.TabBar`, as one caller sees it. The bar is managed: only its translucency can be written (L-4).
@EventLoop
struct TabBarFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarInterface

    private var model: Hierarchy { daemon.hierarchy }

    static let interface = Interface<TabBarFacade, LibDBus>(Contract.description) {
        Contract.items.reading {
            $0.model.barItems(of: $0.id).map(\.path)
        } refusing: { facade in
            facade.refusal(of: "Items")
        }
        Contract.selectedItem.reading {
            $0.model.barSelectedItem(of: $0.id).path
        } refusing: { facade in
            facade.refusal(of: "SelectedItem")
        }
        Contract.frame.reading {
            DBusRect($0.model.barFrame(of: $0.id))
        } refusing: { facade in
            facade.refusal(of: "Frame")
        }
        Contract.hidden.reading {
            $0.model.isBarDrawnHidden($0.id)
        } refusing: { facade in
            facade.refusal(of: "Hidden")
        }
        Contract.itemFrames.reading {
            $0.model.itemFrames(of: $0.id).map { DBusRect($0) }
        } refusing: { facade in
            facade.refusal(of: "ItemFrames")
        }
        Contract.translucent.reading {
            $0.model.isBarTranslucent(of: $0.id)
        } writing: { (facade, value) throws(DBusError) in
            try facade.daemon.perform { try $0.setBarTranslucent(value, of: facade.id) }
        }
        Contract.tapItem.answeredLater { (facade, promise, position, _) throws(DBusError) in
            let (daemon, id) = (facade.daemon, facade.id)
            let gesture = Gesture { () throws(DBusError) in
                try daemon.tap(Int(position), in: id)
            } reply: {
                promise.settle($0.map { $0 == .accepted })
            }
            let target = TouchTarget.tabBarItem(id, position: Int(position))
            try daemon.perform(gesture, on: target, in: id, caller: facade.caller) {
                try $0.tapItem(Int(position), of: id, asking: true) != .finished(accepted: false)
            }
        }
    }

    private func refusal(of property: String) -> DBusError {
        .internalInconsistency(
            "Directly modifying a tab bar managed by a tab bar controller is not allowed (\(property)): "
                + "change \(id.path) instead")
    }
}
