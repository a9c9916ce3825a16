import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The views of view controllers: layout passes, announcements, and the views of containers.
@EventLoop
final class ViewStore: DaemonPart {
    let core: Core
    let crashMarkers: CrashMarkers
    let windows: WindowAttachments

    /// The number of layout passes in one turn.
    private static let maximumPasses = 8

    /// View controllers whose views may have changed in this turn.
    private var changedViews: [ViewControllerID] = []
    /// View controllers whose views have changed since the last layout pass.
    private var viewsNeedingLayout: [ViewControllerID] = []

    /// A table whose owner wants a row to be visible.
    private struct RowScroll {
        let id: ViewControllerID
        let view: UInt32
        let row: UInt32
        let position: String
        let isAnimated: Bool
    }

    /// The last of each table in this turn.
    private var rowScrolls: [RowScroll] = []

    init(core: Core, crashMarkers: CrashMarkers, windows: WindowAttachments) {
        self.core = core
        self.crashMarkers = crashMarkers
        self.windows = windows
    }

    /// Marks the views of a view controller as changed: for layout, and for an announcement at the end of the turn.
    func noteViews(of id: ViewControllerID) {
        delivery.mayNeedUpdateCycle = true
        if !changedViews.contains(id) { changedViews.append(id) }
        if !viewsNeedingLayout.contains(id) { viewsNeedingLayout.append(id) }
    }

    /// Runs the layout passes of a turn, in the order in which views were marked: parents before children.
    func layOutViews() {
        // Owners may change views and sizes in viewWillLayout, which needs another pass.
        for _ in 0..<Self.maximumPasses where !viewsNeedingLayout.isEmpty {
            let ids = viewsNeedingLayout
            viewsNeedingLayout = []
            for id in ids {
                guard let record = records[id] else { continue }
                layOut(id, record)
                record.views.layOut()
            }
        }
        viewsNeedingLayout = []
    }

    /// Sends one ViewChanged for each view controller whose views changed in the turn.
    func announceViews() {
        announceChanges()
        let scrolls = rowScrolls
        rowScrolls = []
        for scroll in scrolls {
            guard let table = try? records[scroll.id]?.views.table(scroll.view, with: scroll.row) else { continue }
            let observers = windows.observers(of: scroll.id)
            guard !observers.isEmpty else { continue }
            bus.emit(
                ViewControllerInterface.rowScrolled, from: scroll.id.path, to: observers, table.id, scroll.row,
                scroll.position, scroll.isAnimated)
        }
    }

    private func announceChanges() {
        guard !changedViews.isEmpty else { return }
        let ids = changedViews
        changedViews = []
        for id in ids {
            guard let record = records[id] else { continue }
            updateContainerViews(of: id, record)
            // The root keeps the size of the window, even if the first update of an owner gave it another one.
            if record.isInWindow, let laidOut = record.laidOut { record.views.setRootFrame(laidOut.bounds) }
            guard let change = record.views.drainChange() else { continue }
            var observers = windows.observers(of: id)
            if let (old, new) = change.table {
                observers.subtract(announceRows(of: id, from: old, to: new, record.views.revision))
            }
            guard !observers.isEmpty else { continue }
            bus.emit(
                ViewControllerInterface.viewChanged, from: id.path, to: observers,
                record.views.revision, change.changed, change.removed)
        }
    }

    /// Announces a change of rows to the clients that want only what changed, and returns them. Returns none if the
    /// change is not shorter than the table.
    private func announceRows(
        of id: ViewControllerID, from old: ViewEntry, to new: ViewEntry, _ revision: UInt64
    ) -> Set<String> {
        let clients = windows.rowObservers(of: id)
        guard !clients.isEmpty else { return [] }
        let rows = new.tableRows
        let change = TableChange(from: old.tableRows, to: rows)
        guard change.count * 2 < rows.rows.count else { return [] }
        bus.emit(
            ViewControllerInterface.rowsChanged, from: id.path, to: clients, revision, new.id, change.deleted,
            change.inserted, change.moved, change.reloaded, new[ViewKeys.sections],
            new[ViewKeys.selectedRow])
        return clients
    }

    /// Updates views that the daemon owns. A container has a root, a content view with the child's frame, and bars.
    /// Alerts and More's list have a `DaemonPage`.
    func updateContainerViews(of id: ViewControllerID, _ record: ControllerRecord) {
        let displayed: ViewControllerID?
        switch delivery.hierarchy.nodes.kind(of: id) {
        case .tabBarController, .navigationController, .moreNavigationController:
            displayed = delivery.hierarchy.nodes.displayedChild(of: id)
        default: return (record.owner as? any DaemonPage)?.updateViews(of: record) ?? ()
        }
        record.views.setRootFrame(bounds(of: id))
        var entries: [ViewEntry] = []
        func add(_ view: UInt32, _ identifier: String, _ frame: Rect, isHidden: Bool = false) {
            var entry = ViewEntry(id: view, parent: ContainerView.root, .view, frame: DBusRect(frame))
            entry[ViewKeys.identifier] = identifier
            entry[ViewKeys.isHidden] = isHidden
            entries.append(entry)
        }
        add(ContainerView.content, "Content", displayed.map { delivery.hierarchy.geometry.frame(of: $0) } ?? .zero)
        if delivery.hierarchy.nodes.kind(of: id) == .tabBarController {
            add(
                ContainerView.bar, "TabBar", delivery.hierarchy.geometry.barFrame(of: id),
                isHidden: delivery.hierarchy.nodes.isBarDrawnHidden(id))
        } else {
            let (bar, toolbar) = (
                delivery.hierarchy.geometry.navigationBarFrame(of: id), delivery.hierarchy.geometry.toolbarFrame(of: id)
            )
            add(ContainerView.bar, "NavigationBar", bar, isHidden: bar == .zero)
            add(ContainerView.toolbar, "Toolbar", toolbar, isHidden: toolbar == .zero)
        }
        try? record.views.update(changed: entries, removed: [])
    }

