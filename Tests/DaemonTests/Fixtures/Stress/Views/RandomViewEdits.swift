import TestSupport

/// Random updates of an owner: mostly valid ones, at times invalid ones.
struct RandomViewEdits {
    /// The depth up to which views are added. Moved subtrees can make it a little larger.
    static let usualDepth = 10

    var values: RandomViewValues
    /// The tree after all accepted updates.
    private(set) var tree: ViewOracle
    /// All ids but the root's, oldest first.
    private(set) var ids: [UInt32] = []
    /// The lowest ids that had a view since the tree was loaded.
    private(set) var spent: [UInt32] = []
    private(set) var lastID: UInt32 = 1
    /// The approximate number of views.
    let count: Int
    /// The accepted keys in the form `Class.Key`.
    private(set) var covered: Set<String> = []
    private var identifiers: [String: UInt32] = [:]
    private var hasNewOwner = true
    /// The ids of the previous owner's views.
    private var formerIDs: [UInt32] = []

    init(_ numbers: Numbers, count: Int, root: ViewEntry) {
        values = RandomViewValues(numbers)
        self.count = count
        tree = ViewOracle(root: root)
    }

    /// Starts with a new owner, which chooses its ids independently of the previous owner's.
    mutating func beginNewOwner() {
        hasNewOwner = true
        tree = ViewOracle(root: .view(1, in: 0))
        formerIDs = ids
        ids = []
        spent = []
        lastID = 1
        identifiers = [:]
    }

    mutating func next() -> ViewUpdate {
        guard !hasNewOwner, values.chance(1, in: 12) else { return accepted() }
        // A refused update must leave no trace, so the next one starts from this state.
        let before = self
        var update = accepted()
        let after = self
        self = before
        values = after.values
        ViewDefect.random(&values).addDefect(&update, of: after, before: before, &values)
        return update
    }

    // MARK: Valid updates

    private mutating func accepted() -> ViewUpdate {
        var update = ViewUpdate()
        if hasNewOwner {
            // The owner chooses the root's class in its first update. The views of the previous owner may be removed,
            // but need not be.
            hasNewOwner = false
            update.removed = Array(formerIDs.prefix(values.number(below: 3)))
            update.changed.append(put(entry(1, in: 0, values.pick(RandomViewValues.kinds))))
        } else {
            removeSome(&update)
        }
        for _ in 0...values.number(below: 40) { update.changed.append(change()) }
        return update
    }

    private mutating func removeSome(_ update: inout ViewUpdate) {
        // Whole subtrees are preferred, and more of them when there are many views.
        for _ in 0..<values.number(below: ids.count > count ? 5 : 2) {
            guard !ids.isEmpty else { return }
            let id = values.pick(ids)
            tree.remove(id)
            ids.removeAll { tree.entries[$0] == nil }
            identifiers = identifiers.filter { tree.entries[$0.value] != nil }
            update.removed.append(id)
        }
    }

    /// A view that is added, replaced or moved.
    private mutating func change() -> ViewEntry {
        let wish = values.number(below: 10)
        let id = ids.isEmpty || values.chance(1, in: 20) ? 1 : values.pick(ids)
        guard ids.count > 3, wish > 3 || ids.count > count, let old = tree.entries[id],
            let kind = RandomViewValues.kindsByName[old.className]
        else {
            lastID += values.chance(1, in: 200) ? 2 : 1
            let entry = entry(lastID, in: self.parent(), values.pick(RandomViewValues.kinds))
            ids.append(lastID)
            if spent.count < 1000 { spent.append(lastID) }
            return put(entry)
        }
        var parent = old.parent
        if id != 1, wish > 7 {
            let other = self.parent()
            let fits = tree.depth(of: other) + tree.height(of: id) <= ViewLimits.depth
            if fits, !tree.isView(other, inside: id) { parent = other }
        }
        var entry = entry(id, in: parent, kind)
        if values.chance(1, in: 2) { entry.frame = old.frame }
        return put(entry)
    }

    private mutating func put(_ entry: ViewEntry) -> ViewEntry {
        tree.put(entry)
        return entry
    }

    /// A parent that is not deep: mostly the root, as in practice.
    private mutating func parent() -> UInt32 {
        guard !ids.isEmpty, values.chance(2, in: 3) else { return 1 }
        let id = values.pick(ids)
        return tree.depth(of: id) < Self.usualDepth ? id : 1
    }

    private mutating func entry(_ id: UInt32, in parent: UInt32, _ kind: RandomViewValues.Kind) -> ViewEntry {
        var entry = ViewEntry(
            id: id, parent: parent, className: kind.viewClass.name, frame: values.frame(),
            autoresizing: values.chance(1, in: 2) ? 0 : UInt32(values.number(below: 64)))
        identify(&entry)
        for _ in 0..<values.number(below: 5) {
            let (name, key) = values.pick(kind.keys)
            if entry.properties[name] == nil { entry.properties[name] = values.value(of: name, key) }
        }
        select("SelectedRow", among: "Rows", in: &entry)
        select("SelectedSegment", among: "Segments", in: &entry)
        for name in entry.properties.keys { covered.insert(entry.className + "." + name) }
        return entry
    }

    /// Gives the entry an unused name, or none. An entry replaces all previous properties.
    private mutating func identify(_ entry: inout ViewEntry) {
        if case .string(let old)? = tree.entries[entry.id]?.properties["Identifier"] { identifiers[old] = nil }
        guard values.chance(1, in: 4) else { return }
        let name = "name \(values.number(below: 200))"
        guard identifiers[name] == nil else { return }
        identifiers[name] = entry.id
        entry.properties["Identifier"] = .string(name)
    }

    private mutating func select(_ key: String, among list: String, in entry: inout ViewEntry) {
        guard entry.properties[key] != nil, case .array(_, let elements)? = entry.properties[list] else { return }
        entry.properties[key] = .int32(Int32(values.number(below: elements.count + 1)) - 1)
    }
}

/// An `UpdateView` call, and its expected outcome.
struct ViewUpdate {
    var changed: [ViewEntry] = []
    var removed: [UInt32] = []
    /// The last component of the error's name, or `none` for an accepted update.
    var expected = "none"
    /// The reason why the update is invalid, for the failure message.
    var defect = ""

    /// The number of changed and removed entries.
    var edits: Int { changed.count + removed.count }
}
