import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The daemon as the owner of a view controller: its views follow from the model, and their actions are the user's
/// gestures.
@EventLoop
protocol DaemonPage: ContentOwner {
    var id: ViewControllerID { get }
    var daemon: Daemon { get }
    /// Updates the views to the state of the model.
    func updateViews(of record: ControllerRecord)
    /// Performs the gesture that an action of a view is.
    func perform(_ action: String, view: UInt32, value: Variant) throws(DBusError)
}

extension DaemonPage {
    /// Changes views of the page. Their texts have limits of their own.
    func update(_ record: ControllerRecord, _ views: [ViewEntry]) {
        do throws(DBusError) {
            try record.views.update(changed: views, removed: [], limits: ViewLimits(text: .max, content: .max))
        } catch {
            daemon.log.error("the view of \(id.path) can't follow the model: \(error.message)")
        }
        daemon.noteContent(of: record)
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        do throws(DBusError) {
            try perform(name, view: view, value: value)
            completion(nil)
        } catch {
            completion(error)
        }
    }
}

/// Callbacks that a page ignores, because the model has the state already.
extension DaemonPage {
    func viewDidLoad() {}
    func viewWillAppear(animated: Bool) {}
    func viewIsAppearing(animated: Bool) {}
    func viewDidAppear(animated: Bool) {}
    func viewWillDisappear(animated: Bool) {}
    func viewDidDisappear(animated: Bool) {}
    func willMove(toParent: UInt64?) {}
    func didMove(toParent: UInt64?) {}
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) {}
    func updateContent(completion: @escaping @EventLoop () -> Void) { completion() }
    func destroy() {}
}

/// The daemon as the owner of More's list: a table with a row per tab.
@EventLoop
final class MorePage: DaemonPage {
    typealias Command = (inout Hierarchy) throws -> Void

    /// The number of the table; the root view is 1.
    static let table: UInt32 = 2

    let id: ViewControllerID
    unowned let daemon: Daemon

    init(of id: ViewControllerID, in daemon: Daemon) {
        self.id = id
        self.daemon = daemon
    }

    // MARK: Views

    /// Lays out the table clear of the bars, and fills it.
    func updateViews(of record: ControllerRecord) {
        let model = daemon.hierarchy
        guard let tabs = model.tabBarController(of: id), let bounds = record.views[1]?.frame else { return }
        let insets = record.laidOut?.insets ?? DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
        let frame = DBusRect(
            x: insets.left, y: insets.top, width: max(bounds.width - insets.left - insets.right, 0),
            height: max(bounds.height - insets.top - insets.bottom, 0))
        let isCustomizing = model.isCustomizing(tabs)
        let movable = isCustomizing ? Set(model.movableTabs(of: tabs)) : []
        let rows = model.pageRows(of: tabs).map { tab in
            let item = model.tabBarItem(of: tab)
            return TableRow(
                title: item.displayTitle ?? "", detail: item.badgeValue ?? "", image: item.displayImage ?? "",
                accessory: isCustomizing ? "none" : "disclosure",
                enabled: isCustomizing ? movable.contains(tab) : item.isEnabled)
        }
        var properties: [String: Variant] = [
            "Identifier": .string(isCustomizing ? "Items" : "Rows"), "Rows": rows.variant,
        ]
        if isCustomizing { properties["AllowsMove"] = .bool(true) }
        if let row = model.pickedRow(of: tabs) { properties["SelectedRow"] = .int32(Int32(clamping: row)) }
        let table = ViewEntry(
            id: Self.table, parent: 1, className: "TableView", frame: frame,
            autoresizing: Autoresizing([.flexibleWidth, .flexibleHeight]).rawValue, properties: properties)
        update(record, [table])
    }

    // MARK: Gestures

    /// Performs the gesture at once, as the effect of a touch that has waited for its turn.
    func perform(_ action: String, view: UInt32, value: Variant) throws(DBusError) {
        try daemon.perform(try command(action, value))
    }

    /// Returns what an action of the table does to the model.
    func command(_ action: String, _ value: Variant) throws(DBusError) -> Command {
        guard let tabs = daemon.hierarchy.tabBarController(of: id) else {
            throw .unknownObject("there is no object at \(id.path)")
        }
        switch (action, value) {
        case ("selectRow", .uint32(let row)):
            return { try $0.selectPageRow(Int(row), of: tabs) }
        case ("moveRow", .structure(let fields)):
            let rows = fields.compactMap { UInt32(variant: $0) }
            guard let from = rows.first, let to = rows.last else { throw .invalidArgs("moveRow takes two rows") }
            return { try $0.movePageRow(from: Int(from), to: Int(to), of: tabs) }
        default: throw .notSupported("More's list has no action '\(action)'")
        }
    }
}
