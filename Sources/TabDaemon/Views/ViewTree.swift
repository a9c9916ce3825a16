import DBusInterface
import TabInterface

/// The views of one view controller as declared by its owner, validated against the contract.
///
/// It is a value type: `update` works on a copy, so a rejected update has no effect.
struct ViewTree: Sendable {
    /// The maximum coordinate or length of a frame, in points.
    static let maximumLength = 1e9
    /// The maximum number of ranges of used ids. The oldest ranges are dropped.
    static let maximumRanges = 10_000

    /// A change that is not yet announced to front ends.
    struct Change: Sendable {
        var changed: [ViewEntry]
        var removed: [UInt32]
        /// The table before and after, if nothing but rows of a table with ids changed.
        var table: (old: ViewEntry, new: ViewEntry)?
    }

    /// The number of announced changes; 0 before the first.
    var revision: UInt64 = 0
    var entries = ViewContents()
    /// The children of each view, back to front.
    var children: [UInt32: [UInt32]] = [:]
    var dirty: Set<UInt32> = []
    /// The views of class StackView.
    var stacks: Set<UInt32> = []
    /// The views of class ScrollView whose content size is that of their subviews.
    var fittedScrollViews: Set<UInt32> = []
    /// The views with a layout guide.
    var guided: Set<UInt32> = []
    var arrangement = Arrangement()
    /// The sizes of texts and controls, and the direction of the window.
    var metrics = FrontEndMetrics.standard
    var isRightToLeft = false
    /// The views whose content scrolls.
    var scrolling: Set<UInt32> = []
    /// The insets of the root view that bars and screen edges cover.
    var safeArea = DBusInsets.zero
    var removed: Set<UInt32> = []
    /// The children as last announced to front ends.
    var announcedChildren: [UInt32: [UInt32]] = [:]
    /// The tables with row ids as last announced to front ends.
    var announcedTables: [UInt32: ViewEntry] = [:]
    /// New views that are not yet announced to front ends.
    var unannounced: Set<UInt32> = []
    /// The ids that the current owner has used.
    var used = RangeSet<UInt64>()
    /// Whether the owner has not updated the tree yet. Its first update may choose another class for the root.
    var isPristine = true
    var limits = ViewLimits()
    /// The edits of the texts that front ends have sent, by view.
    var textEdits: [UInt32: TextEdits] = [:]

    init() {}

    var isLoaded: Bool { !entries.isEmpty }

    /// The size of the content of all views, in bytes.
    var content: Int { entries.bytes }

    subscript(id: UInt32) -> ViewEntry? { entries[id] }

    /// All views, parents before children, siblings back to front.
    var views: [ViewEntry] { ordered(from: 1) }

    func view(identifiedBy identifier: String) -> ViewEntry? {
        entries.all.first { $0.text(ViewKeys.identifier) == identifier }
    }

    /// Whether a view is enabled, and neither the view nor an ancestor is hidden, as for a control of UIKit.
    func isReachable(_ id: UInt32) -> Bool {
        if entries[id]?.isEnabled == false { return false }
        var next = id
        while let entry = entries[next] {
            if entry.isHidden { return false }
            next = entry.parent
        }
        return true
    }

    func ordered(from id: UInt32) -> [ViewEntry] {
        guard let entry = entries[id] else { return [] }
        return [entry] + (children[id] ?? []).flatMap { ordered(from: $0) }
    }

    /// Makes the root view.
    mutating func load(frame: DBusRect) {
        guard !isLoaded else { return }
        entries.put(ViewEntry(id: 1, parent: 0, .view, frame: frame))
        used = RangeSet(1..<2)
        unannounced = [1]
        dirty = [1]
    }

    /// Prepares for a new owner. Its first update replaces all views, with its own choice of ids and classes. Until
    /// then the old views stay.
    mutating func prepareForNewOwner() { isPristine = true }
}

/// The announcement of changes to front ends.
extension ViewTree {
    /// Returns the changes since the last call and increments the revision; returns nil if there are none.
    mutating func drainChange() -> Change? {
        guard !dirty.isEmpty || !removed.isEmpty || !arrangement.pending.isEmpty else { return nil }
        layOut()
        guard !dirty.isEmpty || !removed.isEmpty else { return nil }
        let change = Change(changed: changedViews, removed: removed.sorted(), table: changedTable)
        for id in dirty.union(removed) { announcedTables[id] = entries[id].flatMap { $0.hasRowIDs ? $0 : nil } }
        dirty = []
        removed = []
        unannounced = []
        announcedChildren = children
        revision += 1
        return change
    }

    /// The dirty views, parents before children, siblings back to front.
    private var changedViews: [ViewEntry] {
        guard dirty.count * 8 < entries.count else { return views.filter { dirty.contains($0.id) } }
        // For a few of many views, sorting by position is faster than walking the tree.
        let placed = dirty.compactMap { id in entries[id].map { (place(of: id), $0) } }
        return placed.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    private func place(of id: UInt32) -> [Int] {
        var place: [Int] = []
        var next = id
        while let parent = entries[next]?.parent, parent != 0 {
            place.append(children[parent]?.firstIndex(of: next) ?? 0)
            next = parent
        }
        return place.reversed()
    }

    /// Restores the announced order of the children of a view. A change announces parents, not positions, so children
    /// that kept their parent keep their order. New children are in front.
    mutating func restoreAnnouncedOrder(in parent: UInt32) {
        guard let announced = announcedChildren[parent], let current = children[parent], announced != current else {
            return
        }
        let stayed = announced.filter { entries[$0]?.parent == parent }
        let kept = Set(stayed)
        children[parent] = stayed + current.filter { !kept.contains($0) }
        arrangement.noteSubviews(of: parent)
    }
}
