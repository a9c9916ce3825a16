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
            try facade.perform(promise.settle) { (model, id) throws(ModelError) in
                try model.tapRow(Int(row), of: id)
            }
        }
        Contract.beginEditing.answeredLater { (facade, promise, _) throws(DBusError) in
            try facade.perform(promise.settle) { (model, id) throws(ModelError) in try model.beginEditing(in: id) }
        }
        Contract.moveItem.answeredLater { (facade, promise, path, slot, _) throws(DBusError) in
            let moved = try facade.daemon.controller(at: path)
            try facade.perform(promise.settle) { (model, id) throws(ModelError) in
                try model.moveItem(moved, to: Int(slot), in: id)
            }
        }
        Contract.endEditing.answeredLater { (facade, promise, _) throws(DBusError) in
            try facade.perform(promise.settle) { (model, id) throws(ModelError) in try model.endEditing(in: id) }
        }
    }

    /// Performs a gesture when its turn comes.
    private func perform<Result>(
        _ reply: @escaping @EventLoop (Swift.Result<Result, DBusError>) -> Void,
        _ command: @escaping (inout Hierarchy, ViewControllerID) throws(ModelError) -> Result
    ) throws(DBusError) {
        let (daemon, id) = (daemon, tabBarController)
        try daemon.perform(in: id, caller: caller) { () throws(DBusError) in
            try daemon.perform { (model) throws(ModelError) in try command(&model, id) }
        } reply: {
            reply($0)
        }
    }
}
