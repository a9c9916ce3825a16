/// UIStackView, written from its class reference and the rules, apart from the engine: lengths are found by trying, not by
/// computing, and nothing is shared between the axes.
enum ReferenceStack {
    /// The frames of all views inside a view, in the order of the tree, each in its superview.
    static func frames(of view: ModelView, in size: FittingSize) -> [ArrangedFrame] {
        guard case .stack(let stack, let views) = view.content else { return [] }
        return zip(views, arranged(views, by: stack, in: size)).flatMap { [$1] + frames(of: $0, in: $1.size) }
    }

    private static func arranged(
        _ views: [ModelView], by stack: StackLayout, in size: FittingSize
    ) -> [ArrangedFrame] {
        let width = max(size.width - stack.insets.left - stack.insets.right, 0)
        let height = max(size.height - stack.insets.top - stack.insets.bottom, 0)
        var result: [ArrangedFrame] = []
        guard !views.isEmpty else { return [] }
        if stack.axis == .horizontal {
            let wanted = views.map { limit(fit($0, .infinity).width, $0.minimum.width, $0.maximum.width) }
            let limits = views.map { ($0.minimum.width, $0.maximum.width) }
            let widths = lengths(views, wanted, limits, stack, width, flexible: .width)
            let heights = zip(views, widths).map { view, width in
                stack.alignment == .fill
                    ? limit(height, view.minimum.height, view.maximum.height)
                    : limit(min(fit(view, width).height, height), view.minimum.height, view.maximum.height)
            }
            let baselines =
                stack.alignment == .firstBaseline
                ? views.indices.map { baseline(views[$0], widths[$0], heights[$0]) } : []
            var x = 0.0
            for (index, gap) in distances(views, widths, stack, width).enumerated() {
                let y =
                    switch stack.alignment {
                    case .fill, .leading: 0.0
                    case .center: height / 2 - heights[index] / 2
                    case .trailing: height - heights[index]
                    case .firstBaseline: (baselines.max() ?? 0) - baselines[index]
                    }
                result.append(ArrangedFrame(x: x, y: y, width: widths[index], height: heights[index]))
                x += widths[index] + gap
            }
        } else {
            let widths = views.map { view in
                let room = limit(width, view.minimum.width, view.maximum.width)
                return stack.alignment == .fill
                    ? room : limit(min(fit(view, room).width, room), view.minimum.width, view.maximum.width)
            }
            let wanted = views.map { view in
                let room = limit(width, view.minimum.width, view.maximum.width)
                return limit(fit(view, room).height, view.minimum.height, view.maximum.height)
            }
            let limits = views.map { ($0.minimum.height, $0.maximum.height) }
            let heights = lengths(views, wanted, limits, stack, height, flexible: .height)
            var y = 0.0
            for (index, gap) in distances(views, heights, stack, height).enumerated() {
                let x =
                    switch stack.alignment {
                    case .fill, .leading, .firstBaseline: 0.0
                    case .center: width / 2 - widths[index] / 2
                    case .trailing: width - widths[index]
                    }
                result.append(ArrangedFrame(x: x, y: y, width: widths[index], height: heights[index]))
                y += heights[index] + gap
            }
        }
        let mirrors = stack.isRightToLeft && (stack.axis == .vertical || stack.distribution != .fillEqually)
        return result.map {
            ArrangedFrame(
                x: stack.insets.left + (mirrors ? width - $0.x - $0.width : $0.x), y: stack.insets.top + $0.y,
                width: $0.width, height: $0.height)
        }
    }

    // MARK: Along the axis

    private static func limit(_ length: Double, _ least: Double, _ most: Double) -> Double {
        max(most > 0 ? min(length, most) : length, least)
    }

    private static func gaps(_ views: [ModelView], _ stack: StackLayout) -> [Double] {
        views.isEmpty ? [] : views[..<(views.count - 1)].map { $0.spacingAfter ?? stack.spacing }
    }

    private static func lengths(
        _ views: [ModelView], _ wanted: [Double], _ limits: [(Double, Double)], _ stack: StackLayout, _ length: Double,
        flexible: FlexibleAxes
    ) -> [Double] {
        let room = max(length - gaps(views, stack).reduce(0, +), 0)
        let sum = wanted.reduce(0, +)
        switch stack.distribution {
        case .fillEqually:
            return search(room) { level in limits.map { limit(level, $0.0, $0.1) } }
        case .fillProportionally where sum > 0:
            return search(room) { level in zip(wanted, limits).map { limit(level * $0, $1.0, $1.1) } }
        case .fillProportionally:
            return search(room) { level in limits.map { limit(level, $0.0, $0.1) } }
        case .equalSpacing where views.count > 1 && sum <= room: return wanted
        case .equalCentering where views.count > 1 && sum <= room: return wanted
        default: break
        }
        var (lengths, rest) = (wanted, room - sum)
        if rest < 0 {
            var order = Array(views.indices)
            while rest < 0, let index = order.min(by: { views[$0].compression < views[$1].compression }) {
                order.removeAll { $0 == index }
                let shorter = max(lengths[index] + rest, limits[index].0)
                rest += lengths[index] - shorter
                lengths[index] = shorter
            }
            return lengths
        }
        let spread = views.indices.filter { views[$0].flexible.contains(flexible) }
        let shared = search(spread.reduce(rest) { $0 + wanted[$1] }) { level in
            spread.map { limit(max(level, wanted[$0]), 0, limits[$0].1) }
        }
        for (index, length) in zip(spread, shared) {
            rest -= length - lengths[index]
            lengths[index] = length
        }
        var order = views.indices.filter { !spread.contains($0) }
        while rest > 1e-9, let index = order.min(by: { views[$0].hugging < views[$1].hugging }) {
            order.removeAll { $0 == index }
            let longer = limit(lengths[index] + rest, 0, limits[index].1)
            rest -= longer - lengths[index]
            lengths[index] = longer
        }
        return lengths
    }

