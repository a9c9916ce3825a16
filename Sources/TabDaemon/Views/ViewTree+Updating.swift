import DBusInterface
import TabInterface
import TabModel

/// Updates by the owner.
extension ViewTree {
    /// Removes the views of the previous owner, and returns their ids.
    private mutating func removePreviousViews() -> Set<UInt32> {
        stacks = []
        fittedScrollViews = []
        guided = []
        arrangement = Arrangement()
        scrolling = []
        let gone = Set(entries.ids).subtracting([1])
        for id in gone where unannounced.remove(id) == nil { removed.insert(id) }
        dirty.formIntersection([1])
        if let old = entries[1] {
            let root = ViewEntry(id: 1, parent: 0, .view, frame: old.frame)
            entries.removeAll()
            entries.put(root)
            if root != old { dirty.insert(1) }
        }
        children = [:]
        used = RangeSet(1..<2)
        for id in textEdits.keys { textEdits[id]?.didHandleAll() }
        return gone
    }

    /// Replaces or adds whole entries and removes views with their subviews. An invalid update has no effect.
    ///
    /// A view whose size changes resizes its subviews that are not in the update (V6). The frame of a new view that is
    /// arranged is only used until the next layout pass.
    ///
    /// - Parameter window: The bounds of the window that contains the root; an update can't resize the root then.
    mutating func update(
        changed: [ViewEntry], removed: [UInt32], limits: ViewLimits = ViewLimits(), window: DBusRect? = nil
    ) throws(DBusError) {
        guard isLoaded else {
            throw .invalidArgument("the view is not loaded; loading creates its root (id 1)")
        }
        guard changed.count + removed.count <= 2 * limits.views else {
            throw .limitsExceeded(
                "the update has \(changed.count + removed.count) views: at most \(2 * limits.views) are allowed")
        }
        self.limits = limits
        if try replace(changed, removed, window) { return }
        var tree = self
        // Views of the previous owner are already removed.
        let gone = isPristine ? tree.removePreviousViews() : []
        for id in removed where !gone.contains(id) { try tree.remove(id) }
        var oldSizes: [UInt32: Size] = [:]
        for var entry in changed {
            // The first update of an owner may use its own root size.
            if let window, entry.id == 1, !isPristine { entry.frame = window }
            if let old = tree.entries[entry.id], oldSizes[entry.id] == nil { oldSizes[entry.id] = old.frame.size }
            try tree.put(entry)
        }
        let named = Set(changed.map(\.id))
        for (id, old) in oldSizes { tree.resizeSubviews(of: id, from: old, except: named) }
        try tree.checkIdentifiers()
        if !changed.isEmpty { tree.isPristine = false }
        if !tree.textEdits.isEmpty { tree.textEdits = tree.textEdits.filter { tree.entries[$0.key] != nil } }
        self = tree
    }

    /// Handles the most common update, such as the new text of a label: entries that keep parent, class and identifier.
    /// It validates all entries before it replaces the first, so it needs no copy of the tree.
    ///
    /// - Returns: false for other updates.
    private mutating func replace(
        _ changed: [ViewEntry], _ removed: [UInt32], _ window: DBusRect?
    ) throws(DBusError) -> Bool {
        let named = Set(changed.map(\.id))
        guard removed.isEmpty, !isPristine, changed.count <= 16, named.count == changed.count else { return false }
        var checked: [ViewEntry] = []
        var content = content
        for var entry in changed {
            guard let old = entries[entry.id], old.parent == entry.parent, old.className == entry.className,
                old[ViewKeys.identifier] == entry[ViewKeys.identifier]
            else { return false }
            if let window, entry.id == 1 { entry.frame = window }
            guard entry != old || textEdits[entry.id] != nil else { continue }
            let kept = placed(try entry.checked(limits))
            try checkGuide(of: kept)
            content += kept.extent.bytes - entries.bytes(of: kept.id)
            checked.append(kept)
        }
        guard content <= limits.content else { return false }
        for entry in checked.map({ written($0) }) {
            guard let old = entries.put(entry), old != entry else { continue }
            dirty.insert(entry.id)
            noteArrangement(by: entry)
            noteContent(of: entry, from: old)
            resizeSubviews(of: entry.id, from: old.frame.size, except: named)
        }
        return true
    }

    /// Returns the entry with the frame that a layout pass has given it, whatever its owner declares.
    private func placed(_ entry: ViewEntry) -> ViewEntry {
        guard let old = entries[entry.id], old.parent == entry.parent, isArranged(old), isArranged(entry),
            // An owner that removes the guide gives the view another frame.
            !guided.contains(entry.id) || entry.hasValue(ViewKeys.layoutGuide)
        else { return entry }
        var entry = entry
        entry.frame = old.frame
        return entry
    }

