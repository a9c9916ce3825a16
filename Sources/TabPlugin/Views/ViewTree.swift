internal import CTabPlugin

/// The views of one view controller. Numbers them, lays them out, and sends their changes to the host.
@PluginActor
final class ViewTree {
    /// The maximum number of layout passes in one update.
    private static let maximumPasses = 16

    private weak var controller: ViewController?
    private var lastId: UInt32 = 0
    private var removed: [UInt32] = []
    /// The rows to which front ends scroll after the changes.
    private var rowScrolls: [RowScroll] = []

    private struct RowScroll {
        weak var table: TableView?
        let row: Int
        let position: TableView.ScrollPosition
        let isAnimated: Bool
    }

    /// The ids of the views that the host knows.
    private var known: Set<UInt32> = []
    private(set) var root: View?
    private(set) var safeAreaInsets = EdgeInsets.zero
    /// Whether the host has loaded the view. Nothing is sent before.
    private var isOpen = false
    /// Whether frames are being set to values that the host also has. These changes are not sent.
    private(set) var isApplyingHostFrames = false
    /// The id of the preferred view for the focus that was sent last; 0 for none.
    private var preferredFocus: UInt32 = 0

    init(_ controller: ViewController) { self.controller = controller }

    /// Sets the root view, which gets the id 1. It can't be replaced later.
    func setRoot(_ view: View) {
        root = view
        view.enter(self)
    }

    /// Prepares for a new host side, which knows none of the views. All views get new numbers.
    func reset() {
        isOpen = false
        known = []
        removed = []
        lastId = 0
        preferredFocus = 0
        guard let root else { return }
        root.leave()
        root.enter(self)
    }

    func open() {
        isOpen = true
        setNeedsUpdate()
    }

    /// Applies the geometry of the root view that the host has set, and lays out the views.
    func layOut(_ bounds: Rect, _ safeArea: EdgeInsets) {
        let isNew = safeArea != safeAreaInsets
        safeAreaInsets = safeArea
        guard let root else { return }
        applyHostFrames { root.frame = bounds }
        root.needsLayout = true
        if isNew { markScrollViews(in: root) }
        layOutIfNeeded()
    }

    /// Has the scroll views with guides laid out for another safe area.
    private func markScrollViews(in view: View) {
        if view is ScrollView, view.subviews.contains(where: view.arranges) { view.setNeedsLayout() }
        for subview in view.subviews { markScrollViews(in: subview) }
    }

    func applyHostFrames(_ body: () -> Void) {
        let was = isApplyingHostFrames
        isApplyingHostFrames = true
        body()
        isApplyingHostFrames = was
    }

    /// Performs layout passes, parents before children, until no view needs layout or the limit is reached.
    func layOutIfNeeded() {
        guard let root else { return }
        for _ in 0..<Self.maximumPasses where needsLayout(root) { layOutIfNeeded(root) }
    }

    func layOutIfNeeded(_ view: View) {
        if view.needsLayout {
            view.needsLayout = false
            view.fitContent()
            let isRoot = view === root
            if isRoot { controller?.viewWillLayoutSubviews() }
            view.followGuides()
            view.layoutSubviews()
            if isRoot { controller?.viewDidLayoutSubviews() }
        }
        for subview in view.subviews { layOutIfNeeded(subview) }
    }

    /// Whether views are laid out from right to left.
    var isRightToLeft: Bool { controller?.traitCollection.layoutDirection == .rightToLeft }

    /// Whether the host knows the tree's view controller, and so the sizes of views.
    var isKnown: Bool { controller.map { $0.number != 0 } ?? false }

    /// Front ends draw texts in another size or direction, so lay out all views.
    func textSizeChanged() {
        func mark(_ view: View) {
            view.textSizeChanged()
            view.fits = [:]
            view.setNeedsLayout()
            for subview in view.subviews { mark(subview) }
        }
        if let root { mark(root) }
    }

    /// Returns the size that a view of a class needs; nil if the host does not know the tree's view controller.
    func size(of className: String, _ properties: Properties, in room: Size) -> Size? {
        guard let controller, controller.number != 0 else { return nil }
        let fitting = try? Host.read(tab_size()) { table, host, arena, size in
            let list = properties.list(in: arena)
            return table.size_that_fits?(
                host, controller.number, arena.string(className), arena.list(list), list.count,
                tab_size(width: room.width, height: room.height), size)
        }
        return fitting.map { Size(width: $0.width, height: $0.height) }
    }

