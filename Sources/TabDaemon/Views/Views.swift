import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Views: what owners declare, what containers show, and when front ends are told.
extension Daemon {
    func noteViews(of id: ViewControllerID) {
        mayNeedUpdateCycle = true
        if !changedViews.contains(id) { changedViews.append(id) }
        if !unsettledViews.contains(id) { unsettledViews.append(id) }
    }

    /// The layout pass of a turn: parents before children, as they were noted.
    func layOutViews() {
        // Owners may change views, and sizes, while they are told: then there is another pass.
        for _ in 0..<Self.maximumPasses where !unsettledViews.isEmpty {
            let ids = unsettledViews
            unsettledViews = []
            for id in ids {
                guard let record = records[id] else { continue }
                layOut(id, record)
                record.views.layOut()
            }
        }
        unsettledViews = []
    }

    /// One ViewChanged per controller whose views changed in the turn.
    func announceViews() {
        guard !changedViews.isEmpty else { return }
        let ids = changedViews
        changedViews = []
        for id in ids {
            guard let record = records[id] else { continue }
            updateContainerViews(of: id, record)
            // An owner that gave its root another size laid its views out for that.
            if record.isInWindow, let laidOut = record.laidOut { record.views.setRootFrame(laidOut.bounds) }
            guard let change = record.views.takeChange(), isObserved(id) else { continue }
            emit(
                ViewControllerInterface.viewChanged, of: ViewControllerInterface.name, from: id.path,
                record.views.revision, change.changed, change.removed)
        }
    }

    /// The daemon's own views, derived from the model: of a container its root, the content with the child's frame, and
    /// its bars; of alerts and of More's list the page.
    func updateContainerViews(of id: ViewControllerID, _ record: ControllerRecord) {
        let displayed: ViewControllerID?
        switch hierarchy.kind(of: id) {
        case .tabBarController, .navigationController, .moreNavigationController:
            displayed = hierarchy.displayedChild(of: id)
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
        add(ContainerView.content, "Content", displayed.map { hierarchy.frame(of: $0) } ?? .zero)
        if hierarchy.kind(of: id) == .tabBarController {
            add(ContainerView.bar, "TabBar", hierarchy.barFrame(of: id), isHidden: hierarchy.isBarDrawnHidden(id))
        } else {
            let (bar, toolbar) = (hierarchy.navigationBarFrame(of: id), hierarchy.toolbarFrame(of: id))
            add(ContainerView.bar, "NavigationBar", bar, isHidden: bar == .zero)
            add(ContainerView.toolbar, "Toolbar", toolbar, isHidden: toolbar == .zero)
        }
        try? record.views.update(changed: entries, removed: [])
    }

    /// The frame of a controller's root view in its own coordinates.
    func bounds(of id: ViewControllerID) -> DBusRect {
        let frame = hierarchy.frame(of: id)
        return DBusRect(x: 0, y: 0, width: frame.width, height: frame.height)
    }

    /// The views of a controller as they are announced, or are to be at this turn's end.
    func snapshot(of id: ViewControllerID) -> ViewSnapshot {
        guard let record = records[id], record.views.isLoaded else { return ViewSnapshot(revision: 0, views: []) }
        return ViewSnapshot(revision: record.views.revision, views: record.views.views)
    }
}
