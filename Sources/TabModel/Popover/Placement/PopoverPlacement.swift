/// The placement of a popover and its arrow: a pure function of content, source and surroundings (`A6`).
///
/// It is always computed from the preferred size, never from an earlier result (`P35`, `P42`). Nothing is rounded
/// (`P43`). All rectangles are in the coordinates of the container.
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
    /// The tip of the arrow; nil without one.
    package let tip: Point?
    package let stage: Stage
    /// Whether the arrow hits the part of the source inside the area.
    package let isReachable: Bool
    /// The insets of the content: those of the background, plus the arrow on its side.
    package let frameInsets: Insets

    /// - Parameters:
    ///   - contentSize: The preferred size of the content. Negative lengths count as 0.
    ///   - source: The rectangle to point at. A negative size is standardised (`P15`).
    ///   - permitted: Unknown bits are ignored (`P22`). If no permitted direction is usable, another one is used
    ///     (`P20`).
    ///   - canOverlap: Whether the popover may cover the source when space is tight (`P41`).
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

    /// A popover over the source, without an arrow (`P23`).
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
        // A frame that is smaller than its arrow consists of the arrow only.
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
    /// Returns the frame of the content's view, and the insets that the arrow and the background cover (`P50`).
    ///
    /// - Parameter isUnderArrow: Whether the view covers the whole frame, as since iOS 13, or only the free part.
    package func contentView(extendsUnderArrow isUnderArrow: Bool) -> (frame: Rect, safeAreaInsets: Insets) {
        isUnderArrow ? (frame, frameInsets) : (contentFrame, .zero)
    }

    /// Returns the content size for a controller's preferred content size (`P31`). Lengths of 0 and less count as not
    /// set.
    package static func wantedContentSize(for preferred: Size) -> Size {
        Size(
            width: preferred.width > 0 ? preferred.width : defaultContentSize.width,
            height: preferred.height > 0 ? preferred.height : defaultContentSize.height)
    }

    package static let defaultContentSize = Size(width: 320, height: 1100)

    /// The decision that placed a popover, in the order of the algorithm (`P38`).
    package enum Stage: String, Sendable, CaseIterable {
        /// No arrow was permitted.
        case centered = "N"
        /// Beside the source, in full size, with the arrow on target.
        case fits = "A"
        /// The same, over a part of the source.
        case overlaps = "B"
        /// Smaller than preferred, or with the arrow off target.
        case shrinks = "C"
        /// Like the three above, in a direction that is not permitted.
        case fitsElsewhere = "D-A"
        case overlapsElsewhere = "D-B"
        case shrinksElsewhere = "D-C"
        /// In the area over the source.
        case lastResort = "E"

        /// For the first three: the same in a direction that is not permitted.
        var elsewhere: Stage { Stage(rawValue: "D-\(rawValue)") ?? self }
    }
}
