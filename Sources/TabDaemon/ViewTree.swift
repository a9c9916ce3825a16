import DBusInterface
import TabInterface
import TabModel

/// The views of one controller as its owner declared them, checked against the contract.
///
/// A value: `update` works on a copy, so that a refused change leaves nothing behind.
struct ViewTree: Sendable {
    static let maximumViews = 2000
    static let maximumDepth = 32
    static let maximumText = 64 << 10
    /// Points, for any side of a frame.
    static let maximumLength = 1e9
    static let maximumPixels = 1 << 20
    /// How many ranges of used ids are remembered; the oldest numbers are forgotten first.
    static let maximumRanges = 10_000
    /// What all views of a controller may hold together.
    static let maximumContent = 16 << 20

    /// What front ends have not been told yet.
    struct Change: Sendable {
        var changed: [ViewEntry]
        var removed: [UInt32]
    }

    /// 0 before the view was told first.
    private(set) var revision: UInt64 = 0
    private var entries: [UInt32: ViewEntry] = [:]
    /// Children back to front.
    private var children: [UInt32: [UInt32]] = [:]
    private var dirty: Set<UInt32> = []
    private var removed: Set<UInt32> = []
    /// Views that front ends have not heard of.
    private var untold: Set<UInt32> = []
    /// Ids that had a view in this life of the tree.
    private var used = RangeSet<UInt64>()
    /// Whether the root is still the one that loading made: its owner may choose another class for it.
    private var isPristine = true
    /// What all views hold, in bytes.
    private var content = 0

    init() {}

    var isLoaded: Bool { !entries.isEmpty }

    subscript(id: UInt32) -> ViewEntry? { entries[id] }

    /// All views, parents before children, siblings back to front.
    var views: [ViewEntry] { ordered(from: 1) }

    func view(identifiedBy identifier: String) -> ViewEntry? {
        entries.values.first { $0.properties["Identifier"] == .string(identifier) }
    }

    /// Whether a view or one that it is in is hidden, or it is disabled.
    func isReachable(_ id: UInt32) -> Bool {
        if entries[id]?.properties["Enabled"] == .bool(false) { return false }
        var next = id
        while let entry = entries[next] {
            if entry.properties["Hidden"] == .bool(true) { return false }
            next = entry.parent
        }
        return true
    }

    private func ordered(from id: UInt32) -> [ViewEntry] {
        guard let entry = entries[id] else { return [] }
        return [entry] + (children[id] ?? []).flatMap { ordered(from: $0) }
    }

    // MARK: Changing

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

    private mutating func forgetOwner() {
        for id in entries.keys where id != 1 {
            if untold.remove(id) == nil { removed.insert(id) }
            dirty.remove(id)
        }
        entries = entries.filter { $0.key == 1 }
        entries[1]?.properties = [:]
        entries[1]?.className = "View"
        children = [:]
        used = RangeSet(1..<2)
        content = 0
    }

    /// Gives the root view its place; the others follow as their masks say.
    mutating func setRootFrame(_ frame: DBusRect) { setFrame(frame, of: 1) }

    private mutating func setFrame(_ frame: DBusRect, of id: UInt32) {
        guard let old = entries[id]?.frame, old != frame else { return }
        entries[id]?.frame = frame
        dirty.insert(id)
        let (oldSize, newSize) = (old.size, frame.size)
        guard oldSize != newSize else { return }
        for child in children[id] ?? [] {
            guard let entry = entries[child], entry.autoresizing != 0 else { continue }
            let mask = Autoresizing(rawValue: entry.autoresizing)
            setFrame(DBusRect(mask.resized(entry.frame.rect, from: oldSize, to: newSize)), of: child)
        }
    }

    /// Replaces or adds whole entries and removes views with their subviews; all or nothing.
    mutating func update(changed: [ViewEntry], removed: [UInt32]) throws(DBusError) {
        guard isLoaded else {
            throw .invalidArgument("the view is not loaded: its root (id 1) is made by loading")
        }
        var tree = self
        if isPristine { tree.forgetOwner() }
        for id in removed { try tree.remove(id) }
        for entry in changed { try tree.put(entry) }
        try tree.checkIdentifiers()
        if !changed.isEmpty { tree.isPristine = false }
        self = tree
    }

