import ViewLayout

/// The views whose arrangement may have changed, and the sizes that views need for their content.
struct Arrangement: Sendable {
    /// The views whose subviews get new frames in the next layout pass. It may name views that arrange nothing.
    var pending: Set<UInt32> = []
    /// The views whose content has changed since the last layout pass.
    var contents: Set<UInt32> = []
    /// The views with keys for their stack. All others are items like any of their class, so that a pass over hundreds of
    /// them reads no keys.
    var keyed: Set<UInt32> = []
    /// The stacks that align baselines.
    var baselineStacks: Set<UInt32> = []
    /// The sides of the safe area that the guides in each ScrollView followed last.
    var guideInsets: [UInt32: LayoutInsets] = [:]
    /// The arranged subviews of a StackView, in their order.
    struct Items: Sendable {
        let ids: [UInt32]
        let items: [StackItem]
    }

    /// The arranged subviews of each StackView that was laid out, until one of them changes.
    var items: [UInt32: Items] = [:]
    /// The measured sizes of views by width. A size is here only if a frame depends on it.
    private var fits: [UInt32: [Double: FittingSize]] = [:]
    private var count = 0
    /// The views whose sizes were dropped since they were last measured for a change.
    private var dropped: Set<UInt32> = []
    /// Whether sizes were dropped, so that a change of them would not be noticed.
    private(set) var hasDroppedFits = false

    /// The number of sizes that are kept for each view. The words of a line that changes often have many widths.
    private static let maximumFits = 16
    /// The number of widths that one view can have. In a pass it has at most one more than the view that contains it.
    private static let maximumWidths = 64

    subscript(id: UInt32, width: Double) -> FittingSize? {
        get { fits[id]?[width] }
        set {
            if fits[id]?.count ?? 0 >= Self.maximumWidths {
                _ = removeFits(of: id)
                dropped.insert(id)
            }
            if fits[id, default: [:]].updateValue(newValue ?? .zero, forKey: width) == nil { count += 1 }
        }
    }

    /// Notes that a view arranges other subviews, or arranges them in another way.
    mutating func noteSubviews(of id: UInt32) {
        items[id] = nil
        pending.insert(id)
    }

    /// Forgets a view whose sizes were dropped. Returns whether they were.
    mutating func removeDropped(_ id: UInt32) -> Bool { !dropped.isEmpty && dropped.remove(id) != nil }

    /// Forgets all that was noted and measured. No view is arranged any more.
    mutating func reset() {
        guard !pending.isEmpty || !contents.isEmpty || !items.isEmpty || count > 0 else { return }
        (pending, contents, items) = ([], [], [:])
        removeAllFits()
    }

    /// Removes the sizes of a view, and returns them.
    mutating func removeFits(of id: UInt32) -> [Double: FittingSize] {
        let old = fits.removeValue(forKey: id) ?? [:]
        count -= old.count
        return old
    }

    /// Removes all sizes if there are too many.
    mutating func limitFits(of views: Int) {
        guard count > Self.maximumFits * views else { return }
        removeAllFits()
        hasDroppedFits = true
    }

    mutating func removeAllFits() {
        fits = [:]
        dropped = []
        count = 0
        hasDroppedFits = false
    }
}
