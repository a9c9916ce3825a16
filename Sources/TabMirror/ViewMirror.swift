internal import DBusInterface
package import TabInterface

/// A front end's copy of one view: a snapshot, and every `ViewChanged` and `RowsChanged` after it.
package struct ViewMirror: Hashable, Sendable {
    /// 0 before the first snapshot.
    package private(set) var revision: UInt64 = 0
    private var entries: [UInt32: ViewEntry] = [:]
    /// Back to front; the root's parent is 0.
    private var children: [UInt32: [UInt32]] = [:]

    /// A change of one view.
    package enum Edit: Hashable, Sendable {
        case added(ViewEntry)
        case changed(from: ViewEntry, to: ViewEntry)
        case removed(ViewEntry)
    }

    package init() {}

    /// Parents before children, siblings back to front.
    package var views: [ViewEntry] {
        var views: [ViewEntry] = []
        views.reserveCapacity(entries.count)
        order(below: 0, into: &views)
        return views
    }

    /// nil for a view that is not there.
    package func view(_ id: UInt32) -> ViewEntry? { entries[id] }

    package var snapshot: ViewSnapshot { ViewSnapshot(revision: revision, views: views) }

    private func order(below parent: UInt32, into views: inout [ViewEntry]) {
        for id in children[parent] ?? [] {
            if let view = entries[id] { views.append(view) }
            order(below: id, into: &views)
        }
    }

    /// Becomes what the daemon has at a moment.
    package mutating func replaceAll(_ snapshot: ViewSnapshot) -> [Edit] {
        let old = self
        self = ViewMirror()
        revision = snapshot.revision
        for view in snapshot.views { put(view) }
        return old.views.filter { entries[$0.id] == nil }.map { .removed($0) }
            + snapshot.views.compactMap { view in old.edit(to: view) }
    }

    /// Applies a `ViewChanged`; an old revision is ignored.
    ///
    /// - Returns: nil after a gap in the revisions. The caller then needs a snapshot.
    package mutating func apply(_ revision: UInt64, _ changed: [ViewEntry], _ removed: [UInt32]) -> [Edit]? {
        guard revision > self.revision else { return [] }
        guard revision == self.revision + 1 else { return nil }
        self.revision = revision
        var edits: [Edit] = []
        for view in changed {
            if let edit = edit(to: view) { edits.append(edit) }
            put(view)
        }
        for id in removed { edits += remove(id) }
        return edits
    }

    /// Applies a `RowsChanged`; an old revision is ignored.
    ///
    /// - Returns: nil after a gap in the revisions, and if the table has not the rows that change. The caller then needs
    ///   a snapshot.
    package mutating func apply(
        _ revision: UInt64, rowsOf table: UInt32, _ change: TableChange, _ sections: [TableSection],
        _ selectedRow: Int32
    ) -> [Edit]? {
        guard revision > self.revision else { return [] }
        guard revision == self.revision + 1, let old = entries[table],
            let rows = try? change.applied(to: old.tableRows).rows
        else { return nil }
        var new = old
        new.tableRows = rows
        new[ViewKeys.sections] = sections
        new[ViewKeys.selectedRow] = selectedRow
        return apply(revision, [new], [])
    }

    private func edit(to view: ViewEntry) -> Edit? {
        guard let old = entries[view.id] else { return .added(view) }
        return old == view ? nil : .changed(from: old, to: view)
    }

    /// A view keeps its place among its siblings; a new one, or one with a new parent, comes in front of them.
    private mutating func put(_ view: ViewEntry) {
        // 0 is what the root is in.
        guard view.id != 0 else { return }
        let old = entries.updateValue(view, forKey: view.id)
        guard old?.parent != view.parent else { return }
        if let old { children[old.parent]?.removeAll { $0 == view.id } }
        children[view.parent, default: []].append(view.id)
    }

    /// With all below it; the deepest first.
    private mutating func remove(_ id: UInt32) -> [Edit] {
        guard let view = entries.removeValue(forKey: id) else { return [] }
        let below = (children.removeValue(forKey: id) ?? []).flatMap { remove($0) }
        children[view.parent]?.removeAll { $0 == id }
        return below + [.removed(view)]
    }
}
