import DBusInterface
import TabInterface
import TabModel
import ViewLayout

/// Which views are arranged, by a StackView, a guide or a ScrollView that fits its content, and the sizes for that.
extension ViewTree {
    /// Whether a layout pass sets the frame of a view, whatever frame and mask its owner declares. Hidden views are not
    /// arranged.
    func isArranged(_ entry: ViewEntry) -> Bool {
        guard !entry.isHidden else { return false }
        return stacks.contains(entry.parent) || fittedScrollViews.contains(entry.parent) || guided.contains(entry.id)
    }

    /// Whether views exist that are arranged. Other trees pay nothing for a change.
    private var arranges: Bool { !stacks.isEmpty || !fittedScrollViews.isEmpty || !guided.isEmpty }

    // MARK: Changes

    /// Notes the keys of a view that say how it arranges its subviews, and how it is arranged.
    mutating func noteArrangement(by entry: ViewEntry) {
        if entry.isKind(.stackView) { stacks.insert(entry.id) } else { stacks.remove(entry.id) }
        if entry.isKind(.stackView), entry[ViewKeys.stackAlignment] == .firstBaseline {
            arrangement.baselineStacks.insert(entry.id)
        } else {
            arrangement.baselineStacks.remove(entry.id)
        }
        if entry.isKind(.scrollView), entry[ViewKeys.fitsContent] {
            fittedScrollViews.insert(entry.id)
        } else {
            fittedScrollViews.remove(entry.id)
        }
        if StackItem.hasKeys(entry) { arrangement.keyed.insert(entry.id) } else { arrangement.keyed.remove(entry.id) }
        if entry.hasValue(ViewKeys.layoutGuide) { guided.insert(entry.id) } else { guided.remove(entry.id) }
    }

    /// Notes that the owner has added, moved or changed a view.
    mutating func noteContent(of entry: ViewEntry, from old: ViewEntry?) {
        guard arranges else { return arrangement.reset() }
        arrangement.pending.insert(entry.id)
        arrangement.contents.insert(entry.id)
        if let old, old.parent == entry.parent, old.isArrangedLike(entry) { return }
        arrangement.noteSubviews(of: entry.parent)
        if let old { arrangement.noteSubviews(of: old.parent) }
    }

    /// Notes that a view has another frame, which its arranged subviews follow.
    mutating func noteFrame(of id: UInt32) {
        if mayArrange(id) { arrangement.pending.insert(id) }
    }

    private func mayArrange(_ id: UInt32) -> Bool {
        stacks.contains(id) || fittedScrollViews.contains(id)
            || !guided.isEmpty && (id == 1 || scrolling.contains(id))
    }

    /// Notes that a view is removed.
    mutating func noteRemoval(of entry: ViewEntry) {
        stacks.remove(entry.id)
        fittedScrollViews.remove(entry.id)
        guided.remove(entry.id)
        arrangement.keyed.remove(entry.id)
        arrangement.baselineStacks.remove(entry.id)
        arrangement.guideInsets[entry.id] = nil
        arrangement.items[entry.id] = nil
        _ = arrangement.removeFits(of: entry.id)
        if arranges { arrangement.noteSubviews(of: entry.parent) }
    }

    /// Marks all views that arrange others.
    mutating func setNeedsArrangement() {
        arrangement.pending.formUnion(stacks)
        arrangement.pending.formUnion(fittedScrollViews)
        noteGuides()
    }

    /// Marks the views in which others follow a guide.
    mutating func noteGuides() {
        for id in guided { arrangement.pending.insert(entries[id]?.parent ?? 0) }
    }

    /// Sets the sizes of texts and controls, and the direction of the window.
    mutating func setTraits(_ metrics: FrontEndMetrics, isRightToLeft: Bool) {
        guard metrics !== self.metrics || isRightToLeft != self.isRightToLeft else { return }
        self.metrics = metrics
        self.isRightToLeft = isRightToLeft
        arrangement.removeAllFits()
        setNeedsArrangement()
    }

