import TabPlugin

/// Checks of frames, bounds, centres, conversion, safe areas and stacks.
final class GeometryChecks: Checks {
    override func check() {
        checkFrames()
        checkConversion()
        checkSafeArea()
        checkStacks()
        checkMasksInStacks()
        checkContents()
        checkHierarchy()
    }

    /// Rule V1.
    private func checkFrames() {
        let view = View(frame: Rect(x: 10, y: 20, width: 100, height: 50))
        equal(view.bounds, Rect(width: 100, height: 50), "V1, bounds")
        equal(view.center, Point(x: 60, y: 45), "V1, center")
        view.bounds = Rect(width: 120, height: 30)
        equal(view.frame, Rect(x: 0, y: 30, width: 120, height: 30), "V1, the frame grows both ways")
        equal(view.center, Point(x: 60, y: 45), "V1, bounds keep the center")
        view.center = Point(x: 100, y: 100)
        equal(view.frame, Rect(x: 40, y: 85, width: 120, height: 30), "V1, the center moves only")
        view.frame = Rect(x: 1, y: 2, width: 3, height: 4)
        equal(view.bounds, Rect(width: 3, height: 4), "V1, a frame sets the bounds")
        let scroll = ScrollView(frame: Rect(x: 5, y: 5, width: 100, height: 100))
        scroll.contentOffset = Point(x: 7, y: 8)
        equal(scroll.bounds, Rect(x: 7, y: 8, width: 100, height: 100), "V1, the origin is the content offset")
        scroll.frame = Rect(x: 0, y: 0, width: 50, height: 60)
        equal(scroll.bounds, Rect(x: 7, y: 8, width: 50, height: 60), "V1, a frame keeps the bounds' origin")
        scroll.bounds = Rect(x: 1, y: 2, width: 70, height: 80)
        equal(scroll.contentOffset, Point(x: 1, y: 2), "V1, bounds scroll")
        equal(scroll.frame, Rect(x: -10, y: -10, width: 70, height: 80), "V1, and resize")
    }

    /// Rule V2.
    private func checkConversion() {
        let root = View(frame: Rect(x: 3, y: 4, width: 300, height: 300))
        let scroll = ScrollView(frame: Rect(x: 10, y: 20, width: 100, height: 100))
        let inner = View(frame: Rect(x: 30, y: 40, width: 20, height: 20))
        let other = View(frame: Rect(x: 200, y: 200, width: 10, height: 10))
        scroll.contentOffset = Point(x: 5, y: 15)
        root.addSubview(scroll)
        scroll.addSubview(inner)
        root.addSubview(other)
        let point = Point(x: 1, y: 2)
        equal(inner.convert(point, to: scroll), Point(x: 31, y: 42), "V2, to the superview")
        equal(inner.convert(point, to: root), Point(x: 36, y: 47), "V2, past a content offset")
        equal(inner.convert(point, to: other), Point(x: -164, y: -153), "V2, to another branch")
        equal(root.convert(Point(x: 36, y: 47), to: inner), point, "V2, and back")
        equal(inner.convert(point, to: nil), Point(x: 39, y: 51), "V2, to the root's superview")
        equal(inner.convert(point, to: inner), point, "V2, to itself")
        equal(
            inner.convert(inner.bounds, to: root), Rect(x: 35, y: 45, width: 20, height: 20), "V2, a rectangle")
    }

    /// The host sets the insets of the root view. A subview has the insets that overlap it.
    private func checkSafeArea() {
        let insets = view.safeAreaInsets
        let box = View(frame: Rect(x: 0, y: 5, width: view.bounds.width, height: view.bounds.height - 5))
        equal(box.safeAreaInsets, .zero, "a view outside of every tree has no bars over it")
        view.addSubview(box)
        defer { box.removeFromSuperview() }
        equal(box.safeAreaInsets.top, max(insets.top - 5, 0), "the safe area's top")
        equal(box.safeAreaInsets.bottom, insets.bottom, "the safe area's bottom")
        let low = View(frame: Rect(x: 0, y: insets.top + 10, width: 10, height: 10))
        box.addSubview(low)
        equal(low.safeAreaInsets, .zero, "a view between the bars")
    }

