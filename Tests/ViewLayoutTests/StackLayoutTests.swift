import TestSupport

/// The engine of stacks, alone.
@Suite struct StackLayoutTests {
    private static func isClose(_ one: Double, _ other: Double) -> Bool { one == other || abs(one - other) < 1e-6 }

    private static func isClose(_ one: FittingSize, _ other: FittingSize) -> Bool {
        isClose(one.width, other.width) && isClose(one.height, other.height)
    }

    /// Whether the engine and the reference agree about a tree in a size.
    private static func agree(about tree: ModelView, in size: FittingSize) -> Bool {
        let (frames, expected) = (tree.frames(in: size), ReferenceStack.frames(of: tree, in: size))
        guard frames.count == expected.count else { return false }
        return zip(frames, expected).allSatisfy {
            isClose($0.x, $1.x) && isClose($0.y, $1.y) && isClose($0.size, $1.size)
        }
            && [size.width, .infinity].allSatisfy {
                isClose(tree.fittingSize(in: $0), ReferenceStack.fit(tree, $0))
            }
    }

    @Test(.rules("S-230 S-231 S-232 S-233 S-234"))
    func `random trees have the frames of the reference`() {
        let failures = Failures()
        for seed in Stress.rounds(5_000, long: 100_000) {
            var numbers = Numbers(state: seed)
            let tree = ModelView.random(&numbers, depth: 3)
            let size = FittingSize(
                width: Double(Int.random(in: 0...500, using: &numbers)),
                height: Double(Int.random(in: 0...400, using: &numbers)))
            // A length that is 0 but for an error of rounding may change all ratios. Another size shows whether it is one.
            let other = FittingSize(width: size.width + 0.0137, height: size.height + 0.0291)
            failures.expect(
                Self.agree(about: tree, in: size) || Self.agree(about: tree, in: other),
                "seed \(seed), in \(size.width) x \(size.height): \(tree)")
        }
        #expect(failures.texts == [])
    }

    // MARK: Examples

    /// The frames of views in a stack.
    struct Example: Sendable, CustomStringConvertible {
        let description: String
        let layout: StackLayout
        let size: FittingSize
        let views: [ModelView]
        let frames: [ArrangedFrame]

