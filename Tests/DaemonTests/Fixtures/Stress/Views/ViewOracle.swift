import DBusInterface
import TabInterface
import TabModel

/// What accepted updates should make of a controller's views, by the contract alone.
///
/// What depends on when front ends were told (the order of siblings, stacks, the window's size) is made at `endTurn`.
struct ViewOracle {
    private(set) var entries: [UInt32: ViewEntry]
    /// Back to front.
    private var children: [UInt32: [UInt32]] = [:]
    /// The children that front ends know.
    private var told: [UInt32: [UInt32]] = [:]
    private var isNewLife = true
    /// What the root filled at the last turn's end; nil for no window.
    private var window: DBusRect?

    /// A view that was just loaded.
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

    /// Whether a view is another one or somewhere inside it.
    func isView(_ id: UInt32, inside other: UInt32) -> Bool {
        var next = id
        while let entry = entries[next] {
            if next == other { return true }
            next = entry.parent
        }
        return false
    }

    /// The root is 1 deep.
    func depth(of id: UInt32) -> Int {
        var depth = 0
        var next = id
        while let entry = entries[next] {
            depth += 1
            next = entry.parent
        }
        return depth
    }

    /// How many views are inside each other from this one on.
    func height(of id: UInt32) -> Int { 1 + ((children[id] ?? []).map { height(of: $0) }.max() ?? 0) }

    // MARK: Updates

    /// Another owner: its first update finds the root only.
    mutating func beginNewLife() { isNewLife = true }

    /// A view that has another size at the end takes its subviews along (V6), but for those that the update names. The root in a
    /// window is the window's, but for the first update of a life, which may be laid out for another size.
    mutating func apply(_ update: ViewUpdate) {
        let isFirst = isNewLife
        if isFirst {
            isNewLife = update.changed.isEmpty
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

    /// Adds or replaces a view; what is a default is not kept.
    mutating func put(_ entry: ViewEntry) {
        var entry = entry
        let keys = ViewClasses.viewClass(entry.className)?.keys ?? [:]
        entry.properties = entry.properties.filter { [all = entry.properties] key, value in
            keys[key]?.defaultValue(in: all) != value
        }
        if isPlaced(entry), let frame = entries[entry.id]?.frame { entry.frame = frame }
        let old = entries.updateValue(entry, forKey: entry.id)
        guard entry.id != 1, old?.parent != entry.parent else { return }
        if let old { children[old.parent]?.removeAll { $0 == entry.id } }
        children[entry.parent, default: []].append(entry.id)
    }

    /// Whether a view is where a StackView has put it, whatever its owner says of its frame.
    private func isPlaced(_ entry: ViewEntry) -> Bool {
        guard let old = entries[entry.id], old.parent == entry.parent else { return false }
        let isHidden = [old, entry].contains { $0.properties["Hidden"] == .bool(true) }
        return !isHidden && entries[entry.parent]?.className == "StackView"
    }

    // MARK: A turn's end

    /// Makes what front ends are told: the root follows its window (nil for none), what they know keeps its place and
    /// the rest is in front, and stacks lay their subviews out.
    mutating func endTurn(in bounds: DBusRect?) {
        window = bounds
        if let bounds { setFrame(bounds, of: 1) }
        for (parent, ids) in children {
            let stayed = (told[parent] ?? []).filter { entries[$0]?.parent == parent }
            guard stayed.count < ids.count else {
                children[parent] = stayed
                continue
            }
            let known = Set(stayed)
            children[parent] = stayed + ids.filter { !known.contains($0) }
        }
        told = children
        layOutStacks(in: 1)
    }

    private mutating func setFrame(_ frame: DBusRect, of id: UInt32) {
        guard let old = entries[id]?.frame, old != frame else { return }
        entries[id]?.frame = frame
        resizeSubviews(of: id, from: old)
    }

    /// V6 to V12. The mask of a view that a StackView arranges does not count.
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

    /// Equal along the axis, filling across; who is hidden has no place.
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

    /// What a fresh read tells otherwise than expected.
    func differences(from found: [ViewEntry]) -> [String] {
        let expected = views
        var differences: [String] = []
        if expected.map(\.id) != found.map(\.id) {
            differences.append("the views are \(found.map(\.id)), expected \(expected.map(\.id))")
        }
        for entry in found where entries[entry.id] != entry {
            differences.append("\(entry), expected \(entries[entry.id].map { "\($0)" } ?? "nothing")")
        }
        return differences
    }
}

extension DBusRect {
    fileprivate var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    fileprivate var size: Size { Size(width: width, height: height) }
}
