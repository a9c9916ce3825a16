import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.MoreList`.
@EventLoop
struct MoreListFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = MoreListInterface

    /// The tab bar controller of the list.
    private var tabs: ViewControllerID { model.nodes.tabBarController(of: id) ?? id }

    static let interface = Interface<MoreListFacade>(Contract.self) {
        Contract.rows.reading { $0.model.nodes.moreRows(of: $0.tabs).map(\.path) }
        Contract.editAvailable.reading { $0.model.nodes.isEditAvailable(in: $0.tabs) }
        Contract.barItems.reading { $0.model.nodes.barArrangement(of: $0.tabs).map(\.path) }
        Contract.tapRow.handledLater { (facade, promise, row, options) throws(DBusError) in
            let (tabs, expected) = (facade.tabs, options[Contract.TapRowOption.expected])
            try facade.tabGestures.tapRow(of: tabs, for: facade.caller, promise) { nodes in
                guard let expected else { return Int(row) }
                return nodes.moreRows(of: tabs).dropFirst(Int(row)).first?.path == expected ? Int(row) : nil
            }
        }
        Contract.beginEditing.handledLater { (facade, promise, _) throws(DBusError) in
            let tabs = facade.tabs
            // As with TapBarButtonItem (P53).
            try facade.userGestures.performGesture(
                on: facade.button(BarButtonItem.editID), caller: facade.caller, { try $0.beginEditing(in: tabs) },
                covered: { $0.isAnchor ? .success(()) : .failure($0.error) }, reply: promise.fulfil)
        }
        Contract.moveItem.handledLater { (facade, promise, path, slot, _) throws(DBusError) in
            let tabs = facade.tabs
            let moved = try facade.references.controller(at: path)
            try facade.userGestures.performGesture(
                on: facade.table, caller: facade.caller, { try $0.moveItem(moved, to: Int(slot), in: tabs) },
                reply: promise.fulfil)
        }
        Contract.endEditing.handledLater { (facade, promise, _) throws(DBusError) in
            let tabs = facade.tabs
            try facade.userGestures.performGesture(
                on: facade.button(BarButtonItem.doneID), caller: facade.caller, { try $0.endEditing(in: tabs) },
                covered: { $0.isAnchor ? .success(false) : .failure($0.error) }, reply: promise.fulfil)
        }
    }

    // MARK: Targets

    /// The table of the list.
    private var table: HitTestTarget { .control(id, views: [MorePage.table]) }

    private func button(_ item: UInt32) -> HitTestTarget {
        .barButtonItem(BarButtonItemAddress(viewController: id, item: item))
    }
}