    /// The distances after the views; 0 after the last one.
    private static func distances(
        _ views: [ModelView], _ lengths: [Double], _ stack: StackLayout, _ length: Double
    ) -> [Double] {
        let gaps = gaps(views, stack)
        let room = length - lengths.reduce(0, +)
        guard gaps.reduce(0, +) < room else { return gaps + [0] }
        switch stack.distribution {
        case .equalSpacing: return search(room) { level in gaps.map { max($0, level) } } + [0]
        case .equalCentering:
            return search(room) { level in
                gaps.indices.map { max(gaps[$0], level - lengths[$0] / 2 - lengths[$0 + 1] / 2) }
            } + [0]
        default: return gaps + [0]
        }
    }

    /// Finds the level at which the lengths have a sum, as far as they can.
    private static func search(_ sum: Double, _ lengths: (Double) -> [Double]) -> [Double] {
        var (low, high) = (0.0, 1.0)
        while high < 1e6, lengths(high).reduce(0, +) < sum { high *= 2 }
        for _ in 0..<48 {
            let middle = (low + high) / 2
            if lengths(middle).reduce(0, +) < sum { low = middle } else { high = middle }
        }
        return lengths(low)
    }

    // MARK: Sizes

    static func fit(_ view: ModelView, _ width: Double) -> FittingSize {
        switch view.content {
        case .fixed(let size): return size
        case .text(let length): return ModelView.size(ofText: length, in: width)
        case .stack(let stack, let views):
            let room = max(width - stack.insets.left - stack.insets.right, 0)
            let spaces = gaps(views, stack).reduce(0, +)
            var size = FittingSize.zero
            if stack.axis == .horizontal {
                let wanted = views.map { limit(fit($0, .infinity).width, $0.minimum.width, $0.maximum.width) }
                var widths = wanted
                if stack.distribution == .fillEqually {
                    widths = views.map { limit(wanted.max() ?? 0, $0.minimum.width, $0.maximum.width) }
                }
                if widths.reduce(spaces, +) > room {
                    let limits = views.map { ($0.minimum.width, $0.maximum.width) }
                    widths = lengths(views, wanted, limits, stack, room, flexible: .width)
                }
                let heights = zip(views, widths).map {
                    limit(fit($0, $1).height, $0.minimum.height, $0.maximum.height)
                }
                size = FittingSize(width: widths.reduce(spaces, +), height: heights.max() ?? 0)
                if stack.alignment == .firstBaseline {
                    let above = views.indices.map { baseline(views[$0], widths[$0], heights[$0]) }
                    size.height = (above.max() ?? 0) + (views.indices.map { heights[$0] - above[$0] }.max() ?? 0)
                }
            } else {
                let sizes = views.map { view in
                    let width = limit(room, view.minimum.width, view.maximum.width)
                    let size = fit(view, width)
                    return FittingSize(
                        width: limit(min(size.width, width), view.minimum.width, view.maximum.width),
                        height: limit(size.height, view.minimum.height, view.maximum.height))
                }
                var heights = sizes.map(\.height)
                if stack.distribution == .fillEqually {
                    heights = views.map { limit(heights.max() ?? 0, $0.minimum.height, $0.maximum.height) }
                }
                size = FittingSize(width: sizes.map(\.width).max() ?? 0, height: heights.reduce(spaces, +))
            }
            return FittingSize(
                width: size.width + stack.insets.left + stack.insets.right,
                height: size.height + stack.insets.top + stack.insets.bottom)
        }
    }

    private static func baseline(_ view: ModelView, _ width: Double, _ height: Double) -> Double {
        switch view.content {
        case .fixed: return height
        case .text: return min(16, height)
        case .stack(let stack, let views):
            let frames = arranged(views, by: stack, in: FittingSize(width: width, height: height))
            guard !frames.isEmpty else { return height }
            var index = 0
            if stack.axis == .horizontal {
                for other in frames.indices where frames[other].height > frames[index].height + 1e-9 { index = other }
            }
            return frames[index].y + baseline(views[index], frames[index].width, frames[index].height)
        }
    }
}
