import TabModel

/// The numbers of all view controllers in ascending order, so that a reader finds its place without sorting them all.
struct ControllerOrder {
    private var ids: [ViewControllerID] = []
    /// The members of `ids` that no longer exist. They leave together, when they are the larger part.
    private var removed: Set<ViewControllerID> = []
    /// Fewer removed numbers than this are not worth a new list.
    private static let minimumRemoved = 64

    /// Adds a view controller that is not in the list. New ones have the largest number; reopened and restored ones may
    /// have any.
    mutating func insert(_ id: ViewControllerID) {
        guard removed.remove(id) == nil else { return }
        guard let last = ids.last, last > id else { return ids.append(id) }
        ids.insert(id, at: place(after: id))
    }

    mutating func remove(_ id: ViewControllerID) {
        removed.insert(id)
        guard removed.count >= Self.minimumRemoved, removed.count > ids.count / 2 else { return }
        ids.removeAll { removed.contains($0) }
        removed = []
    }

    /// Returns the view controllers with a larger number; all of them for nil.
    func ids(after id: ViewControllerID?) -> some Sequence<ViewControllerID> {
        ids[(id.map { place(after: $0) } ?? 0)...].lazy.filter { [removed] in !removed.contains($0) }
    }

    /// Returns the index of the first larger number.
    private func place(after id: ViewControllerID) -> Int {
        var range = ids.indices
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            range = ids[middle] > id ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
