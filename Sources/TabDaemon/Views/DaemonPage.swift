import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// A view controller whose owner is the daemon. Its views are derived from the model, and their actions are user
/// gestures.
@EventLoop
protocol DaemonPage: ContentOwner {
    var id: ViewControllerID { get }
    var delivery: EventDelivery { get }
    var quotas: Quotas { get }
    /// Updates the views to the state of the model.
    func updateViews(of record: ControllerRecord)
    /// Performs the gesture for an action of a view.
    func performAction(_ action: String, view: UInt32, value: Variant) throws(DBusError)
}

extension DaemonPage {
    /// Updates views of the page. Their texts are limited elsewhere.
    func update(_ record: ControllerRecord, _ views: [ViewEntry]) {
        do throws(DBusError) {
            try record.views.update(changed: views, removed: [], limits: ViewLimits(text: .max, content: .max))
        } catch {
            log.error("cannot update the view of \(id.path): \(error.message)")
        }
        quotas.noteContent(of: record)
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        do throws(DBusError) {
            try performAction(name, view: view, value: value)
            completion(nil)
        } catch {
            completion(error)
        }
    }
}

/// Callbacks that a page ignores, because the model already has the state.
extension DaemonPage {
    func viewDidLoad() {}
    func viewWillAppear(animated: Bool) {}
    func viewIsAppearing(animated: Bool) {}
    func viewDidAppear(animated: Bool) {}
    func viewWillDisappear(animated: Bool) {}
    func viewDidDisappear(animated: Bool) {}
    func willMove(toParent: ViewControllerID?) {}
    func didMove(toParent: ViewControllerID?) {}
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {}
    func updateContent(completion: @escaping @EventLoop () -> Void) { completion() }
    func destroy() {}
}

/// The page of More's list: a table with a row for each tab.
@EventLoop
final class MorePage: DaemonPage {
    typealias Command = (inout Hierarchy) throws -> Void

    /// The view number of the table; the root view is 1.
    static let table: UInt32 = 2

    let id: ViewControllerID
    let delivery: EventDelivery
    let quotas: Quotas

    init(of id: ViewControllerID, delivery: EventDelivery, quotas: Quotas) {
        self.id = id
        self.delivery = delivery
        self.quotas = quotas
    }

    // MARK: Views

    /// Lays out the table inside the safe area, and sets its rows.
    func updateViews(of record: ControllerRecord) {
        let model = delivery.hierarchy
        guard let tabs = model.nodes.tabBarController(of: id), let bounds = record.views[1]?.frame else { return }
        let insets = record.laidOut?.insets ?? DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
        let frame = DBusRect(
            x: insets.left, y: insets.top, width: max(bounds.width - insets.left - insets.right, 0),
            height: max(bounds.height - insets.top - insets.bottom, 0))
        let isCustomizing = model.nodes.isCustomizing(tabs)
        let movable = isCustomizing ? Set(model.nodes.movableTabs(of: tabs)) : []
        let rows = model.nodes.pageRows(of: tabs).map { tab in
            let item = model.nodes.tabBarItem(of: tab)
            return TableRow(
                title: model.nodes.displayTitle(of: tab) ?? "", detail: item.badgeValue ?? "",
                image: item.displayImage ?? "",
                accessory: isCustomizing ? "none" : "disclosure",
                enabled: isCustomizing ? movable.contains(tab) : item.isEnabled)
        }
        var table = ViewEntry(
            id: Self.table, parent: 1, .tableView, frame: frame,
            autoresizing: Autoresizing([.flexibleWidth, .flexibleHeight]).rawValue)
        table[ViewKeys.identifier] = isCustomizing ? "Items" : "Rows"
        table[ViewKeys.rows] = rows
        table[ViewKeys.allowsMove] = isCustomizing
        table[ViewKeys.selectedRow] = Int32(clamping: model.nodes.pickedRow(of: tabs) ?? -1)
        update(record, [table])
    }

    // MARK: Gestures

    /// Performs the gesture at once, for a tap that has already waited in the queue.
    func performAction(_ action: String, view: UInt32, value: Variant) throws(DBusError) {
        try delivery.perform(try command(action, value))
    }

    /// Returns the model command for an action of the table.
    func command(_ action: String, _ value: Variant) throws(DBusError) -> Command {
        guard let tabs = delivery.hierarchy.nodes.tabBarController(of: id) else {
            throw .unknownObject("no object at \(id.path)")
        }
        switch (action, value) {
        case (UserActions.selectRow.name, .uint32(let row)):
            return { try $0.selectPageRow(Int(row), of: tabs) }
        case (UserActions.moveRow.name, _):
            guard let move = RowMove(variant: value) else { throw .invalidArgs("\(action) expects two rows") }
            return { try $0.movePageRow(from: Int(move.from), to: Int(move.to), of: tabs) }
        default: throw .notSupported("More's list has no action '\(action)'")
        }
    }
}
