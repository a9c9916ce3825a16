import DBusInterface
import TabInterface
import TabModel

extension ViewTree {
    /// Sets the frame of the root view, and resizes its descendants by their autoresizing masks.
    mutating func setRootFrame(_ frame: DBusRect) { setFrame(frame, of: 1) }

    private mutating func setFrame(_ frame: DBusRect, of id: UInt32) {
        guard let old = entries[id]?.frame, old != frame else { return }
        entries.setFrame(frame, of: id)
        dirty.insert(id)
        resizeSubviews(of: id, from: old.size)
    }

    /// Resizes the subviews of a view by their autoresizing masks (V6 to V12). Subviews in `placed` keep their frames;
    /// subviews that a StackView arranges get theirs in the layout pass.
    mutating func resizeSubviews(of id: UInt32, from old: Size, except placed: Set<UInt32> = []) {
        guard let size = entries[id]?.frame.size, size != old else { return }
        let isStack = stacks.contains(id)
        for child in children[id] ?? [] where !placed.contains(child) && !(isStack && isArranged(child)) {
            guard let entry = entries[child], entry.autoresizing != 0 else { continue }
            let mask = Autoresizing(rawValue: entry.autoresizing)
            let frame = DBusRect(mask.resized(entry.frame.rect, from: old, to: size))
            guard frame != entry.frame else { continue }
            entries.setFrame(frame, of: child)
            dirty.insert(child)
            resizeSubviews(of: child, from: entry.frame.size, except: placed)
        }
    }

    /// Whether a StackView arranges a subview. Hidden subviews are not arranged.
    private func isArranged(_ id: UInt32) -> Bool { entries[id]?.isHidden != true }

    /// Runs the layout pass: restores the announced order of siblings, lays out StackViews, and insets contents.
    mutating func layOut() {
        for parent in Set(dirty.compactMap { entries[$0]?.parent }) { restoreAnnouncedOrder(in: parent) }
        layOutStacks()
        insetContents()
    }

    /// Lays out the subviews of every StackView: equal lengths along the axis, the full size across it.
    private mutating func layOutStacks() {
        // Outer stacks first, as they set the frames of inner ones.
        for (_, id) in stacks.map({ (depth(of: $0), $0) }).sorted(by: { $0 < $1 }) {
            guard let stack = entries[id] else { continue }
            let frame = stack.frame
            let arranged = (children[stack.id] ?? []).filter { isArranged($0) }
            guard !arranged.isEmpty else { continue }
            let insets = stack[ViewKeys.insets]
            let width = max(frame.width - insets.left - insets.right, 0)
            let height = max(frame.height - insets.top - insets.bottom, 0)
            let spacing = stack[ViewKeys.spacing]
            let isHorizontal = stack[ViewKeys.axis] == .horizontal
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

    /// The number of ancestors of a view.
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
