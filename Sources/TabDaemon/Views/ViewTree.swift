import DBusInterface
import TabInterface
import TabModel

/// The views of one controller as its owner declared them, checked against the contract.
///
/// A value: `update` works on a copy, so that a refused change leaves nothing behind.
struct ViewTree: Sendable {
    /// Points, for any side of a frame.
    static let maximumLength = 1e9
    /// How many ranges of used ids are remembered; the oldest numbers are forgotten first.
    static let maximumRanges = 10_000

    /// What front ends have not been told yet.
    struct Change: Sendable {
        var changed: [ViewEntry]
        var removed: [UInt32]
    }

    /// 0 before the view was told first.
    var revision: UInt64 = 0
    var entries: [UInt32: ViewEntry] = [:]
    /// Children back to front.
    var children: [UInt32: [UInt32]] = [:]
    var dirty: Set<UInt32> = []
    /// The views of class StackView.
    var stacks: Set<UInt32> = []
    var removed: Set<UInt32> = []
    /// The children as front ends were told last.
    var toldChildren: [UInt32: [UInt32]] = [:]
    /// Views that front ends have not heard of.
    var untold: Set<UInt32> = []
    /// Ids that had a view in this life of the tree.
    var used = RangeSet<UInt64>()
    /// Whether the root is still the one that loading made: its owner may choose another class for it.
    var isPristine = true
    /// What all views hold, in bytes.
    var content = 0
    var limits = ViewLimits()

    init() {}

    var isLoaded: Bool { !entries.isEmpty }

    subscript(id: UInt32) -> ViewEntry? { entries[id] }

    /// All views, parents before children, siblings back to front.
    var views: [ViewEntry] { ordered(from: 1) }

    func view(identifiedBy identifier: String) -> ViewEntry? {
        entries.values.first { $0.properties["Identifier"] == .string(identifier) }
    }

    /// Whether neither a view nor one that it is in is hidden, and it is enabled itself, as a control of UIKit.
    func isReachable(_ id: UInt32) -> Bool {
        if entries[id]?.properties["Enabled"] == .bool(false) { return false }
        var next = id
        while let entry = entries[next] {
            if entry.properties["Hidden"] == .bool(true) { return false }
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
        entries[1] = ViewEntry(id: 1, parent: 0, className: "View", frame: frame)
        used = RangeSet(1..<2)
        untold = [1]
        dirty = [1]
    }

    /// A new owner begins: its first update makes all views anew, with ids and classes of its own choice. Until then
    /// the last views stay.
    mutating func beginNewLife() { isPristine = true }
}

/// What front ends are told.
extension ViewTree {
    /// What changed since the last call; nil when nothing did. Each time there is something the revision grows.
    mutating func takeChange() -> Change? {
        guard !dirty.isEmpty || !removed.isEmpty else { return nil }
        layOut()
        let change = Change(changed: changedViews, removed: removed.sorted())
        dirty = []
        removed = []
        untold = []
        toldChildren = children
        revision += 1
        return change
    }

    /// The dirty views, parents before children, siblings back to front.
    private var changedViews: [ViewEntry] {
        guard dirty.count * 8 < entries.count else { return views.filter { dirty.contains($0.id) } }
        // Few of many: in the order of their places, counted from the root.
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

    /// Who had this parent when front ends were told last keeps its place among those, whatever it did meanwhile: a
    /// change tells parents, not places. New arrivals are in front.
    mutating func settleOrder(in parent: UInt32) {
        guard let told = toldChildren[parent], let now = children[parent], told != now else { return }
        let stayed = told.filter { entries[$0]?.parent == parent }
        let kept = Set(stayed)
        children[parent] = stayed + now.filter { !kept.contains($0) }
    }
}
