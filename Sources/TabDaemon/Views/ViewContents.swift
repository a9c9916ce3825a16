import TabInterface

/// The views of a tree by id, with the size of their content and the images that they name. Both are part of each change,
/// so neither needs a walk over the views, and neither can be forgotten.
struct ViewContents: Sendable {
    private struct Item: Sendable {
        var entry: ViewEntry
        let extent: ViewExtent
    }

    private var items: [UInt32: Item] = [:]
    /// The size of the content of all views, in bytes.
    private(set) var bytes = 0
    /// The images that the views name.
    var images = CountedNames()

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }
    var ids: some Sequence<UInt32> { items.keys }
    var all: some Sequence<ViewEntry> { items.values.lazy.map(\.entry) }

    subscript(id: UInt32) -> ViewEntry? { items[id]?.entry }

    /// The size of the content of a view, in bytes.
    func bytes(of id: UInt32) -> Int { items[id]?.extent.bytes ?? 0 }

    /// Adds or replaces a view, and returns the previous one.
    @discardableResult
    mutating func put(_ entry: ViewEntry) -> ViewEntry? {
        let extent = entry.extent
        let old = items.updateValue(Item(entry: entry, extent: extent), forKey: entry.id)
        bytes += extent.bytes - (old?.extent.bytes ?? 0)
        // The new ones first, so that an image which both name counts as unchanged.
        if extent.mayNameImages { images.add(entry.imageNames) }
        if let old, old.extent.mayNameImages { images.remove(old.entry.imageNames) }
        return old?.entry
    }

    mutating func remove(_ id: UInt32) {
        guard let old = items.removeValue(forKey: id) else { return }
        bytes -= old.extent.bytes
        if old.extent.mayNameImages { images.remove(old.entry.imageNames) }
    }

    mutating func removeAll() {
        for id in items.keys.map(\.self) { remove(id) }
    }

    // MARK: Geometry and structure, which are no content

    mutating func setFrame(_ frame: DBusRect, of id: UInt32) { items[id]?.entry.frame = frame }

    mutating func setParent(_ parent: UInt32, of id: UInt32) { items[id]?.entry.parent = parent }
}

/// What a view costs.
struct ViewExtent: Sendable {
    /// The size of the properties, in bytes.
    let bytes: Int
    /// Whether a text inside has the form of the name of an image.
    let mayNameImages: Bool
}

extension ViewEntry {
    var extent: ViewExtent {
        var bytes = 0
        var mayNameImages = false
        for (key, value) in properties {
            let extent = value.extent
            bytes += key.utf8.count + extent.content
            if extent.hasImageName { mayNameImages = true }
        }
        return ViewExtent(bytes: bytes, mayNameImages: mayNameImages)
    }

    /// The added images that it names, each once.
    var imageNames: Set<String> {
        var names: Set<String> = []
        forEachImage { if ImageName.isName($0) { names.insert($0) } }
        return names
    }
}

/// Names that several things use, and what has changed about them since the last call of ``drainChanges()``.
struct CountedNames: Sendable {
    private var counts: [String: Int] = [:]
    private var added: Set<String> = []
    private var removed: Set<String> = []

    var names: some Collection<String> { counts.keys }
    var hasChanges: Bool { !added.isEmpty || !removed.isEmpty }

    func contains(_ name: String) -> Bool { counts[name] != nil }

    mutating func add(_ names: Set<String>) {
        for name in names {
            counts[name, default: 0] += 1
            if counts[name] == 1, removed.remove(name) == nil { added.insert(name) }
        }
    }

    mutating func remove(_ names: Set<String>) {
        for name in names {
            guard let count = counts[name] else { continue }
            counts[name] = count > 1 ? count - 1 : nil
            if count == 1, added.remove(name) == nil { removed.insert(name) }
        }
    }

    /// Returns the names that were added, and those that were removed.
    mutating func drainChanges() -> (added: Set<String>, removed: Set<String>) {
        defer { (added, removed) = ([], []) }
        return (added, removed)
    }
}
