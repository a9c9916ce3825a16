import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.TabBar`, as one caller sees it. The bar is managed: only its translucency can be written (L-4).
@EventLoop
struct TabBarFacade: ControllerFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarInterface

    static let interface = Interface<TabBarFacade>(Contract.description) {
        Contract.items.managed { $0.model.barItems(of: $0.id).map(\.path) }
        Contract.selectedItem.managed { $0.model.barSelectedItem(of: $0.id).path }
        Contract.frame.managed { DBusRect($0.model.barFrame(of: $0.id)) }
        Contract.hidden.managed { $0.model.isBarDrawnHidden($0.id) }
        Contract.itemFrames.managed { $0.model.itemFrames(of: $0.id).map { DBusRect($0) } }
        Contract.translucent.reading(
            { $0.model.isBarTranslucent(of: $0.id) }, setting: { try $0.setBarTranslucent($2, of: $1) })
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
}

extension Property {
    /// A property of a managed bar, which refuses every write.
    @EventLoop
    fileprivate func managed(_ get: @escaping (TabBarFacade) -> Content) -> Member<TabBarFacade> {
        let name = name
        return reading(
            get,
            refusing: {
                .internalInconsistency(
                    "Directly modifying a tab bar managed by a tab bar controller is not allowed (\(name)): "
                        + "change \($0.id.path) instead")
            })
    }
}
