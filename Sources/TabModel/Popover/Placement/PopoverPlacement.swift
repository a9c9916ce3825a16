/// Where a popover is, and its arrow: a pure function of its content, its source and what is around (`A6`).
///
/// Always asked with the wanted size, never with what came out of it before (`P35`, `P42`). Nothing is rounded (`P43`).
/// All rectangles are in the coordinates of the container.
package struct PopoverPlacement: Hashable, Sendable {
    /// One direction, or empty without an arrow (`P23`).
    package let arrowDirection: PopoverArrowDirection
    /// Body and arrow.
    package let frame: Rect
    /// The background without its arrow.
    package let body: Rect
    package let contentFrame: Rect
    /// From the centre of the body to the middle of the arrow, negative to the left or to the top (`P48`).
    package let arrowOffset: Double
    /// Where the arrow points, nil without one.
    package let tip: Point?
    package let stage: Stage
    /// Whether the arrow hits what the area leaves of the source.
    package let isReachable: Bool
    /// From the frame to the content: what the background takes, and the arrow on its side.
    package let frameInsets: Insets

    /// - Parameters:
    ///   - contentSize: What the content wants; below 0 counts as 0.
    ///   - source: What the arrow should point at. A negative size is standardised (`P15`).
    ///   - permitted: Bits that are no direction are ignored (`P22`). Others than the permitted are taken when none of
    ///     those is usable (`P20`).
    ///   - canOverlap: Whether the source may be covered when space is tight (`P41`).
    package init(
        of contentSize: Size, at source: Rect, in surroundings: PopoverSurroundings,
        permitted: PopoverArrowDirection = .any, canOverlap: Bool = false, metrics: PopoverMetrics = .standard
    ) {
        let (area, source) = (surroundings.limits, Extents(source))
        let situation = PopoverSituation(
            area: area, source: source, visible: source.clamped(to: area), content: contentSize.bounded,
            metrics: metrics)
        let permitted = permitted.intersection(.any)
        guard !permitted.isEmpty else {
            self.init(centeredIn: situation)
            return
        }
        let choice = situation.choice(permitted: permitted, canOverlap: canOverlap)
        self.init(choice.candidate, choice.stage, metrics)
    }

    /// Without an arrow, over the source (`P23`).
    private init(centeredIn situation: PopoverSituation) {
        let (area, source) = (situation.area, situation.source)
        let width = min(situation.wanted.width, area.x.length)
        let height = min(situation.wanted.height, area.y.length)
        arrowDirection = []
        frame = Rect(
            x: area.x.start(ofLength: width, around: source.x.middle),
            y: area.y.start(ofLength: height, around: source.y.middle), width: width, height: height)
        body = frame
        frameInsets = situation.metrics.contentInsets
        contentFrame = frame.inset(by: frameInsets)
        arrowOffset = 0
        tip = nil
        stage = .centered
        isReachable = false
    }

    private init(_ candidate: PopoverCandidate, _ stage: Stage, _ metrics: PopoverMetrics) {
        let direction = candidate.direction
        // A frame that is too small for its arrow is all arrow.
        let strip = min(metrics.arrowHeight, candidate.depth)
        let tip = direction.isReversed ? -candidate.tip : candidate.tip
        arrowDirection = direction
        frame = candidate.rect(from: candidate.tip, depth: candidate.depth)
        body = candidate.rect(from: candidate.tip + strip, depth: candidate.depth - strip)
        contentFrame = body.inset(by: metrics.contentInsets)
        arrowOffset = candidate.arrowOffset
        self.tip = direction.isVertical ? Point(x: candidate.arrow, y: tip) : Point(x: tip, y: candidate.arrow)
        self.stage = stage
        isReachable = candidate.isReachable
        let height = metrics.arrowHeight
        frameInsets =
            metrics.contentInsets
            + Insets(
                top: direction == .up ? height : 0, left: direction == .left ? height : 0,
                bottom: direction == .down ? height : 0, right: direction == .right ? height : 0)
    }
}

extension PopoverPlacement {
    /// The frame of the content's view, and what of that view the arrow and the background lie over (`P50`).
    ///
    /// - Parameter isUnderArrow: Whether the view covers the whole frame, as from iOS 13 on, and not only what is free.
    package func contentView(extendsUnderArrow isUnderArrow: Bool) -> (frame: Rect, safeAreaInsets: Insets) {
        isUnderArrow ? (frame, frameInsets) : (contentFrame, .zero)
    }

    /// What a popover wants to show for its controller's preferred content size (`P31`): 0 and less is not set.
    package static func wantedContentSize(for preferred: Size) -> Size {
        Size(
            width: preferred.width > 0 ? preferred.width : defaultContentSize.width,
            height: preferred.height > 0 ? preferred.height : defaultContentSize.height)
    }

    package static let defaultContentSize = Size(width: 320, height: 1100)
}

extension PopoverPlacement {
    /// Which decision placed a popover, in their order (`P38`).
    package enum Stage: String, Sendable, CaseIterable {
        /// No arrow was permitted.
        case centered = "N"
        /// Beside the source, in full size, the arrow on target.
        case fits = "A"
        /// The same, over a part of the source.
        case overlaps = "B"
        /// Smaller than wanted, or with the arrow off target.
        case shrinks = "C"
        /// As the three above, in a direction that is not permitted.
        case fitsElsewhere = "D-A"
        case overlapsElsewhere = "D-B"
        case shrinksElsewhere = "D-C"
        /// In the area over the source.
        case lastResort = "E"

        /// Of the first three: the same in a direction that is not permitted.
        var elsewhere: Stage { Stage(rawValue: "D-\(rawValue)") ?? self }
    }
}
