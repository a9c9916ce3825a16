import DBusInterface
import TabInterface

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
