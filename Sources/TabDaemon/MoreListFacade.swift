import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.MoreList`, as one caller sees it.
@EventLoop
struct MoreListFacade {
    let daemon: Daemon
    /// The tab bar controller whose More has the list.
    let tabBarController: ViewControllerID
    let caller: String

    typealias Contract = MoreListInterface

    private var model: Hierarchy { daemon.hierarchy }

    static let interface = Interface<MoreListFacade, LibDBus>(Contract.description) {
        Contract.rows.reading { $0.model.moreRows(of: $0.tabBarController).map(\.path) }
        Contract.editAvailable.reading { $0.model.isEditAvailable(in: $0.tabBarController) }
        Contract.barItems.reading { $0.model.barArrangement(of: $0.tabBarController).map(\.path) }
        Contract.tapRow.answeredLater { (facade, promise, row, _) throws(DBusError) in
            let id = facade.tabBarController
            try facade.daemon.perform(on: facade.table, caller: facade.caller) {
                try $0.tapRow(Int(row), of: id)
            } acts: {
                $0
            } covered: { _ in
                .success(false)
            } reply: {
                promise.settle($0)
            }
        }
        Contract.beginEditing.answeredLater { (facade, promise, _) throws(DBusError) in
            let id = facade.tabBarController
            try facade.daemon.perform(on: facade.editButton, caller: facade.caller) {
                try $0.beginEditing(in: id)
            } covered: {
                // As with TapBarButtonItem (P53).
                $0.isAnchor ? .success(()) : .failure($0.error)
            } reply: {
                promise.settle($0)
            }
        }
        Contract.moveItem.answeredLater { (facade, promise, path, slot, _) throws(DBusError) in
            let id = facade.tabBarController
            let moved = try facade.daemon.controller(at: path)
            try facade.daemon.perform(on: facade.table, caller: facade.caller) {
                try $0.moveItem(moved, to: Int(slot), in: id)
            } reply: {
                promise.settle($0)
            }
        }
        Contract.endEditing.answeredLater { (facade, promise, _) throws(DBusError) in
            let id = facade.tabBarController
            try facade.daemon.perform(on: facade.doneButton, caller: facade.caller) {
                try $0.endEditing(in: id)
            } covered: {
                $0.isAnchor ? .success(false) : .failure($0.error)
            } reply: {
                promise.settle($0)
            }
        }
    }

    // MARK: Targets

    private var moreList: ViewControllerID {
        model.moreList(of: tabBarController) ?? tabBarController
    }

    /// The table of the list, which has the rows.
    private var table: TouchTarget { .control(moreList, views: [MorePage.table]) }

    private var editButton: TouchTarget { button(Hierarchy.editItem) }

    private var doneButton: TouchTarget { button(Hierarchy.doneItem) }

    private func button(_ item: BarButtonItem) -> TouchTarget {
        .barButtonItem(BarButtonItemAddress(viewController: moreList, item: item.id))
    }
}