        init(
            _ description: String, _ layout: StackLayout, _ width: Double, _ height: Double, _ views: [ModelView],
            _ frames: [[Double]]
        ) {
            self.description = description
            self.layout = layout
            size = FittingSize(width: width, height: height)
            self.views = views
            self.frames = frames.map { ArrangedFrame(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        }
    }

    private static func fixed(
        _ width: Double, _ height: Double, hugging: UInt32 = 250, compression: UInt32 = 750, most: Double = 0,
        after: Double? = nil, flexible: FlexibleAxes = []
    ) -> ModelView {
        ModelView(
            content: .fixed(FittingSize(width: width, height: height)), hugging: hugging, compression: compression,
            maximum: FittingSize(width: most, height: 0), spacingAfter: after, flexible: flexible)
    }

    private static func text(_ length: Double) -> ModelView { ModelView(content: .text(length)) }

    private static let three = [fixed(20, 10), fixed(30, 10), fixed(10, 10)]

    private static let examples = [
        Example(
            "a column is filled by its first view", StackLayout(distribution: .fill, spacing: 10), 100, 100,
            [fixed(40, 20), fixed(30, 30)], [[0, 0, 100, 60], [0, 70, 100, 30]]),
        Example(
            "the lowest hugging priority grows", StackLayout(axis: .horizontal, distribution: .fill, spacing: 10), 100,
            40, [fixed(40, 20, hugging: 251), fixed(30, 20)], [[0, 0, 40, 40], [50, 0, 50, 40]]),
        Example(
            "the first of equal priorities shrinks", StackLayout(axis: .horizontal, distribution: .fill), 100, 20,
            [fixed(80, 20), fixed(60, 20)], [[0, 0, 40, 20], [40, 0, 60, 20]]),
        Example(
            "the lowest compression priority shrinks", StackLayout(axis: .horizontal, distribution: .fill), 100, 20,
            [fixed(80, 20, compression: 751), fixed(60, 20)], [[0, 0, 80, 20], [80, 0, 20, 20]]),
        Example(
            "a maximum passes the rest on", StackLayout(axis: .horizontal, distribution: .fill), 100, 10,
            [fixed(40, 10, most: 50), fixed(20, 10)], [[0, 0, 50, 10], [50, 0, 50, 10]]),
        Example(
            "views without a length share the room", StackLayout(axis: .horizontal, distribution: .fill), 100, 10,
            [fixed(0, 0, flexible: .width), fixed(20, 10), fixed(0, 0, flexible: .width)],
            [[0, 0, 40, 10], [40, 0, 20, 10], [60, 0, 40, 10]]),
        Example(
            "lengths keep their ratio", StackLayout(axis: .horizontal, distribution: .fillProportionally), 160, 10,
            [fixed(20, 10), fixed(60, 10)], [[0, 0, 40, 10], [40, 0, 120, 10]]),
        Example(
            "a ratio of nothing is nothing", StackLayout(axis: .horizontal, distribution: .fillProportionally), 160, 10,
            [fixed(0, 10, most: 8), fixed(60, 10, most: 90)], [[0, 0, 0, 10], [0, 0, 90, 10]]),
        Example(
            "distances are equal", StackLayout(axis: .horizontal, distribution: .equalSpacing), 100, 10, three,
            [[0, 0, 20, 10], [40, 0, 30, 10], [90, 0, 10, 10]]),
        Example(
            "centres have equal distances", StackLayout(axis: .horizontal, distribution: .equalCentering), 100, 10,
            three, [[0, 0, 20, 10], [37.5, 0, 30, 10], [90, 0, 10, 10]]),
        Example(
            "a single view fills the stack", StackLayout(axis: .horizontal, distribution: .equalSpacing), 100, 10,
            [fixed(20, 10)], [[0, 0, 100, 10]]),
        Example(
            "a view has its own spacing", StackLayout(axis: .horizontal, distribution: .fill, spacing: 5), 90, 10,
            [fixed(20, 10, after: 25), fixed(30, 10), fixed(10, 10)],
            [[0, 0, 20, 10], [45, 0, 30, 10], [80, 0, 10, 10]]),
        Example(
            "leading", StackLayout(distribution: .fill, alignment: .leading), 100, 20, [fixed(40, 20)],
            [[0, 0, 40, 20]]),
        Example(
            "leading from right to left", StackLayout(distribution: .fill, alignment: .leading, isRightToLeft: true),
            100, 20, [fixed(40, 20)], [[60, 0, 40, 20]]),
        Example(
            "center", StackLayout(distribution: .fill, alignment: .center), 100, 20, [fixed(40, 20)],
            [[30, 0, 40, 20]]),
        Example(
            "bottom", StackLayout(axis: .horizontal, distribution: .fill, alignment: .trailing), 40, 50,
            [fixed(40, 10)], [[0, 40, 40, 10]]),
        Example(
            "first baselines", StackLayout(axis: .horizontal, distribution: .fill, alignment: .firstBaseline), 100, 60,
            [text(50), fixed(20, 40)], [[0, 24, 80, 20], [80, 0, 20, 40]]),
        Example(
            "a text wraps in the width of a column", StackLayout(distribution: .fill), 100, 90,
            [text(150), fixed(10, 30, hugging: 1)], [[0, 0, 100, 40], [0, 40, 100, 50]]),
        Example(
            "a row from right to left",
            StackLayout(axis: .horizontal, distribution: .fill, spacing: 10, isRightToLeft: true), 100, 40,
            [fixed(40, 20, hugging: 251), fixed(30, 20)], [[60, 0, 40, 40], [0, 0, 50, 40]]),
        Example(
            "equal views from right to left", StackLayout(axis: .horizontal, spacing: 10, isRightToLeft: true), 110,
            40, [fixed(40, 20), fixed(30, 20)], [[0, 0, 50, 40], [60, 0, 50, 40]]),
        Example(
            "insets stay on their sides",
            StackLayout(
                axis: .horizontal, distribution: .fill, insets: LayoutInsets(top: 1, left: 2, bottom: 3, right: 8),
                isRightToLeft: true), 60, 24, [fixed(40, 20), fixed(10, 20)], [[12, 1, 40, 20], [2, 1, 10, 20]]),
    ]

    @Test(.rules("S-230 S-231 S-232 S-233"), arguments: examples) func `views are arranged`(example: Example) {
        let stack = ModelView(content: .stack(example.layout, example.views))
        #expect(stack.frames(in: example.size) == example.frames)
    }

    @Test(.rules("S-234")) func `a stack has the size of its views`() {
        let row = ModelView(
            content: .stack(
                StackLayout(axis: .horizontal, distribution: .fill, spacing: 4), [Self.text(90), Self.fixed(30, 31)]))
        let column = ModelView(
            content: .stack(
                StackLayout(
                    distribution: .fill, spacing: 8, insets: LayoutInsets(top: 1, left: 2, bottom: 3, right: 4)),
                [row, Self.text(50)]))
        #expect(column.fittingSize(in: .infinity) == FittingSize(width: 130, height: 63))
        // The text of the row gives way, and wraps in the 60 points that are left: two lines of 20 points.
        #expect(column.fittingSize(in: 100) == FittingSize(width: 100, height: 72))
        let equal = ModelView(content: .stack(StackLayout(spacing: 5), [Self.fixed(10, 20), Self.fixed(30, 40)]))
        #expect(equal.fittingSize(in: 300) == FittingSize(width: 30, height: 85))
        #expect(ModelView(content: .stack(StackLayout(), [])).fittingSize(in: 100) == .zero)
    }

    @Test(.rules("S-230")) func `equal views are not measured`() {
        let items = [StackItem(), StackItem(hugging: 1)]
        let frames = StackLayout(spacing: 0.1).frames(
            of: items, in: FittingSize(width: 10, height: 1),
            measure: { index, _ in
                Issue.record("view \(index) is measured")
                return .zero
            }, baseline: { _, size in size.height })
        #expect(frames.map(\.y) == [0, 0.55])
    }

    @Test(
        .rules("S-235"),
        arguments: [
            (GuidedLayout.view, [0, 0, 800, 600] as [Double]), (.safeArea, [10, 20, 770, 550]),
            (.readableContent, [59, 20, 672, 550]),
        ])
    func `a guide is a part of the superview`(guide: GuidedLayout, frame: [Double]) {
        let place = guide.frame(
            in: FittingSize(width: 800, height: 600), safeArea: LayoutInsets(top: 20, left: 10, bottom: 30, right: 20))
        #expect([place.x, place.y, place.width, place.height] == frame)
    }
}
