import DBusInterface
import TabInterface
import TabModel
import ViewLayout

extension ViewTree {
    /// Sets the frame of the root view, and resizes its descendants by their autoresizing masks.
    mutating func setRootFrame(_ frame: DBusRect) { setFrame(frame, of: 1) }

    /// Returns a computed length within the limits of frames, which sums of what owners give may exceed.
    static func limited(_ length: Double) -> Double {
        length.isNaN ? 0 : min(max(length, -maximumLength), maximumLength)
    }

    private mutating func setFrame(_ new: DBusRect, of id: UInt32) {
        let frame = DBusRect(
            x: Self.limited(new.x), y: Self.limited(new.y), width: Self.limited(new.width),
            height: Self.limited(new.height))
        guard let old = entries[id]?.frame, old != frame else { return }
        entries.setFrame(frame, of: id)
        dirty.insert(id)
        noteFrame(of: id)
        resizeSubviews(of: id, from: old.size)
    }

    /// Resizes the subviews of a view by their autoresizing masks (V6 to V12). Subviews in `placed` keep their frames;
    /// subviews that are arranged get theirs in the layout pass.
    mutating func resizeSubviews(of id: UInt32, from old: Size, except placed: Set<UInt32> = []) {
        guard let size = entries[id]?.frame.size, size != old else { return }
        for child in children[id] ?? [] where !placed.contains(child) {
            guard let entry = entries[child], entry.autoresizing != 0, !isArranged(entry) else { continue }
            let mask = Autoresizing(rawValue: entry.autoresizing)
            let frame = DBusRect(mask.resized(entry.frame.rect, from: old, to: size))
            guard frame != entry.frame else { continue }
            entries.setFrame(frame, of: child)
            dirty.insert(child)
            noteFrame(of: child)
            resizeSubviews(of: child, from: entry.frame.size, except: placed)
        }
    }

    /// Runs the layout pass: restores the announced order of siblings, arranges views, and insets contents.
    mutating func layOut() {
        for parent in Set(dirty.compactMap { entries[$0]?.parent }) { restoreAnnouncedOrder(in: parent) }
        arrange()
        insetContents()
    }

    /// Gives the arranged views their frames, in the views whose arrangement may have changed.
    private mutating func arrange() {
        markChangedFits()
        noteMovedGuides()
        while !arrangement.pending.isEmpty {
            // Outer views first, as they set the frames of inner ones. A frame only changes what is inside.
            let ids = arrangement.pending.map { (depth(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
            for id in ids where arrangement.pending.remove(id) != nil {
                if stacks.contains(id) {
                    arrangeStack(id)
                } else if let entry = entries[id] {
                    followGuides(in: entry)
                }
            }
            noteMovedGuides()
        }
        arrangement.limitFits(of: entries.count)
    }

    /// Marks the ScrollViews with guides whose sides are covered in another way, because views around them have moved.
    private mutating func noteMovedGuides() {
        guard !guided.isEmpty, safeArea != .zero || !arrangement.guideInsets.isEmpty else { return }
        for id in Set(guided.compactMap { entries[$0]?.parent }) {
            guard scrolling.contains(id), let entry = entries[id],
                arrangement.guideInsets[id] != LayoutInsets(sideInsets(of: entry))
            else { continue }
            arrangement.pending.insert(id)
        }
    }

    /// Lays out the subviews of a StackView (`S-230`).
    private mutating func arrangeStack(_ id: UInt32) {
        guard let entry = entries[id] else { return }
        let (ids, items) = items(in: id)
        let frames = layout(of: entry).frames(
            of: items, in: FittingSize(width: entry.frame.width, height: entry.frame.height),
            measure: { fittingSize(of: ids[$0], width: $1) }, baseline: { firstBaseline(of: ids[$0], in: $1) })
        for (id, frame) in zip(ids, frames) { setFrame(DBusRect(frame), of: id) }
    }

    /// Lays out the subviews of the root or a ScrollView that have a guide, and sets the size of a content that fits
    /// (`S-235`, `S-236`).
    private mutating func followGuides(in entry: ViewEntry) {
        let isScrollView = entry.isKind(.scrollView)
        let safeArea = LayoutInsets(isScrollView ? sideInsets(of: entry) : safeArea)
        let size = FittingSize(width: entry.frame.width, height: entry.frame.height)
        if isScrollView { arrangement.guideInsets[entry.id] = safeArea }
        var content = DBusSize(width: entry.frame.width, height: 0)
        for id in children[entry.id] ?? [] {
            guard let child = entries[id], isArranged(child) else { continue }
            let guide = GuidedLayout(child[ViewKeys.layoutGuide])
            var frame = guide.frame(in: size, safeArea: safeArea)
            if isScrollView { frame.height = guidedSize(of: id, in: size, safeArea: safeArea).height }
            setFrame(DBusRect(frame), of: id)
            content.height = max(content.height, Self.limited(frame.height))
        }
        guard fittedScrollViews.contains(entry.id), content != entry[ViewKeys.contentSize] else { return }
        var entry = entry
        entry[ViewKeys.contentSize] = content
        entries.put(entry)
        dirty.insert(entry.id)
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
