/// The layout of UIStackView: the frames of arranged views, and the size that a stack needs for them.
///
/// It knows views only as items with an index. The caller measures them: `measure` returns the size that an item needs
/// for its content in a width, which may be infinite.
package struct StackLayout: Hashable, Sendable {
    package enum Axis: String, Sendable { case vertical, horizontal }

    package enum Distribution: String, Sendable {
        case fillEqually, fill, fillProportionally, equalSpacing, equalCentering
    }

    package enum Alignment: String, Sendable { case fill, leading, center, trailing, firstBaseline }

    package typealias Measure = (_ item: Int, _ width: Double) -> FittingSize
    /// Returns the distance of the first baseline of an item with a size from its top.
    package typealias Baseline = (_ item: Int, _ size: FittingSize) -> Double

    package var axis: Axis
    package var distribution: Distribution
    package var alignment: Alignment
    package var spacing: Double
    package var insets: LayoutInsets
    package var isRightToLeft: Bool

    package init(
        axis: Axis = .vertical, distribution: Distribution = .fillEqually, alignment: Alignment = .fill,
        spacing: Double = 0, insets: LayoutInsets = LayoutInsets(), isRightToLeft: Bool = false
    ) {
        self.axis = axis
        self.distribution = distribution
        self.alignment = alignment
        self.spacing = spacing
        self.insets = insets
        self.isRightToLeft = isRightToLeft
    }

    private var isHorizontal: Bool { axis == .horizontal }

    /// A first baseline needs a row; in a column the views are at the leading edge.
    private var alignsBaselines: Bool { isHorizontal && alignment == .firstBaseline }

    // MARK: Frames

    /// Returns the frames of the items in a stack with a size.
    package func frames(
        of items: [StackItem], in size: FittingSize, measure: Measure, baseline: Baseline
    ) -> [ArrangedFrame] {
        guard !items.isEmpty else { return [] }
        let room = FittingSize(
            width: max(size.width - insets.left - insets.right, 0),
            height: max(size.height - insets.top - insets.bottom, 0))
        if distribution == .fillEqually, alignment == .fill,
            items.allSatisfy({ $0.isUnlimited && $0.spacingAfter == nil })
        {
            return equalFrames(items.count, in: room)
        }
        var frames =
            isHorizontal
            ? row(items, in: room, measure, baseline) : column(items, in: room, measure)
        for index in frames.indices {
            // A row of equal views keeps its order, because it did so before there were other distributions.
            if isRightToLeft, !isHorizontal || distribution != .fillEqually {
                frames[index].x = room.width - frames[index].x - frames[index].width
            }
            frames[index].x += insets.left
            frames[index].y += insets.top
        }
        return frames
    }

    /// The frames without measuring and without limits.
    private func equalFrames(_ count: Int, in room: FittingSize) -> [ArrangedFrame] {
        let length = max(
            ((isHorizontal ? room.width : room.height) - spacing * Double(count - 1)) / Double(count), 0)
        return (0..<count).map { index in
            let offset = Double(index) * (length + spacing)
            return isHorizontal
                ? ArrangedFrame(x: insets.left + offset, y: insets.top, width: length, height: room.height)
                : ArrangedFrame(x: insets.left, y: insets.top + offset, width: room.width, height: length)
        }
    }

    private func row(
        _ items: [StackItem], in room: FittingSize, _ measure: Measure, _ baseline: Baseline
    ) -> [ArrangedFrame] {
        let (widths, heights) = sizesInRow(items, in: room, measure)
        let tops = self.tops(widths: widths, heights: heights, in: room.height, baseline)
        return zip(offsets(of: widths, items, in: room.width), items.indices).map { x, index in
            ArrangedFrame(x: x, y: tops[index], width: widths[index], height: heights[index])
        }
    }

    private func sizesInRow(
        _ items: [StackItem], in room: FittingSize, _ measure: Measure
    ) -> (widths: [Double], heights: [Double]) {
        let widths = lengths(of: items, natural: naturalWidths(of: items, measure), in: room.width)
        let heights = items.indices.map { index in
            let limits = items[index].height
            if alignment == .fill { return limits.clamp(room.height) }
            return limits.clamp(min(measure(index, widths[index]).height, room.height))
        }
        return (widths, heights)
    }

    private func column(_ items: [StackItem], in room: FittingSize, _ measure: Measure) -> [ArrangedFrame] {
        let sizes = items.indices.map { sizeInColumn(items[$0], $0, width: room.width, measure) }
        let widths = alignment == .fill ? items.map { $0.width.clamp(room.width) } : sizes.map(\.width)
        let heights = lengths(of: items, natural: sizes.map(\.height), in: room.height)
        return zip(offsets(of: heights, items, in: room.height), items.indices).map { y, index in
            let x =
                switch alignment {
                case .fill, .leading, .firstBaseline: 0.0
                case .center: (room.width - widths[index]) / 2
                case .trailing: room.width - widths[index]
                }
            return ArrangedFrame(x: x, y: y, width: widths[index], height: heights[index])
        }
    }

    /// The distances of the views of a row from its top.
    private func tops(
        widths: [Double], heights: [Double], in room: Double, _ baseline: Baseline
    ) -> [Double] {
        switch alignment {
        case .fill, .leading: return heights.map { _ in 0 }
        case .center: return heights.map { (room - $0) / 2 }
        case .trailing: return heights.map { room - $0 }
        case .firstBaseline:
            let baselines = baselines(widths, heights, baseline)
            let lowest = baselines.max() ?? 0
            return baselines.map { lowest - $0 }
        }
    }

    private func baselines(_ widths: [Double], _ heights: [Double], _ baseline: Baseline) -> [Double] {
        heights.indices.map { baseline($0, FittingSize(width: widths[$0], height: heights[$0])) }
    }

    // MARK: Sizes of items

    private func naturalWidths(of items: [StackItem], _ measure: Measure) -> [Double] {
        items.indices.map { items[$0].width.clamp(measure($0, .infinity).width) }
    }

    /// The size that an item of a column needs, with its height for its width.
    private func sizeInColumn(
        _ item: StackItem, _ index: Int, width room: Double, _ measure: Measure
    ) -> FittingSize {
        let width = item.width.clamp(room)
        let size = measure(index, width)
        let own = item.width.clamp(min(size.width, width))
        return FittingSize(width: own, height: item.height.clamp(size.height))
    }

    // MARK: Along the axis

    private func gaps(after items: [StackItem]) -> [Double] { items.dropLast().map { $0.spacingAfter ?? spacing } }

    /// Returns the lengths of the items along the axis.
    private func lengths(of items: [StackItem], natural: [Double], in room: Double) -> [Double] {
        let limits = items.map { isHorizontal ? $0.width : $0.height }
        let total = max(room - gaps(after: items).reduce(0, +), 0)
        func shared(_ weights: [Double]) -> [Double] {
            zip(limits, weights).map { LengthPart(weight: $1, least: $0.least, most: $0.most) }
                .lengths(withSum: total)
        }
        switch distribution {
        case .fillEqually: return shared(items.map { _ in 1 })
        case .fillProportionally:
            return shared(natural.contains { $0 > 0 } ? natural : items.map { _ in 1 })
        case .fill: break
        // The first view is at the beginning and the last one at the end, so a single view fills the stack.
        case .equalSpacing, .equalCentering:
            if items.count > 1, natural.reduce(0, +) <= total { return natural }
        }
        let difference = total - natural.reduce(0, +)
        return difference < 0
            ? shrunk(natural, by: -difference, items, limits) : grown(natural, by: difference, items, limits)
    }

    /// Makes the views longer: those without a length of their own to equal lengths, then the one with the lowest hugging
    /// priority, of several the first.
    private func grown(
        _ natural: [Double], by difference: Double, _ items: [StackItem], _ limits: [StackItem.Limits]
    ) -> [Double] {
        guard difference > 0 else { return natural }
        var (lengths, rest) = (natural, difference)
        let flexible = items.indices.filter { items[$0].isFlexible.contains(isHorizontal ? .width : .height) }
        let parts = flexible.map { LengthPart(least: natural[$0], most: limits[$0].most) }
        let sum = flexible.reduce(0) { $0 + natural[$1] }
        let stretched = parts.lengths(withSum: sum + rest)
        for (index, length) in zip(flexible, stretched) { lengths[index] = length }
        rest -= stretched.reduce(0, +) - sum
        for index in items.indices.sorted(by: { (items[$0].hugging, $0) < (items[$1].hugging, $1) })
        where rest > 0 && !flexible.contains(index) {
            let more = min(rest, limits[index].most - lengths[index])
            lengths[index] += more
            rest -= more
        }
        return lengths
    }

    /// Makes the views shorter: the one with the lowest compression priority, of several the first.
    private func shrunk(
        _ natural: [Double], by difference: Double, _ items: [StackItem], _ limits: [StackItem.Limits]
    ) -> [Double] {
        var (lengths, rest) = (natural, difference)
        for index in items.indices.sorted(by: { (items[$0].compression, $0) < (items[$1].compression, $1) })
        where rest > 0 {
            let less = min(rest, lengths[index] - limits[index].least)
            lengths[index] -= less
            rest -= less
        }
        return lengths
    }

    /// Returns the distances of the items from the beginning.
    private func offsets(of lengths: [Double], _ items: [StackItem], in room: Double) -> [Double] {
        let gaps = gaps(after: items)
        let total = room - lengths.reduce(0, +)
        var distances = gaps
        if gaps.reduce(0, +) < total {
            switch distribution {
            case .fill, .fillEqually, .fillProportionally: break
            case .equalSpacing:
                distances = gaps.map { LengthPart(least: $0, most: .infinity) }.lengths(withSum: total)
            case .equalCentering:
                distances = gaps.indices.map {
                    LengthPart(base: -(lengths[$0] + lengths[$0 + 1]) / 2, least: gaps[$0], most: .infinity)
                }.lengths(withSum: total)
            }
        }
        var offset = 0.0
        return lengths.indices.map { index in
            defer { offset += lengths[index] + (index < distances.count ? distances[index] : 0) }
            return offset
        }
    }

    // MARK: Fitting size

    /// Returns the size that the stack needs for its items in a width, which may be infinite.
    package func fittingSize(
        of items: [StackItem], width: Double, measure: Measure, baseline: Baseline
    ) -> FittingSize {
        let room = max(width - insets.left - insets.right, 0)
        let size =
            isHorizontal
            ? fittingRow(items, width: room, measure, baseline) : fittingColumn(items, width: room, measure)
        return FittingSize(
            width: max(size.width + insets.left + insets.right, 0),
            height: max(size.height + insets.top + insets.bottom, 0))
    }

    private func fittingColumn(_ items: [StackItem], width: Double, _ measure: Measure) -> FittingSize {
        let sizes = items.indices.map { sizeInColumn(items[$0], $0, width: width, measure) }
        return FittingSize(
            width: sizes.map(\.width).max() ?? 0,
            height: fittingLengths(sizes.map(\.height), items).reduce(gaps(after: items).reduce(0, +), +))
    }

    private func fittingRow(
        _ items: [StackItem], width room: Double, _ measure: Measure, _ baseline: Baseline
    ) -> FittingSize {
        let natural = naturalWidths(of: items, measure)
        let gaps = gaps(after: items).reduce(0, +)
        var widths = fittingLengths(natural, items)
        if widths.reduce(gaps, +) > room { widths = lengths(of: items, natural: natural, in: room) }
        let heights = items.indices.map { items[$0].height.clamp(measure($0, widths[$0]).height) }
        let tops =
            alignsBaselines
            ? tops(widths: widths, heights: heights, in: .infinity, baseline) : heights.map { _ in 0 }
        return FittingSize(
            width: widths.reduce(gaps, +), height: zip(tops, heights).map { $0 + $1 }.max() ?? 0)
    }

    /// The lengths along the axis in a stack that fits: views with equal lengths are as long as the longest one.
    private func fittingLengths(_ natural: [Double], _ items: [StackItem]) -> [Double] {
        guard distribution == .fillEqually, let longest = natural.max() else { return natural }
        return items.map { (isHorizontal ? $0.width : $0.height).clamp(longest) }
    }

    // MARK: Baseline

    /// Returns the distance of the first baseline of a stack from its top: that of its first view in a column, and of the
    /// tallest one in a row; the bottom of a stack without views.
    package func firstBaseline(
        of items: [StackItem], in size: FittingSize, measure: Measure, baseline: Baseline
    ) -> Double {
        // Each view is asked once, so that stacks in stacks cost no more at each level.
        if alignsBaselines {
            let room = FittingSize(
                width: max(size.width - insets.left - insets.right, 0),
                height: max(size.height - insets.top - insets.bottom, 0))
            let (widths, heights) = sizesInRow(items, in: room, measure)
            return baselines(widths, heights, baseline).max().map { $0 + insets.top } ?? size.height
        }
        let frames = frames(of: items, in: size, measure: measure, baseline: baseline)
        let tallest = frames.indices.max { frames[$0].height < frames[$1].height }
        guard let index = isHorizontal ? tallest : frames.indices.first else { return size.height }
        return frames[index].y + baseline(index, frames[index].size)
    }

    /// The part of the height of a line that is above its baseline.
    private static let ascent = 0.8

    /// Returns the distance of the first baseline of a view that is not a stack from its top. Texts are in the middle of
    /// their views. The baseline of a view without text is its bottom.
    ///
    /// - Parameters:
    ///   - className: The name of a view class of the bus.
    ///   - height: The height of the view.
    ///   - textHeight: Returns the height of all lines of a label.
    ///   - lineHeight: Returns the height of one line.
    package static func firstBaseline(
        ofClass className: String, height: Double, textHeight: () -> Double, lineHeight: () -> Double
    ) -> Double {
        switch className {
        case "Label": (height - min(textHeight(), height)) / 2 + ascent * lineHeight()
        case "Button", "TextField", "SegmentedControl": (height - lineHeight()) / 2 + ascent * lineHeight()
        default: height
        }
    }
}
