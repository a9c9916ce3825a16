import DBusInterface
import TabInterface
import TabModel

extension ViewTree {
    /// Gives the root view its frame; the others follow as their masks say.
    mutating func setRootFrame(_ frame: DBusRect) { setFrame(frame, of: 1) }

    private mutating func setFrame(_ frame: DBusRect, of id: UInt32) {
        guard let old = entries[id]?.frame, old != frame else { return }
        entries[id]?.frame = frame
        dirty.insert(id)
        resizeSubviews(of: id, from: old.size)
    }

    /// Gives the subviews their parts of a view's new size (V6 to V12), except those in `placed` and those that a
    /// StackView arranges: their masks do not count, the layout pass gives them their frames.
    mutating func resizeSubviews(of id: UInt32, from old: Size, except placed: Set<UInt32> = []) {
        guard let size = entries[id]?.frame.size, size != old else { return }
        let isStack = stacks.contains(id)
        for child in children[id] ?? [] where !placed.contains(child) && !(isStack && isArranged(child)) {
            guard let entry = entries[child], entry.autoresizing != 0 else { continue }
            let mask = Autoresizing(rawValue: entry.autoresizing)
            let frame = DBusRect(mask.resized(entry.frame.rect, from: old, to: size))
            guard frame != entry.frame else { continue }
            entries[child]?.frame = frame
            dirty.insert(child)
            resizeSubviews(of: child, from: entry.frame.size, except: placed)
        }
    }

    /// Whether a StackView gives a subview its frame: a hidden subview has no place in it.
    private func isArranged(_ id: UInt32) -> Bool { entries[id]?.properties["Hidden"] != .bool(true) }

    /// The layout pass: gives siblings the order in which front ends are told, and their frames in StackViews.
    mutating func layOut() {
        for parent in Set(dirty.compactMap { entries[$0]?.parent }) { settleOrder(in: parent) }
        layOutStacks()
    }

    /// Lays out the subviews of every StackView: equal along the axis, filling across.
    private mutating func layOutStacks() {
        // Its own frame may be that of a stack around it: the outer ones first.
        for (_, id) in stacks.map({ (depth(of: $0), $0) }).sorted(by: { $0 < $1 }) {
            guard let stack = entries[id] else { continue }
            let frame = stack.frame
            let arranged = (children[stack.id] ?? []).filter { isArranged($0) }
            guard !arranged.isEmpty else { continue }
            let insets = stack.properties["Insets"]?.get() ?? DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
            let width = max(frame.width - insets.left - insets.right, 0)
            let height = max(frame.height - insets.top - insets.bottom, 0)
            let spacing = stack.properties["Spacing"]?.get() ?? 0.0
            let isHorizontal = stack.properties["Axis"] == .string("horizontal")
            let count = Double(arranged.count)
            let length = max(((isHorizontal ? width : height) - spacing * (count - 1)) / count, 0)
            for (index, id) in arranged.enumerated() {
                let offset = Double(index) * (length + spacing)
                let place =
                    isHorizontal
                    ? DBusRect(x: insets.left + offset, y: insets.top, width: length, height: height)
                    : DBusRect(x: insets.left, y: insets.top + offset, width: width, height: length)
                setFrame(place, of: id)
            }
        }
    }

    /// How many views are around one.
    func depth(of id: UInt32) -> Int {
        var depth = 0
        var next = id
        while let parent = entries[next]?.parent, parent != 0 {
            depth += 1
            next = parent
        }
        return depth
    }
}