    /// Measures the views again whose content has changed, the deepest first, and marks the views whose arrangement depends
    /// on a size that is different now. Ancestors whose size stays the same are not laid out.
    mutating func markChangedFits() {
        guard !arrangement.contents.isEmpty || !arrangement.pending.isEmpty else { return }
        if arrangement.hasDroppedFits {
            arrangement.removeAllFits()
            setNeedsArrangement()
        }
        arrangement.pending = arrangement.pending.filter { mayArrange($0) }
        var levels: [[UInt32]] = []
        for id in arrangement.contents.union(arrangement.pending) where entries[id] != nil {
            let depth = depth(of: id)
            while levels.count <= depth { levels.append([]) }
            levels[depth].append(id)
        }
        arrangement.contents = []
        for depth in levels.indices.reversed() {
            for id in Set(levels[depth]) {
                let isNew = hasNewFit(id)
                guard depth > 0, let entry = entries[id], isArranged(entry), isNew || isInBaselineStack(entry) else {
                    continue
                }
                arrangement.pending.insert(entry.parent)
                levels[depth - 1].append(entry.parent)
            }
        }
    }

    /// Whether a stack around a view aligns baselines. The baseline of a view can change while its size stays.
    private func isInBaselineStack(_ entry: ViewEntry) -> Bool {
        guard !arrangement.baselineStacks.isEmpty else { return false }
        var parent = entry.parent
        while stacks.contains(parent) {
            if arrangement.baselineStacks.contains(parent) { return true }
            parent = entries[parent]?.parent ?? 0
        }
        return false
    }

    /// How many widths of a view are worth measuring again. A view with more counts as one with another size.
    private static let measuredAgain = 8

    /// Measures a view again in the widths in which it was measured before.
    private mutating func hasNewFit(_ id: UInt32) -> Bool {
        let wasDropped = arrangement.removeDropped(id)
        let old = arrangement.removeFits(of: id)
        guard !wasDropped, old.count <= Self.measuredAgain else { return true }
        var isNew = false
        for (width, size) in old where fittingSize(of: id, width: width) != size { isNew = true }
        return isNew
    }

    // MARK: Sizes

    /// Returns the size that a view needs for its content and its arranged subviews in a width, which may be infinite
    /// (`S-234`).
    mutating func fittingSize(of id: UInt32, width: Double) -> FittingSize {
        if let size = arrangement[id, width] { return size }
        guard let entry = entries[id] else { return .zero }
        var size = measuredSize(of: entry, width: width)
        (size.width, size.height) = (Self.limited(size.width), Self.limited(size.height))
        arrangement[id, width] = size
        return size
    }

    private mutating func measuredSize(of entry: ViewEntry, width: Double) -> FittingSize {
        switch entry.kind {
        case .view: return .zero
        case .stackView:
            let (ids, items) = items(in: entry.id)
            return layout(of: entry).fittingSize(
                of: items, width: width, measure: { fittingSize(of: ids[$0], width: $1) },
                baseline: { firstBaseline(of: ids[$0], in: $1) })
        case .scrollView where fittedScrollViews.contains(entry.id):
            return (children[entry.id] ?? []).reduce(.zero) { size, id in
                guard entries[id]?.isHidden == false else { return size }
                let child = guidedSize(of: id, in: FittingSize(width: width, height: 0))
                return FittingSize(
                    width: max(size.width, child.width), height: max(size.height, child.height))
            }
        default:
            let size = metrics.fitting.size(of: entry, in: DBusSize(width: width, height: .infinity))
            return FittingSize(width: size.width, height: size.height)
        }
    }

    /// Returns the size that a view needs in the guide of a ScrollView with a size.
    mutating func guidedSize(
        of id: UInt32, in size: FittingSize, safeArea: LayoutInsets = LayoutInsets()
    ) -> FittingSize {
        guard let entry = entries[id] else { return .zero }
        let width = GuidedLayout(entry[ViewKeys.layoutGuide]).frame(in: size, safeArea: safeArea).width
        return StackItem(entry).limited(fittingSize(of: id, width: width))
    }