    private mutating func remove(_ id: UInt32) throws(DBusError) {
        guard id != 1 else { throw .invalidArgument("view 1 is the root and can't be removed") }
        guard let entry = entries[id] else { throw .invalidArgument("there is no view \(id) to remove") }
        children[entry.parent]?.removeAll { $0 == id }
        for view in ordered(from: id) {
            content -= view.content
            entries[view.id] = nil
            children[view.id] = nil
            dirty.remove(view.id)
            if untold.remove(view.id) == nil { self.removed.insert(view.id) }
        }
    }

    private mutating func put(_ entry: ViewEntry) throws(DBusError) {
        let entry = try Self.checked(entry)
        if let old = entries[entry.id] {
            guard old != entry else { return }
            guard old.className == entry.className || isPristine && entry.id == 1 else {
                throw .invalidArgument("view \(entry.id) is a \(old.className) and can't become a \(entry.className)")
            }
            if old.parent != entry.parent { try move(entry, from: old.parent) }
        } else {
            guard entry.id != 0, !used.contains(UInt64(entry.id)) else {
                throw .invalidArgument("view id \(entry.id) can't be used: ids are above 0 and not used again")
            }
            try checkParent(of: entry)
            guard entries.count < Self.maximumViews else {
                throw .limitsExceeded("a view controller has at most \(Self.maximumViews) views")
            }
            children[entry.parent, default: []].append(entry.id)
            if removed.remove(entry.id) == nil { untold.insert(entry.id) }
            used.insert(contentsOf: UInt64(entry.id)..<UInt64(entry.id) + 1)
            if used.ranges.count > Self.maximumRanges, let oldest = used.ranges.first {
                used.remove(contentsOf: oldest)
            }
        }
        content += entry.content - (entries[entry.id]?.content ?? 0)
        guard content <= Self.maximumContent else {
            throw .limitsExceeded("the views of a controller hold at most \(Self.maximumContent >> 20) MiB together")
        }
        entries[entry.id] = entry
        dirty.insert(entry.id)
    }

    private func checkParent(of entry: ViewEntry) throws(DBusError) {
        guard entry.parent != 0, entries[entry.parent] != nil else {
            throw .invalidArgument("view \(entry.id) names parent \(entry.parent), which is no view of this controller")
        }
        var depth = 1
        var next = entry.parent
        while let ancestor = entries[next] {
            guard ancestor.id != entry.id else {
                throw .invalidArgument("view \(entry.id) can't be inside itself")
            }
            depth += 1
            next = ancestor.parent
        }
        guard depth <= Self.maximumDepth else {
            throw .limitsExceeded("view \(entry.id) would be \(depth) deep: at most \(Self.maximumDepth) are allowed")
        }
    }

    private mutating func move(_ entry: ViewEntry, from parent: UInt32) throws(DBusError) {
        guard entry.id != 1 else { throw .invalidArgument("view 1 is the root: its parent is 0") }
        try checkParent(of: entry)
        children[parent]?.removeAll { $0 == entry.id }
        children[entry.parent, default: []].append(entry.id)
        // The depth of what is inside goes by the new parent.
        entries[entry.id]?.parent = entry.parent
        for view in ordered(from: entry.id) where view.id != entry.id { try checkParent(of: view) }
    }

    private func checkIdentifiers() throws(DBusError) {
        var owners: [String: UInt32] = [:]
        for entry in entries.values {
            guard case .string(let identifier)? = entry.properties["Identifier"], !identifier.isEmpty else { continue }
            if let other = owners.updateValue(entry.id, forKey: identifier) {
                throw .invalidArgument("Identifier '\(identifier)' is of view \(other) and of view \(entry.id)")
            }
        }
    }

