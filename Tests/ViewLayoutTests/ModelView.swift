import TestSupport

/// A view of the tests: a stack, or a view with a content.
struct ModelView: Sendable {
    enum Content: Sendable {
        case fixed(FittingSize)
        /// A text of this length in a line, with lines of 20 points.
        case text(Double)
        case stack(StackLayout, [ModelView])
    }

    var content: Content
    var hugging: UInt32 = 250
    var compression: UInt32 = 750
    var minimum = FittingSize.zero
    var maximum = FittingSize.zero
    var spacingAfter: Double?
    var flexible: FlexibleAxes = []

    var item: StackItem {
        StackItem(
            hugging: hugging, compression: compression, minimum: minimum, maximum: maximum, spacingAfter: spacingAfter,
            isFlexible: flexible)
    }

    /// The size of a content that is not a stack.
    static func size(ofText length: Double, in width: Double) -> FittingSize {
        guard length > width else { return FittingSize(width: length, height: 20) }
        // Not at a whole number of lines, where an error of rounding would count.
        let lines = width > 0 ? (length / width - 0.0001).rounded(.up) : 50
        return FittingSize(width: width, height: 20 * min(lines, 50))
    }

    // MARK: The engine

    func fittingSize(in width: Double) -> FittingSize {
        switch content {
        case .fixed(let size): return size
        case .text(let length): return Self.size(ofText: length, in: width)
        case .stack(let layout, let views):
            return layout.fittingSize(
                of: views.map(\.item), width: width, measure: { views[$0].fittingSize(in: $1) },
                baseline: { views[$0].firstBaseline(in: $1) })
        }
    }

    func firstBaseline(in size: FittingSize) -> Double {
        switch content {
        case .fixed: return size.height
        case .text: return min(16, size.height)
        case .stack(let layout, let views):
            return layout.firstBaseline(
                of: views.map(\.item), in: size, measure: { views[$0].fittingSize(in: $1) },
                baseline: { views[$0].firstBaseline(in: $1) })
        }
    }

    /// The frames of all views inside, in the order of the tree, each in its superview.
    func frames(in size: FittingSize) -> [ArrangedFrame] {
        guard case .stack(let layout, let views) = content else { return [] }
        let frames = layout.frames(
            of: views.map(\.item), in: size, measure: { views[$0].fittingSize(in: $1) },
            baseline: { views[$0].firstBaseline(in: $1) })
        return zip(views, frames).flatMap { [$1] + $0.frames(in: $1.size) }
    }
}

extension ModelView: CustomStringConvertible {
    var description: String {
        let own =
            switch content {
            case .fixed(let size): "fixed \(size.width)x\(size.height)"
            case .text(let length): "text \(length)"
            case .stack(let layout, let views):
                "\(layout.axis) \(layout.distribution) \(layout.alignment) \(layout.spacing) \(layout.insets) "
                    + "rtl \(layout.isRightToLeft) \(views)"
            }
        return "(\(own), \(hugging) \(compression) \(minimum) \(maximum) \(spacingAfter ?? -1) \(flexible.rawValue))"
    }
}

extension ModelView {
    /// A tree of stacks with random keys.
    static func random(_ numbers: inout Numbers, depth: Int) -> ModelView {
        func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &numbers) == 0 }
        func length(_ limit: Int) -> Double { Double(Int.random(in: 0...limit * 4, using: &numbers)) / 4 }
        var view = ModelView(content: .text(length(300)))
        if depth > 0, depth > 2 || chance(2) {
            let alignments: [StackLayout.Alignment] = [.fill, .fill, .leading, .center, .trailing, .firstBaseline]
            let distributions: [StackLayout.Distribution] = [
                .fillEqually, .fill, .fill, .fillProportionally, .equalSpacing, .equalCentering,
            ]
            let layout = StackLayout(
                axis: chance(2) ? .vertical : .horizontal,
                distribution: distributions.randomElement(using: &numbers) ?? .fill,
                alignment: alignments.randomElement(using: &numbers) ?? .fill, spacing: chance(2) ? 0 : length(12),
                insets: chance(2)
                    ? LayoutInsets()
                    : LayoutInsets(top: length(9), left: length(9), bottom: length(9), right: length(9)),
                isRightToLeft: chance(3))
            let count = Int.random(in: 0...5, using: &numbers)
            view.content = .stack(layout, (0..<count).map { _ in random(&numbers, depth: depth - 1) })
        } else if chance(3) {
            view.content = .fixed(FittingSize(width: length(120), height: length(60)))
            if chance(2) { view.flexible = FlexibleAxes(rawValue: UInt8.random(in: 1...3, using: &numbers)) }
        }
        let priorities: [UInt32] = [1, 250, 251, 750, 1000]
        if chance(3) { view.hugging = priorities.randomElement(using: &numbers) ?? 250 }
        if chance(3) { view.compression = priorities.randomElement(using: &numbers) ?? 750 }
        if chance(4) { view.minimum = FittingSize(width: length(60), height: length(40)) }
        if chance(4) {
            view.maximum = FittingSize(
                width: chance(3) ? 0 : view.minimum.width + length(60),
                height: chance(3) ? 0 : view.minimum.height + length(40))
        }
        if chance(4) { view.spacingAfter = length(20) }
        return view
    }
}