    /// The bounds of the root view of a view controller.
    func bounds(of id: ViewControllerID) -> DBusRect {
        let frame = delivery.hierarchy.geometry.frame(of: id)
        return DBusRect(x: 0, y: 0, width: frame.width, height: frame.height)
    }

    /// The views of a view controller, as announced at the end of this turn.
    func snapshot(of id: ViewControllerID) -> ViewSnapshot {
        guard let record = records[id], record.views.isLoaded else { return ViewSnapshot(revision: 0, views: []) }
        return ViewSnapshot(revision: record.views.revision, views: record.views.views)
    }

    /// Makes the root view of a view controller.
    func load(_ id: ViewControllerID) {
        guard let record = records[id] else { return }
        record.views.load(frame: bounds(of: id))
        noteViews(of: id)
    }

    /// Forgets a destroyed view controller.
    func remove(_ id: ViewControllerID) { changedViews.removeAll { $0 == id } }

    /// Resizes a view in a window, and notifies its owner of new bounds or safe area insets.
    ///
    /// The geometry is that of the state at the end of the turn. A disappearing view keeps its geometry.
    func layOut(_ id: ViewControllerID, _ record: ControllerRecord) {
        if record.owner == nil {
            layOut(id, record, notifying: nil)
        } else {
            crashMarkers.show(id) { layOut(id, record, notifying: $0) }
        }
    }

    func layOut(_ id: ViewControllerID, _ record: ControllerRecord, notifying owner: (any ContentOwner)?) {
        guard record.isInWindow, delivery.hierarchy.nodes.appearanceState(of: id) != .disappeared else { return }
        let bounds = bounds(of: id)
        let insets = DBusInsets(delivery.hierarchy.geometry.safeAreaInsets(of: id))
        record.views.setRootFrame(bounds)
        record.views.setSafeArea(insets)
        let traits = traits(of: id)
        record.views.setTraits(metrics(of: id), isRightToLeft: traits.layoutDirection == .rightToLeft)
        if record.traits != traits {
            record.traits = traits
            owner?.traitsChanged(traits)
        }
        guard record.laidOut?.bounds != bounds || record.laidOut?.insets != insets else { return }
        record.laidOut = (bounds, insets)
        owner?.viewWillLayout(bounds: bounds, safeArea: insets)
    }

    /// Changes the views of a view controller as its owner asks.
    func update(_ id: ViewControllerID, changed: [ViewEntry], removed: [UInt32]) throws(DBusError) {
        guard let record = records[id] else {
            throw .unknownObject("no view controller has the number \(id.rawValue)")
        }
        // Its owner gets the last callbacks of a destroyed view controller. Changes have no effect.
        guard delivery.hierarchy.nodes.contains(id) else { return }
        guard delivery.hierarchy.nodes.kind(of: id) == .plain else {
            throw .notSupported("\(id.path) is a container; only the daemon changes its views")
        }
        var limits = settings.viewLimits
        let room = quotas.contentRoom(of: record)
        let isShort = record.views.content + room < limits.content
        if isShort { limits.content = record.views.content + room }
        do throws(DBusError) {
            try record.views.update(
                changed: changed, removed: removed, limits: limits,
                window: record.isInWindow ? record.laidOut?.bounds : nil)
        } catch {
            guard isShort, error.name == DBusError.Name.limitsExceeded else { throw error }
            throw .limitsExceeded(
                "\(error.message); the quota is used up (content in [limits] of tabd.toml)")
        }
        quotas.noteContent(of: record)
        if record.preferredFocusedView != 0, record.views[record.preferredFocusedView] == nil {
            record.preferredFocusedView = 0
            bus.tree.markChanged(id.path)
        }
        noteViews(of: id)
        delivery.noteFocus(around: id)
    }

    /// Changes rows of a table as the owner asks.
    func changeRows(
        _ id: ViewControllerID, of view: UInt32, _ change: TableChange, sections: [TableSection]?, selectedRow: Int32?
    ) throws(DBusError) {
        guard let record = records[id] else { throw .unknownObject("no object at \(id.path)") }
        let entry = try record.views.changedTable(view, change, sections: sections, selectedRow: selectedRow)
        try update(id, changed: [entry], removed: [])
    }

    /// Has front ends scroll a table at the end of the turn.
    func scroll(
        _ id: ViewControllerID, view: UInt32, toRow row: UInt32, position: String, animated: Bool
    ) throws(DBusError) {
        guard ["none", "top", "middle", "bottom"].contains(position) else {
            throw .invalidArgument("the position is '\(position.prefix(80))'; expected none, top, middle, bottom")
        }
        _ = try records[id]?.views.table(view, with: row)
        rowScrolls.removeAll { $0.id == id && $0.view == view }
        rowScrolls.append(RowScroll(id: id, view: view, row: row, position: position, isAnimated: animated))
    }

    /// Has the owners of all views in windows notified of new traits, at the end of the turn.
    func noteTraits() {
        for (id, record) in records.all.sorted(by: { $0.key < $1.key }) where record.isInWindow { noteViews(of: id) }
    }

    /// Converts rectangles of views to the coordinates of their root views, for the model.
    var frames: ViewFrames { { [records] in records[$0.viewController]?.views.convert($1, from: $0.view) } }
}