    /// The entry as it is kept: checked, without what is a default.
    private static func checked(_ entry: ViewEntry) throws(DBusError) -> ViewEntry {
        guard let viewClass = ViewClasses.viewClass(entry.className) else {
            throw .invalidArgument(
                "view \(entry.id) has the unknown class '\(entry.className.prefix(80))': "
                    + "\(ViewClasses.all.map(\.name).joined(separator: ", ")) are allowed")
        }
        let frame = entry.frame
        guard [frame.x, frame.y, frame.width, frame.height].allSatisfy({ abs($0) <= maximumLength }),
            min(frame.width, frame.height) >= 0
        else {
            throw .invalidArgument("the frame of view \(entry.id) is too large, not finite, or its size is negative")
        }
        guard entry.autoresizing < 64 else {
            throw .invalidArgument("the autoresizing mask \(entry.autoresizing) of view \(entry.id) is above 63")
        }
        var kept = entry
        for (key, value) in entry.properties {
            let name = "\(key.prefix(80)) of view \(entry.id)"
            guard let rule = viewClass.keys[key] else {
                throw .invalidArgument(
                    "\(name) (\(entry.className)) is an unknown key: "
                        + "\(viewClass.keys.keys.sorted().joined(separator: ", ")) are allowed")
            }
            guard value.extent.longestText <= maximumText else {
                throw .limitsExceeded("\(name) is longer than \(maximumText >> 10) KiB")
            }
            try rule.check(value, named: name)
            if let pixels = Pixels(variant: value) { try check(pixels, named: name) }
            if value == rule.defaultValue { kept.properties[key] = nil }
        }
        try checkSelection("SelectedRow", among: "Rows", of: kept)
        try checkSelection("SelectedSegment", among: "Segments", of: kept)
        return kept
    }

    private static func checkSelection(_ key: String, among list: String, of entry: ViewEntry) throws(DBusError) {
        guard case .int32(let index)? = entry.properties[key] else { return }
        var count = 0
        if case .array(_, let values)? = entry.properties[list] { count = values.count }
        guard index >= -1, Int(index) < count else {
            throw .outOfRange("\(key) of view \(entry.id) is \(index): it has \(count) \(list), and -1 is none")
        }
    }

    private static func check(_ pixels: Pixels, named name: String) throws(DBusError) {
        let count = pixels.bytes.count
        guard count <= maximumPixels else {
            throw .limitsExceeded("\(name) has \(count) bytes: at most \(maximumPixels) are allowed")
        }
        guard UInt64(pixels.width) * UInt64(pixels.height) == UInt64(count / 4), count % 4 == 0 else {
            throw .invalidArgument("\(name): \(pixels.width) x \(pixels.height) RGBA is not \(count) bytes")
        }
    }

    // MARK: Telling

    /// What changed since the last call; nil when nothing did. Each time there is something the revision grows.
    mutating func takeChange() -> Change? {
        guard !dirty.isEmpty || !removed.isEmpty else { return nil }
        let change = Change(changed: views.filter { dirty.contains($0.id) }, removed: removed.sorted())
        dirty = []
        removed = []
        untold = []
        revision += 1
        return change
    }
}

extension ViewEntry {
    /// What the properties hold, in bytes.
    fileprivate var content: Int { properties.reduce(0) { $0 + $1.key.utf8.count + $1.value.extent.content } }
}

extension Variant {
    /// The longest string inside and what all of it takes, in bytes.
    fileprivate var extent: (longestText: Int, content: Int) {
        let valueBytes = 32
        func sum(_ values: some Sequence<Variant>) -> (longestText: Int, content: Int) {
            values.reduce((0, valueBytes)) { sum, value in
                let extent = value.extent
                return (Swift.max(sum.0, extent.longestText), sum.1 + extent.content)
            }
        }
        switch self {
        case .string(let text): return (text.utf8.count, valueBytes + text.utf8.count)
        case .bytes(let bytes): return (0, valueBytes + bytes.count)
        case .array(_, let values), .structure(let values): return sum(values)
        case .variant(let value): return value.extent
        case .dictionary(_, _, let entries): return sum(entries.flatMap { [$0.key, $0.value] })
        default: return (0, valueBytes)
        }
    }
}