    /// Returns the distance of the first baseline of a view from its top.
    mutating func firstBaseline(of id: UInt32, in size: FittingSize) -> Double {
        guard let entry = entries[id] else { return size.height }
        if stacks.contains(id) {
            let (ids, items) = items(in: id)
            return layout(of: entry).firstBaseline(
                of: items, in: size, measure: { fittingSize(of: ids[$0], width: $1) },
                baseline: { firstBaseline(of: ids[$0], in: $1) })
        }
        return StackLayout.firstBaseline(
            ofClass: entry.className, height: size.height,
            textHeight: { fittingSize(of: id, width: size.width).height },
            lineHeight: {
                var line = ViewEntry(id: 0, parent: 0, .label, frame: .zero)
                if entry.isKind(.label) { line[ViewKeys.textStyle] = entry[ViewKeys.textStyle] }
                return metrics.fitting.size(of: line, in: .zero).height
            })
    }

    // MARK: Descriptions for the layout

    /// The subviews of a StackView that are not hidden, in their order.
    private mutating func makeItems(in stack: UInt32) -> Arrangement.Items {
        let shown = (children[stack] ?? []).compactMap { entries[$0] }.filter { !$0.isHidden }
        let items = shown.map {
            arrangement.keyed.contains($0.id) ? StackItem($0) : StackItem(ofClass: $0.className)
        }
        let made = Arrangement.Items(ids: shown.map(\.id), items: items)
        arrangement.items[stack] = made
        return made
    }

    mutating func items(in stack: UInt32) -> (ids: [UInt32], items: [StackItem]) {
        let known = arrangement.items[stack] ?? makeItems(in: stack)
        return (known.ids, known.items)
    }

    func layout(of stack: ViewEntry) -> StackLayout {
        StackLayout(
            axis: StackLayout.Axis(rawValue: stack[ViewKeys.axis].rawValue) ?? .vertical,
            distribution: StackLayout.Distribution(rawValue: stack[ViewKeys.distribution].rawValue) ?? .fillEqually,
            alignment: StackLayout.Alignment(rawValue: stack[ViewKeys.stackAlignment].rawValue) ?? .fill,
            spacing: stack[ViewKeys.spacing], insets: LayoutInsets(stack[ViewKeys.insets]),
            isRightToLeft: isRightToLeft)
    }
}

extension StackItem {
    private static let keys: Set = [
        ViewKeys.huggingPriority.name, ViewKeys.compressionPriority.name, ViewKeys.minimumSize.name,
        ViewKeys.maximumSize.name, ViewKeys.spacingAfter.name,
    ]

    static func hasKeys(_ entry: ViewEntry) -> Bool { entry.properties.keys.contains { keys.contains($0) } }

    init(ofClass className: String) {
        self.init(
            hugging: Self.hugging(ofClass: className), isFlexible: FlexibleAxes(ofClass: className))
    }

    init(_ entry: ViewEntry) {
        self.init(
            hugging: entry.given(ViewKeys.huggingPriority) ?? Self.hugging(ofClass: entry.className),
            compression: entry[ViewKeys.compressionPriority],
            minimum: FittingSize(entry[ViewKeys.minimumSize]), maximum: FittingSize(entry[ViewKeys.maximumSize]),
            spacingAfter: entry[ViewKeys.spacingAfter], isFlexible: FlexibleAxes(ofClass: entry.className))
    }
}

extension ViewEntry {
    /// Whether another state of the view has the same place among its siblings, apart from the size of its content.
    fileprivate func isArrangedLike(_ other: ViewEntry) -> Bool {
        isHidden == other.isHidden && given(ViewKeys.layoutGuide) == other.given(ViewKeys.layoutGuide)
            && StackItem(self) == StackItem(other)
    }
}

extension GuidedLayout {
    init(_ guide: LayoutGuide) { self = GuidedLayout(rawValue: guide.rawValue) ?? .none }
}

extension FittingSize {
    init(_ size: DBusSize) { self.init(width: size.width, height: size.height) }
}

extension LayoutInsets {
    init(_ insets: DBusInsets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}

extension DBusRect {
    init(_ frame: ArrangedFrame) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}
