import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The views of view controllers: layout passes, announcements, and the views of containers.
extension Daemon {
    /// Marks the views of a view controller as changed: for layout, and for an announcement at the end of the turn.
    func noteViews(of id: ViewControllerID) {
        mayNeedUpdateCycle = true
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
        guard !changedViews.isEmpty else { return }
        let ids = changedViews
        changedViews = []
        for id in ids {
            guard let record = records[id] else { continue }
            updateContainerViews(of: id, record)
            // The root keeps the size of the window, even if the first update of an owner gave it another one.
            if record.isInWindow, let laidOut = record.laidOut { record.views.setRootFrame(laidOut.bounds) }
            guard let change = record.views.drainChange(), isObserved(id) else { continue }
            emit(
                ViewControllerInterface.viewChanged, from: id.path,
                record.views.revision, change.changed, change.removed)
        }
    }

    /// Updates views that the daemon owns. A container has a root, a content view with the child's frame, and bars.
    /// Alerts and More's list have a `DaemonPage`.
    func updateContainerViews(of id: ViewControllerID, _ record: ControllerRecord) {
        let displayed: ViewControllerID?
        switch hierarchy.nodes.kind(of: id) {
        case .tabBarController, .navigationController, .moreNavigationController:
            displayed = hierarchy.nodes.displayedChild(of: id)
        default: return (record.owner as? any DaemonPage)?.updateViews(of: record) ?? ()
        }
        record.views.setRootFrame(bounds(of: id))
        var entries: [ViewEntry] = []
        func add(_ view: UInt32, _ identifier: String, _ frame: Rect, isHidden: Bool = false) {
            var properties: [String: Variant] = ["Identifier": .string(identifier)]
            if isHidden { properties["Hidden"] = .bool(true) }
            entries.append(
                ViewEntry(
                    id: view, parent: ContainerView.root, className: "View", frame: DBusRect(frame),
                    properties: properties))
        }
        add(ContainerView.content, "Content", displayed.map { hierarchy.geometry.frame(of: $0) } ?? .zero)
        if hierarchy.nodes.kind(of: id) == .tabBarController {
            add(
                ContainerView.bar, "TabBar", hierarchy.geometry.barFrame(of: id),
                isHidden: hierarchy.nodes.isBarDrawnHidden(id))
        } else {
            let (bar, toolbar) = (
                hierarchy.geometry.navigationBarFrame(of: id), hierarchy.geometry.toolbarFrame(of: id)
            )
            add(ContainerView.bar, "NavigationBar", bar, isHidden: bar == .zero)
            add(ContainerView.toolbar, "Toolbar", toolbar, isHidden: toolbar == .zero)
        }
        try? record.views.update(changed: entries, removed: [])
    }

    /// The bounds of the root view of a view controller.
    func bounds(of id: ViewControllerID) -> DBusRect {
        let frame = hierarchy.geometry.frame(of: id)
        return DBusRect(x: 0, y: 0, width: frame.width, height: frame.height)
    }

    /// The views of a view controller, as announced at the end of this turn.
    func snapshot(of id: ViewControllerID) -> ViewSnapshot {
        guard let record = records[id], record.views.isLoaded else { return ViewSnapshot(revision: 0, views: []) }
        return ViewSnapshot(revision: record.views.revision, views: record.views.views)
    }
}