    private func needsLayout(_ view: View) -> Bool { view.needsLayout || view.subviews.contains(where: needsLayout) }

    /// Returns a new number. Numbers are not reused.
    func nextId() -> UInt32 {
        lastId += 1
        return lastId
    }

    /// Schedules the removal of a view from the host, which also removes the subviews. Does nothing if the host does
    /// not know the view.
    func remove(_ view: View) {
        guard known.contains(view.id) else { return }
        removed.append(view.id)
        removeKnown(view)
        setNeedsUpdate()
    }

    private func removeKnown(_ view: View) {
        known.remove(view.id)
        for subview in view.subviews { removeKnown(subview) }
    }

    func setNeedsUpdate() { UpdateCycle.add(self) }

    func address(of view: View) -> ViewAddress? {
        guard let controller, controller.number != 0 else { return nil }
        // The host only knows the root view of a container.
        guard known.contains(view.id) || controller.isContainer && view === root else { return nil }
        return ViewAddress(controller: controller.number, view: view.id)
    }

    /// Lays out the views and sends the changes.
    func flush() {
        guard isOpen, let root, let controller else { return }
        layOutIfNeeded()
        sendViews(below: root, of: controller)
        sendScrolls(of: controller)
        sendPreferredFocus(of: controller)
    }

    /// Sends the changed views, parents before children, and the removed ones.
    private func sendViews(below root: View, of controller: ViewController) {
        var changed: [View] = []
        collect(root, into: &changed)
        guard !changed.isEmpty || !removed.isEmpty else { return }
        if send(changed, removed, controller.number) { return }
        // Send the views one by one, so that a refused view does not hold up the rest.
        if !removed.isEmpty { _ = send([], removed, controller.number) }
        for view in changed where !send([view], [], controller.number) {
            log(
                .error,
                "view controller \(controller.number): the host refused a change of view \(view.id) (\(view.className)); "
                    + "see the preceding message of tabd")
        }
    }

    /// Schedules a scroll of a table, after its changes. The last one counts.
    func scroll(_ table: TableView, toRow row: Int, _ position: TableView.ScrollPosition, animated: Bool) {
        rowScrolls.removeAll { $0.table === table }
        rowScrolls.append(RowScroll(table: table, row: row, position: position, isAnimated: animated))
        setNeedsUpdate()
    }

    private func sendScrolls(of controller: ViewController) {
        let scrolls = rowScrolls
        rowScrolls = []
        for scroll in scrolls {
            guard let table = scroll.table, table.tree === self, known.contains(table.id),
                table.rows.indices.contains(scroll.row)
            else { continue }
            controller.scroll(table.id, toRow: scroll.row, scroll.position, animated: scroll.isAnimated)
        }
    }

    /// Sends the preferred view for the focus if it has changed. The host resets it when the view is removed.
    private func sendPreferredFocus(of controller: ViewController) {
        if !known.contains(preferredFocus) { preferredFocus = 0 }
        let id = controller.preferredFocusedView.map { $0.tree === self && known.contains($0.id) ? $0.id : 0 } ?? 0
        guard id != preferredFocus else { return }
        controller.attempt("set its preferred focused view to \(id)") { () throws(PluginError) in
            try Host.setProperty("PreferredFocusedView", .uint32(id), of: controller.number)
            preferredFocus = id
        }
    }

    /// Sends views and removals.
    ///
    /// - Returns: Whether the host accepted them. Refused views are sent again with the next change, which may correct
    ///   them.
    private func send(_ changed: [View], _ removed: [UInt32], _ number: UInt64) -> Bool {
        do throws(PluginError) {
            try Host.call { table, host, arena in
                let views = changed.map { $0.entry(in: arena) }
                return table.update_views?(
                    host, number, arena.list(views), views.count, arena.list(removed), removed.count)
            }
        } catch {
            return false
        }
        for view in changed {
            view.needsUpdate = false
            known.insert(view.id)
        }
        self.removed.removeAll { removed.contains($0) }
        return true
    }

    private func collect(_ view: View, into changed: inout [View]) {
        if view.needsUpdate { changed.append(view) }
        for subview in view.subviews { collect(subview, into: &changed) }
    }
}
