import DBusInterface
import TabInterface

/// The insets that keep the content of views that scroll out from under bars (`V15`).
extension ViewTree {
    /// Sets the insets of the root view that bars and screen edges cover.
    mutating func setSafeArea(_ insets: DBusInsets) {
        guard insets != safeArea else { return }
        safeArea = insets
        noteGuides()
        insetContents()
    }

    /// Sets the inset of each view that scrolls.
    mutating func insetContents() {
        for id in scrolling {
            guard var entry = entries[id] else { continue }
            let inset = entry.contentInset(covered: coveredInsets(of: entry))
            guard inset != entry.adjustedContentInset else { continue }
            entry[ViewKeys.adjustedContentInset] = inset
            entries.put(entry)
            dirty.insert(id)
        }
    }

    /// The parts of a ScrollView at its sides that are covered and not in its inset already.
    func sideInsets(of entry: ViewEntry) -> DBusInsets {
        guard entry[ViewKeys.insetAdjustment] != .always else { return .zero }
        let covered = coveredInsets(of: entry)
        return DBusInsets(top: 0, left: covered.left, bottom: 0, right: covered.right)
    }

    /// The parts of a view that bars and screen edges cover. Nothing counts inside a view that scrolls, which has insets
    /// itself, and at a side where the view reaches beyond the root: front ends may scroll the whole page there.
    private func coveredInsets(of entry: ViewEntry) -> DBusInsets {
        guard safeArea != .zero, let root = entries[1]?.frame else { return .zero }
        var frame = entry.frame
        var next = entry.parent
        if next == 0 { (frame.x, frame.y) = (0, 0) }
        while let ancestor = entries[next] {
            guard !ancestor.scrolls else { return .zero }
            guard ancestor.parent != 0 else { break }
            frame.x += ancestor.frame.x
            frame.y += ancestor.frame.y
            next = ancestor.parent
        }
        /// - Parameter distance: That of the side of the view from the side of the root.
        func covered(_ inset: Double, _ distance: Double, _ length: Double) -> Double {
            distance < -0.5 ? 0 : min(max(inset - distance, 0), length)
        }
        let (right, bottom) = (root.width - frame.x - frame.width, root.height - frame.y - frame.height)
        return DBusInsets(
            top: covered(safeArea.top, frame.y, frame.height), left: covered(safeArea.left, frame.x, frame.width),
            bottom: covered(safeArea.bottom, bottom, frame.height), right: covered(safeArea.right, right, frame.width))
    }
}

extension ViewEntry {
    /// Returns the view's own inset, and what bars cover on the axes that count.
    fileprivate func contentInset(covered: DBusInsets) -> DBusInsets {
        let own = self[ViewKeys.contentInset]
        let content = self[ViewKeys.contentSize]
        let isScrollView = isKind(.scrollView)
        let (isWider, isHigher) = (content.width > frame.width, content.height > frame.height)
        let (horizontal, vertical) =
            switch self[ViewKeys.insetAdjustment] {
            case .never: (false, false)
            case .always: (true, true)
            // Rows and lines scroll vertically, and only there.
            case .scrollableAxes: (isScrollView && isWider, !isScrollView || isHigher)
            // Rows and lines keep clear of a bar at a side, as the content of UIKit's cells does.
            case .automatic: (!isScrollView || isWider, true)
            }
        return DBusInsets(
            top: own.top + (vertical ? covered.top : 0), left: own.left + (horizontal ? covered.left : 0),
            bottom: own.bottom + (vertical ? covered.bottom : 0), right: own.right + (horizontal ? covered.right : 0))
    }
}