    private mutating func remove(_ id: UInt32) throws(DBusError) {
        guard id != 1 else { throw .invalidArgument("view 1 is the root and cannot be removed") }
        guard let entry = entries[id] else { throw .invalidArgument("cannot remove view \(id): it does not exist") }
        children[entry.parent]?.removeAll { $0 == id }
        for view in ordered(from: id) {
            entries.remove(view.id)
            children[view.id] = nil
            dirty.remove(view.id)
            noteRemoval(of: view)
            scrolling.remove(view.id)
            if unannounced.remove(view.id) == nil { self.removed.insert(view.id) }
        }
    }

    private mutating func put(_ entry: ViewEntry) throws(DBusError) {
        let entry = written(placed(try entry.checked(limits)))
        let old = entries[entry.id]
        if let old {
            guard old != entry else { return }
            guard old.className == entry.className || isPristine && entry.id == 1 else {
                throw .invalidArgument("view \(entry.id) is a \(old.className) and cannot become a \(entry.className)")
            }
            if old.parent != entry.parent { try move(entry, from: old.parent) }
        } else {
            guard entry.id != 0, !used.contains(UInt64(entry.id)) else {
                throw .invalidArgument("view id \(entry.id) is 0 or was used before")
            }
            try checkParent(of: entry)
            guard entries.count < limits.views else {
                throw .limitsExceeded("the view controller has \(limits.views) views: no more are allowed")
            }
            children[entry.parent, default: []].append(entry.id)
            if removed.remove(entry.id) == nil { unannounced.insert(entry.id) }
            used.insert(contentsOf: UInt64(entry.id)..<UInt64(entry.id) + 1)
            if used.ranges.count > Self.maximumRanges, let oldest = used.ranges.first {
                used.remove(contentsOf: oldest)
            }
        }
        entries.put(entry)
        guard content <= limits.content else {
            throw .limitsExceeded("the views have \(content) bytes of content: at most \(limits.content) are allowed")
        }
        dirty.insert(entry.id)
        noteArrangement(by: entry)
        noteContent(of: entry, from: old)
        try checkGuide(of: entry)
        if entry.scrolls { scrolling.insert(entry.id) } else { scrolling.remove(entry.id) }
    }

    /// Checks that the guide of a view has a place to refer to.
    private func checkGuide(of entry: ViewEntry) throws(DBusError) {
        guard let guide = entry.given(ViewKeys.layoutGuide), entry.parent != 1,
            entries[entry.parent]?.isKind(.scrollView) != true
        else { return }
        throw .invalidArgument(
            "LayoutGuide of view \(entry.id) is '\(guide.rawValue)'; expected none, "
                + "or a view in the root view or in a ScrollView")
    }

    private func checkParent(of entry: ViewEntry) throws(DBusError) {
        guard entry.parent != 0, entries[entry.parent] != nil else {
            throw .invalidArgument("the parent \(entry.parent) of view \(entry.id) does not exist")
        }
        var depth = 1
        var next = entry.parent
        while let ancestor = entries[next] {
            guard ancestor.id != entry.id else {
                throw .invalidArgument("view \(entry.id) cannot be inside itself")
            }
            depth += 1
            next = ancestor.parent
        }
        guard depth <= limits.depth else {
            throw .limitsExceeded("view \(entry.id) is at depth \(depth): at most \(limits.depth) is allowed")
        }
    }

    private mutating func move(_ entry: ViewEntry, from parent: UInt32) throws(DBusError) {
        guard entry.id != 1 else { throw .invalidArgument("view 1 is the root; its parent must be 0") }
        try checkParent(of: entry)
        children[parent]?.removeAll { $0 == entry.id }
        children[entry.parent, default: []].append(entry.id)
        // The depth of the descendants depends on the new parent.
        entries.setParent(entry.parent, of: entry.id)
        let deepest = depth(of: entry.id) + 1 + height(of: entry.id)
        guard deepest <= limits.depth else {
            throw .limitsExceeded(
                "view \(entry.id) has descendants at depth \(deepest): at most \(limits.depth) is allowed")
        }
    }

    /// The number of levels below a view.
    private func height(of id: UInt32) -> Int {
        (children[id] ?? []).map { 1 + height(of: $0) }.max() ?? 0
    }

    private func checkIdentifiers() throws(DBusError) {
        var owners: [String: UInt32] = [:]
        for entry in entries.all {
            guard let identifier = entry.text(ViewKeys.identifier) else { continue }
            if let other = owners.updateValue(entry.id, forKey: identifier) {
                throw .invalidArgument("views \(other) and \(entry.id) have the same Identifier '\(identifier)'")
            }
        }
    }
}
