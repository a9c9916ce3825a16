import TestSupport

/// The expected views of a controller after accepted updates, from the contract alone.
///
/// State that depends on the signals to front ends (the order of siblings, stacks, the window's size) is updated in
/// `endTurn`.
struct ViewOracle {
    private(set) var entries: [UInt32: ViewEntry]
    /// Back to front.
    private var children: [UInt32: [UInt32]] = [:]
    /// The children in the order of the last signals to front ends.
    private var announced: [UInt32: [UInt32]] = [:]
    private var hasNewOwner = true
    /// The bounds of the root at the end of the last turn, or nil without a window.
    private var window: DBusRect?

    /// Starts with a view that was just loaded.
    init(root: ViewEntry) { entries = [1: root] }

    /// All views, parents before children, siblings back to front.
    var views: [ViewEntry] {
        var views: [ViewEntry] = []
        collect(1, into: &views)
        return views
    }

    private func collect(_ id: UInt32, into views: inout [ViewEntry]) {
        guard let entry = entries[id] else { return }
        views.append(entry)
        for child in children[id] ?? [] { collect(child, into: &views) }
    }

    /// Whether a view is another view or one of its descendants.
    func isView(_ id: UInt32, inside other: UInt32) -> Bool {
        var next = id
        while let entry = entries[next] {
            if next == other { return true }
            next = entry.parent
        }
        return false
    }

    /// The depth of a view. The root's depth is 1.
    func depth(of id: UInt32) -> Int {
        var depth = 0
        var next = id
        while let entry = entries[next] {
            depth += 1
            next = entry.parent
        }
        return depth
    }

    /// The number of levels from a view down to its deepest descendant.
    func height(of id: UInt32) -> Int { 1 + ((children[id] ?? []).map { height(of: $0) }.max() ?? 0) }

    // MARK: Updates

    /// Starts with a new owner, whose first update finds only the root.
    mutating func beginNewOwner() { hasNewOwner = true }

    /// Applies an update. A view with a new size resizes its subviews (V6), except those that the update names. In a
    /// window the root's size is that of the window, except in an owner's first update, which may be laid out for
    /// another size.
    mutating func apply(_ update: ViewUpdate) {
        let isFirst = hasNewOwner
        if isFirst {
            hasNewOwner = update.changed.isEmpty
            entries = entries.filter { $0.key == 1 }
            children = [:]
            entries[1]?.properties = [:]
            entries[1]?.autoresizing = 0
            entries[1]?.className = "View"
        }
        for id in update.removed { remove(id) }
        var old: [UInt32: DBusRect] = [:]
        for var entry in update.changed {
            if let window, entry.id == 1, !isFirst { entry.frame = window }
            if let frame = entries[entry.id]?.frame, old[entry.id] == nil { old[entry.id] = frame }
            put(entry)
        }
        let named = Set(update.changed.map(\.id))
        for (id, frame) in old { resizeSubviews(of: id, from: frame, except: named) }
    }

