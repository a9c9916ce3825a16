import TabPlugin

/// The examples of N22 with a root of bounds (0, 0, 375, 812) and insets (88, 0, 83, 0).
///
/// The example with insets at the sides is omitted, because windows do not have any.
final class SafeAreaChecks: Checks {
    override func check() {
        equal(view.bounds, Rect(width: 375, height: 812), "the root's bounds")
        equal(view.safeAreaInsets, EdgeInsets(top: 88, left: 0, bottom: 83, right: 0), "the root's insets")
        covers(Rect(width: 375, height: 812), top: 88, bottom: 83)
        covers(Rect(x: 0, y: 88, width: 375, height: 641), top: 0, bottom: 0)
        covers(Rect(x: 20, y: 700, width: 335, height: 100), top: 0, bottom: 71)
        covers(Rect(x: 0, y: 50, width: 375, height: 20), top: 20, bottom: 0)
        checkContentInsets()
    }

    /// Rule V15.
    private func checkContentInsets() {
        let table = TableView(frame: view.bounds)
        view.addSubview(table)
        equal(table.adjustedContentInset, EdgeInsets(top: 88, left: 0, bottom: 83, right: 0), "V15, a table")
        table.contentInset = EdgeInsets(top: 2, left: 0, bottom: 0, right: 3)
        table.contentInsetAdjustmentBehavior = .never
        equal(table.adjustedContentInset, table.contentInset, "V15, never")
        table.removeFromSuperview()
        let scroll = ScrollView(frame: Rect(width: 375, height: 400))
        let inner = TextView(frame: Rect(y: 10, width: 100, height: 100))
        scroll.addSubview(inner)
        view.addSubview(scroll)
        equal(inner.adjustedContentInset, .zero, "V15, inside a scroll view")
        equal(scroll.contentOffset, Point(x: 0, y: -88), "V15, before the user scrolls")
        equal(inner.convert(.zero, to: view), Point(x: 0, y: 98), "V15, below the bar")
        scroll.contentOffset = Point(x: 0, y: 20)
        equal(inner.convert(.zero, to: view), Point(x: 0, y: -10), "V15, scrolled")
        scroll.contentInsetAdjustmentBehavior = .scrollableAxes
        equal(scroll.adjustedContentInset, .zero, "V15, nothing to scroll")
        scroll.contentSize = Size(width: 375, height: 900)
        equal(scroll.adjustedContentInset, EdgeInsets(top: 88, left: 0, bottom: 0, right: 0), "V15, to scroll")
        scroll.removeFromSuperview()
    }

    /// Checks the safe area insets of a subview with a frame.
    private func covers(_ frame: Rect, top: Double, bottom: Double) {
        let subview = View(frame: frame)
        view.addSubview(subview)
        equal(subview.safeAreaInsets, EdgeInsets(top: top, left: 0, bottom: bottom, right: 0), "N22, \(frame)")
        subview.removeFromSuperview()
    }
}