    private func checkStacks() {
        let stack = StackView(frame: Rect(width: 110, height: 50))
        let views = (0..<3).map { _ in View() }
        for view in views { stack.addSubview(view) }
        stack.axis = .horizontal
        stack.spacing = 10
        stack.layoutMargins = EdgeInsets(top: 1, left: 10, bottom: 2, right: 10)
        views[1].isHidden = true
        view.addSubview(stack)
        defer { stack.removeFromSuperview() }
        stack.layoutIfNeeded()
        equal(views[0].frame, Rect(x: 10, y: 1, width: 40, height: 47), "the first in a row")
        equal(views[2].frame, Rect(x: 60, y: 1, width: 40, height: 47), "the last in a row, as one is hidden")
        views[1].isHidden = false
        stack.axis = .vertical
        stack.layoutIfNeeded()
        equal(views[1].frame, Rect(x: 10, y: 20, width: 90, height: 9), "the second in a column")
    }

    /// The autoresizing mask of an arranged view is ignored.
    private func checkMasksInStacks() {
        let stack = StackView(frame: Rect(width: 480, height: 320))
        stack.axis = .horizontal
        let (first, second, inner) = (View(), View(), View())
        for view in [first, second] {
            view.autoresizingMask = .flexibleWidth
            stack.addSubview(view)
        }
        view.addSubview(stack)
        defer { stack.removeFromSuperview() }
        stack.layoutIfNeeded()
        inner.frame = Rect(x: 100, y: 0, width: 140, height: 20)
        inner.autoresizingMask = .flexibleWidth
        first.addSubview(inner)
        stack.frame = Rect(width: 320, height: 320)
        stack.layoutIfNeeded()
        equal(first.frame, Rect(width: 160, height: 320), "an arranged view with a mask")
        equal(inner.frame, Rect(x: 100, y: 0, width: 60, height: 20), "what is in an arranged view")
    }

    /// The host computes the same frames: `ViewArrangementTests`.
    private func checkContents() {
        let words = Label(text: Array(repeating: "aaaa", count: 10).joined(separator: " "))
        words.numberOfLines = 0
        let (caption, rest) = (Label(text: "abcd"), View())
        let row = StackView(arrangedSubviews: [caption, Switch()])
        row.axis = .horizontal
        row.distribution = .fill
        row.spacing = 8
        let column = StackView(arrangedSubviews: [words, row, rest])
        column.frame = Rect(width: 320, height: 411)
        column.distribution = .fill
        column.spacing = 8
        view.addSubview(column)
        defer { column.removeFromSuperview() }
        column.layoutIfNeeded()
        equal(words.frame, Rect(width: 320, height: 44), "a text that wraps")
        equal(row.frame, Rect(x: 0, y: 52, width: 320, height: 31), "a row in a column")
        equal(caption.frame, Rect(width: 261, height: 31), "a caption beside a switch")
        equal(rest.frame, Rect(x: 0, y: 91, width: 320, height: 320), "the view that takes the rest")
        equal(
            column.sizeThatFits(Size(width: 320, height: .infinity)), Size(width: 320, height: 91), "a stack that fits")
        caption.text = "abcdabcd"
        rest.minimumSize = Size(width: 0, height: 330)
        column.setCustomSpacing(20, after: row)
        column.layoutIfNeeded()
        equal(words.frame.height, 22, "a text that gives way to a minimum")
        equal(rest.frame, Rect(x: 0, y: 81, width: 320, height: 330), "a minimum")
        equal(column.customSpacing(after: words), StackView.spacingUseDefault, "no custom spacing")
        let scroll = ScrollView(frame: Rect(width: 100, height: 50))
        view.addSubview(scroll)
        defer { scroll.removeFromSuperview() }
        scroll.fitsContent = true
        scroll.addSubview(column)
        scroll.layoutIfNeeded()
        equal(scroll.contentSize.width, 100, "the width of a content that fits")
        equal(scroll.contentSize.height, column.frame.height, "the height of a content that fits")
        view.addSubview(column)
        column.layoutGuide = .safeArea
        view.layoutIfNeeded()
        equal(column.frame, view.bounds.inset(by: view.safeAreaInsets), "a guide")
    }

    private func checkHierarchy() {
        let (first, second, child) = (View(), View(), View())
        first.addSubview(child)
        second.addSubview(child)
        equal(first.subviews.count, 0, "a view leaves its old superview")
        isTrue(child.superview === second, "a view has its new superview")
        child.removeFromSuperview()
        isTrue(child.superview == nil && second.subviews.isEmpty, "a view that was removed has no superview")
        equal(child.id, 0, "a view in no tree has no number")
        view.addSubview(child)
        let id = child.id
        child.removeFromSuperview()
        view.addSubview(child)
        isTrue(id > 0 && child.id > id, "numbers are not reused")
        child.removeFromSuperview()
    }
}