    mutating func remove(_ id: UInt32) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        children[entry.parent]?.removeAll { $0 == id }
        for child in children.removeValue(forKey: id) ?? [] { remove(child) }
    }

    /// Adds or replaces a view. Default values are not stored.
    mutating func put(_ entry: ViewEntry) {
        var entry = entry
        let keys = ViewClasses.viewClass(entry.className)?.keys ?? [:]
        entry.properties = entry.properties.filter { [all = entry.properties] key, value in
            keys[key]?.defaultValue(in: all) != value && key != ViewKeys.adjustedContentInset.name
        }
        if isPlaced(entry), let frame = entries[entry.id]?.frame { entry.frame = frame }
        let old = entries.updateValue(entry, forKey: entry.id)
        guard entry.id != 1, old?.parent != entry.parent else { return }
        if let old { children[old.parent]?.removeAll { $0 == entry.id } }
        children[entry.parent, default: []].append(entry.id)
    }

    /// Whether a StackView determines the frame of a view, whatever frame its owner sends.
    private func isPlaced(_ entry: ViewEntry) -> Bool {
        guard let old = entries[entry.id], old.parent == entry.parent else { return false }
        let isHidden = [old, entry].contains { $0.properties["Hidden"] == .bool(true) }
        return !isHidden && entries[entry.parent]?.className == "StackView"
    }

    // MARK: End of a turn

    /// Determines the signals to front ends: the root gets the bounds of its window (nil for none), known siblings keep
    /// their order with new ones in front, and stacks lay their subviews out.
    mutating func endTurn(in bounds: DBusRect?) {
        window = bounds
        if let bounds { setFrame(bounds, of: 1) }
        for (parent, ids) in children {
            let stayed = (announced[parent] ?? []).filter { entries[$0]?.parent == parent }
            guard stayed.count < ids.count else {
                children[parent] = stayed
                continue
            }
            let known = Set(stayed)
            children[parent] = stayed + ids.filter { !known.contains($0) }
        }
        announced = children
        layOutStacks(in: 1)
    }

    private mutating func setFrame(_ frame: DBusRect, of id: UInt32) {
        guard let old = entries[id]?.frame, old != frame else { return }
        entries[id]?.frame = frame
        resizeSubviews(of: id, from: old)
    }

    /// Applies rules V6 to V12. The mask of a view that a StackView arranges is ignored.
    private mutating func resizeSubviews(of id: UInt32, from old: DBusRect, except named: Set<UInt32> = []) {
        guard let size = entries[id]?.frame.size, size != old.size else { return }
        let isStack = entries[id]?.className == "StackView"
        for child in children[id] ?? [] where !named.contains(child) {
            guard let entry = entries[child], entry.autoresizing != 0 else { continue }
            if isStack, entry.properties["Hidden"] != .bool(true) { continue }
            let mask = Autoresizing(rawValue: entry.autoresizing)
            let resized = mask.resized(entry.frame.rect, from: old.size, to: size)
            entries[child]?.frame = DBusRect(resized.x, resized.y, resized.width, resized.height)
            resizeSubviews(of: child, from: entry.frame, except: named)
        }
    }

    /// Lays out stacks: equal sizes along the axis, filled across it. Hidden views take no space.
    private mutating func layOutStacks(in id: UInt32) {
        guard let stack = entries[id], let subviews = children[id] else { return }
        if stack.className == "StackView" {
            let shown = subviews.filter { entries[$0]?.properties["Hidden"] != .bool(true) }
            let insets = stack.properties["Insets"]?.get() ?? DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
            let spacing: Double = stack.properties["Spacing"]?.get() ?? 0
            let width = max(stack.frame.width - insets.left - insets.right, 0)
            let height = max(stack.frame.height - insets.top - insets.bottom, 0)
            let gaps = spacing * Double(shown.count - 1)
            for (index, child) in shown.enumerated() {
                if stack.properties["Axis"] == .string("horizontal") {
                    let length = max((width - gaps) / Double(shown.count), 0)
                    let x = insets.left + Double(index) * (length + spacing)
                    setFrame(DBusRect(x, insets.top, length, height), of: child)
                } else {
                    let length = max((height - gaps) / Double(shown.count), 0)
                    let y = insets.top + Double(index) * (length + spacing)
                    setFrame(DBusRect(insets.left, y, width, length), of: child)
                }
            }
        }
        for child in subviews { layOutStacks(in: child) }
    }

    // MARK: Comparing

    /// The differences of the read views from the expected ones.
    func differences(from found: [ViewEntry]) -> [String] {
        let expected = views
        var differences: [String] = []
        if expected.map(\.id) != found.map(\.id) {
            differences.append("the views are \(found.map(\.id)), expected \(expected.map(\.id))")
        }
        for var entry in found {
            // Only the daemon sets it: `ContentInsetTests`.
            entry.properties[ViewKeys.adjustedContentInset.name] = nil
            guard entries[entry.id] != entry else { continue }
            differences.append("\(entry), expected \(entries[entry.id].map { "\($0)" } ?? "nothing")")
        }
        return differences
    }
}

extension DBusRect {
    fileprivate var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    fileprivate var size: Size { Size(width: width, height: height) }
}
