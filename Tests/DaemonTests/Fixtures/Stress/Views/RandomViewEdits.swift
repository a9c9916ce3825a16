import DBusInterface
import TabInterface
import TestSupport

/// The updates of an owner that does anything at all: mostly what is allowed, at times what is not.
struct RandomViewEdits {
    /// As deep as views are put on purpose; subtrees that move make it a little more.
    static let usualDepth = 10

    var values: RandomViewValues
    /// The tree after everything that was accepted.
    private(set) var tree: ViewOracle
    /// All ids but the root's, oldest first.
    private(set) var ids: [UInt32] = []
    /// The first ids that had a view in this life of the tree.
    private(set) var spent: [UInt32] = []
    private(set) var lastID: UInt32 = 1
    /// How many views there should be.
    let count: Int
    /// `Class.Key` of what was sent and accepted.
    private(set) var covered: Set<String> = []
    private var identifiers: [String: UInt32] = [:]
    private var isNewLife = true
    /// What the owner before had.
    private var formerIDs: [UInt32] = []

    init(_ numbers: Numbers, count: Int, root: ViewEntry) {
        values = RandomViewValues(numbers)
        self.count = count
        tree = ViewOracle(root: root)
    }

    /// Another owner chooses its ids anew, if it likes those of the one before.
    mutating func beginNewLife() {
        isNewLife = true
        tree = ViewOracle(root: .view(1, in: 0))
        formerIDs = ids
        ids = []
        spent = []
        lastID = 1
        identifiers = [:]
    }

    mutating func next() -> ViewUpdate {
        guard !isNewLife, values.chance(1, in: 12) else { return accepted() }
        // Nothing of it may stay, so the next one starts where this one did.
        let before = self
        var update = accepted()
        let after = self
        self = before
        values = after.values
        ViewFault.random(&values).spoil(&update, of: after, before: before, &values)
        return update
    }

    // MARK: What is allowed

    private mutating func accepted() -> ViewUpdate {
        var update = ViewUpdate()
        if isNewLife {
            // The root's class is the owner's choice, once. What the owner before had needn't be removed, and may.
            isNewLife = false
            update.removed = Array(formerIDs.prefix(values.number(below: 3)))
            update.changed.append(put(entry(1, in: 0, values.pick(RandomViewValues.kinds))))
        } else {
            removeSome(&update)
        }
        for _ in 0...values.number(below: 40) { update.changed.append(change()) }
        return update
    }

    private mutating func removeSome(_ update: inout ViewUpdate) {
        // Rather whole subtrees than none, and more of them when there are many views.
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

    /// A parent that is not deep: the root more often than not, as it is in life.
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

    /// A name that nobody has, or none: an entry replaces all of what was there.
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

/// One `UpdateView`, and what should come of it.
struct ViewUpdate {
    var changed: [ViewEntry] = []
    var removed: [UInt32] = []
    /// The last word of the error's name; `none` for an update that is accepted.
    var expected = "none"
    /// What is wrong with it, for whoever reads the test's failure.
    var fault = ""

    /// Each entry that is changed or removed is an edit.
    var edits: Int { changed.count + removed.count }
}
